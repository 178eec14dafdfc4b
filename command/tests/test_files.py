"""Files of users: written as a whole or not at all, through links, into devices."""

import contextlib
import json
import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from sample_locales import GERMAN, PACKAGES, write

from calque_command.checks.files import write_file


def test_a_link_stays_and_its_file_is_written(run, locales, tmp_path):
    real = tmp_path / "real.json"
    (locales / "de.json").rename(real)
    (locales / "de.json").symlink_to(real)
    real.chmod(0o640)
    run("rename", locales, "hint", "advice")
    assert (locales / "de.json").is_symlink()
    assert json.loads(real.read_text())["advice"] == GERMAN["hint"]
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


def test_what_is_no_regular_file_is_written_into(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_file(pipe, "text")
    assert os.read(reader, 10) == b"text"
    os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    write_file(Path("/dev/null"), "text")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    with pytest.raises(OSError, match="space"):
        write_file(Path("/dev/full"), "text")
    link = tmp_path / "null"
    link.symlink_to("/dev/null")
    write_file(link, "text")
    assert link.is_symlink()


def test_standard_output_is_a_file_too(run, locales):
    result = run("convert", locales / "de.json", "-", "--to", "arb")
    assert json.loads(result.stdout)["hint"] == GERMAN["hint"]
    result = run("convert", locales / "de.json", "/dev/stdout", "--to", "arb")
    assert json.loads(result.stdout)["hint"] == GERMAN["hint"]


def test_what_standard_output_appends_to_stays(run, locales, tmp_path):
    file = tmp_path / "all.txt"
    for name in ("/dev/stdout", "/proc/self/fd/1", "-"):
        file.write_text("before\n")
        with file.open("a") as output:
            subprocess.run(
                [sys.executable, "-m", "calque_command", "convert",
                 locales / "de.json", name, "--to", "arb"],
                stdout=output, stderr=subprocess.DEVNULL, check=True,
                env={**os.environ, "PYTHONPATH": PACKAGES},
            )  # fmt: skip
        before, text = file.read_text().split("\n", 1)
        assert before == "before"
        assert json.loads(text)["hint"] == GERMAN["hint"]


ACTS = "\x1b]0;x\x07\x9b31m\u202e"


@pytest.mark.parametrize(
    "arguments",
    [["convert", "en.json", "-", "--to", name] for name in ("po", "strings", "v4")],
)
def test_nothing_in_a_file_acts_on_a_terminal(tmp_path, arguments):
    write(tmp_path / "en.json", {"a": f"A{ACTS}\tB", f"k{ACTS}": "x"})
    terminal, output = os.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "calque_command", *arguments], cwd=tmp_path,
        stdout=output, stderr=output, env={**os.environ, "PYTHONPATH": PACKAGES},
    )  # fmt: skip
    os.close(output)
    shown = b""
    # When the last writer closes it, reading from a terminal fails.
    with contextlib.suppress(OSError):
        while data := os.read(terminal, 4096):
            shown += data
    os.close(terminal)
    assert process.wait() == 0
    assert shown
    assert not re.search("[\x1b\x07\x9b\u202e]", shown.decode())


def test_drafts_of_killed_processes_are_removed(tmp_path):
    path = tmp_path / "en.json"
    child = subprocess.Popen(["true"])
    child.wait()
    left = tmp_path / f".en.json.calque-{child.pid}"
    left.write_text("half")
    other = tmp_path / f".en.json.calque-{os.getppid()}"
    other.write_text("of a process that lives")
    write_file(path, "{}")
    assert sorted(os.listdir(tmp_path)) == sorted([other.name, "en.json"])


def test_links_that_lead_nowhere_are_findings(run, locales):
    (locales / "fr.json").symlink_to(locales / "fr.json")
    (locales / "it.json").symlink_to(locales / "gone.json")
    (locales / "again").symlink_to(locales)
    result = run("check", locales, "--format", "json", code=3)
    found = [f for f in json.loads(result.stdout) if f["rule"] == "invalid-json"]
    assert [each["language"] for each in found] == ["fr", "it"]


BROKEN = '{\n  "a": "A",\n  "b" "B"\n}\n'


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "{folder}"], ["convert", "{file}", "{out}"],
        ["sort", "{folder}"], ["rename", "{folder}", "a", "c"],
        ["compile", "{folder}", "{out}"], ["extract", "{code}", "--into", "{file}"],
        ["translate", "{folder}", "a"], ["explain", "{folder}", "a"],
        ["status", "{folder}"], ["unused", "{folder}", "--code", "{code}"],
        ["unused", "{folder}", "--code", "{code}", "--source", "de"],
        ["check", "{folder}", "--source", "de"],
        ["check", "{folder}", "--lang", "en", "--baseline", "{file}"],
        ["convert", "{folder}", "{out}", "--to", "po"],
    ],
)  # fmt: skip
def test_a_broken_file_is_named_with_line_and_column(run, tmp_path, arguments):
    folder = tmp_path / "locales"
    write(folder / "en.json", {"a": "A"})
    file = folder / "de.json"
    file.write_text(BROKEN)
    code = tmp_path / "a.py"
    code.write_text('t("x")\n')
    names = {"folder": folder, "file": file, "out": tmp_path / "out.po", "code": code}
    given = [each.format_map(names) for each in arguments]
    result = run(*given, code=3)
    assert "de.json:3:7: " in result.stdout + result.stderr
    assert "Traceback" not in result.stderr


def test_ignored_catalogs_are_not_read(run, locales, tmp_path):
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    (tmp_path / ".gitignore").write_text("fr.json\nmade/\n")
    write(locales / "fr.json", {"odd": "x"})
    write(locales / "made" / "it.json", {"odd": "x"})
    found = json.loads(run("check", locales, "--format", "json", code=1).stdout)
    assert {each["language"] for each in found} == {"pl"}
    assert "fr" not in run("sort", locales).stderr
    # A folder that is named is read, ignored or not.
    write(locales / "made" / "en.json", {"odd": "y"})
    run("check", locales / "made", code=0)


def test_findings_of_other_formats_have_a_line_and_column(run, tmp_path):
    write(tmp_path / "en.json", {"a": "A", "menu": {"open": "Open {{name}}"}})
    write(tmp_path / "de.json", {"a": "Ä", "menu": {"open": "Öffnen"}})
    made = tmp_path / "made"
    run("convert", tmp_path, made, "--to", "po", "--source", "en")
    kind = ["--catalog-format", "po", "--source", "en"]
    result = run("check", made, "--format", "json", *kind, code=1)
    (found,) = json.loads(result.stdout)
    lines = (made / "de" / "translation.po").read_text().split("\n")
    line = lines[found["line"] - 1]
    assert line[found["column"] - 1 :].startswith("menu.open")

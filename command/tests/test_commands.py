"""The other subcommands, each as a person runs it."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from sample_locales import PACKAGES, write


def read(path):
    return json.loads(path.read_text("utf-8"))


def test_status(run, locales, tmp_path):
    table = run("status", locales).stdout
    assert "100.0 %" in table
    told = json.loads(run("status", locales, "--format", "json").stdout)
    german, polish = told["languages"]
    assert (german["language"], german["total"], german["missing"]) == ("de", 5, 0)
    assert (polish["total"], polish["missing"], polish["same"]) == (6, 1, 1)
    assert polish["errors"] == 2
    run("status", locales, "--fail-under", "90", code=1)


def test_convert_tells_what_is_lost(run, locales, tmp_path):
    path = tmp_path / "pl.po"
    source = ["--source", locales / "en.json"]
    run("convert", locales / "pl.json", path, *source)
    text = path.read_text()
    assert 'msgctxt "menu.open"\nmsgid "Open {{name}}"\nmsgstr "Otwórz' in text
    assert "nplurals=3" in text
    back = tmp_path / "pl.json"
    run("convert", path, back)
    polish = read(locales / "pl.json")
    assert read(back) == polish
    old = tmp_path / "old.json"
    result = run("convert", locales / "en.json", old, "--to", "v1", "--strict", code=0)
    assert read(old)["file_plural"] == "__count__ files"
    write(tmp_path / "en.json", {"a": "{{x, number}}"})
    result = run("convert", tmp_path / "en.json", old, "--to", "v1", "--strict", code=1)
    assert "'number'" in result.stderr
    (tmp_path / "bad.json").write_text("{")
    assert "bad.json:1:2" in run("convert", tmp_path / "bad.json", old, code=3).stderr


def test_sort(run, locales):
    path = write(locales / "de.json", {"b": "B", "a": {"d": "D", "c": "C"}})
    run("sort", locales, "--check", code=1)
    run("sort", locales)
    assert json.dumps(read(path)) == '{"a": {"c": "C", "d": "D"}, "b": "B"}'
    run("sort", locales, "--check", code=0)


def test_rename(run, locales):
    tree = read(locales / "pl.json")
    write(locales / "pl.json", {**tree, "both": '$t(file, {"count": 2}) $t(filed)'})
    run("rename", locales, "file", "document")
    polish = read(locales / "pl.json")
    assert list(polish)[1:3] == ["document_one", "document_many"]
    assert polish["both"] == '$t(document, {"count": 2}) $t(filed)'
    run("rename", locales, "menu.open", "start")
    assert read(locales / "de.json")["start"] == "{{name}} öffnen"
    assert "open" not in read(locales / "de.json")["menu"]
    assert "already" in run("rename", locales, "hint", "start", code=3).stderr
    run("rename", locales, "nothing", "x", code=2)


@pytest.mark.parametrize(
    ("tree", "old", "new", "expected"),
    [
        ({"l": ["a"], "x": "$t(l)"}, "l", "m", {"m": ["a"], "x": "$t(m)"}),
        (
            {"f": "a", "f_male": "b", "f_male_one": "c", "f_name": "d"},
            *("f", "g"),
            {"g": "a", "g_male": "b", "g_male_one": "c", "f_name": "d"},
        ),
        ({"m": {"a": "b"}}, "m", "m.x", {"m": {"x": {"a": "b"}}}),
        ({"m.a": "b", "x": "$t(m.a)"}, "m", "n", {"n.a": "b", "x": "$t(n.a)"}),
        ({"a": "b", "a_one": "c"}, "a", "a_one", {"a_one": "b", "a_one_one": "c"}),
        (
            {"t": "b", "x": "$t(t) $t(translation:t) $t(other:t)"},
            *("t", "u"),
            {"u": "b", "x": "$t(u) $t(translation:u) $t(other:t)"},
        ),
        ({"a": "b", "new": "c"}, "a", "new.name", "'new' already exists"),
        ({"a": "b", "new": {"name": "c"}}, "a", "new", "'new' already exists"),
        ({"a": ["b"]}, "a.0", "c", "'a.0' is in an array"),
    ],
)
def test_rename_loses_nothing(run, tmp_path, tree, old, new, expected):
    write(tmp_path / "en.json", tree)
    if isinstance(expected, str):
        assert expected in run("rename", tmp_path, old, new, code=3).stderr
        expected = tree
    else:
        run("rename", tmp_path, old, new)
    assert read(tmp_path / "en.json") == expected


CODE = {
    "a.py": 't("k.py", count=1)\nt(f"m.{k}")\nt("p." + q)\nt("x" if a else "y")\n',
    "a.tsx": 't<string>("k.tsx"); i18n.t(`x.${y}`); <Trans i18nKey="jsx">x</Trans>;',
    "a.js": "this.$t('k.js' /* c */, {a: 1});",
    "a.c": 'int f() { calque_translator_translate(tr, "k.c", CALQUE_NTS); }',
    "a.cpp": 'int f() { tr.t("k.cpp", {}); }',
    "a.swift": 'tr.t("k.swift", ["count": 1]); t("x.\\(y)")',
    "a.rs": 'fn f() { tr.t("k.rs", &[]); t!("macro"); t(&format!("a.{}", b)); }',
    "a.go": 'package m\nfunc f() { tr.T("k.go"); T(`raw`) }',
    "A.java": 'class A { void f() { tr.t("k.java", 1); t("p." + x); } }',
    "a.kt": 'fun f() { tr.t("k.kt", 1); t("x.$y") }',
}


@pytest.fixture
def code(tmp_path):
    folder = tmp_path / "src"
    folder.mkdir()
    for name, text in CODE.items():
        (folder / name).write_text(text)
    return folder


def test_extract_reads_every_language(run, code):
    found = json.loads(run("extract", code, "--format", "json").stdout)
    whole = {each["key"] for each in found if each["whole"]}
    assert whole == {
        "k.py", "x", "y", "k.tsx", "jsx", "k.js", "k.c", "k.cpp", "k.swift", "k.rs",
        "macro", "k.go", "raw", "k.java", "k.kt",
    }  # fmt: skip
    assert {each["key"] for each in found if not each["whole"]} == {
        "m.", "p.", "x.", "a.",
    }  # fmt: skip


def test_extract_adds_keys_with_forms(run, tmp_path):
    (tmp_path / "a.py").write_text('t("menu.new", "New")\nt("file", count=n)\n')
    path = write(tmp_path / "en.json", {"menu": {"old": "Old"}})
    run("extract", tmp_path / "a.py", "--into", path)
    assert read(path) == {
        "menu": {"old": "Old", "new": "New"}, "file_other": "file", "file_one": "file",
    }  # fmt: skip
    assert "0 keys added" in run("extract", tmp_path / "a.py", "--into", path).stderr


def test_unused_has_three_buckets(run, tmp_path):
    tree = {
        "used_one": "1", "used_other": "2", "dyn": {"a": "A"}, "ref": "R", "seen": "S",
        "text": "$t(ref)", "elsewhere": "E", "gone": "G",
    }  # fmt: skip
    write(tmp_path / "locales" / "en.json", tree)
    source = tmp_path / "a.py"
    source.write_text(
        't("used", count=1)\nt(f"dyn.{x}")\nt("text")\nL = ["elsewhere"]\n'
    )
    recorded = tmp_path / "keys.txt"
    recorded.write_text("seen\n")
    result = run(
        "unused", tmp_path / "locales", "--code", source, "--recorded", recorded,
        "--format", "json", code=1,
    )  # fmt: skip
    assert json.loads(result.stdout) == {
        "used": ["used_one", "used_other", "ref", "seen", "text"],
        "unused": ["gone"],
        "cannot-tell": ["dyn.a", "elsewhere"],
    }


def test_translate_and_explain(run, locales, tmp_path):
    shown = run("translate", locales, "file", "--lang", "pl", "count=5").stdout
    assert shown == "5 plików\n"
    run("translate", locales, "nothing", code=1)
    told = json.loads(run("explain", locales, "menu.open", "--lang", "de").stdout)
    assert told
    path = tmp_path / "app.calque"
    run("compile", locales, path)
    shown = run("translate", path, "menu.open", "--lang", "de", "name=X").stdout
    assert shown == "X öffnen\n"
    assert json.loads(run("describe", path).stdout)["format"] == "v4"


def test_help_has_examples(run):
    names = [line.split()[0] for line in run("--help").stdout.splitlines()
             if line.startswith("  ") and not line.startswith("   ")]  # fmt: skip
    assert {"check", "convert", "unused"} <= set(names)
    for name in ("check", "status", "convert", "unused"):
        shown = run(name, "--help").stdout
        assert "Example" in shown
        assert f"calque {name}" in shown
    assert "\n    calque check locales --source en\n" in run("--help").stdout


def test_a_misspelt_command_is_told(run):
    assert "Did you mean 'check'?" in run("chekc", code=2).stderr


def test_the_module_runs_the_command(tmp_path):
    result = subprocess.run(
        [sys.executable, "-m", "calque_command", "rules"],
        env={**os.environ, "PYTHONPATH": PACKAGES},
        capture_output=True, encoding="utf-8", check=True,
    )  # fmt: skip
    assert "placeholder-missing" in result.stdout


def test_compile_and_describe(run, tmp_path):
    folder = tmp_path / "locales"
    write(folder / "en" / "translation.json", {"who": "Hello", "menu": {"open": "O"}})
    write(folder / "de" / "translation.json", {"who": "Hallo"})
    path = tmp_path / "texts.calque"
    expected = f"{path}: 2 languages, 2 bundles\n"
    assert run("compile", folder, path).stdout == expected
    told = json.loads(run("describe", path).stdout)
    bundles = [(one["lng"], one["messages"]) for one in told["bundles"]]
    assert bundles == [("de", 1), ("en", 2)]
    broken = folder / "en" / "broken.json"
    broken.write_text("{")
    assert "broken.json:1:2: " in run("compile", folder, path, code=3).stderr
    broken.unlink()
    (folder / "none").mkdir()
    run("compile", folder / "none", path, code=3)
    run("describe", folder / "nothing", code=2)
    write(folder / "qqq" / "translation.json", {"a": "Note"})
    assert run("compile", folder, path).stdout == expected


def test_the_module_and_the_script_are_one_command(tmp_path):
    project = Path(__file__).parents[2] / "bindings" / "python" / "pyproject.toml"
    target = re.search(r'^calque = "(.*):(.*)"$', project.read_text(), re.MULTILINE)
    script = f"import sys; from {target[1]} import {target[2]}; sys.exit({target[2]}())"
    write(tmp_path / "locales" / "en.json", {"a": "A"})
    made = []
    for words in (["-m", "calque_command"], ["-c", script]):
        for folder, code in (("locales", 0), ("none", 2)):
            result = subprocess.run(
                [sys.executable, *words, "compile", folder, "made.calque"],
                capture_output=True, encoding="utf-8", check=False, cwd=tmp_path,
                env={**os.environ, "PYTHONPATH": PACKAGES},
            )  # fmt: skip
            assert result.returncode == code, result.stderr
            made.append((result.stdout, result.stderr.lower()))
        made.append((tmp_path / "made.calque").read_bytes())
    assert made[:3] == made[3:]

"""calque-compile, the command of native builds: its commands and exit codes."""

from __future__ import annotations

import json
import os
import re
import stat
import subprocess
import threading
from pathlib import Path

import pytest

LIBRARY = Path(os.environ.get("CALQUE_LIBRARY", "build/libcalque.so")).absolute()
COMMAND = LIBRARY.parent / "tools" / "calque-compile" / "calque-compile"


def run(*arguments: object, code: int = 0) -> subprocess.CompletedProcess[str]:
    result = subprocess.run(
        [str(COMMAND), *map(str, arguments)],
        capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert result.returncode == code, result.stdout + result.stderr
    return result


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "locales"
    (folder / "pl").mkdir(parents=True)
    (folder / "en.json").write_text('\ufeff{"a": "A"}', encoding="utf-8")
    (folder / "pl" / "one.json").write_text('{"a": "Ą"}', encoding="utf-8")
    (folder / "pl" / "two.json").write_text('{"b": "B"}', encoding="utf-8")
    (folder / "README.md").write_text("no catalog")
    (folder / "empty").mkdir()
    return folder


def compiled(folder: Path, path: Path) -> Path:
    run("compile", folder, path)
    return path


def test_a_folder_is_compiled_and_described(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "app.calque"
    assert "2 languages, 3 bundles" in run("compile", folder, path).stdout
    told = json.loads(run("describe", path).stdout)
    names = {(bundle["lng"], bundle["ns"]) for bundle in told["bundles"]}
    assert names == {("en", "translation"), ("pl", "one"), ("pl", "two")}
    run("verify", path)


def test_locale_data_go_with_the_catalogs(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "app.calque"
    data = Path(__file__).parents[2] / "samples" / "locales.ctd"
    run("compile", "--locale-data", data, folder, path)
    run("verify", path)
    assert json.loads(run("describe", path).stdout)["localeData"] > 1000
    run("compile", "--locale-data", folder / "none.ctd", folder, path, code=3)


def test_a_broken_file_is_told_with_its_place(folder: Path, tmp_path: Path) -> None:
    (folder / "pl" / "two.json").write_text('{\n  "b": \n}')
    path = tmp_path / "app.calque"
    path.write_text("as before")
    result = run("compile", folder, path, code=3)
    assert "two.json:3:" in result.stderr
    assert path.read_text() == "as before"


def test_a_damaged_file_is_told(folder: Path, tmp_path: Path) -> None:
    path = compiled(folder, tmp_path / "app.calque")
    data = bytearray(path.read_bytes())
    data[-1] ^= 0xFF
    path.write_bytes(data)
    run("verify", path, code=1)
    run("verify", tmp_path / "nothing", code=3)


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("nothing",),
        ("compile", "x"),
        ("embed", "x"),
        ("compile", "--format", "v9", "x", "y"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...]) -> None:
    assert "usage:" in run(*arguments, code=2).stderr


@pytest.mark.parametrize("kind", ["source", "object"])
def test_an_embedded_file_is_the_same(folder: Path, tmp_path: Path, kind: str) -> None:
    path = compiled(folder, tmp_path / "app.calque")
    made = tmp_path / ("app.c" if kind == "source" else "app.o")
    run(
        "embed",
        "--name",
        "app",
        "--header",
        tmp_path / "app.h",
        f"--{kind}",
        made,
        path,
    )
    main = tmp_path / "main.c"
    main.write_text(
        '#include <stdio.h>\n#include "app.h"\n'
        "int main(void) { return fwrite(app, 1, app_size, stdout) != app_size; }\n"
    )
    program = tmp_path / "main"
    subprocess.run(["cc", "-Wall", "-Werror", "-o", program, main, made], check=True)
    shown = subprocess.run([program], capture_output=True, check=True).stdout
    assert shown == path.read_bytes()


def test_the_manual_page_has_every_command_and_option() -> None:
    page = Path(__file__).parents[2] / "tools" / "calque-compile" / "calque-compile.1"
    text = page.read_text("utf-8").replace("\\-", "-")
    told = run("--help", code=0).stdout
    commands = set(re.findall(r"calque-compile (\w+)", told))
    options = set(re.findall(r"--\w+", told))
    assert commands == set(re.findall(r"^\.SS (\w+)", text, re.MULTILINE))
    assert options == set(re.findall(r"^\.BI (--\w+)", text, re.MULTILINE))


@pytest.mark.parametrize("arguments", [["--help"], ["describe", "app.calque"]])
def test_what_cannot_be_printed_is_an_error(
    folder: Path, tmp_path: Path, arguments: list[str]
) -> None:
    compiled(folder, tmp_path / "app.calque")
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [str(COMMAND), *arguments], cwd=tmp_path, stdout=full,
            stderr=subprocess.PIPE, check=False,
        )  # fmt: skip
    assert done.returncode == 3
    assert b"standard output" in done.stderr


def written(kind: str, folder: Path, path: Path) -> None:
    """Write a file by one of the commands that do."""
    if kind == "compile":
        run("compile", folder, path)
    else:
        catalog = compiled(folder, path.parent / "of-embed.calque")
        run("embed", "--name", "app", "--source", path, catalog)


@pytest.mark.parametrize("kind", ["compile", "embed"])
def test_the_file_behind_a_link_is_written(
    kind: str, folder: Path, tmp_path: Path
) -> None:
    behind, link = tmp_path / "behind", tmp_path / "link"
    behind.write_text("old")
    behind.chmod(0o640)
    link.symlink_to(behind)
    written(kind, folder, link)
    assert link.is_symlink()
    assert behind.stat().st_size > 100
    assert behind.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("kind", ["compile", "embed"])
def test_a_device_is_not_replaced(kind: str, folder: Path, tmp_path: Path) -> None:
    device = tmp_path / "device"
    try:
        os.mknod(device, 0o600 | stat.S_IFCHR, os.makedev(1, 3))
    except PermissionError:
        device = Path("/dev/null")  # another user cannot replace it anyway
    written(kind, folder, device)
    assert device.is_char_device()


@pytest.mark.parametrize("kind", ["compile", "embed"])
def test_a_pipe_gets_the_file(kind: str, folder: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    written(kind, folder, pipe)
    reader.join()
    assert len(read[0]) > 100
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.parametrize("kind", ["compile", "embed"])
def test_a_file_that_cannot_be_written_stays(
    kind: str, folder: Path, tmp_path: Path
) -> None:
    path = tmp_path / "sub" / "file"
    path.parent.mkdir()
    catalog = compiled(folder, tmp_path / "of-embed.calque")
    path.write_text("old")
    command: list[object] = ["compile", folder, path]
    if kind == "embed":
        command = ["embed", "--name", "app", "--source", path, catalog]
    limited = 'ulimit -f 0; trap "" XFSZ; exec "$0" "$@"'
    done = subprocess.run(
        ["bash", "-c", limited, str(COMMAND), *map(str, command)],
        capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 3
    assert b"file" in done.stderr
    assert path.read_text() == "old"
    assert [each.name for each in path.parent.iterdir()] == ["file"]

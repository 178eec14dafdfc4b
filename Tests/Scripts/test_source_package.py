"""The source package of Python: its archive, and a system that cannot build it."""

import os
import re
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

PYTHON = Path(__file__).resolve().parents[2] / "bindings" / "python"


def pip(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run pip, with an environment of its own."""
    return subprocess.run(
        [sys.executable, "-m", "pip", "--disable-pip-version-check",
         *map(str, arguments)],
        capture_output=True, text=True, check=False,
        env={**os.environ, **environment},
    )  # fmt: skip


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source archive, made by the backend."""
    folders = [tmp_path_factory.mktemp(name) for name in ("first", "second")]
    code = (
        "import sys, calque_build, pathlib\n"
        "metadata = b'Metadata-Version: 2.2\\nName: calque-i18n\\nVersion: 1.0\\n'\n"
        "print(calque_build.source_archive(pathlib.Path(sys.argv[1]), metadata))"
    )
    made = [
        subprocess.run(
            [sys.executable, "-c", code, str(folder)],
            check=True, text=True, capture_output=True,
            env={**os.environ, "PYTHONPATH": str(PYTHON / "backend")},
        ).stdout.strip()
        for folder in folders
    ]  # fmt: skip
    first, second = (f / name for f, name in zip(folders, made, strict=True))
    assert first.read_bytes() == second.read_bytes()
    return first


def test_an_archive_has_the_library_and_no_builds(archive: Path) -> None:
    with tarfile.open(archive) as opened:
        names = {name.partition("/")[2] for name in opened.getnames()}
        project = opened.extractfile("calque_i18n-1.0/pyproject.toml")
        assert project is not None
        text = project.read().decode()
    assert {"PKG-INFO", "CMakeLists.txt", "include/calque.h", "LICENSE"} <= names
    assert "bindings/python/src/calque/__init__.py" in names
    assert "command/src/calque_command/checks/rules.toml" in names
    assert not [name for name in names if name.endswith((".so", ".pyc"))]
    assert 'cmake.source-dir = "."' in text
    assert "../.." not in text


def test_what_it_says_of_itself_leads_to_no_place_that_does_not_exist() -> None:
    described = (PYTHON / "README.md").read_text("utf-8")
    assert not re.findall(r"\]\((?!https://|#)[^)]*\)", described)
    for named in ("README.md", "pyproject.toml"):
        text = (PYTHON / named).read_text("utf-8")
        assert not re.findall(r"//[\w.-]*\.(?:example|invalid|test)\b", text)
        assert not re.findall(r"example\.(?:com|net|org)", text)


def test_without_a_toolchain_one_sentence_tells_what_is_missing(
    archive: Path, tmp_path: Path
) -> None:
    for source in (PYTHON, archive):
        result = pip("wheel", "--no-deps", "--no-index", "--wheel-dir", tmp_path,
                     source, PATH=str(tmp_path))  # fmt: skip
        told = result.stdout + result.stderr
        assert result.returncode == 1
        assert "Traceback" not in told
        assert told.count("building from source needs the Swift 6 toolchain") == 1
        assert "pip install --only-binary=:all: calque-i18n" in told
        assert not list(tmp_path.iterdir())

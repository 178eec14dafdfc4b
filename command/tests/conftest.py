"""A folder of catalogs of our own, and the command run on it."""

import gc
from dataclasses import dataclass

import pytest
from sample_locales import GERMAN, POLISH, SOURCE, write

from calque_command.checks import files
from calque_command.cli import git, main


@pytest.fixture
def locales(tmp_path):
    folder = tmp_path / "locales"
    for name, tree in (("en", SOURCE), ("pl", POLISH), ("de", GERMAN)):
        write(folder / f"{name}.json", tree)
    return folder


@dataclass
class Result:
    """The output of a command."""

    stdout: str
    stderr: str


@pytest.fixture
def run(tmp_path, capfd, monkeypatch):
    """Runs the command in this process: standard output and error."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments, code=0, **environment):
        capfd.readouterr()
        # A process asks once where a repository begins.
        files.root_of.cache_clear()
        git.shown_path.cache_clear()
        with monkeypatch.context() as patch:
            for name, value in environment.items():
                patch.setenv(name, value)
            result = main([*map(str, arguments)])
        gc.enable()
        captured = Result(*capfd.readouterr())
        assert result == code, captured.stdout + captured.stderr
        return captured

    return run

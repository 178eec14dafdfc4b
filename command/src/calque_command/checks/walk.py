"""The files of a folder, without those that git ignores."""

import os
import subprocess
from collections.abc import Iterator, Set
from functools import lru_cache
from pathlib import Path

_TOOLS = {"node_modules", ".git", ".venv", "__pycache__"}
_LIST = ("ls-files", "-z", "--cached", "--others", "--exclude-standard", ".")


@lru_cache(maxsize=256)
def root_of(folder: str) -> str | None:
    """The folder of the repository around a folder; None outside of one."""
    path = Path(os.path.abspath(folder))
    around = (str(each) for each in (path, *path.parents) if (each / ".git").exists())
    return next(around, None)


def files_below(folder: Path, ignored: Set[str] = frozenset()) -> Iterator[Path]:
    """The files below a folder by name, without folders of tools and those `ignored`.

    A folder that git ignores as a whole is read as one outside of a repository.
    """
    ignored |= _TOOLS
    listed = _listed(folder) if root_of(str(folder)) else None
    if not listed:
        for inner, folders, names in os.walk(folder):
            folders[:] = sorted(set(folders) - ignored)
            yield from (Path(inner, name) for name in sorted(names))
        return
    depth = len(folder.parts)
    for path in sorted(listed):
        if path.is_dir() and not path.is_symlink():
            # A repository within this one has a list of its own.
            yield from files_below(path, ignored)
        elif os.path.lexists(path) and ignored.isdisjoint(path.parts[depth:]):
            yield path


def _listed(folder: Path) -> set[Path] | None:
    try:
        result = subprocess.run(
            ["git", "-C", folder, *_LIST], capture_output=True, check=False
        )
    except OSError:
        return None
    names = os.fsdecode(result.stdout).split("\0") if result.returncode == 0 else []
    return {folder / name for name in names if name}

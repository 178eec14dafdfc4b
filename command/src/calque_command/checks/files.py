"""The files of a folder; writing of files, as a whole or not at all, and showing."""

import contextlib
import os
import re
import stat
import subprocess
import sys
from collections.abc import Iterable, Iterator, Set
from functools import lru_cache
from pathlib import Path

_TOOLS = {"node_modules", ".git", ".venv", "__pycache__"}
_LIST = ("ls-files", "-z", "--cached", "--others", "--exclude-standard", ".")
# Controls, marks of direction, ends of lines, and halves of surrogates.
_UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)


def visible(text: str) -> str:
    r"""One line for a terminal: characters that act on it are escaped, as `\x1b`."""
    return _UNSEEN.sub(lambda match: repr(match[0])[1:-1], text)


def visible_json(text: str) -> str:
    """JSON without the characters that `visible` escapes, as escapes of JSON."""
    return _UNSEEN.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def read_bytes(path: Path) -> bytes:
    """The bytes of a file; `-` is standard input."""
    return sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()


def write_file(path: Path, text: str | bytes | Iterable[str]) -> None:
    """Write a file, which has its old content until all of the new one is on disk.

    A link stays, and the file behind it is written. Permissions and, where allowed,
    the owner stay. `-` is standard output; devices and pipes are written into. On a
    terminal nothing in the file acts on it.
    """
    if isinstance(text, str):
        text = text.encode()
    data = text if isinstance(text, bytes) else "".join(text).encode()
    stream = _stream(path)
    old = os.stat(path) if stream is None and os.path.exists(path) else None
    if stream is None and (old is None or stat.S_ISREG(old.st_mode)):
        _replace(os.path.realpath(path), data, old)
        return
    sys.stdout.flush()
    with open(path if stream is None else os.dup(stream), "wb") as file:
        if file.isatty():
            shown = data.decode(errors="replace").replace("\r\n", "\n")
            shown = re.sub(r"[^\n\t]+", lambda match: visible(match[0]), shown)
            data = shown.encode()
        file.write(data)


def _stream(path: Path) -> int | None:
    """The descriptor that a path names: it is open, perhaps in the middle of a file."""
    named = {"-": 1, "/dev/stdout": 1, "/dev/stderr": 2}.get(str(path))
    found = re.fullmatch(r"/(?:dev|proc/self)/fd/(\d+)", str(path))
    return int(found[1]) if found else named


def _replace(target: str, data: bytes, old: os.stat_result | None) -> None:
    folder, name = os.path.split(target)
    # A name may be as long as the file system allows.
    start = f".{name[:80]}.calque-"
    _remove_drafts(folder, start)
    draft = os.path.join(folder, f"{start}{os.getpid()}")
    try:
        with open(draft, "xb") as file:
            file.write(data)
            file.flush()
            if old is not None:
                os.chmod(draft, stat.S_IMODE(old.st_mode))
                with contextlib.suppress(OSError):
                    os.chown(draft, old.st_uid, old.st_gid)
            os.fsync(file.fileno())
        os.replace(draft, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(draft)
        raise
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _remove_drafts(folder: str, start: str) -> None:
    for name in os.listdir(folder):
        number = name[len(start) :] if name.startswith(start) else ""
        if number.isdigit() and not _is_alive(int(number)):
            with contextlib.suppress(OSError):
                os.unlink(os.path.join(folder, name))


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    # A draft of this process's number is of one that had it before.
    return process != os.getpid()


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
    listed = git(folder, *_LIST) if root_of(str(folder)) else None
    if not listed:
        for inner, folders, names in os.walk(folder):
            folders[:] = sorted(set(folders) - ignored)
            yield from (Path(inner, name) for name in sorted(names))
        return
    depth = len(folder.parts)
    paths = {folder / name for name in os.fsdecode(listed).split("\0") if name}
    for path in sorted(paths):
        if path.is_dir() and not path.is_symlink():
            # A repository within this one has a list of its own.
            yield from files_below(path, ignored)
        elif os.path.lexists(path) and ignored.isdisjoint(path.parts[depth:]):
            yield path


def git(folder: str | Path, *arguments: str) -> bytes | None:
    """Return the output of git in a folder; None if it fails or is not installed."""
    try:
        result = subprocess.run(
            ["git", "-C", folder, *arguments], capture_output=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return result.stdout

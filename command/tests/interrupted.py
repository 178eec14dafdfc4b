"""Runs every command that writes files on a full disk, or kills it in the middle.

Each file must have its old content or its new one, and nothing may stay beside it.

usage: interrupted.py disk FOLDER
       interrupted.py kills FOLDER COUNT [SEED]

`disk` puts a small file system into FOLDER; it is run as `unshare --mount`. Without the
right to do so it limits the size of files instead. The last line is JSON: how it was
done, how many runs there were and were stopped, and the problems.

Python takes longer to start than a command to run. So this process imports the command,
and forks for each run.
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import json
import os
import random
import resource
import runpy
import shutil
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

from writing_commands import MODULE, Command, commands, given

PAGE = 4096
# Bytes that are left on the full disk. None: it is read-only.
LEVELS = (0, PAGE, 3 * PAGE, 11 * PAGE, None)
BROKEN_INPUT = 3
MS_RDONLY, MS_REMOUNT = 1, 32
FILLER = "filler"


class Trials:
    """Runs of the commands in the current folder."""

    def __init__(self) -> None:
        self.runs = self.stopped = 0
        self.problems: list[str] = []
        self.given = given()
        self.commands = commands()
        for command in self.commands:
            self.restore()
            if command.program is None:
                _redirected(command, os.open(os.devnull, os.O_WRONLY), _run_here)
            self.restore()
            begun = time.monotonic()
            code, said = self.run(command)
            command.seconds = time.monotonic() - begun
            command.files = files()
            if code != command.code:
                self.problem(command, f"ends with {code}: {said}")
            if command.files == self.given:
                self.problem(command, f"writes nothing: {said}")

    def problem(self, command: Command, words: str) -> None:
        self.problems.append(f"{command}: {words}")

    def restore(self) -> None:
        """Put the files back as they were."""
        for path in Path().iterdir():
            if path.is_dir():
                shutil.rmtree(path)
            elif path.name not in self.given:
                path.unlink()
        for name, content in self.given.items():
            Path(name).parent.mkdir(exist_ok=True)
            Path(name).write_bytes(content)

    def run(
        self, command: Command, limit: Callable[[], None] = lambda: None
    ) -> tuple[int, str]:
        """Run a command to its end: its exit code, and what it said."""
        reading, writing = os.pipe()
        fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, 1 << 20)
        process = self.start(command, writing, limit)
        os.close(writing)
        with os.fdopen(reading, encoding="utf-8", errors="replace") as file:
            said = file.read()
        return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), said

    def start(
        self, command: Command, errors: int, limit: Callable[[], None] = lambda: None
    ) -> int:
        """Start a command in a process of its own."""
        self.runs += 1
        process = os.fork()
        if process == 0:
            code = 70
            try:
                limit()
                code = _redirected(command, errors, _run_here)
            finally:
                os._exit(code)
        return process

    def check(self, command: Command, said: str, *, may_leave: bool = False) -> None:
        """Each file is the old or the new one."""
        now = files()
        for name, content in now.items():
            old, new = self.given.get(name), command.files.get(name)
            if content not in (old, new) and not (old is new is None and may_leave):
                self.problem(command, f"{name} has {len(content)} bytes: {said}")
        for name in self.given.keys() & command.files.keys() - now.keys():
            self.problem(command, f"{name} is gone: {said}")

    def on_full_disk(self, left: int | None, *, is_mounted: bool) -> None:
        """Run all commands with so many bytes left."""
        for command in self.commands:
            self.restore()
            if is_mounted:
                _fill(left)
            code, said = self.run(
                command, lambda: None if is_mounted else _limit_files(left or 0)
            )
            if is_mounted:
                _empty(left)
            self.check(command, said)
            if code == command.code and files() == command.files and left != 0:
                continue
            self.stopped += 1
            expected = command.code if command.tells_failures else BROKEN_INPUT
            traced = "Traceback" in said and not command.tells_failures
            if code != expected or traced:
                self.problem(command, f"{left} bytes left: ends with {code}: {said}")

    def kill(self, count: int, seed: int) -> None:
        """Kill half of the commands when the folder changes, half at random."""
        chance = random.Random(seed)
        errors = os.open(os.devnull, os.O_WRONLY)
        for number in range(count):
            command = self.commands[number % len(self.commands)]
            self.restore()
            before = _names()
            process = self.start(command, errors)
            if chance.random() < 0.5:
                while _names() == before and not _has_ended(process):
                    pass
                time.sleep(chance.random() * 0.0002)
            else:
                time.sleep(chance.random() * command.seconds * 0.8)
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
            status = os.waitpid(process, 0)[1]
            self.stopped += os.WIFSIGNALED(status)
            self.check(command, "killed", may_leave=True)
            if files().keys() - command.files.keys() - self.given.keys():
                # The next run removes what this one left.
                code, said = self.run(command)
                if code == command.code and files() != command.files:
                    self.problem(command, f"leaves {sorted(files())}")
                elif code != command.code:
                    self.problem(command, f"ends with {code} after a kill: {said}")


def files() -> dict[str, bytes]:
    """The files of the folder."""
    return {
        str(path): path.read_bytes()
        for path in Path().rglob("*")
        if path.is_file() and path.name != FILLER
    }


def _names() -> list[tuple[str, int, int]]:
    """The names, inodes and sizes of files, which differ after a change."""
    found = []
    for folder in (".", "locales"):
        with os.scandir(folder) as entries:
            for entry in entries:
                # A file may vanish after the folder is read: that is a change, too.
                with contextlib.suppress(FileNotFoundError):
                    status = entry.stat(follow_symlinks=False)
                    found.append((entry.path, status.st_ino, status.st_size))
    return sorted(found)


def _has_ended(process: int) -> bool:
    return (
        os.waitid(os.P_PID, process, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    )


def _run_here(command: Command) -> int:
    if command.program:
        os.execv(command.program, [str(command.program), *command.arguments])
    sys.argv = ["calque", *command.arguments]
    code = 0
    try:
        runpy.run_module(MODULE, run_name="__main__")
    except SystemExit as leave:
        code = leave.code if isinstance(leave.code, int) else 1
    sys.stdout.flush()
    sys.stderr.flush()
    return code


def _redirected(command: Command, errors: int, body: Callable[[Command], int]) -> int:
    """Run something with standard streams of its own."""
    kept = [os.dup(number) for number in range(3)]
    given_input = os.memfd_create("input")
    os.write(given_input, command.stdin)
    os.lseek(given_input, 0, os.SEEK_SET)
    streams = [given_input, os.open(os.devnull, os.O_WRONLY), errors]
    try:
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
        return body(command)
    finally:
        for number, stream in enumerate(kept):
            os.dup2(stream, number)
            os.close(stream)


def _limit_files(most: int) -> None:
    """Let this process write so many bytes into a file."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))


def _mount(flags: int) -> bool:
    """Mount a small file system on the current folder; False where it may not."""
    libc = ctypes.CDLL(None, use_errno=True)
    target = os.getcwd().encode()
    return bool(libc.mount(b"none", target, b"tmpfs", flags, b"size=4m") == 0)


def _fill(left: int | None) -> None:
    if left is None:
        assert _mount(MS_REMOUNT | MS_RDONLY)
        return
    with open(FILLER, "wb") as file:
        disk = os.statvfs(".")
        os.posix_fallocate(file.fileno(), 0, disk.f_bavail * disk.f_bsize - left)
    assert os.statvfs(".").f_bavail * PAGE == left


def _empty(left: int | None) -> None:
    if left is None:
        assert _mount(MS_REMOUNT)
    else:
        os.unlink(FILLER)


def main(kind: str, folder: str, count: str = "100", seed: str = "1") -> int:
    os.chdir(folder)
    how = "kills"
    is_mounted = kind == "disk" and _mount(0)
    if kind == "disk":
        how = "a small file system" if is_mounted else "limited sizes of files"
        os.chdir(folder)  # what is mounted, not what is below it
    trials = Trials()
    trials.runs = 0
    if kind == "disk":
        for left in LEVELS:
            if left is not None or is_mounted:
                trials.on_full_disk(left, is_mounted=is_mounted)
    else:
        trials.kill(int(count), int(seed))
    result = {
        "how": how, "commands": len(trials.commands), "runs": trials.runs,
        "stopped": trials.stopped, "problems": trials.problems,
    }  # fmt: skip
    print(json.dumps(result))
    return 1 if trials.problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

#!/usr/bin/env python3
"""Programs in Swift that stand for a user's: written to a package, run, compared.

usage: swift_programs.py write FOLDER MODE...
       swift_programs.py add FOLDER MODE...
       swift_programs.py run PROGRAMS MODE...

`write` makes a package of them in FOLDER, which depends on that in FOLDER/calque; `add`
adds them to Calque's own package in FOLDER. PROGRAMS is the folder of what was built.
Each is built in the language modes named: 6 is that of Swift 6, 5 that of Swift 5.

The programs are those of bindings/swift/examples, that of Tests/URLSession, that of
bindings/swift/misuse, which Tests/Conformance/misuse.py runs, and one each for
docs/swift.md and the pages of docs/migration: the blocks of the page, or of its section
on Swift, in order. A block of code for the original library is marked with `wrote`
after its language, and is left out. In a page, http://example.com is the server that
has the folder `served` beside the example of the same name, and
http://backend.example.com is NStack's backend.

A comment behind a `print` is what it prints; so is a line that begins with `// ->`.
"""

from __future__ import annotations

import functools
import importlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "bindings" / "swift" / "examples"
PAGES = ROOT / "docs" / "migration"
URL_SESSION = ROOT / "Tests" / "URLSession" / "main.swift"
MISUSE = ROOT / "bindings" / "swift" / "misuse" / "main.swift"
MISUSE_CASES = ROOT / "Tests" / "Conformance" / "misuse.py"
sys.path.insert(0, str(ROOT / "bindings" / "python" / "tests"))

serving = importlib.import_module("backend").serving

SECTION = re.compile(r"^## Swift\n(.*?)(?=^## |\Z)", re.DOTALL | re.MULTILINE)
BLOCK = re.compile(r"^```swift\n(.*?)^```$", re.DOTALL | re.MULTILINE)
PRINTED = re.compile(r"^ *print\(.*?\) +// (.*)$|^ *// -> (.*)$", re.MULTILINE)
BACKEND = "http://backend.example.com"
SERVER = "http://example.com"
RESOURCES = {"en-GB": {"home": {"title": "Welcome", "greeting": "Good day"}}}


def programs() -> dict[str, str]:
    """Name of each program -> its source."""
    found = {
        f"example-{path.parent.name}": path.read_text("utf-8")
        for path in sorted(EXAMPLES.glob("*/main.swift"))
    }
    found["urlsession"] = URL_SESSION.read_text("utf-8")
    found["misuse"] = MISUSE.read_text("utf-8")
    for page in [ROOT / "docs" / "swift.md", *sorted(PAGES.glob("*.md"))]:
        text = page.read_text("utf-8")
        if page.parent == PAGES:
            section = SECTION.search(text)
            text = section[1] if section else ""
        blocks = BLOCK.findall(text)
        if blocks:
            found[f"page-{page.stem}"] = "\n".join(["import Foundation\n", *blocks])
    return found


def expected(source: str) -> list[str]:
    return [behind or alone for behind, alone in PRINTED.findall(source)]


def targets(folder: Path, modes: list[str], calque: str) -> str:
    """Lay the programs down as targets of a package -> its list of them."""
    listed = ""
    for name, source in programs().items():
        code = source
        if name.startswith("page-"):
            # The runner's values replace the names in the pages.
            code = code.replace(f'"{BACKEND}', '"\\(CommandLine.arguments[2])')
            code = code.replace(f'"{SERVER}', '"\\(CommandLine.arguments[1])')
        for mode in modes:
            target = folder / "Sources" / f"{name}-swift{mode}"
            target.mkdir(parents=True, exist_ok=True)
            (target / "main.swift").write_text(code, "utf-8")
            listed += (
                f'    .executableTarget(name: "{target.name}", dependencies: '
                f"[{calque}], swiftSettings: [.swiftLanguageMode(.v{mode})]),\n"
            )
    return listed


def write(folder: Path, modes: list[str]) -> int:
    product = '.product(name: "Calque", package: "calque")'
    (folder / "Package.swift").write_text(
        "// swift-tools-version: 6.0\n"
        "import PackageDescription\n\n"
        "let package = Package(\n"
        '  name: "programs",\n'
        "  platforms: [.macOS(.v15)],\n"
        "  dependencies: [\n"
        f'    .package(url: "file://{folder}/calque", exact: "1.0.0")\n'
        "  ],\n"
        f"  targets: [\n{targets(folder, modes, product)}  ])\n",
        "utf-8",
    )
    return 0


def add(folder: Path, modes: list[str]) -> int:
    listed = targets(folder, modes, '"Calque"')
    with (folder / "Package.swift").open("a", encoding="utf-8") as package:
        package.write(f"package.targets += [\n{listed}]\n")
    return 0


class Handler(SimpleHTTPRequestHandler):
    """Files of a folder, and what a transport has to cope with."""

    stopped: threading.Event

    def do_GET(self) -> None:
        name, _, rest = self.path[1:].partition("/")
        if name == "redirect":
            left = int(rest)
            target = f"/redirect/{left - 1}" if left > 1 else "/catalog.json"
            self._answer(302, [("Location", target)])
        elif name == "catalog.json":
            self._answer(200, [], b'{"key": "value"}')
        elif name == "echo":
            key = self.headers["X-Key"]
            self._answer(200, [], f'{{"key": "{key}"}}'.encode())
        elif name == "broken":
            self._answer(500, [])
        elif name == "stall":
            self.stopped.wait(60)
        elif name == "cut":
            self._answer(200, [], b"{", length=100)
        elif name == "endless":
            self._send_endlessly()
        else:
            super().do_GET()

    def _answer(
        self,
        status: int,
        headers: list[tuple[str, str]],
        body: bytes = b"",
        length: int | None = None,
    ) -> None:
        self.send_response(status)
        for field, value in headers:
            self.send_header(field, value)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        self.end_headers()
        self.wfile.write(body)

    def _send_endlessly(self) -> None:
        self.send_response(200)
        self.end_headers()
        while not self.stopped.is_set():
            self.wfile.write(b"endless " * 8192)

    def log_message(self, *arguments: object) -> None:
        pass


class Server(ThreadingHTTPServer):
    """A thread for each connection, none of which the end waits for."""

    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Clients that hung up are what some programs are about."""


@contextmanager
def server(folder: Path) -> Iterator[str]:
    """The URL of a server of the files of a folder."""
    Handler.stopped = threading.Event()
    handler = functools.partial(Handler, directory=str(folder))
    with Server(("127.0.0.1", 0), handler) as http:
        threading.Thread(target=http.serve_forever, args=(0.01,), daemon=True).start()
        try:
            yield f"http://127.0.0.1:{http.server_address[1]}"
        finally:
            Handler.stopped.set()
            http.shutdown()


def outcome(
    command: list[str], name: str, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run a program in a copy of the folder of its example, with the URLs it needs."""
    place = EXAMPLES / (name.partition("-")[2] or "none")
    with tempfile.TemporaryDirectory() as folder, serving() as backend:
        work = Path(folder) / "work"
        if place.is_dir():
            shutil.copytree(place, work)
        work.mkdir(exist_ok=True)
        backend.resources = RESOURCES
        with server(work / "served") as url:
            # The example of proposals asks the backend and nothing else.
            arguments = [url, backend.url + "/"]
            if name == "example-nstack":
                arguments.reverse()
            return subprocess.run(
                [*command, *arguments],
                cwd=work,
                # The platform's cache is this program's own.
                env=os.environ
                | {"HOME": folder, "XDG_CACHE_HOME": f"{folder}/cache"}
                | environment,
                capture_output=True,
                text=True,
                timeout=120,
                check=False,
            )


def misuse(command: list[str]) -> subprocess.CompletedProcess[str]:
    """Run all cases of misuse."""
    return subprocess.run(
        [sys.executable, str(MISUSE_CASES), *command],
        capture_output=True,
        text=True,
        check=False,
    )


def run(built: Path, modes: list[str]) -> int:
    """Run what was built and compare what it prints."""
    passed = failed = 0
    for name, source in programs().items():
        for mode in modes:
            program = [str(built / f"{name}-swift{mode}")]
            done = misuse(program) if name == "misuse" else outcome(program, name)
            printed = [] if name == "misuse" else done.stdout.splitlines()
            if done.returncode == 0 and printed == expected(source):
                passed += 1
                continue
            failed += 1
            print(f"FAILED: {name}, Swift {mode}, ended with {done.returncode}")
            print(done.stdout, done.stderr, sep="\n")
            print("expected:", *expected(source), sep="\n")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    command, folder, *chosen = sys.argv[1:]
    commands = {"write": write, "add": add, "run": run}
    sys.exit(commands[command](Path(folder), chosen))

#!/usr/bin/env python3
"""Run an example against a server of its own, and compare what it prints.

usage: run_served.py FOLDER EXPECTED PROGRAM

The server serves the files of FOLDER on loopback; PROGRAM gets its URL.
"""

from __future__ import annotations

import subprocess
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing: only the program's output counts."""


def main(folder: str, expected: str, *program: str) -> int:
    """Exit code 0 when the program prints what is expected."""
    handler = partial(_Quiet, directory=folder)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            finished = subprocess.run(
                [*program, f"http://127.0.0.1:{server.server_port}"],
                capture_output=True,
                text=True,
                check=False,
            )
        finally:
            server.shutdown()
            thread.join()
    if finished.returncode == 0 and finished.stdout == Path(expected).read_text():
        return 0
    print(f"exit code {finished.returncode}\n{finished.stderr}{finished.stdout}")
    return 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

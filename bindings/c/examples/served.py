#!/usr/bin/env python3
"""Runs a program with the URL of a server for a folder, and an empty folder.

usage: served.py FOLDER PROGRAM
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_request(self, *arguments: Any) -> None:
        """Say nothing."""


def main(folder: str, program: str) -> int:
    """Run the program; its exit code."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder)) as it:
        threading.Thread(target=it.serve_forever).start()
        try:
            with tempfile.TemporaryDirectory() as empty:
                url = f"http://127.0.0.1:{it.server_port}"
                return subprocess.run([program, url, empty], check=False).returncode
        finally:
            it.shutdown()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))

#!/usr/bin/env python3
"""Write what other languages take from the C headers: the description of the
interface, include/calque-api.json, the declarations for parsers of C (LuaJIT, PHP,
cffi), include/calque.cdef.h, and the raw layers of Rust, Ruby, Perl and Java.

Without arguments the files are written; with --check they are compared, and the exit
code is 1 when one differs.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import host_layers
from c_headers import read_headers
from cdef import cdef
from interface_description import description

ROOT = Path(__file__).resolve().parent.parent
INCLUDE = ROOT / "include"


def main() -> int:
    """Write the files, or compare them. The exit code is the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    check: bool = parser.parse_args().check
    api = read_headers(INCLUDE)
    text = description(api)
    described = json.loads(text)
    bindings = ROOT / "bindings"
    files = {
        INCLUDE / "calque-api.json": text,
        INCLUDE / "calque.cdef.h": cdef(api),
        bindings / "rust/calque-sys/src/lib.rs": host_layers.rust_module(api),
        bindings / "ruby/calque/c.rb": host_layers.ruby(described),
        bindings / "perl/lib/Calque/C.pm": host_layers.perl(described),
        bindings / "java/calque/Native.java": host_layers.java(described),
    }
    stale = [p for p, text in files.items() if not p.exists() or p.read_text() != text]
    for path in stale:
        print(f"{'stale' if check else 'wrote'} {path.relative_to(ROOT)}")
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(files[path], encoding="utf-8")
    if check:
        print(f"{len(files) - len(stale)} passed, {len(stale)} failed")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())

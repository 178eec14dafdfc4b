#!/usr/bin/env python3
"""Write what other languages take from the C headers: the description of the
interface, include/calque-api.json, the declarations for parsers of C (LuaJIT, PHP,
cffi), include/calque.cdef.h, and the raw layers of Rust, Ruby, Perl and Java.

Without arguments the files are written; with --check they are compared, and the exit
code is 1 when one differs.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import host_layers
from c_headers import read_headers
from cdef import cdef
from generated_source import write_or_check
from interface_description import description

ROOT = Path(__file__).resolve().parents[2]
INCLUDE = ROOT / "include"


def generated() -> dict[Path, str]:
    """Path -> content of each file."""
    api = read_headers(INCLUDE)
    text = description(api)
    described = json.loads(text)
    bindings = ROOT / "bindings"
    return {
        INCLUDE / "calque-api.json": text,
        INCLUDE / "calque.cdef.h": cdef(api),
        bindings / "rust/calque-sys/src/lib.rs": host_layers.rust_module(api),
        bindings / "ruby/lib/calque/c.rb": host_layers.ruby(described),
        bindings / "perl/lib/Calque/C.pm": host_layers.perl(described),
        bindings / "java/src/main/java/calque/Native.java": host_layers.java(described),
    }


if __name__ == "__main__":
    sys.exit(write_or_check(__doc__, generated))

"""The commands that write files, and the files that they are given."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

MODULE = "calque_command"
LIBRARY = Path(os.environ.get("CALQUE_LIBRARY", "build/libcalque.so")).absolute()
COMPILER = LIBRARY.parent / "tools" / "calque-compile" / "calque-compile"
# All but `xcstrings`, whose output has the texts of other languages, too.
FORMATS = [
    "v4", "v3", "v2", "v1", "ios", "po", "pot", "mo", "fluent", "xliff", "android",
    "strings", "arb", "properties", "ini", "webext", "mf2", "blockly",
]  # fmt: skip


@dataclass
class Command:
    """A command that writes, in a folder with the files of `given`."""

    arguments: list[str]
    # None: `calque`.
    program: Path | None = None
    stdin: bytes = b""
    code: int = 0
    # A server says in its response that it failed.
    tells_failures: bool = False
    # Of a run without trouble: the files after it, and how long it took.
    files: dict[str, bytes] = field(default_factory=dict)
    seconds: float = 0.0

    def __str__(self) -> str:
        name = self.program.name if self.program else "calque"
        return " ".join([name, *self.arguments])


def commands() -> list[Command]:
    """All commands that write, with each format and each kind of report."""
    en, de, output = "locales/en.json", "locales/de.json", ["--output", "old.txt"]
    made = [
        Command(["sort", "locales"]),
        Command(["rename", "locales", "key1", "key0001"]),
        Command(["check", "locales", "--fix", "missing"], code=1),
        Command(["check", "locales", "--write-baseline", "old.txt"]),
        Command(["status", "locales", "--format", "json", *output]),
        Command(["extract", "code.py", "--into", de]),
        Command(["compile", "locales", "old.txt"]),
        Command(["convert", en, "old.json", "--to", "xcstrings", "--lang", "en"]),
        Command(["convert", "locales", "res", "--to", "android", "--source", "en"]),
        Command(
            ["convert", "notes.po", "old.json", "--to", "v4", "--notes", "qqq.json"]
        ),
        Command(["mcp", "locales"], stdin=_adding_a_text(), tells_failures=True),
    ]
    for name in FORMATS:
        made.append(Command(["convert", en, "old.txt", "--to", name, "--lang", "en"]))
    for name in ("json", "sarif", "github"):
        made.append(Command(["check", "locales", "--format", name, *output], code=1))
    if COMPILER.exists():
        both = ["--header", "old.txt", "--source", "old.json"]
        made += [
            Command(["compile", "locales", "old.txt"], COMPILER),
            Command(["embed", "--name", "app", *both, "app.calque"], COMPILER),
        ]
    return made


def _adding_a_text() -> bytes:
    """A client of MCP that has one text written."""
    client = {"protocolVersion": "2025-06-18", "capabilities": {},
              "clientInfo": {"name": "client", "version": "1"}}  # fmt: skip
    text = {"language": "de", "key": "key9", "text": "Neun"}
    call = {"name": "add_text", "arguments": text}
    messages: list[dict[str, Any]] = [
        {"id": 1, "method": "initialize", "params": client},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/call", "params": call},
    ]
    lines = [json.dumps({"jsonrpc": "2.0", **each}) for each in messages]
    return "\n".join([*lines, ""]).encode()


def given() -> dict[str, bytes]:
    """The files before each run."""
    texts = {f"key{number}": "A text that is long enough." for number in range(400)}
    trees: dict[str, Any] = {
        "locales/en.json": {**texts, "more": "More"},
        "locales/de.json": dict(reversed({**texts, "b": "B"}.items())),
        "qqq.json": {"key1": "An old note."},
        "old.json": {"sourceLanguage": "en", "strings": {}, "version": "1.0"},
    }
    entries = "".join(
        f'#. A note.\nmsgctxt "key{number}"\nmsgid "A {number}"\nmsgstr "B"\n\n'
        for number in range(200)
    )
    return {
        **{name: json.dumps(tree).encode() for name, tree in trees.items()},
        "old.txt": b"what was there before",
        "app.calque": bytes(range(256)) * 64,
        "code.py": b't("fresh.key")\n',
        "notes.po": f'msgid ""\nmsgstr "Language: en\\n"\n\n{entries}'.encode(),
    }

"""The formats of files, and what each can hold: the table of formats.toml."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ..checks.rules import read_toml


@dataclass(frozen=True)
class FileFormat:
    """A format of files, as formats.toml describes it."""

    suffix: str
    module: str = ""
    name: str = ""
    layout: str = ""
    names: str = ""
    text: bool = False
    plurals: bool = False
    ordinals: bool = False
    selects: bool = False
    needs_other: bool = False
    empty: bool = True
    comments: bool = False
    placeholders: tuple[str, ...] = ()
    variables: tuple[str, ...] = ()
    meta: tuple[str, ...] = ()
    relatives: tuple[str, ...] = ()


_ROWS = read_toml(Path(__file__).with_suffix(".toml"))
TABLE = {name: FileFormat(**row) for name, row in _ROWS.items()}
FORMATS = {name: row.suffix for name, row in TABLE.items()}
"""The end of file names by format."""
I18NEXT = tuple(name for name, row in TABLE.items() if not row.module)
"""The formats of i18next, which are no others' JSON."""

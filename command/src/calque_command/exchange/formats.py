"""The formats of files and what each can hold (formats.toml), and what is lost."""

from dataclasses import dataclass
from pathlib import Path

from ..checks.endings import Endings
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


class Losses(list[str]):
    """The losses of a conversion, one line each."""

    def __init__(self) -> None:
        super().__init__()
        self._known: set[str] = set()

    def tell(self, key: str, text: str) -> None:
        """Add a line about a message, once."""
        line = f"{key}: {text}"
        if line not in self._known:
            self._known.add(line)
            self.append(line)

    def has(self, key: str) -> bool:
        """Whether a line is about a key, or about the message of a plural form."""
        base = Endings().split(key)[0]
        heads = (f"{base}:", f"{base}_ordinal:", f"{key}:")
        return any(line.startswith(heads) for line in self)

"""The losses of a conversion."""

from __future__ import annotations

from ..checks.endings import Endings


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

    def total(self, number: int, what: str) -> None:
        """Add a line about a number of things, if there are any."""
        if number:
            self.append(f"{number} {what}")

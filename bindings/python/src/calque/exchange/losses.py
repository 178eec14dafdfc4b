"""What a conversion loses."""

from __future__ import annotations


class Losses(list[str]):
    """What a conversion loses, one line each."""

    def __init__(self) -> None:
        super().__init__()
        self._known: set[str] = set()

    def tell(self, key: str, text: str) -> None:
        """Add a line about a message, once."""
        line = f"{key}: {text}"
        if line not in self._known:
            self._known.add(line)
            self.append(line)

    def total(self, number: int, what: str) -> None:
        """Add a line about a number of things, if there are any."""
        if number:
            self.append(f"{number} {what}")

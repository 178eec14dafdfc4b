"""Bridges: proposals go where a team decides, and its decisions come back.

A bridge is three calls. The receiver keeps the queue, tries again, and tells devices:
a new kind is a module with `Settings`, a class and a line in `KINDS`.
"""

import importlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import msgspec

from ..errors import invalid

# The class of each kind, in the module that is called like it.
KINDS = {"git": "Git", "weblate": "Weblate", "tolgee": "Tolgee"}


class Item(NamedTuple):
    """A proposal as a bridge takes it; `remote_id` is empty before it was sent."""

    id: int
    section: str
    key: str
    locale: str
    value: str
    # The text that it shall replace, and its source; None where there is none.
    before: str | None
    source: str | None
    # Who proposed it, and who decided, as the pages call them.
    device: str
    decided_by: str
    # The members that lead to the text in its namespace.
    path: tuple[str, ...]
    remote_id: str = ""


class Decision(NamedTuple):
    """The decision on a sent proposal; an accepted value may have been edited."""

    proposal_id: int
    accepted: bool
    value: str | None = None
    reason: str = ""
    who: str = ""


class Held(Exception):  # noqa: N818 (it is an answer)
    """A proposal that the other side would lose or spoil; the message says why."""


Result = str | Held


class Bridge(Protocol):
    """One place where proposals are decided. Calls block; errors are OSError."""

    def poll(self, cursor: str, sent: Sequence[Item]) -> tuple[list[Decision], str]:
        """Decisions on sent proposals since a cursor, and the next cursor."""

    def push(self, new: Sequence[Item], sent: Sequence[Item]) -> dict[int, Result]:
        """Send proposals; the remote id of each by its number, or why it is held.

        `sent` are those that are there already and shall stay. Numbers that are left
        out are tried again.
        """

    def withdraw(self, gone: Sequence[Item]) -> None:
        """Take back what was sent; what is gone is not an error."""


class Place(NamedTuple):
    """The facts of a project that every bridge is given."""

    source_locale: str
    format: str
    folder: Path


def made(kind: str, written: str, place: Place) -> Any:
    """The bridge of a kind with its settings. Raises Refused for wrong ones."""
    if kind not in KINDS:
        raise invalid(f"bridge must be one of {', '.join(KINDS)}")
    module = importlib.import_module(f".{kind}", __name__)
    try:
        settings = msgspec.json.decode(written, type=module.Settings)
    except msgspec.DecodeError as error:
        raise invalid(f"{kind}: {error}") from error
    return getattr(module, KINDS[kind])(settings, place)


def secret(variable: str) -> str:
    """The token that an environment variable has. Raises OSError without it."""
    found = os.environ.get(variable, "")
    if not found:
        raise OSError(f"the environment variable {variable} is not set")
    return found

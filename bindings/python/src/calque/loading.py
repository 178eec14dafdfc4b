"""The report of a load, file by file."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from .status import Status

__all__ = ["LoadOutcome", "LoadReport", "LoadSource", "LoadedFile"]


class LoadSource(IntEnum):
    """The source of a file."""

    NOWHERE = 0
    BUNDLE = 1
    CACHE = 2
    FILE = 3
    NETWORK = 4
    UNKNOWN = -1

    @classmethod
    def _missing_(cls, value: object) -> LoadSource:
        return cls.UNKNOWN


class LoadOutcome(IntEnum):
    """The outcome for a file."""

    LOADED = 0
    UNCHANGED = 1
    """The server has nothing newer."""
    STALE = 2
    """It could not be renewed; what the cache has is used."""
    ABSENT = 3
    """No source has it, and none had to."""
    FAILED = 4
    UNKNOWN = -1

    @classmethod
    def _missing_(cls, value: object) -> LoadOutcome:
        return cls.UNKNOWN


@dataclass(frozen=True)
class LoadedFile:
    """The report on one file."""

    lng: str
    ns: str
    """Namespace; "" for a file that holds all of a language."""
    source: LoadSource
    outcome: LoadOutcome
    location: str
    """URL or path."""
    status: Status
    """Why it failed or is stale; OK otherwise."""
    detail: int
    """Number of I18NextErrorDomain: 1, 2, 10 or 11; 0 for none."""
    http_status: int
    """HTTP status of the last answer; 0 when there was none."""
    attempts: int
    bytes: int
    message: str
    """What is wrong with it, or why texts that were loaded are never found."""


@dataclass(frozen=True)
class LoadReport:
    """The outcome of a load: OK, UNCHANGED, PARTIAL, LOAD_FAILED or CANCELLED."""

    status: Status
    files: tuple[LoadedFile, ...]
    """The wanted files, then bundles and caches with which something went wrong."""

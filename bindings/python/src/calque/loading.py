"""The report of a load, file by file."""

from __future__ import annotations

from typing import NamedTuple

from .status import Status

__all__ = ["LoadReport", "LoadedFile"]


class LoadedFile(NamedTuple):
    """The report on one file."""

    lng: str
    ns: str
    """Namespace; "" for a file that holds all of a language."""
    source: str
    """Where it comes from: "nowhere", "bundle", "cache", "file" or "network"."""
    outcome: str
    """"loaded"; "unchanged" when the server has nothing newer; "stale" when it could
    not be renewed, and what the cache has is used; "absent" when no source has it, and
    none had to; "failed"."""
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
    """The reason why it failed, or why texts that were loaded are never found."""


class LoadReport(NamedTuple):
    """The outcome of a load: OK, UNCHANGED, PARTIAL, LOAD_FAILED or CANCELLED."""

    status: Status
    files: tuple[LoadedFile, ...]
    """The wanted files, then bundles and caches with which something went wrong."""

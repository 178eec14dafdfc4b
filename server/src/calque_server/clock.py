"""The time as the tables keep it."""

import time
from datetime import datetime, timezone


def now() -> int:
    """Milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000


def next_try(failures: int, first: int) -> int:
    """When to try again: after `first` milliseconds, in the end after an hour."""
    return now() + min(first << min(failures, 20), 3_600_000)


def iso(milliseconds: int) -> str:
    """A time as ISO 8601 in UTC, to the second."""
    moment = datetime.fromtimestamp(milliseconds // 1000, timezone.utc)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def from_iso(written: str) -> int | None:
    """Milliseconds of an ISO 8601 time; None for anything else."""
    try:
        moment = datetime.fromisoformat(
            written.strip().strip('"').replace("Z", "+00:00")
        )
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=timezone.utc)
    return int(moment.timestamp() * 1000)

"""Missing keys: a warning for each, or an exception."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from .errors import MissingKeyError

_logger = logging.getLogger("calque")
_logger.addHandler(logging.NullHandler())

# Keys may come from strangers: those behind these are not remembered, nor logged.
_MOST = 10_000


def report(reported: set[str] | None, keys: str | Sequence[str]) -> None:
    """Log the first miss of a key under the name `calque`.

    Raises MissingKeyError when there is no set of what was reported.
    """
    if reported is None:
        raise MissingKeyError(keys)
    name = keys if isinstance(keys, str) else ", ".join(keys)
    if name not in reported and len(reported) < _MOST:
        reported.add(name)
        _logger.warning("no translation for %r", name)

"""Missing keys: a warning for each, or an exception."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ._constants import CALL_OPTIONS
from ._options import camel_case
from .errors import MissingKeyError

# Keys may come from strangers: those behind these are not remembered, nor logged.
_MOST = 10_000


def report(
    reported: set[str] | None, keys: str | Sequence[str], options: Iterable[str] = ()
) -> None:
    """Log the first miss of a key under the name `calque.missing`.

    `options` are the names of the call's options and variables. One that is an option
    as Python would write it, such as `default_value`, is named in the log.

    Raises MissingKeyError when there is no set of what was reported.
    """
    if reported is None:
        raise MissingKeyError(keys)
    name = keys if isinstance(keys, str) else ", ".join(keys)
    if name in reported or len(reported) >= _MOST:
        return
    reported.add(name)
    from logging import NullHandler, getLogger

    logger = getLogger("calque.missing")
    if not logger.handlers:
        # Silent unless the program sets logging up.
        logger.addHandler(NullHandler())
    logger.warning("no translation for %r", name)
    for option in options:
        meant = camel_case(option)
        if meant != option and meant in CALL_OPTIONS:
            logger.warning("%r is a variable; the option is %r", option, meant)

"""The interface between the runner and a system."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from calque import LocaleData


@functools.cache
def locale_data() -> LocaleData | None:
    """The file that CALQUE_LOCALE_DATA names; None for the library's own facts."""
    path = os.environ.get("CALQUE_LOCALE_DATA")
    return LocaleData(path) if path else None


class System(ExitStack):
    """One case, set up: its methods by name. Leaving it takes it down."""

    def __init__(self, methods: dict[str, Callable[[dict[str, Any]], Any]]) -> None:
        super().__init__()
        self._methods = methods

    def call(self, call: dict[str, Any]) -> Any:
        """Answer a call of the case.

        Raises LookupError for an unknown method, and what the library raises.
        """
        method = self._methods.get(call["method"])
        if method is None:
            raise LookupError(f"unknown method {call['method']!r}")
        return method(call)

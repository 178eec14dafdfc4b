"""What the runner asks of a system."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import Any


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

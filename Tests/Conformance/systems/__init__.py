"""Systems under test: one small module each, named as the system.

Each has `open_case(case)`, which sets up a case and returns a `System`.
"""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any, cast

from .system import System


def open_system(case: dict[str, Any]) -> System:
    """Set up the system of a case.

    Raises LookupError for a system that has no module here.
    """
    name = case.get("system", "translator")
    module_name = f"{__name__}.{name.replace('-', '_')}"
    if importlib.util.find_spec(module_name) is None:
        raise LookupError(f"unknown system {name!r}")
    module = importlib.import_module(module_name)
    if not hasattr(module, "open_case"):
        raise LookupError(f"unknown system {name!r}")
    return cast("System", module.open_case(case))

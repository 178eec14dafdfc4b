"""Making the C object of a translator."""

from __future__ import annotations

from collections.abc import Mapping
from ctypes import byref
from typing import Any

from . import _api as api
from ._callbacks import drop, host
from ._transport_calls import with_transport
from .callbacks import Callbacks
from .formats import Format


def create(
    format_: Format,
    options: Mapping[str, object] | str | None,
    callbacks: Callbacks,
    transport: Any,
) -> Any:
    """Pointer to a new translator, which keeps the callbacks alive."""
    structure, number = host(callbacks)

    def made(services: Any) -> Any:
        if services is not None:
            structure.services = services
        return api.translator_create(format_, options, byref(structure))

    try:
        return with_transport(transport, made)
    except BaseException:
        drop(number)
        raise

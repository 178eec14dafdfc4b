"""Making the C object of a translator."""

from __future__ import annotations

from collections.abc import Mapping
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
    made = host(callbacks)
    structure, number = made if made is not None else (None, 0)
    try:
        return with_transport(
            transport,
            lambda services: api.translator_create_with_services(
                format_, options, structure, services
            ),
        )
    except BaseException:
        drop(number)
        raise

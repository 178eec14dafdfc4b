"""Making the C object of a translator."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import _bindings as c
from ._callbacks import drop, host
from ._calls import call_for_pointer, text
from ._json import encode
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
    if isinstance(options, Mapping):
        written = text(encode(options).decode())
    else:
        written = text(options)
    made = host(callbacks)
    structure, number = made if made is not None else (None, 0)
    try:
        return with_transport(
            transport,
            lambda services: call_for_pointer(
                c.calque_translator_create_with_services,
                c.calque_translator,
                int(format_),
                *written,
                structure,
                services,
            ),
        )
    except BaseException:
        drop(number)
        raise

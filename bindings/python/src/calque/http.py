"""HTTP requests with libcalque-http.

Importing this module raises ImportError if that library is missing.
"""

from __future__ import annotations

from ctypes import byref

from . import _bindings as c
from . import _http_bindings as h
from ._annotations import TYPE_CHECKING, Any
from ._calls import bare, result
from ._handles import Handle
from ._structs import text
from ._table import pointer

if TYPE_CHECKING:
    from .typing import Path

__all__ = ["HTTPTransport"]


class HTTPTransport(Handle):
    """A transport over HTTP and HTTPS, with its connections.

    `ca_file` and `ca_path` name certificates that are trusted instead of those
    of the system. `proxy` is the URL of a proxy, "" for none; without it the
    environment decides.

    Raises InvalidOptionError.
    """

    __slots__ = ()

    _library = h

    def __init__(
        self,
        *,
        ca_file: Path | None = None,
        ca_path: Path | None = None,
        proxy: str | None = None,
        max_connections_per_host: int = 6,
    ) -> None:
        options = {
            "caFile": ca_file,
            "caPath": ca_path,
            "proxy": proxy,
            "maxConnectionsPerHost": max_connections_per_host,
        }
        made = result(pointer(h.calque_http), h.calque_http_create, *text(options))
        self._own(made)

    def close(self) -> None:
        """Cancel running requests with CancelledError. Further calls do nothing.

        Objects that use this transport can no longer make requests.
        """
        if not self.closed:
            h.calque_http_close(self._reference)
        super().close()

    def _table(self) -> Any:
        table = c.calque_transport()
        bare(h.calque_http_transport, self._reference, byref(table))
        return table

"""HTTP requests with libcalque-http.

Importing this module raises ImportError if that library is missing.
"""

from __future__ import annotations

from ctypes import byref
from os import PathLike, fspath
from typing import Any

from . import _bindings as c
from . import _http_bindings as h
from ._calls import Pointer, bare, result, text
from ._handles import Handle

__all__ = ["HTTPTransport"]


class HTTPTransport(Handle):
    """A transport over HTTP and HTTPS, with its connections.

    `ca_file` and `ca_path` name certificates that are trusted instead of those
    of the system. `proxy` is the URL of a proxy, "" for none; without it the
    environment decides.

    Raises InvalidOptionError.
    """

    __slots__ = ()

    def __init__(
        self,
        *,
        ca_file: str | PathLike[str] | None = None,
        ca_path: str | PathLike[str] | None = None,
        proxy: str | None = None,
        max_connections_per_host: int = 6,
    ) -> None:
        self._open_reference = None
        options = {
            "caFile": None if ca_file is None else fspath(ca_file),
            "caPath": None if ca_path is None else fspath(ca_path),
            "proxy": proxy,
            "maxConnectionsPerHost": max_connections_per_host,
        }
        pointer = result(Pointer(h.calque_http), h.calque_http_create, *text(options))
        self._own(pointer, h.calque_http_release)

    def close(self) -> None:
        """Cancel running requests with CancelledError. Further calls do nothing.

        Objects that use this transport can no longer make requests.
        """
        if self._open_reference is not None:
            h.calque_http_close(self._open_reference)
        super().close()

    def _table(self) -> Any:
        table = c.calque_transport()
        bare(h.calque_http_transport, self._reference, byref(table))
        return table

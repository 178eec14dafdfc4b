"""Requests over HTTP, by libcalque-http.

Importing this module raises ImportError where that library is not there.
"""

from __future__ import annotations

from ctypes import byref
from os import PathLike, fspath

from . import _bindings as c
from . import _http_bindings as h
from ._calls import bare_failure, call_for_pointer, text
from ._handles import Handle
from ._json import encode

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
        pointer = call_for_pointer(
            h.calque_http_create, h.calque_http, *text(encode(options).decode())
        )
        self._own(pointer, h.calque_http_release)

    def close(self) -> None:
        """End what is under way with CancelledError; a second call does nothing.

        What was given this transport can make no more requests.
        """
        if self._open_reference is not None:
            h.calque_http_close(self._open_reference)
        super().close()

    def _table(self) -> c.calque_transport:
        table = c.calque_transport()
        status = h.calque_http_transport(self._reference, byref(table))
        if status:
            raise bare_failure(status)
        return table

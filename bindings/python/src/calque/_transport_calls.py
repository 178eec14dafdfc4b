"""Transports as C tables, and requests made over them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from ctypes import byref, pointer, sizeof
from threading import Event, Lock
from typing import Any, Protocol, TypeVar, runtime_checkable

from . import _api as api
from . import _bindings as c
from ._callbacks import (
    drop,
    guarded,
    keep,
    kept,
    told_bytes,
    told_text,
    trampolines,
)
from ._calls import lent_failure
from ._transport_types import Request, Response
from .errors import CalqueError, error_class
from .status import Status

_Result = TypeVar("_Result")
_WORKERS = 8
_LARGEST = (1 << 32) - 1


@runtime_checkable
class NativeTransport(Protocol):
    """A transport that is written in C."""

    def _table(self) -> Any:
        """A table, whose user data is the caller's to free."""


class _PythonTransport:
    """A callable with the threads it runs on."""

    def __init__(self, answer: Callable[[Request], Response]) -> None:
        self.answer = answer
        self.pool = ThreadPoolExecutor(_WORKERS, "calque-transport")


def table_of(transport: Any) -> Any:
    """The C table of a transport; its user data is the caller's to free."""
    if isinstance(transport, NativeTransport):
        return transport._table()
    if not callable(transport):
        raise TypeError(f"a transport must be callable, not {transport!r}")
    table = c.calque_transport(struct_size=sizeof(c.calque_transport))
    table.user_data = keep(_PythonTransport(transport))
    table.user_data_free = _free
    table.start = _start
    return table


def with_transport(transport: Any, body: Callable[[Any], _Result]) -> _Result:
    """As `with_services`, without a place for callbacks."""
    return with_services(transport, None, body)


Dispatch = Callable[[Callable[[], None]], object]
"""Calls a function of no arguments where the program wants it called."""


def with_services(
    transport: Any, dispatch: Dispatch | None, body: Callable[[Any], _Result]
) -> _Result:
    """Call `body` with a `calque_services *` for a transport and a place where
    callbacks are called, or None without both.

    When it raises, the C side has taken nothing, and what was made is freed.
    """
    if transport is None and dispatch is None:
        return body(None)
    services = c.calque_services(struct_size=sizeof(c.calque_services))
    with ExitStack() as freed:
        if transport is not None:
            table = table_of(transport)
            freed.callback(table.user_data_free, table.user_data)
            services.transport = pointer(table)
        if dispatch is not None:
            services.user_data = keep(dispatch)
            freed.callback(drop, services.user_data)
            services.user_data_free = _services_free
            services.dispatch = _dispatch
        made = body(pointer(services))
        freed.pop_all()
        return made


def _run(dispatch: Dispatch, work: Any, argument: Any) -> None:
    dispatch(lambda: work(argument))


_services_free = c.calque_services_user_data_free(drop)
_dispatch = c.calque_services_dispatch(guarded(_run))


class Fetch:
    """A request under way, over any transport."""

    def __init__(self, transport: Any, request: Request) -> None:
        self._request = request
        self._ended = Event()
        self._outcome: Response | CalqueError | None = None
        self._lock = Lock()
        # Both live until the exchange is ended, which its completion sees to.
        self._written = _written(request)
        self._table = table_of(transport)
        exchange = api.exchange_create(self._complete)
        self._table.start(self._table.user_data, byref(self._written), exchange)

    def wait(self) -> Response:
        """Wait for the answer, whatever its status."""
        if not self._ended.wait(self._request.timeout or None):
            self._fail(Status.TIMEOUT, "there was no response in time")
            self._stop()
        if not isinstance(self._outcome, Response):
            raise self._outcome or CalqueError("the request has no outcome")
        return self._outcome

    def cancel(self) -> None:
        """End it with CancelledError; from any thread."""
        self._fail(Status.CANCELLED, "the request was cancelled")
        self._stop()

    def _stop(self) -> None:
        if self._table.cancel:
            self._table.cancel(self._table.user_data, self._written.number)

    def _complete(self, outcome: Response | CalqueError) -> None:
        if isinstance(outcome, CalqueError):
            outcome.source = self._request.url
        elif len(outcome.body) > self._request.maximum_bytes:
            self._fail(Status.LIMIT_EXCEEDED, "the response has too many bytes")
        self._end(outcome)
        self._table.user_data_free(self._table.user_data)

    def _fail(self, code: Status, message: str) -> None:
        self._end(error_class(code)(message, code, source=self._request.url))

    def _end(self, outcome: Response | CalqueError) -> None:
        """Take the first outcome; later ones change nothing."""
        with self._lock:
            if self._outcome is None:
                self._outcome = outcome
                self._ended.set()


def _completed(
    complete: Callable[[Response | CalqueError], None],
    status: int,
    told: Any,
    error: Any,
) -> None:
    if told:
        response = told.contents
        body = told_bytes(response.body) or b""
        complete(Response(response.status, _headers(response), body))
    else:
        complete(lent_failure(status, error))


def fetch_with(transport: Any, request: Request) -> Response:
    """Make a request and wait for the answer."""
    return Fetch(transport, request).wait()


def _written(request: Request) -> Any:
    written = c.calque_request(struct_size=sizeof(c.calque_request))
    written.method = _text(request.method.encode())
    written.url = _text(request.url.encode())
    if request.body is not None:
        written.body = _text(request.body)
    written.headers = _fields(request.headers)
    written.header_count = len(request.headers)
    written.connect_timeout = _milliseconds(request.connect_timeout)
    written.timeout = _milliseconds(request.timeout)
    written.maximum_redirects = request.maximum_redirects
    written.maximum_bytes = request.maximum_bytes
    return written


def _fields(headers: tuple[tuple[str, str], ...]) -> Any:
    fields = (
        c.calque_header(_text(name.encode()), _text(value.encode("latin-1", "replace")))
        for name, value in headers
    )
    return (c.calque_header * len(headers))(*fields)


def _text(data: bytes) -> Any:
    return c.calque_str(data, len(data))


def _milliseconds(seconds: float) -> int:
    return min(max(round(seconds * 1000), 0), _LARGEST)


def _headers(told: Any) -> tuple[tuple[str, str], ...]:
    fields = (told.headers[index] for index in range(told.header_count))
    return tuple((_latin(field.name), _latin(field.value)) for field in fields)


def _latin(text: Any) -> str:
    return (told_bytes(text) or b"").decode("latin-1")


def _begin(number: int, told: Any, exchange: Any) -> None:
    try:
        transport = kept(number)
        asked = told.contents
        request = Request(
            method=told_text(asked.method) or "",
            url=told_text(asked.url) or "",
            headers=_headers(asked),
            body=told_bytes(asked.body),
            connect_timeout=asked.connect_timeout / 1000,
            timeout=asked.timeout / 1000,
            maximum_bytes=asked.maximum_bytes,
            maximum_redirects=asked.maximum_redirects,
        )
        transport.pool.submit(_answer, transport.answer, request, exchange)
    except BaseException as exception:  # any of them must not reach C
        _fail(exchange, exception)


def _answer(
    answer: Callable[[Request], Response], request: Request, exchange: Any
) -> None:
    try:
        response = answer(request)
        if not isinstance(response, Response):
            raise TypeError(f"a transport must return a Response, not {response!r}")
        told = c.calque_response(
            struct_size=sizeof(c.calque_response), status=response.status
        )
        told.headers = _fields(response.headers)
        told.header_count = len(response.headers)
        told.body = _text(response.body)
    except BaseException as exception:  # no caller would receive it
        _fail(exchange, exception)
    else:
        c.calque_exchange_complete(exchange, byref(told))


def _fail(exchange: Any, exception: BaseException) -> None:
    message = f"{type(exception).__name__}: {exception}".encode()
    c.calque_exchange_fail(exchange, _status(exception), message, len(message))


def _status(exception: BaseException) -> Status:
    from ssl import SSLError  # noqa: PLC0415

    if isinstance(exception, CalqueError):
        return exception.code
    if isinstance(exception, TimeoutError):
        return Status.TIMEOUT
    if isinstance(exception, SSLError):
        return Status.INSECURE
    return Status.UNREACHABLE


def _forget(number: int) -> None:
    transport = kept(number)
    drop(number)
    transport.pool.shutdown(wait=False)


_start = c.calque_transport_start(_begin)
trampolines["calque_exchange_completion"] = c.calque_exchange_completion(
    guarded(_completed)
)
_free = c.calque_transport_user_data_free(_forget)

"""Transports as C tables, and requests made over them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from ctypes import byref, pointer
from ssl import SSLError
from threading import Event, Lock
from typing import TYPE_CHECKING, Any

from . import _api as api
from . import _bindings as c
from ._callbacks import table
from ._requests import Headers, Request, Response
from ._structs import bare_failure, lent_failure, struct, text
from .errors import CalqueError, error_class
from .status import Status

if TYPE_CHECKING:
    from .typing import Dispatch

_WORKERS = 8
_LARGEST = (1 << 32) - 1


def table_of(transport: Any) -> Any:
    """The C table of a transport; its user data is the caller's to free."""
    native = getattr(transport, "_table", None)
    if native is not None:
        return native()
    if not callable(transport):
        raise TypeError(f"a transport must be callable, not {transport!r}")
    return table("calque_transport", {"start": _starter(transport)})


@contextmanager
def services(transport: Any, dispatch: Dispatch | None = None) -> Iterator[Any]:
    """A `calque_services *` for a transport and a place where callbacks are called.

    None without both. When the block raises, the C side has taken nothing, and what
    was made is freed.
    """
    made = table("calque_services", {"dispatch": _dispatched(dispatch)})
    carrier = None if transport is None else table_of(transport)
    if carrier is not None:
        made.transport = pointer(carrier)
    try:
        yield None if transport is None and dispatch is None else pointer(made)
    except BaseException:
        for given in filter(None, (made, carrier)):
            if given.user_data_free:
                given.user_data_free(given.user_data)
        raise


def _dispatched(dispatch: Dispatch | None) -> Callable[[Any, Any], object] | None:
    if dispatch is None:
        return None
    return lambda work, argument: dispatch(lambda: work(argument))


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

    def _complete(self, status: int, response: Any, error: Any) -> None:
        if response is None:
            failure = lent_failure(error) if error else bare_failure(status)
            failure.source = self._request.url
            self._end(failure)
        else:
            body = response.body or b""
            if len(body) > self._request.maximum_bytes:
                self._fail(Status.LIMIT_EXCEEDED, "the response has too many bytes")
            self._end(Response(response.status, response.headers, body))
        self._table.user_data_free(self._table.user_data)

    def _fail(self, code: Status, message: str) -> None:
        self._end(error_class(code)(message, code, source=self._request.url))

    def _end(self, outcome: Response | CalqueError) -> None:
        """Take the first outcome; later ones change nothing."""
        with self._lock:
            if self._outcome is None:
                self._outcome = outcome
                self._ended.set()


def _written(request: Request) -> Any:
    times = {
        "connect_timeout": _milliseconds(request.connect_timeout),
        "timeout": _milliseconds(request.timeout),
    }
    given = {**request._asdict(), **times, "headers": _headers(request.headers)}
    return struct("calque_request", **given)


def _headers(headers: Headers) -> tuple[Any, ...]:
    written = ((name, value.encode("latin-1", "replace")) for name, value in headers)
    return tuple(struct("calque_header", name=n, value=v) for n, v in written)


def _milliseconds(seconds: float) -> int:
    return min(max(round(seconds * 1000), 0), _LARGEST)


def _starter(answer: Callable[[Request], Response]) -> Callable[[Any, Any], None]:
    """The function that begins to answer a request, on threads of its own."""
    # They end with it.
    threads = ThreadPoolExecutor(_WORKERS, "calque-transport")

    def start(asked: Any, exchange: Any) -> None:
        try:
            given = {name: getattr(asked, name) for name in Request._fields}
            for name in ("connect_timeout", "timeout"):
                given[name] /= 1000
            request = Request(**given)
            threads.submit(_respond, answer, request, exchange)
        except BaseException as exception:  # any of them must not reach C
            _fail(exchange, exception)

    return start


def _respond(
    answer: Callable[[Request], Response], request: Request, exchange: Any
) -> None:
    try:
        response = answer(request)
        if not isinstance(response, Response):
            raise TypeError(f"a transport must return a Response, not {response!r}")
        given = {**response._asdict(), "headers": _headers(response.headers)}
        written = struct("calque_response", **given)
    except BaseException as exception:  # no caller would receive it
        _fail(exchange, exception)
    else:
        c.calque_exchange_complete(exchange, byref(written))


def _fail(exchange: Any, exception: BaseException) -> None:
    message = text(f"{type(exception).__name__}: {exception}")
    c.calque_exchange_fail(exchange, _status(exception), *message)


def _status(exception: BaseException) -> Status:
    if isinstance(exception, CalqueError):
        return exception.code
    if isinstance(exception, TimeoutError):
        return Status.TIMEOUT
    return Status.INSECURE if isinstance(exception, SSLError) else Status.UNREACHABLE

"""Transports, which carry requests, and single requests.

A transport is any callable that takes a Request and returns a Response. It is
called on threads of its own, for several requests at once. An exception becomes the
failure of the request: OSError as unreachable, TimeoutError as timed out, a CalqueError
as itself.

    def transport(request: Request) -> Response:
        return Response(200, body=b"{}")

`calque.http.HTTPTransport` is one that is written already.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from ctypes import byref, pointer
from threading import Event, Lock
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from . import _api as api
from . import _bindings as c
from ._callbacks import table
from ._structs import bare_failure, failure, failure_of, struct, text
from .errors import CalqueError
from .status import Status

if TYPE_CHECKING:
    from .http import HTTPTransport
    from .typing import Dispatch

__all__ = ["Headers", "MemoryTransport", "Request", "Response", "Transport", "fetch"]

Headers: TypeAlias = tuple[tuple[str, str], ...]
Transport: TypeAlias = "Callable[[Request], Response] | HTTPTransport"
_WORKERS = 8
_LARGEST = (1 << 32) - 1
# In seconds here, in milliseconds in C.
_TIMES = {"connect_timeout", "timeout"}


class Request(NamedTuple):
    """A request to a transport.

    Times are in seconds, 0 for no limit. `body` is None for none.
    """

    url: str
    method: str = "GET"
    headers: Headers = ()
    body: bytes | None = None
    connect_timeout: float = 10
    timeout: float = 30
    maximum_bytes: int = 64 << 20
    maximum_redirects: int = 5


class Response(NamedTuple):
    """The response of a server; `body` is decompressed."""

    status: int
    headers: Headers = ()
    body: bytes = b""

    def header(self, name: str) -> str | None:
        """The value of the first header with a name, or None."""
        wanted = name.lower()
        found = (value for name, value in self.headers if name.lower() == wanted)
        return next(found, None)


class MemoryTransport:
    """A transport that responds from a table, for tests.

    An answer is a Response, an exception to raise, or a list of these, which
    come one after another; the last one stays. URLs outside the table are answered with
    status 404. `requests` has what was asked.
    """

    def __init__(self, answers: Mapping[str, _Answers] | None = None) -> None:
        self.requests: list[Request] = []
        self._answers: dict[str, list[Response | Exception]] = {}
        self._lock = Lock()
        for url, answer in (answers or {}).items():
            self.answer(url, answer)

    def answer(self, url: str, answer: _Answers) -> None:
        """Set the response for a URL."""
        single = isinstance(answer, (Response, Exception))
        with self._lock:
            self._answers[url] = [answer] if single else list(answer)  # type: ignore[list-item,arg-type]

    def __call__(self, request: Request) -> Response:
        """Answer a request."""
        with self._lock:
            self.requests.append(request)
            answers = self._answers.get(request.url)
            if not answers:
                return Response(404)
            answer = answers.pop(0) if len(answers) > 1 else answers[0]
        if isinstance(answer, Exception):
            raise answer
        return answer


def fetch(
    url: str,
    *,
    transport: Transport,
    headers: Mapping[str, str] | Iterable[tuple[str, str]] = (),
    **request: Any,
) -> Response:
    """Make one request and wait for the response, which may have any status.

    `request` has further members of a Request: `method`, `body`, `connect_timeout`,
    `timeout`, `maximum_bytes`, `maximum_redirects`. Times are in seconds, 0 for no
    limit.

    Raises UnsupportedError, UnreachableError, DeadlineError, InsecureError,
    BadResponseError, LimitExceededError, CancelledError, FileError.
    """
    pairs = headers.items() if isinstance(headers, Mapping) else headers
    return Fetch(transport, Request(url, headers=tuple(pairs), **request)).wait()


_Answers: TypeAlias = "Response | Exception | Sequence[Response | Exception]"


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

    def dispatched(work: Any, argument: Any) -> None:
        if dispatch is not None:
            dispatch(lambda: work(argument))

    made = table("calque_services", {"dispatch": dispatch and dispatched})
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


class Fetch:
    """A request under way, over any transport."""

    def __init__(self, transport: Any, request: Request) -> None:
        self._request = request
        self._ended = Event()
        self._outcome: Response | CalqueError | None = None
        self._lock = Lock()
        # Both live until the exchange is ended, which its completion sees to.
        self._written = _written("calque_request", request)
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
            found = failure_of(error) if error else bare_failure(status)
            found.source = self._request.url
            self._end(found)
        else:
            body = response.body or b""
            if len(body) > self._request.maximum_bytes:
                self._fail(Status.LIMIT_EXCEEDED, "the response has too many bytes")
            self._end(Response(response.status, response.headers, body))
        self._table.user_data_free(self._table.user_data)

    def _fail(self, code: Status, message: str) -> None:
        self._end(failure(code, message, self._request.url))

    def _end(self, outcome: Response | CalqueError) -> None:
        """Take the first outcome; later ones change nothing."""
        with self._lock:
            if self._outcome is None:
                self._outcome = outcome
                self._ended.set()


def _written(kind: str, given: Request | Response) -> Any:
    members = given._asdict()
    written = (
        (name, value.encode("latin-1", "replace")) for name, value in given.headers
    )
    members["headers"] = tuple(
        struct("calque_header", name=name, value=value) for name, value in written
    )
    for name in _TIMES & members.keys():
        members[name] = min(max(round(members[name] * 1000), 0), _LARGEST)
    return struct(kind, **members)


def _starter(answer: Callable[[Request], Response]) -> Callable[[Any, Any], None]:
    """The function that begins to answer a request, on threads of its own."""
    # They end with it.
    threads = ThreadPoolExecutor(_WORKERS, "calque-transport")

    def start(asked: Any, exchange: Any) -> None:
        try:
            given = {name: getattr(asked, name) for name in Request._fields}
            request = Request(**given | {name: given[name] / 1000 for name in _TIMES})
            threads.submit(_respond, answer, request, exchange)
        except BaseException as exception:  # any of them must not reach C
            _fail(exchange, exception)

    return start


def _respond(answer: Any, request: Request, exchange: Any) -> None:
    try:
        response = answer(request)
        if not isinstance(response, Response):
            raise TypeError(f"a transport must return a Response, not {response!r}")
        written = _written("calque_response", response)
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
    # A Python without TLS has no module of it, and nobody loaded one that nobody uses.
    insecure = getattr(sys.modules.get("ssl"), "SSLError", ())
    return Status.INSECURE if isinstance(exception, insecure) else Status.UNREACHABLE

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

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from ._requests import Headers, Request, Response
from ._transports import Fetch

if TYPE_CHECKING:
    from .http import HTTPTransport

__all__ = ["Headers", "MemoryTransport", "Request", "Response", "Transport", "fetch"]

Transport: TypeAlias = "Callable[[Request], Response] | HTTPTransport"


class MemoryTransport:
    """A transport that responds from a table, for tests.

    An answer is a Response, an exception to raise, or a list of these, which
    come one after another; the last one stays. URLs outside the table are answered with
    status 404. `requests` has what was asked.
    """

    def __init__(self, answers: Mapping[str, _Answers] | None = None) -> None:
        self.requests: list[Request] = []
        self._answers: dict[str, list[Response | Exception]] = {}
        self._lock = threading.Lock()
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

"""New texts while a program runs, from a proposal server.

    with Listener(f"{server}/p/shop/production", transport=http, changed=reload):
        ...

A server sends the events of a channel as server-sent events (docs/server.md). A
listener waits for them on a thread of its own. If a server does not let requests wait,
it asks every few seconds.
"""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from .errors import CalqueError
from .transport import Fetch, Request

if TYPE_CHECKING:
    from .translator import Translator
    from .transport import Transport

__all__ = ["Change", "Listener", "follow"]

_WAIT = 25
_SLOWEST = 60.0
_BYTES = 8 << 20
_log = logging.getLogger(__name__)


class Change(NamedTuple):
    """A change in a channel."""

    number: int
    kind: str
    """`published` for a release, `texts` for working texts, `decided`."""
    locales: tuple[str, ...] = ()
    """Languages whose texts changed; empty for all."""
    data: Mapping[str, Any] = {}
    """All members that the server sent."""


class Listener:
    """Reports the changes in a channel of a proposal server, until it is closed.

    `url` is that of the channel, `https://texts.example/p/shop/production`.
    `changed` is called with each Change, in their order and on the listener's own
    thread; exceptions that it raises are logged. Changes after the creation of the
    listener are reported: create it before loading catalogs to miss nothing.

    `every` is the number of seconds between requests if long polling fails.
    """

    def __init__(
        self,
        url: str,
        *,
        transport: Transport,
        changed: Callable[[Change], object],
        every: float = 5.0,
    ) -> None:
        self._url = url.rstrip("/") + "/events"
        self._transport = transport
        self._changed = changed
        self._every = every
        self._closed = threading.Event()
        self._fetch: Fetch | None = None
        self._lock = threading.Lock()
        self._cursor = ""
        self._thread = threading.Thread(target=self._run, name="calque-listener")
        self._thread.daemon = True
        self._thread.start()

    @property
    def position(self) -> int:
        """The number of the last known event; 0 before the first response."""
        return int(self._cursor or 0)

    def close(self) -> None:
        """Stop reporting, and wait for `changed` if it runs on another thread."""
        with self._lock:
            self._closed.set()
            if self._fetch is not None:
                self._fetch.cancel()
        if threading.current_thread() is not self._thread:
            self._thread.join()

    def __enter__(self) -> Listener:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self) -> None:
        pause = self._every
        while not self._closed.is_set():
            # The first answer comes at once: it says where to begin.
            answered = self._ask(_WAIT if self._cursor else 0) or (
                not self._closed.wait(pause) and self._ask(0)
            )
            pause = self._every if answered else min(2 * pause, _SLOWEST)

    def _ask(self, wait: int) -> bool:
        """Make a request and report its changes; whether it was answered."""
        request = Request(
            f"{self._url}?after={self._cursor}&wait={wait}",
            headers=(("Accept", "text/event-stream"),),
            timeout=wait + 10,
            maximum_bytes=_BYTES,
        )
        try:
            with self._lock:
                if self._closed.is_set():
                    return False
                self._fetch = Fetch(self._transport, request)
            answer = self._fetch.wait()
        except CalqueError as error:
            _log.debug("%s: %s", self._url, error)
            return False
        finally:
            self._fetch = None
        for change in read_events(answer.body) if answer.status == 200 else ():
            self._cursor = str(max(change.number, self.position))
            if change.kind and not self._closed.is_set():
                self._report(change)
        return answer.status == 200

    def _report(self, change: Change) -> None:
        try:
            self._changed(change)
        except Exception:
            _log.exception("a change could not be taken")


def follow(
    translator: Translator,
    url: str,
    *,
    transport: Transport,
    changed: Callable[[Change], object] | None = None,
) -> Listener:
    """Reload the catalogs of a translator whenever texts of a channel change.

    `changed` is called afterwards, on the listener's thread. Close the listener
    before the translator.
    """

    def renew(change: Change) -> None:
        if change.kind != "decided":
            translator.reload_resources(replace=True)
        if changed is not None:
            changed(change)

    return Listener(url, transport=transport, changed=renew)


def read_events(data: bytes) -> Iterator[Change]:
    """The events of a stream that has ended; `kind` is "" for a number alone."""
    for block in data.decode("utf-8", "replace").replace("\r\n", "\n").split("\n\n"):
        lines = [line.partition(":") for line in block.split("\n")]
        fields = {name: value.removeprefix(" ") for name, _, value in lines}
        number = fields.get("id", "")
        if not number.isdigit():
            continue
        try:
            said = json.loads(fields.get("data", "{}"))
        except ValueError:
            said = {}
        said = said if isinstance(said, dict) else {}
        locales = tuple(map(str, said.get("locales") or ()))
        yield Change(int(number), fields.get("event", ""), locales, said)

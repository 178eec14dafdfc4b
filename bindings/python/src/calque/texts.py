"""Versioned texts from cache, bundle and network.

from calque.http import HTTPTransport
from calque.texts import Texts

with Texts(resource_bundle="texts", transport=HTTPTransport()) as texts:
    texts.set_version_source("versions.json", "https://example.org/versions.json")
    texts.register("eula", bundle_file="eula.txt",
                   remote_file="https://example.org/eula.txt")
    latest = texts.latest("eula")
    print(latest.text if latest else "there is no licence")
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from enum import Enum
from functools import total_ordering
from inspect import ismethod
from os import PathLike, fspath
from typing import Any
from weakref import WeakMethod, finalize, ref

from . import _api as api
from . import _bindings as c
from . import _constants as k
from . import _texts_calls as calls
from ._calls import found
from ._handles import Handle
from ._transport_calls import Dispatch, with_services
from .status import Status
from .transport import Transport

__all__ = ["TextPlace", "Texts", "Version", "VersionedText"]


class TextPlace(Enum):
    """The place that a text was taken from."""

    CACHE = k.TEXT_CACHE
    BUNDLE = k.TEXT_BUNDLE
    REMOTE = k.TEXT_REMOTE


@total_ordering
class Version:
    """A version: three numbers, compared as numbers and shown as written.

    Raises InvalidArgumentError for a text that is not a version.

    >>> Version("1.10.0") > Version("1.9.3")
    True
    """

    __slots__ = ("_numbers",)

    def __init__(self, written: str) -> None:
        self._numbers = calls.parse_version(written)

    @classmethod
    def _of(cls, numbers: calls.Numbers) -> Version:
        version = cls.__new__(cls)
        version._numbers = numbers
        return version

    @property
    def numbers(self) -> tuple[int, int, int]:
        """Major, minor and patch."""
        return self._numbers[:3]

    def __str__(self) -> str:
        return api.text_version_format(c.calque_text_version(*self._numbers, 0)) or ""

    def __repr__(self) -> str:
        return f"Version({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Version):
            return NotImplemented
        return self.numbers == other.numbers

    def __lt__(self, other: Version) -> bool:
        return self.numbers < other.numbers

    def __hash__(self) -> int:
        return hash(self.numbers)


@dataclass(frozen=True)
class VersionedText:
    """A text with its version and where it was taken from.

    `reason` is OK, or says why the text is not known to be the latest.
    """

    text: str
    version: Version
    place: TextPlace
    reason: Status = Status.OK

    @property
    def is_latest(self) -> bool:
        """Whether no newer text is known or expected."""
        return self.reason is Status.OK


class Texts(Handle):
    """A collection of texts with a cache; thread-safe.

    `cache_directory` has a directory for each session; by default it is where
    the platform keeps caches. The versions that the user has seen are kept in
    `state_directory`; by default in `cache_directory` where that is given, else where
    the platform keeps what lasts. Files of the bundle are looked for in
    `resource_bundle`. Times are in seconds: `resource_timeout` is for requests
    and for waiting, `reload_interval` from one refresh of the versions to the
    next. Without a transport only `file:` URLs can be read.

    Receivers and what is added to futures run on a thread of the library and
    should not wait for it. `dispatch` has them run elsewhere: it gets a function of
    no arguments, such as `executor.submit` or `loop.call_soon_threadsafe` do.

    Raises InvalidOptionError, FileError.
    """

    __slots__ = ()

    def __init__(
        self,
        *,
        session_id: str = "Default",
        cache_directory: str | PathLike[str] | None = None,
        state_directory: str | PathLike[str] | None = None,
        resource_bundle: str | PathLike[str] | None = None,
        resource_timeout: float = 10,
        reload_interval: float = 0,
        maximum_bytes: int = 16 << 20,
        maximum_version_bytes: int = 1 << 20,
        max_parallel_reads: int = 10,
        transport: Transport | None = None,
        dispatch: Dispatch | None = None,
    ) -> None:
        self._open_reference = None
        options = {
            "sessionID": session_id,
            "cacheDirectory": _path(cache_directory),
            "stateDirectory": _path(state_directory),
            "resourceBundle": _path(resource_bundle),
            "resourceTimeout": round(resource_timeout * 1000),
            "reloadInterval": round(reload_interval * 1000),
            "maximumBytes": maximum_bytes,
            "maximumVersionBytes": maximum_version_bytes,
            "maxParallelReads": max_parallel_reads,
        }
        self._own(
            with_services(transport, dispatch, lambda s: api.texts_create(options, s)),
            c.calque_texts_release,
        )

    def set_resource_bundle(self, path: str | PathLike[str] | None) -> None:
        """Set the directory of the bundle, and use the newer texts in it."""
        api.texts_set_options(self._reference, {"resourceBundle": _path(path)})

    def set_resource_timeout(self, seconds: float) -> None:
        """Set the time limit of requests that start from now on."""
        milliseconds = calls.milliseconds(seconds)
        api.texts_set_options(self._reference, {"resourceTimeout": milliseconds})

    def set_version_source(
        self,
        bundle_file: str | PathLike[str] | None = None,
        remote_file: str | None = None,
    ) -> Future[None]:
        """Set the source of versions: a file of the bundle, a URL, or both.

        The versions of the bundle apply at once. The future is done when the remote
        versions have arrived. If they cannot be had, it raises UnreachableError,
        DeadlineError, HTTPStatusError, InvalidJSONError, InvalidTypeError,
        BadResponseError, or CancelledError when another source was set.
        """
        told = calls.VersionsRequest()
        api.texts_set_version_source(
            self._reference,
            _path(bundle_file),
            remote_file,
            told,  # type: ignore[arg-type]
        )
        return told

    def refresh_versions(self) -> Future[None]:
        """Fetch the remote versions again, and retry the texts that failed.

        The future is as that of `set_version_source`.
        """
        told = calls.VersionsRequest()
        api.texts_refresh_versions(self._reference, told)  # type: ignore[arg-type]
        return told

    def register(
        self,
        identifier: str,
        *,
        bundle_file: str | PathLike[str] | None = None,
        remote_file: str | None = None,
        sha256: str | None = None,
    ) -> None:
        """Register a text, replacing its earlier source.

        With `sha256`, 64 hexadecimal digits, no other text is accepted.

        Raises InvalidArgumentError.
        """
        calls.register(
            self._reference, identifier, _path(bundle_file), remote_file, sha256
        )

    def unregister(self, identifier: str) -> bool:
        """Unregister a text; False when it was not registered."""
        return found(api.texts_unregister(self._reference, identifier))

    def get(self, identifier: str) -> VersionedText | None:
        """The best local copy of a text, without waiting."""
        told = api.texts_get(self._reference, identifier)
        return None if told is None else _text(calls.told(*told))

    def latest(
        self, identifier: str, timeout: float | None = None
    ) -> VersionedText | None:
        """The latest text, or the local copy when it does not arrive in time.

        Waits, for the resource timeout when no other is given. None when there is no
        text anywhere, or when it is not registered; `status` has the reason.

        Raises CalqueError for arguments that the library refuses, CancelledError
        when the texts were closed meanwhile.
        """
        told = calls.latest(self._reference, identifier, timeout)
        return None if told is None else _text(told)

    def request(
        self, identifier: str, timeout: float | None = None
    ) -> Future[VersionedText | None]:
        """As `latest`, without waiting.

        Cancelling the future cancels the request; closing the texts does too.
        """
        return calls.request(self, identifier, 0, timeout, _text)

    def refetch(
        self, identifier: str, timeout: float | None = None
    ) -> Future[VersionedText | None]:
        """Fetch a remote text even if no newer version is known.

        For one without a version, or one put right under its old version; otherwise
        as `request`.
        """
        return calls.request(self, identifier, k.TEXTS_REFETCH, timeout, _text)

    async def alatest(
        self, identifier: str, timeout: float | None = None
    ) -> VersionedText | None:
        """As `latest`, for asyncio."""
        from asyncio import wrap_future  # noqa: PLC0415

        return await wrap_future(self.request(identifier, timeout))

    def mark_seen(self, identifier: str) -> bool:
        """Record that the user has seen the current text; False when there is none.

        It is kept where files last. Raises FileError when it cannot be.
        """
        return found(api.texts_mark_seen(self._reference, identifier))

    def unseen(self) -> dict[str, tuple[Version, Version]]:
        """The texts whose version is higher than the one that was last seen.

        Identifiers to that version and the seen one, which is 0.0.0 for none: what
        receivers that come late have missed.
        """
        return {
            item["identifier"]: (Version(item["version"]), Version(item["seen"]))
            for item in api.texts_status(self._reference)["unseen"]
        }

    def on_increase(
        self, receiver: Callable[[str, Version, Version], object], *, weak: bool = False
    ) -> int:
        """Call `receiver(identifier, version, previous)` when a version increases.

        With `weak` the receiver, or the object of a bound method, is not kept alive:
        the subscription ends with it. Returns a number for `off`.
        """
        get = _weakly(receiver) if weak else (lambda: receiver)

        def told(identifier: str, version: Any, previous: Any) -> None:
            alive = get()
            if alive is not None:
                alive(identifier, Version._of(version), Version._of(previous))

        number = api.texts_on(self._reference, told)
        if weak:
            owner = getattr(receiver, "__self__", receiver)
            finalize(owner, _off, ref(self), number)
        return number

    def off(self, subscription: int) -> bool:
        """End a subscription; False when there was none."""
        return found(api.texts_off(self._reference, subscription))

    def clear_caches(self) -> None:
        """Remove the texts and versions from the cache.

        Raises FileError.
        """
        api.texts_clear_caches(self._reference)

    def status(self) -> dict[str, Any]:
        """The state of every text: `versionsKnown`, `versionFailure`, `texts`."""
        return api.texts_status(self._reference)


def _weakly(receiver: Callable[..., object]) -> Callable[[], Any]:
    return WeakMethod(receiver) if ismethod(receiver) else ref(receiver)


def _off(texts: Callable[[], Texts | None], number: int) -> None:
    opened = texts()
    if opened is not None and not opened.closed:
        opened.off(number)


def _text(told: calls.Told) -> VersionedText:
    return VersionedText(
        told.text, Version._of(told.version), TextPlace(told.place), told.reason
    )


def _path(path: str | PathLike[str] | None) -> str | None:
    return None if path is None else fspath(path)

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
from functools import total_ordering
from types import MethodType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from weakref import WeakMethod, finalize, ref

from . import _api as api
from . import _bindings as c
from . import _constants as k
from ._enums import TextPlace
from ._futures import Call, Convert, begin, whole
from ._generated.texts import TextsCalls
from ._json import decode
from ._structs import failure, read, struct
from .errors import CalqueError, InvalidArgumentError
from .status import Status
from .transport import services

if TYPE_CHECKING:
    from .transport import Transport
    from .typing import Dispatch, Path

__all__ = ["TextPlace", "Texts", "Version", "VersionedText"]

_Result = TypeVar("_Result")
_LONGEST = (1 << 31) - 1
# Any other failure means that there is no text, without a mistake of the program.
_RAISED = (Status.INVALID_ARGUMENT, Status.UNSUPPORTED, Status.CANCELLED)


@total_ordering
class Version:
    """A version: three numbers, compared as numbers and shown as written.

    Raises InvalidArgumentError for a text that is not a version.

    >>> Version("1.10.0") > Version("1.9.3")
    True
    """

    __slots__ = ("_version",)

    def __init__(self, written: str) -> None:
        try:
            self._version = api.text_version_parse(written)
        except InvalidArgumentError as error:
            raise failure(error.code, f"{written!r} is not a version") from None

    @classmethod
    def _of(cls, version: Any) -> Version:
        made = cls.__new__(cls)
        made._version = c.calque_text_version(**vars(version))
        return made

    @property
    def numbers(self) -> tuple[int, int, int]:
        """Major, minor and patch."""
        return self._version.major, self._version.minor, self._version.patch

    def __str__(self) -> str:
        return api.text_version_format(self._version) or ""

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


class VersionedText(NamedTuple):
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


class Texts(TextsCalls):
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
        cache_directory: Path | None = None,
        state_directory: Path | None = None,
        resource_bundle: Path | None = None,
        resource_timeout: float = 10,
        reload_interval: float = 0,
        maximum_bytes: int = 16 << 20,
        maximum_version_bytes: int = 1 << 20,
        max_parallel_reads: int = 10,
        transport: Transport | None = None,
        dispatch: Dispatch | None = None,
    ) -> None:
        options = {
            "sessionID": session_id,
            "cacheDirectory": cache_directory,
            "stateDirectory": state_directory,
            "resourceBundle": resource_bundle,
            "resourceTimeout": round(resource_timeout * 1000),
            "reloadInterval": round(reload_interval * 1000),
            "maximumBytes": maximum_bytes,
            "maximumVersionBytes": maximum_version_bytes,
            "maxParallelReads": max_parallel_reads,
        }
        with services(transport, dispatch) as given:
            pointer = api.texts_create(options, given)
        self._own(pointer)

    def set_resource_bundle(self, path: Path | None) -> None:
        """Set the directory of the bundle, and use the newer texts in it."""
        api.texts_set_options(self, {"resourceBundle": path})

    def set_resource_timeout(self, seconds: float) -> None:
        """Set the time limit of requests that start from now on."""
        options = {"resourceTimeout": _milliseconds(seconds)}
        api.texts_set_options(self, options)

    def set_version_source(
        self, bundle_file: Path | None = None, remote_file: str | None = None
    ) -> Call[None]:
        """Set the source of versions: a file of the bundle, a URL, or both.

        The versions of the bundle apply at once. The call ends when the remote
        versions have arrived. If they cannot be had, it raises UnreachableError,
        DeadlineError, HTTPStatusError, InvalidJSONError, InvalidTypeError,
        BadResponseError, or CancelledError when another source was set.
        """
        function = api.texts_set_version_source
        return self._begin(_NO_RESULT, function, bundle_file, remote_file)

    def refresh_versions(self) -> Call[None]:
        """Fetch the remote versions again, and retry the texts that failed.

        The call is as that of `set_version_source`.
        """
        return self._begin(_NO_RESULT, api.texts_refresh_versions)

    def _begin(
        self, convert: Convert[_Result], function: Callable[..., Any], *arguments: Any
    ) -> Call[_Result]:
        cancel = c.calque_texts_cancel
        return begin(self, function, *arguments, cancel=cancel, convert=convert)

    def register(
        self,
        identifier: str,
        *,
        bundle_file: Path | None = None,
        remote_file: str | None = None,
        sha256: str | None = None,
    ) -> None:
        """Register a text, replacing its earlier source.

        With `sha256`, 64 hexadecimal digits, no other text is accepted.

        Raises InvalidArgumentError.
        """
        source = struct(
            "calque_text_source",
            identifier=identifier,
            bundle_file=bundle_file,
            remote_file=remote_file,
            sha256=sha256,
        )
        api.texts_register(self, source)

    def get(self, identifier: str) -> VersionedText | None:
        """The best local copy of a text, without waiting."""
        local = api.texts_get(self, identifier)
        return None if local is None else _text(*local)

    def latest(
        self, identifier: str, timeout: float | None = None
    ) -> VersionedText | None:
        """The latest text, or the local copy when it does not arrive in time.

        Waits, for the resource timeout when no other is given. None when there is no
        text anywhere, or when it is not registered; `status` has the reason.

        Raises CalqueError for arguments that the library refuses, CancelledError
        when the texts were closed meanwhile.
        """
        milliseconds = _milliseconds(timeout)
        try:
            return _text(*api.texts_await(self, identifier, milliseconds))
        except CalqueError as error:
            if error.code in _RAISED:
                raise
            return None

    def request(
        self, identifier: str, timeout: float | None = None
    ) -> Call[VersionedText | None]:
        """As `latest`, without waiting.

        Cancelling the call cancels the request; closing the texts does too.
        """
        given = identifier, 0, _milliseconds(timeout)
        return self._begin(_requested, api.texts_request, *given)

    def refetch(
        self, identifier: str, timeout: float | None = None
    ) -> Call[VersionedText | None]:
        """Fetch a remote text even if no newer version is known.

        For one without a version, or one put right under its old version; otherwise
        as `request`.
        """
        given = identifier, k.TEXTS_REFETCH, _milliseconds(timeout)
        return self._begin(_requested, api.texts_request, *given)

    async def alatest(
        self, identifier: str, timeout: float | None = None
    ) -> VersionedText | None:
        """As `latest`, for asyncio."""
        return await self.request(identifier, timeout)

    def unseen(self) -> dict[str, tuple[Version, Version]]:
        """The texts whose version is higher than the one that was last seen.

        Identifiers to that version and the seen one, which is 0.0.0 for none: what
        receivers that come late have missed.
        """
        return {
            item["identifier"]: (Version(item["version"]), Version(item["seen"]))
            for item in api.texts_status(self)["unseen"]
        }

    def on_increase(
        self, receiver: Callable[[str, Version, Version], object], *, weak: bool = False
    ) -> int:
        """Call `receiver(identifier, version, previous)` when a version increases.

        With `weak` the receiver, or the object of a bound method, is not kept alive:
        the subscription ends with it. Returns a number for `off`.
        """
        get = _weakly(receiver) if weak else (lambda: receiver)

        def receive(increase: Any) -> None:
            alive = get()
            if alive is not None:
                versions = map(Version._of, (increase.version, increase.previous))
                alive(increase.identifier or "", *versions)

        number = api.texts_on(self, receive)
        if weak:
            owner = getattr(receiver, "__self__", receiver)
            finalize(owner, _off, ref(self), number)
        return number


def _weakly(receiver: Callable[..., object]) -> Callable[[], Any]:
    return WeakMethod(receiver) if isinstance(receiver, MethodType) else ref(receiver)


def _off(texts: Callable[[], Texts | None], number: int) -> None:
    opened = texts()
    if opened is not None and not opened.closed:
        opened.off(number)


def _text(words: str, info: Any) -> VersionedText:
    known = read(info)
    version, place = Version._of(known.version), TextPlace(known.place)
    return VersionedText(words, version, place, Status(known.reason))


def _requested(_: int, result: str | None, failure: CalqueError | None) -> Any:
    if result is not None:
        found = decode(result)
        reason = Status.OK if failure is None else failure.code
        place = TextPlace[found["place"].upper()]
        return VersionedText(found["text"], Version(found["version"]), place, reason)
    if failure is not None and failure.code in _RAISED:
        raise failure
    return None


_NO_RESULT: Convert[None] = whole(lambda _: None)


def _milliseconds(seconds: float | None) -> int:
    """A time as C takes it; None is its default."""
    return 0 if seconds is None else min(max(round(seconds * 1000), 1), _LONGEST)

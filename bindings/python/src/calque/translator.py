"""Translators: i18next catalogs, their languages and namespaces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock
from typing import Any

from . import _bindings as c
from . import _constants as k
from ._accelerate import accelerated
from ._arguments import translate
from ._calls import (
    call,
    call_for_bool,
    call_for_bytes,
    call_for_json,
    call_for_pointer,
    call_for_text_and_status,
    text,
)
from ._creation import create
from ._doors import ROOM, lent, text_of_translator, tried, try_translator
from ._json import JSONValue, decode, encode
from ._loading import Loading
from ._missing import report
from ._options import CallOptions, merged, nested
from ._registry import Registry
from ._resources import Resources
from .callbacks import (
    Callbacks,
    Escape,
    FallbackLng,
    Log,
    MissingInterpolation,
    MissingKeyHandler,
    ParseMissingKey,
    ReturnedObject,
)
from .formats import Format
from .loading import LoadReport
from .status import Status
from .transport import Transport
from .view import View

_lock = Lock()

Keys = str | Sequence[str]
"""A key, or keys that are tried in order."""


@accelerated(c.calque_translator_try_translate)
class Translator(Resources, Registry, Loading):
    """A translator of one catalog format; safe to use from several threads.

    `options` are the reference's own init options, as a mapping or as JSON
    text; resources may be among them. With `raise_missing`, a missing key raises
    MissingKeyError instead of yielding its fallback text; otherwise it is logged
    once, as a warning of the logger "calque". `load` uses the transport for URLs.

    Raises InvalidOptionError with the path of a bad option, InvalidJSONError,
    LimitExceededError, ValueError for an unknown format.
    """

    __slots__ = ("_language", "_reported")

    def __init__(
        self,
        format: str | Format = "v4",
        options: Mapping[str, object] | str | None = None,
        *,
        raise_missing: bool = False,
        missing_key: MissingKeyHandler | None = None,
        parse_missing_key: ParseMissingKey | None = None,
        missing_interpolation: MissingInterpolation | None = None,
        returned_object: ReturnedObject | None = None,
        fallback_lng: FallbackLng | None = None,
        escape: Escape | None = None,
        log: Log | None = None,
        transport: Transport | None = None,
    ) -> None:
        self._open_reference = None
        self._format = format if isinstance(format, Format) else Format.named(format)
        callbacks = Callbacks(
            missing_key,
            parse_missing_key,
            missing_interpolation,
            returned_object,
            fallback_lng,
            escape,
            log,
        )
        self._open(create(self._format, options, callbacks, transport), raise_missing)

    def _open(self, pointer: Any, raise_missing: bool) -> None:
        self._own(pointer, c.calque_translator_release)
        self._lent = lent(pointer, self._reference)
        self._language: ContextVar[str | None] | None = None
        self._reported: set[str] | None = None if raise_missing else set()

    def clone(
        self, options: Mapping[str, object] | None = None, /, **names: object
    ) -> Translator:
        """A second translator over the same resources (`cloneInstance`).

        It has its own language and options, and no event handlers.

        Raises as the constructor.
        """
        together = {**(options or {}), **names}
        written = text(encode(together).decode() if together else None)
        pointer = call_for_pointer(
            c.calque_translator_clone, c.calque_translator, self._reference, *written
        )
        clone = Translator.__new__(type(self))
        clone._format = self._format
        clone._open(pointer, self._reported is None)
        return clone

    @classmethod
    def shared(cls) -> Translator:
        """The translator that the whole program shares (`sharedInstance`).

        Unless `set_shared` was called, the first call makes an empty one of format
        `ios`, which `load_with_options` gives its options. Each call is a handle
        of its own.
        """
        pointer = c.calque_translator_shared()
        shared = cls.__new__(cls)
        shared._open_reference = None
        shared._format = Format(c.calque_translator_format(pointer))
        shared._open(pointer, raise_missing=False)
        return shared

    @staticmethod
    def set_shared(translator: Translator | None) -> None:
        """Set the translator that the whole program shares (`setSharedInstance`);
        None to have a new one made when it is next asked for.
        """
        reference = None if translator is None else translator._reference
        c.calque_translator_set_shared(reference)

    def set_options(
        self, options: Mapping[str, object] | str | None = None, /, **names: object
    ) -> None:
        """Take new options in the place of all that were given before.

        Resources among them take the place of all that are there; without any,
        those stay. Loads under way end as cancelled.

        Raises as the constructor; nothing has changed then.
        """
        given = options if isinstance(options, str) else {**(options or {}), **names}
        written = given if isinstance(given, str) else encode(given).decode()
        call(c.calque_translator_set_options, self._reference, *text(written))

    def load_with_options(
        self, options: Mapping[str, object] | str | None = None, /, **names: object
    ) -> LoadReport:
        """`set_options`, then `load`.

        Raises as both.
        """
        self.set_options(options, **names)
        return self.load()

    def best_language(
        self, wanted: str | Sequence[str], *, closest: bool = False
    ) -> str | None:
        """The language among those that are there which suits best.

        `wanted` is the value of a header Accept-Language, or codes, the most
        wanted first. i18next takes the first that is there as it is written, and
        only when none is, the closest; with `closest` each is tried in turn with
        its shorter forms. None when nothing that is wanted is there.

        Raises CalqueError for arguments that the library refuses.
        """
        codes = wanted if isinstance(wanted, str) else encode(list(wanted)).decode()
        match = k.MATCH_CLOSEST if closest else k.MATCH_EXACT_FIRST
        status, language = call_for_text_and_status(
            c.calque_translator_best_language, self._reference, *text(codes), match
        )
        return None if status == Status.NOT_FOUND else language

    def t(self, keys: Keys, options: CallOptions = None, /, **variables: object) -> str:
        """Translate a key, or the first key of several that is found.

        Options and variables come as keywords, or in `options` where a name is
        no identifier or the same as another; a text there is the default value.
        Values may be of any type that has a text. The visible fraction of a
        Decimal counts for plurals. Values of the catalog that are not text are
        rendered as text; `t_object` returns them as they are.

        Raises MissingKeyError when the translator was made with `raise_missing`,
        what a callback raised, CalqueError for arguments that the library refuses.
        """
        if isinstance(keys, str):
            if options is None and self._language is None:
                text = (
                    tried(try_translator, self._lent, keys, variables)
                    if variables
                    else self._plain(keys)
                )
                if text is not None:
                    return text
            status, answer = translate(
                c.calque_translator_translate,
                self._reference,
                keys,
                self._in_language(merged(options, variables)),
            )
        else:
            together = nested(self._format, options, variables)
            status, answer = self._json(keys, together, k.RESULT_TEXT)
        if status == Status.MISSING_KEY:
            report(self._reported, keys)
        return answer

    __call__ = t

    def t_object(
        self, keys: Keys, options: CallOptions = None, /, **variables: object
    ) -> JSONValue:
        """Translate to a value of any type: str, int, float, bool, list, dict, None.

        The texts within objects and arrays are translated too (`returnObjects`).

        Raises as `t`.
        """
        together = nested(self._format, options, variables)
        returned = "returnObjectTrees" if self._format <= Format.V1 else "returnObjects"
        if self._format is not Format.IOS:
            together.setdefault(returned, True)
        status, answer = self._json(keys, together, k.RESULT_JSON)
        if status == Status.MISSING_KEY:
            report(self._reported, keys)
        return answer

    @contextmanager
    def using(self, lng: str) -> Iterator[Translator]:
        """Translate into a language within this block, thread or task alone.

        `t`, `t_object`, `details` and the like then look a key up as with the
        option `lng`. Other threads and asyncio tasks keep their own language; a
        task that is started here inherits this one.
        """
        with _lock:
            if self._language is None:
                self._language = ContextVar("calque language", default=None)
        variable = self._language
        token = variable.set(lng)
        try:
            yield self
        finally:
            variable.reset(token)

    def details(
        self, keys: Keys, options: CallOptions = None, /, **variables: object
    ) -> dict[str, Any]:
        """Translate and tell how: `res`, `usedKey`, `exactUsedKey`, `usedLng`,
        `usedNS` and `usedParams`.

        Raises as `t`, but MissingKeyError never.
        """
        together = nested(self._format, options, variables)
        details: dict[str, Any] = self._json(keys, together, k.RESULT_DETAILS)[1]
        return details

    def tf(self, key: str, /, *arguments: object) -> str:
        """Translate a key and put positional values into it, as sprintf does.

        Raises as `t`.
        """
        options: dict[str, object] = {"sprintf": list(arguments)}
        if self._format is not Format.IOS:
            options["postProcess"] = "sprintf"
        return self.t(key, options)

    def exists(
        self, keys: Keys, options: CallOptions = None, /, **variables: object
    ) -> bool:
        """Whether a key has a value.

        Raises CalqueError for arguments that the library refuses.
        """
        together = nested(self._format, options, variables)
        return call_for_bool(
            c.calque_translator_exists,
            self._reference,
            *_keys(keys),
            *_written(self._in_language(together)),
        )

    def explain(
        self, keys: Keys, options: CallOptions = None, /, **variables: object
    ) -> dict[str, Any]:
        """Tell how a key is resolved: the candidates, which wins and why.

        Raises CalqueError for arguments that the library refuses.
        """
        together = nested(self._format, options, variables)
        told: dict[str, Any] = call_for_json(
            c.calque_translator_explain,
            self._reference,
            *_keys(keys),
            *_written(self._in_language(together)),
        )[1]
        return told

    def get_fixed_t(
        self,
        lng: str | Sequence[str] | None = None,
        ns: str | Sequence[str] | None = None,
        key_prefix: str | None = None,
    ) -> View:
        """A view of the translator as it is now, called like `t`.

        Raises CalqueError for arguments that the library refuses.
        """
        pointer = call_for_pointer(
            c.calque_view_create,
            c.calque_view,
            self._reference,
            *_codes(lng),
            *_codes(ns),
            *text(key_prefix),
        )
        return View(pointer, self._reported)

    def _plain(self, key: str) -> str | None:
        if "\0" in key:
            return None
        data = text_of_translator(self._lent, key.encode(), *ROOM)
        return None if data is None else data.decode()

    def _json(
        self, keys: Keys, options: dict[str, object], form: int
    ) -> tuple[int, Any]:
        status, data = call_for_bytes(
            c.calque_translator_translate_json,
            self._reference,
            *_keys(keys),
            *_written(self._in_language(options)),
            form,
        )
        written = (data or b"").decode()
        return status, written if form == k.RESULT_TEXT else decode(written)

    def _in_language(self, options: dict[str, object]) -> dict[str, object]:
        """Options with the language of this context, unless they name one."""
        lng = None if self._language is None else self._language.get()
        if lng is not None:
            options.setdefault("lang" if self._format is Format.IOS else "lng", lng)
        return options


def _written(options: Mapping[str, object]) -> tuple[bytes | None, int]:
    if not options:
        return None, 0
    data = encode(options)
    return data, len(data)


def _keys(keys: Keys) -> tuple[bytes | None, int]:
    # A key that begins with a bracket would be read as an array of keys.
    if isinstance(keys, str):
        data = encode([keys]) if keys.startswith("[") else keys.encode()
    else:
        data = encode(keys)
    return data, len(data)


def _codes(codes: str | Sequence[str] | None) -> tuple[bytes | None, int]:
    if codes is None or isinstance(codes, str):
        return text(codes)
    data = encode(codes)
    return data, len(data)

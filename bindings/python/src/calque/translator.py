"""Translators: i18next catalogs, their languages and namespaces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from ctypes import byref
from threading import Lock

from . import _api as api
from . import _bindings as c
from . import _constants as k
from ._accelerate import accelerated
from ._annotations import TYPE_CHECKING, Any
from ._arguments import translate
from ._callbacks import host, value_of
from ._json import decode
from ._loading import Loading
from ._missing import report
from ._opening import Opening
from ._options import merged, nested
from ._resources import Resources
from .formats import Format
from .status import Status
from .view import View

if TYPE_CHECKING:
    from contextvars import ContextVar

    from . import typing as types
    from .integrations.lazy import LazyText
    from .loading import LoadReport
    from .transport import Transport
    from .typing import CallOptions, JSONValue, Keys

_lock = Lock()


@accelerated(c.calque_translator_try_translate)
class Translator(Opening, Resources, Loading):
    """A translator of one catalog format; thread-safe.

    `options` are the init options of the format, as a mapping or as JSON text;
    they may contain resources. A missing key is logged once, as a warning of the
    logger "calque.missing", and returns its fallback text; with `raise_missing` it
    raises MissingKeyError instead. `load` uses the transport for URLs.

    Raises InvalidOptionError with the path of a bad option, InvalidJSONError,
    LimitExceededError, ValueError for an unknown format.

    >>> english = {"hi": "Hi {{name}}", "file_one": "a file", "file_other": "files"}
    >>> resources = {"en": {"translation": english}, "de": {"translation": {}}}
    >>> options = {"lng": "de", "fallbackLng": "en", "resources": resources}
    >>> with Translator("v4", options) as translator:
    ...     translator.add_resource("de", "translation", "hi", "Hallo {{name}}")
    ...     translator.t("hi", name="Ada"), translator.t("file", count=2)
    ...     with translator.using("en"):
    ...         translator.t("hi", name="Ada")
    ...     translator.t("absent", "Default text")
    ...     translator.best_language("fr, en;q=0.8")
    ('Hallo Ada', 'files')
    'Hi Ada'
    'Default text'
    'en'
    """

    __slots__ = ("_broken", "_language", "_reopen", "_reported")

    def __init__(
        self,
        format: str | Format = "v4",
        options: Mapping[str, object] | str | None = None,
        *,
        raise_missing: bool = False,
        missing_key: types.MissingKeyHandler | None = None,
        parse_missing_key: types.ParseMissingKey | None = None,
        missing_interpolation: types.MissingInterpolation | None = None,
        returned_object: types.ReturnedObject | None = None,
        fallback_lng: types.FallbackLng | None = None,
        escape: types.Escape | None = None,
        log: types.Log | None = None,
        format_value: types.FormatValue | None = None,
        transport: Transport | None = None,
    ) -> None:
        self._format = Format.of(format)
        functions = {
            "missing_key": _with_missing_key(missing_key),
            "parse_missing_key": parse_missing_key,
            "missing_interpolation": missing_interpolation,
            "returned_object": returned_object,
            "fallback_lng": fallback_lng,
            "escape": escape,
            "log": log,
            "format_value": format_value,
        }
        with host("calque_host", functions) as given, ExitStack() as stack:
            if transport is not None:
                from .transport import services

                given.services = stack.enter_context(services(transport))
            pointer = api.translator_create(self._format, options, byref(given))
        self._open(pointer, raise_missing)

    def _open(self, pointer: Any, raise_missing: bool) -> None:
        self._own(pointer)
        self._language: ContextVar[str | None] | None = None
        self._reported: set[str] | None = None if raise_missing else set()
        self._reopen = None
        self._broken = ()

    def __repr__(self) -> str:
        if self.closed:
            return "<Translator, closed>"
        language = f", {self.language}" if self.language else ""
        return f"<Translator {self._format.name.lower()}{language}>"

    def clone(
        self, options: Mapping[str, object] | None = None, /, **names: object
    ) -> Translator:
        """Create a second translator over the same resources (`cloneInstance`).

        The clone has its own language and options, and no event handlers.

        Raises as the constructor.
        """
        given = {**(options or {}), **names}
        clone = Translator.__new__(type(self))
        clone._format = self._format
        clone._open(api.translator_clone(self, given or None), self._reported is None)
        return clone

    @classmethod
    def shared(cls) -> Translator:
        """The translator that the whole program shares (`sharedInstance`).

        Unless `set_shared` was called, the first call creates an empty translator of
        format `ios`; set its options with `load_with_options`. Each call returns a
        new handle.
        """
        pointer = api.translator_shared()
        shared = cls.__new__(cls)
        shared._open_reference = None
        shared._format = Format(api.translator_format(pointer))
        shared._open(pointer, raise_missing=False)
        return shared

    @staticmethod
    def set_shared(translator: Translator | None) -> None:
        """Set the translator that the whole program shares (`setSharedInstance`);
        with None, `shared` creates a new one.
        """
        api.translator_set_shared(translator)

    def set_options(
        self, options: Mapping[str, object] | str | None = None, /, **names: object
    ) -> None:
        """Replace all options.

        Resources among the options replace all existing ones; without any, the
        existing ones stay. Running loads end as cancelled.

        Raises as the constructor. Nothing changes then.
        """
        given = options if isinstance(options, str) else {**(options or {}), **names}
        api.translator_set_options(self, given)

    def load_with_options(
        self, options: Mapping[str, object] | str | None = None, /, **names: object
    ) -> LoadReport:
        """`set_options`, then `load`.

        Raises as both.
        """
        self.set_options(options, **names)
        return self.load()

    def best_language(
        self, wanted: str | Sequence[str] | None, *, closest: bool = False
    ) -> str | None:
        """The best match among the available languages.

        `wanted` is the value of an Accept-Language header, or a list of codes, the
        preferred one first. As in i18next, the result is the first that is available
        exactly, or else the closest; with `closest`, each code is looked up in order
        with its shorter forms. None when no wanted language is available, or when
        nothing is wanted: None, as for a request without that header.

        Raises CalqueError for arguments that the library refuses.
        """
        if wanted is None:
            return None
        match = k.MATCH_CLOSEST if closest else k.MATCH_EXACT_FIRST
        return api.translator_best_language(self, wanted, match)

    def t(self, keys: Keys, options: CallOptions = None, /, **variables: object) -> str:
        """Translate a key, or the first of several keys that is found.

        Options and variables are keywords. Names that are not identifiers go into the
        mapping `options`; if `options` is a str, it is the default text. Values may
        have any type: objects are shown as their str(). Plural rules see the fraction
        digits of a Decimal. Values of the catalog that are not text are rendered as
        text; `t_object` returns them unchanged.

        Raises MissingKeyError if the translator has `raise_missing`, exceptions of
        callbacks, and CalqueError for arguments that the library refuses.
        """
        together = merged(options, variables)
        if isinstance(keys, str):
            status, answer = self._translate(keys, together)
        else:
            given = self._nested(options, variables)
            status, answer = self._json(keys, given, k.RESULT_TEXT)
        if status == Status.MISSING_KEY:
            report(self._reported, keys, together)
        return answer

    __call__ = t

    def lazy_t(
        self, keys: Keys, options: CallOptions = None, /, **variables: object
    ) -> LazyText:
        """As `t`, but looked up each time the text is needed.

        Raises nothing; the text raises as `t`.
        """
        from .integrations.lazy import LazyText

        return LazyText(self.t, (keys, options), variables)

    def t_object(
        self, keys: Keys, options: CallOptions = None, /, **variables: object
    ) -> JSONValue:
        """Translate to a value of any type: str, int, float, bool, list, dict, None.

        The texts within objects and arrays are translated too (`returnObjects`).

        Raises as `t`.
        """
        together = self._nested(options, variables)
        if self._format is not Format.IOS:
            is_old = self._format is Format.V1
            together.setdefault(
                "returnObjectTrees" if is_old else "returnObjects", True
            )
        status, answer = self._json(keys, together, k.RESULT_JSON)
        if status == Status.MISSING_KEY:
            report(self._reported, keys, together)
        return answer

    @contextmanager
    def using(self, lng: str) -> Iterator[Translator]:
        """Translate into a language within this block, only for this thread or task.

        Calls such as `t`, `t_object` and `details` then act as if they had the option
        `lng`. Other threads and asyncio tasks keep their own language; a task that is
        started inside the block inherits this one.
        """
        from contextvars import ContextVar

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
        """Translate with details: `res`, `usedKey`, `exactUsedKey`, `usedLng`,
        `usedNS` and `usedParams`.

        Raises as `t`, except MissingKeyError.
        """
        given = self._nested(options, variables)
        return self._json(keys, given, k.RESULT_DETAILS)[1]

    def tf(self, key: str, /, *arguments: object) -> str:
        """Translate a key and insert positional values, as sprintf does.

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
        given = self._nested(options, variables)
        return api.translator_exists(self, _keys(keys), given)

    def explain(
        self, keys: Keys, options: CallOptions = None, /, **variables: object
    ) -> dict[str, Any]:
        """Explain how a key is resolved: the candidates, and which one is used and why.

        Raises CalqueError for arguments that the library refuses.
        """
        given = self._nested(options, variables)
        return api.translator_explain(self, _keys(keys), given)

    def get_fixed_t(
        self,
        lng: str | Sequence[str] | None = None,
        ns: str | Sequence[str] | None = None,
        key_prefix: str | None = None,
    ) -> View:
        """A view of the translator as it is now, called like `t`.

        Raises CalqueError for arguments that the library refuses.
        """
        return View(api.view_create(self, lng, ns, key_prefix), self._reported)

    def _find(self, key: str, options: dict[str, object]) -> str | None:
        """The text of a key; None when it is missing, which is not reported."""
        status, text = self._translate(key, options)
        return None if status == Status.MISSING_KEY else text

    def _translate(self, key: str, options: dict[str, object]) -> tuple[int, str]:
        function, options = c.calque_translator_translate, self._in_language(options)
        return translate(function, self._reference, key, options)

    def _json(self, keys: Keys, options: dict[str, Any], form: int) -> tuple[int, Any]:
        status, data = api.translator_translate_json(self, _keys(keys), options, form)
        if form == k.RESULT_TEXT:
            return status, (data or b"").decode()
        return status, decode(data) if data else None

    def _nested(self, options: CallOptions, variables: Any) -> dict[str, object]:
        return self._in_language(nested(self._format, options, variables))

    def _in_language(self, options: dict[str, object]) -> dict[str, object]:
        """Options with the language of this context, unless they name one."""
        lng = None if self._language is None else self._language.get()
        if lng is not None:
            options.setdefault("lang" if self._format is Format.IOS else "lng", lng)
        return options


def _with_missing_key(handler: types.MissingKeyHandler | None) -> Any:
    if handler is None:
        return None

    def handle(missing: Any) -> None:
        from .typing import MissingKey

        languages, options = value_of(missing.lngs, []), value_of(missing.options, {})
        place = (missing.ns or "", missing.key or "", missing.fallback_value)
        handler(MissingKey(languages, *place, missing.update_missing, options))

    return handle


def _keys(keys: Keys) -> Keys:
    if isinstance(keys, str):
        # A key that begins with a bracket would be read as an array of keys.
        return [keys] if keys.startswith("[") else keys
    if not isinstance(keys, Sequence):
        kind = type(keys).__name__
        raise TypeError(f"a key is a str or a sequence of str, not {kind}")
    return keys

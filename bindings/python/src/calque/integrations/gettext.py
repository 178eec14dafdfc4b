"""Calque with the interface of Python's gettext module.

from calque.integrations.gettext import translation

_ = translation("app", "locales", ["pl"]).gettext

Anything that takes a `gettext.NullTranslations` takes this: Jinja's i18n extension,
argparse through `install`, Flask-Babel and others.
"""

from __future__ import annotations

import gettext as stdlib
from collections.abc import Callable, Iterable, Sequence
from io import BytesIO
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from .._structs import failure
from ..status import Status
from ..translator import Translator

__all__ = ["Translations", "translation"]

_CONTEXT = "\x04"
_FORM = "\x05"
# Texts of gettext have no placeholders of i18next, and keys have no separators.
_OPTIONS: dict[str, object] = {"keySeparator": False, "nsSeparator": False}
_AS_WRITTEN: dict[str, object] = {"skipInterpolation": True}

Forms = dict[str | tuple[str, int], str]
"""Texts by message, or by message and number of the plural form."""


class Translations(stdlib.NullTranslations):
    """The interface of gettext's translations over a translator.

    Messages are keys, and `ngettext` passes `count`; the context of `pgettext` is
    the option `context`. Texts from gettext's files answer by the plural rule of the
    file's header, as Python's own module does.
    A message that is not found is asked of the fallback, and is itself without one.
    Placeholders of i18next need values that this interface has none for: texts are
    returned as they are written.

    >>> forms = {"file_one": "plik", "file_few": "pliki", "file_many": "plików"}
    >>> options = {"lng": "pl", "resources": {"pl": {"translation": forms}}}
    >>> polish = Translations(Translator("v4", options))
    >>> [polish.ngettext("file", "files", count) for count in (1, 2, 5)]
    ['plik', 'pliki', 'plików']
    """

    def __init__(self, translator: Translator) -> None:
        super().__init__()
        self.translator = translator
        self._rule: Callable[[int], int] | None = None
        self._header = ""

    @classmethod
    def from_file(
        cls, path: str | PathLike[str], language: str | None = None
    ) -> Translations:
        """The translations of a `.mo` or `.po` file.

        `.po` needs the extra `calque-i18n[gettext]`. Without a language the header
        of the file names it.

        Raises FileNotFoundError and other OSErrors, InvalidArgumentError for a file
        that is neither, CorruptError for a broken one.
        """
        suffix = Path(path).suffix.lower()
        if suffix not in {".mo", ".po"}:
            message = f"{fspath(path)} is neither a .mo nor a .po file"
            raise failure(Status.INVALID_ARGUMENT, message)
        data = Path(path).read_bytes()
        try:
            forms, info, rule = _read(data if suffix == ".mo" else _compiled(path))
            for number in range(200):
                rule(number)
        except ImportError:
            raise
        except Exception as error:
            message = f"{error} ({fspath(path)})"
            raise failure(Status.CORRUPT, message, fspath(path)) from error
        code = language or info.get("language") or "en"
        header = str(forms.pop("", ""))
        tree = {_key(key): text for key, text in forms.items()}
        resources = {code: {"translation": tree}}
        options = {"lng": code, "fallbackLng": False, "resources": resources}
        made = cls(Translator("v4", {**options, **_OPTIONS}))
        made._rule, made._header = rule, header
        made._info = info  # type: ignore[attr-defined]
        made._charset = "utf-8"  # type: ignore[attr-defined]
        return made

    def gettext(self, message: str) -> str:
        """The translation of a message."""
        if self._header and not message:
            return self._header
        found = self._find(message)
        return super().gettext(message) if found is None else found

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """The translation of a message for a number."""
        found = self._find(msgid1, n)
        return super().ngettext(msgid1, msgid2, n) if found is None else found

    def pgettext(self, context: str, message: str) -> str:
        """The translation of a message in a context."""
        found = self._find(message, None, context)
        return super().pgettext(context, message) if found is None else found

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        """The translation of a message in a context for a number."""
        found = self._find(msgid1, n, context)
        if found is None:
            return super().npgettext(context, msgid1, msgid2, n)
        return found

    def _find(
        self, message: str, n: int | None = None, context: str | None = None
    ) -> str | None:
        """The form of a number: by the rule of the file, or by that of the language."""
        options = dict(_AS_WRITTEN)
        if self._rule is None:
            given = {"context": context, "count": n}
            options |= {
                name: value for name, value in given.items() if value is not None
            }
            keys = [message]
        else:
            key = message if context is None else context + _CONTEXT + message
            form = _key((key, self._rule(1 if n is None else n)))
            keys = [form] if n is not None else [key, form]
        found = (self.translator._find(key, dict(options)) for key in keys if key)
        return next((text for text in found if text is not None), None)


def translation(
    domain: str,
    localedir: str | PathLike[str] | None = None,
    languages: Iterable[str] | None = None,
    fallback: bool = False,
) -> stdlib.NullTranslations:
    """As `gettext.translation`: the `.mo` files of a domain, the first before the rest.

    Raises FileNotFoundError when there is none, unless `fallback` is set.
    """
    folder = None if localedir is None else fspath(localedir)
    paths: Sequence[str] = stdlib.find(domain, folder, languages, all=True)
    if not paths:
        if fallback:
            return stdlib.NullTranslations()
        raise FileNotFoundError(f"there is no translation file for {domain!r}")
    first, *rest = (Translations.from_file(path) for path in paths)
    for other in rest:
        first.add_fallback(other)
    return first


def _read(data: bytes) -> tuple[Forms, dict[str, str], Callable[[int], int]]:
    """The texts, the header and the plural rule of a `.mo` file."""
    read: Any = stdlib.GNUTranslations(BytesIO(data))
    return dict(read._catalog), dict(read.info()), read.plural


def _compiled(path: str | PathLike[str]) -> bytes:
    """A `.po` file as msgfmt compiles it: without the texts marked fuzzy.

    Raises ImportError without the package polib.
    """
    import polib

    data: bytes = polib.pofile(fspath(path)).to_binary()
    return data


def _key(key: str | tuple[str, int]) -> str:
    """The key of a text: a message, with the number of the form if it has forms."""
    return key if isinstance(key, str) else f"{key[0]}{_FORM}{key[1]}"

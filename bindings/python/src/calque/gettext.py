"""Calque with the interface of Python's gettext module.

from calque.gettext import translation

_ = translation("app", "locales", ["pl"]).gettext

Anything that takes a `gettext.NullTranslations` takes this: Jinja's i18n extension,
argparse through `install`, Flask-Babel and others.
"""

from __future__ import annotations

import gettext as stdlib
from collections.abc import Callable, Iterable, Sequence
from os import PathLike, fspath
from pathlib import Path

from .translator import Translator

__all__ = ["Translations", "read_mo", "read_po", "translation"]

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

        Raises OSError, ValueError for a file that is neither or is broken.
        """
        suffix = Path(path).suffix.lower()
        if suffix not in {".mo", ".po"}:
            raise ValueError(f"{fspath(path)} is neither a .mo nor a .po file")
        try:
            forms, info, rule = (read_mo if suffix == ".mo" else read_po)(path)
            for number in range(200):
                rule(number)
        except ImportError:
            raise
        except Exception as error:
            if isinstance(error, OSError) and error.errno is not None:
                raise
            raise ValueError(f"{fspath(path)}: {error}") from error
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
        if found is None and self._rule:
            found = self._find(_key((message, self._rule(1))))
        return super().gettext(message) if found is None else found

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """The translation of a message for a number."""
        found = self._form(msgid1, n)
        return super().ngettext(msgid1, msgid2, n) if found is None else found

    def pgettext(self, context: str, message: str) -> str:
        """The translation of a message in a context."""
        if self._rule is None:
            found = self._find(message, context)
        else:
            found = self._find(context + _CONTEXT + message)
            if found is None:
                found = self._form(context + _CONTEXT + message, 1)
        return super().pgettext(context, message) if found is None else found

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        """The translation of a message in a context for a number."""
        if self._rule is None:
            found = self._form(msgid1, n, context)
        else:
            found = self._form(context + _CONTEXT + msgid1, n)
        if found is None:
            return super().npgettext(context, msgid1, msgid2, n)
        return found

    def _form(self, key: str, n: int, context: str | None = None) -> str | None:
        """The form of a number: by the rule of the file, or by that of the language."""
        if self._rule is None:
            return self._find(key, context, n)
        return self._find(_key((key, self._rule(n))))

    def _find(
        self, key: str, context: str | None = None, count: int | None = None
    ) -> str | None:
        options = dict(_AS_WRITTEN)
        if context is not None:
            options["context"] = context
        if count is not None:
            options["count"] = count
        # The empty message stands for the header.
        return self.translator._find(key, options) if key else None


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


def read_mo(
    path: str | PathLike[str],
) -> tuple[Forms, dict[str, str], Callable[[int], int]]:
    """The texts, the header and the plural rule of a `.mo` file.

    Raises OSError.
    """
    with open(path, "rb") as file:
        read = stdlib.GNUTranslations(file)
    forms: Forms = dict(read._catalog)  # type: ignore[attr-defined]
    return forms, dict(read.info()), read.plural  # type: ignore[attr-defined]


def read_po(
    path: str | PathLike[str],
) -> tuple[Forms, dict[str, str], Callable[[int], int]]:
    """The texts, the header and the plural rule of a `.po` file, without those marked
    fuzzy.

    Raises OSError, and ImportError without the package polib.
    """
    from io import BytesIO  # noqa: PLC0415

    import polib  # noqa: PLC0415 (an extra)

    # As msgfmt does it, so that both files answer the same.
    read = stdlib.GNUTranslations(BytesIO(polib.pofile(fspath(path)).to_binary()))
    forms: Forms = dict(read._catalog)  # type: ignore[attr-defined]
    return forms, dict(read.info()), read.plural  # type: ignore[attr-defined]


def _key(key: str | tuple[str, int]) -> str:
    """The key of a text: a message, with the number of the form if it has forms."""
    return key if isinstance(key, str) else f"{key[0]}{_FORM}{key[1]}"

"""Calque with the interface of Python's gettext module.

from calque.gettext import translation

_ = translation("app", "locales", ["pl"]).gettext

Anything that takes a `gettext.NullTranslations` takes this: Jinja's i18n extension,
argparse through `install`, Flask-Babel and others.
"""

from __future__ import annotations

import gettext as stdlib
from collections.abc import Iterable, Sequence
from os import PathLike, fspath
from pathlib import Path

from .checks.source import reading
from .exchange.gettext_rule import categories_of
from .translator import Translator

__all__ = ["Translations", "read_mo", "read_po", "translation"]

_CONTEXT = "\x04"
_FORMS = "nplurals=2; plural=n != 1;"
# Texts of gettext have no placeholders of i18next, and keys have no separators.
_OPTIONS: dict[str, object] = {"keySeparator": False, "nsSeparator": False}
_AS_WRITTEN: dict[str, object] = {"skipInterpolation": True}

Forms = dict[str | tuple[str, int], str]
"""Texts by message, or by message and number of the plural form."""


class Translations(stdlib.NullTranslations):
    """The interface of gettext's translations over a translator.

    Messages are keys, and `ngettext` passes `count`; the context of `pgettext` is
    the option `context`, or part of the key where the texts are from gettext's files.
    A message that is not found is asked of the fallback, and is itself without one.
    Placeholders of i18next need values that this interface has none for: texts are
    returned as they are written.

    >>> forms = {"file_one": "plik", "file_few": "pliki", "file_many": "plików"}
    >>> options = {"lng": "pl", "resources": {"pl": {"translation": forms}}}
    >>> polish = Translations(Translator("v4", options))
    >>> [polish.ngettext("file", "files", count) for count in (1, 2, 5)]
    ['plik', 'pliki', 'plików']
    """

    def __init__(self, translator: Translator, *, has_contexts: bool = False) -> None:
        super().__init__()
        self.translator = translator
        self._has_contexts = has_contexts

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
        with reading(Path(path)):
            forms, info = (read_mo if suffix == ".mo" else read_po)(path)
            code = language or info.get("language") or "en"
            tree = _tree(forms, info.get("plural-forms") or _FORMS, code)
        resources = {code: {"translation": tree}}
        options = {"lng": code, "fallbackLng": False, "resources": resources}
        made = cls(Translator("v4", {**options, **_OPTIONS}), has_contexts=True)
        made._info = info  # type: ignore[attr-defined]
        made._charset = "utf-8"  # type: ignore[attr-defined]
        return made

    def gettext(self, message: str) -> str:
        """The translation of a message."""
        found = self._find(message)
        return super().gettext(message) if found is None else found

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """The translation of a message for a number."""
        found = self._find(msgid1, count=n)
        return super().ngettext(msgid1, msgid2, n) if found is None else found

    def pgettext(self, context: str, message: str) -> str:
        """The translation of a message in a context."""
        found = self._find(*self._key(context, message))
        return super().pgettext(context, message) if found is None else found

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        """The translation of a message in a context for a number."""
        key, option = self._key(context, msgid1)
        found = self._find(key, option, n)
        if found is None:
            return super().npgettext(context, msgid1, msgid2, n)
        return found

    def _key(self, context: str, message: str) -> tuple[str, str | None]:
        """A key, and the option `context`."""
        if self._has_contexts:
            return context + _CONTEXT + message, None
        return message, context

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


def read_mo(path: str | PathLike[str]) -> tuple[Forms, dict[str, str]]:
    """The texts and the header of a `.mo` file.

    Raises OSError.
    """
    with open(path, "rb") as file:
        read = stdlib.GNUTranslations(file)
    return dict(read._catalog), dict(read.info())  # type: ignore[attr-defined]


def read_po(path: str | PathLike[str]) -> tuple[Forms, dict[str, str]]:
    """The texts and the header of a `.po` file, without those marked fuzzy.

    Raises OSError, and ImportError without the package polib.
    """
    import polib  # noqa: PLC0415 (an extra)

    file = polib.pofile(fspath(path))
    forms: Forms = {}
    for entry in file:
        if entry.obsolete or "fuzzy" in entry.flags:
            continue
        key = entry.msgid
        if entry.msgctxt is not None:
            key = entry.msgctxt + _CONTEXT + key
        if entry.msgid_plural:
            forms |= {(key, int(at)): text for at, text in entry.msgstr_plural.items()}
        else:
            forms[key] = entry.msgstr
    return forms, {name.lower(): value for name, value in file.metadata.items()}


def _tree(forms: Forms, rule: str, language: str) -> dict[str, str]:
    """Texts as a tree of format v4."""
    categories = categories_of(rule, language)
    tree: dict[str, str] = {}
    for key, text in forms.items():
        if not text:
            continue
        if isinstance(key, str):
            tree[key] = text
            continue
        message, index = key
        for category in categories.get(index, []):
            tree[f"{message}_{category}"] = text
    return tree

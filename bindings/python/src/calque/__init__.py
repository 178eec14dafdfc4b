"""Calque: i18next catalogs of every generation, translated by a small C library.

from calque import Translator

with Translator("v4", {"lng": "en", "resources": resources}) as translator:
    print(translator.t("greeting", name="Bob"))
"""

from __future__ import annotations

# Each name is imported when it is first used: the import of the package itself costs
# nothing. `__init__.pyi`, for type checkers, is generated from this table.
_HOMES = {
    "formats": "Format",
    "catalog": "Catalog compile_catalog compile_catalog_file",
    "errors": """
        BadResponseError CalqueError CancelledError ConflictError CorruptError
        DeadlineError FileError HTTPStatusError InsecureError InvalidArgumentError
        InvalidJSONError InvalidLocaleError InvalidOptionError InvalidPlaceholderError
        InvalidTypeError InvalidUTF8Error LimitExceededError LoadFailedError
        MissingKeyError RefusedError UnreachableError UnsupportedError
    """,
    "formatter": "Formatter LocaleData",
    "language": "language_of_locale",
    "loading": "LoadReport LoadedFile",
    "messages": "Messages",
    "plural": "PluralRule plural_category",
    "status": "Status",
    "translator": "Translator",
    "typing": "MissingKey",
    "version": "__version__ about",
    "view": "View",
}
__all__ = sorted(" ".join(_HOMES.values()).split())  # noqa: PLE0605 (they are names)


def __getattr__(name: str) -> object:
    """A public name or module, imported when it is first used."""
    from importlib import import_module

    for home, names in _HOMES.items():
        if name in names.split():
            found = globals()[name] = getattr(import_module(f"calque.{home}"), name)
            return found
    try:
        if not name.startswith("_"):
            return import_module(f"calque.{name}")
    except ModuleNotFoundError as error:
        if error.name != f"calque.{name}":
            raise
    raise AttributeError(f"module 'calque' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

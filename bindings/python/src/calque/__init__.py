"""Calque: i18next catalogs of every generation, translated by a small C library.

from calque import Translator

with Translator("v4", {"lng": "en", "resources": resources}) as translator:
    print(translator.t("greeting", name="Bob"))
"""

from __future__ import annotations

from .callbacks import (
    Callbacks,
    Escape,
    EventHandler,
    FallbackLng,
    FormatHandler,
    FormatValue,
    Log,
    MissingInterpolation,
    MissingKey,
    MissingKeyHandler,
    ParseMissingKey,
    PostProcessor,
    ReturnedObject,
)
from .catalog import Catalog, compile_catalog, compile_catalog_file
from .errors import (
    BadResponseError,
    CalqueError,
    CancelledError,
    ConflictError,
    CorruptError,
    DeadlineError,
    FileError,
    HTTPStatusError,
    InsecureError,
    InvalidArgumentError,
    InvalidJSONError,
    InvalidLocaleError,
    InvalidOptionError,
    InvalidPlaceholderError,
    InvalidTypeError,
    InvalidUTF8Error,
    LimitExceededError,
    LoadFailedError,
    MissingKeyError,
    RefusedError,
    UnreachableError,
    UnsupportedError,
)
from .formats import Format
from .formatter import Formatter, LocaleData
from .info import Info, info
from .language import language_of_locale
from .lazy import LazyText
from .loading import LoadedFile, LoadOutcome, LoadReport, LoadSource
from .messages import MessageHandler, MessageResolver, Messages
from .plural import PluralRule, plural_category
from .status import Status
from .translator import Translator
from .version import __version__, has_feature, library_path, library_version
from .view import View

__all__ = [
    "BadResponseError",
    "Callbacks",
    "CalqueError",
    "CancelledError",
    "Catalog",
    "ConflictError",
    "CorruptError",
    "DeadlineError",
    "Escape",
    "EventHandler",
    "FallbackLng",
    "FileError",
    "Format",
    "FormatHandler",
    "FormatValue",
    "Formatter",
    "HTTPStatusError",
    "Info",
    "InsecureError",
    "InvalidArgumentError",
    "InvalidJSONError",
    "InvalidLocaleError",
    "InvalidOptionError",
    "InvalidPlaceholderError",
    "InvalidTypeError",
    "InvalidUTF8Error",
    "LazyText",
    "LimitExceededError",
    "LoadFailedError",
    "LoadOutcome",
    "LoadReport",
    "LoadSource",
    "LoadedFile",
    "LocaleData",
    "Log",
    "MessageHandler",
    "MessageResolver",
    "Messages",
    "MissingInterpolation",
    "MissingKey",
    "MissingKeyError",
    "MissingKeyHandler",
    "ParseMissingKey",
    "PluralRule",
    "PostProcessor",
    "RefusedError",
    "ReturnedObject",
    "Status",
    "Translator",
    "UnreachableError",
    "UnsupportedError",
    "View",
    "__version__",
    "compile_catalog",
    "compile_catalog_file",
    "has_feature",
    "info",
    "language_of_locale",
    "library_path",
    "library_version",
    "plural_category",
]

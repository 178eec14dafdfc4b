"""Makes `errors.py` and `_enums.py` of the Python package from the constants of C."""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass

from c_headers import API

# Statuses of failures whose classes are not called after them, and what each class is
# in Python besides.
NAMES = {
    "INVALID_UTF8": "InvalidUTF8Error",
    "INVALID_JSON": "InvalidJSONError",
    "IO_ERROR": "FileError",
    "TIMEOUT": "DeadlineError",
    "HTTP_STATUS": "HTTPStatusError",
}
BASES = {
    "INVALID_ARGUMENT": "ValueError",
    "INVALID_UTF8": "ValueError",
    "INVALID_JSON": "ValueError",
    "INVALID_TYPE": "ValueError",
    "INVALID_OPTION": "ValueError",
    "INVALID_LOCALE": "ValueError",
    "INVALID_PLACEHOLDER": "ValueError",
    "LIMIT_EXCEEDED": "ValueError",
    "IO_ERROR": "OSError",
    "CORRUPT": "OSError",
    "TIMEOUT": "TimeoutError",
    "UNREACHABLE": "ConnectionError",
    "INSECURE": "ConnectionError",
    "HTTP_STATUS": "OSError",
    "BAD_RESPONSE": "ValueError",
    "LOAD_FAILED": "OSError",
}
FIRST_FAILURE = 20


@dataclass(frozen=True)
class Enumeration:
    """An enumeration of Python over constants of C with a prefix."""

    name: str
    prefix: str
    doc: str
    base: str = "Enum"
    left_out: str = "-"
    """A regular expression of what follows the prefix."""
    methods: str = ""


FORMATS = [
    Enumeration(
        "Format",
        "CALQUE_FORMAT_",
        "The generation of i18next that the catalogs and options follow.",
        "IntEnum",
        methods='''
    @classmethod
    def of(cls, format: str | Format) -> Format:
        """A format, or the one called "ios", "v1", "v2", "v3" or "v4".

        Raises ValueError for any other name.
        """
        if not isinstance(format, str):
            return format
        if format.upper() not in cls.__members__:
            raise ValueError(f"{format!r} is not a catalog format")
        return cls[format.upper()]
''',
    ),
]
ENUMERATIONS = [
    Enumeration(
        "TextPlace",
        "CALQUE_TEXT_",
        "The place that a text was taken from.",
        left_out="NOWHERE",
    ),
    Enumeration("EventKind", "CALQUE_CONVERSATION_", "The kinds of event."),
    Enumeration(
        "ChangeKind",
        "CALQUE_TRANSCRIPT_",
        "The kinds of step in a change.",
        left_out="ERROR_|URL_",
    ),
    Enumeration(
        "MessageErrorCode",
        "CALQUE_TRANSCRIPT_ERROR_",
        "Why a message was refused: the numbers of MSMessagesErrorDomain.",
        "IntEnum",
        left_out="NONE",
    ),
]


def enums_module(given: list[Enumeration], title: str, api: API, note: str) -> str:
    """Text of a module of enumerations."""
    made = "\n\n".join(_enumeration(each, api) for each in given)
    bases = sorted({each.base for each in given})
    return f'''"""{title}

{note}
"""

from __future__ import annotations

from enum import {", ".join(bases)}


{made}'''


def _enumeration(given: Enumeration, api: API) -> str:
    lines = [f"class {given.name}({given.base}):", f'    """{given.doc}"""', ""]
    for whole, value in api.constants.items():
        name = whole.removeprefix(given.prefix)
        if name == whole or re.match(given.left_out, name):
            continue
        lines.append(f"    {name} = {value}")
        doc = api.constant_docs[whole].replace("#CALQUE_TRANSCRIPT_URL_LIMIT", "5,000")
        lines += _docstring(doc)
    return "\n".join(lines) + "\n" + given.methods


def errors_module(api: API, statuses: set[str], note: str) -> str:
    """Text of `errors.py`."""
    failures = {
        name.removeprefix("CALQUE_"): api.constant_docs[name]
        for name, value in api.constants.items()
        if name in statuses and value >= FIRST_FAILURE
    }
    classes = {code: error_name(code) for code in failures}
    listed = sorted([*classes.values(), "CalqueError", "MissingKeyError"])
    names = "".join(f'    "{name}",\n' for name in [*listed, "error_class"])
    bodies = "\n\n".join(
        f"class {classes[code]}({', '.join(filter(None, ['CalqueError', base]))}):\n"
        + "\n".join(_docstring(failures[code]))
        + "\n"
        for code, base in ((code, BASES.get(code)) for code in failures)
    )
    table = "".join(f"    Status.{code}: {name},\n" for code, name in classes.items())
    return f'''"""Exceptions of the package.

{note}
"""

from __future__ import annotations

from ._error import CalqueError, MissingKeyError
from .status import Status

__all__ = [
{names}]

# As which they are known and shown.
for _class in (CalqueError, MissingKeyError):
    _class.__module__ = __name__


{bodies}

_CLASSES: dict[Status, type[CalqueError]] = {{
{table}}}


def error_class(code: Status) -> type[CalqueError]:
    """The class that a failure with this status is raised as."""
    return _CLASSES.get(code, CalqueError)
'''


def error_name(code: str) -> str:
    """The class of the failures with a status."""
    return NAMES.get(code) or "".join(map(str.capitalize, code.split("_"))) + "Error"


def _docstring(text: str) -> list[str]:
    if len(text) <= 78:
        return [f'    """{text}"""']
    wrapped = textwrap.wrap(f'"""{text}', 84)
    return [f"    {line}" for line in [*wrapped, '"""']]

"""Names that come from outside: which ones are taken, and in which form."""

import re
from collections.abc import Iterable
from functools import lru_cache

from calque import Translator

from .errors import invalid

_SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")
_NAMESPACE = re.compile(r"[A-Za-z0-9_.-]{1,128}")
_TAG = re.compile(r"[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8}){0,8}")
_POISON = frozenset({"__proto__", "constructor", "prototype"})
KEY_BYTES = 1000


def slug(written: str) -> str:
    """The name of a project in addresses. Raises Refused."""
    if not _SLUG.fullmatch(written):
        raise invalid(f"{written[:80]!r} is not the name of a project: a-z, 0-9 and -")
    return written


def namespace(written: str) -> str:
    """The name of a namespace. Raises Refused."""
    if not _NAMESPACE.fullmatch(written) or ".." in written or written in _POISON:
        raise invalid(f"{written[:80]!r} is not the name of a namespace")
    return written


def tag(written: str) -> str:
    """A language tag in its usual form: `en_gb` is `en-GB`. Raises Refused."""
    if len(written) > 64 or not _TAG.fullmatch(written):
        raise invalid(f"{written[:80]!r} is not a language tag", "locale")
    first, *rest = written.replace("_", "-").split("-")
    return "-".join([first.lower(), *map(_subtag, rest)])


def _subtag(written: str) -> str:
    if len(written) == 4 and written.isalpha():
        return written.title()
    return written.upper() if len(written) == 2 else written.lower()


def key(written: str) -> str:
    """A key as programs write it. Raises Refused."""
    if not written or len(encoded(written)) > KEY_BYTES or "\0" in written:
        raise invalid(f"a key must have 1 to {KEY_BYTES} bytes and no NUL")
    if _POISON.intersection(written.split(".")):
        raise invalid("a key has a forbidden part")
    return written


def number(written: str) -> int | None:
    """A number that a table takes; None for anything else."""
    plain = written.isascii() and written.isdigit() and len(written) < 18
    return int(written) if plain else None


def needed_number(written: str, what: str) -> int:
    """The same. Raises Refused for anything else."""
    found = number(written)
    if found is None:
        raise invalid(f"{what} must be a number")
    return found


def encoded(written: str) -> bytes:
    """A text in UTF-8. Raises Refused for half a surrogate pair."""
    try:
        return written.encode()
    except UnicodeEncodeError as error:
        raise invalid("a text has half a surrogate pair") from error


def bounded(written: str, most: int, what: str) -> str:
    """A text that is not too long for a table. Raises Refused."""
    if len(encoded(written)) > most or "\0" in written:
        raise invalid(f"a {what} may have at most {most} bytes and no NUL", what)
    return written


def plain(written: str) -> str:
    """A text without what no table takes."""
    return written.replace("\0", "").encode(errors="replace").decode()


@lru_cache(256)
def _available(*tags: str) -> Translator:
    return Translator("v4", {"supportedLngs": list(tags)})


def direction(locale: str) -> str:
    """`rtl` or `ltr`, by the script of a language."""
    return _available().dir(locale)


def best_fit(header: str, tags: Iterable[str], default: str) -> str:
    """The tag that an Accept-Language header fits best."""
    found = _available(*tags).best_language(header[:1000], closest=True)
    return found or default

"""Endings of keys: the plural forms and contexts that a translator appends."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

CATEGORIES = ("zero", "one", "two", "few", "many", "other")


Options = Mapping[str, object]
"""Init options of a translator."""


@dataclass(frozen=True)
class Endings:
    """How the keys of a catalog end.

    A suffix is always in the default spelling, as `plural_forms` has it: `_one`,
    `_ordinal_two`, `_plural_5`. `plural` and `context` are the options
    `pluralSeparator` and `contextSeparator` of formats v2 to v4, `plural_suffix` is
    the option `pluralSuffix` of formats ios and v1.
    """

    format: str = "v4"
    plural: str = "_"
    context: str = "_"
    plural_suffix: str = "_plural"

    @classmethod
    def of(cls, format_: str, options: Options) -> "Endings":
        """The endings of a format with init options of a translator."""

        def text(name: str, default: str) -> str:
            value = options.get(name)
            return value if isinstance(value, str) and value else default

        if format_ in {"icu", "braces"}:
            # Other libraries have no endings.
            return cls("v4", "\0", "\0")
        if format_ in {"ios", "v1"}:
            return cls(format_, plural_suffix=text("pluralSuffix", "_plural"))
        return cls(format_, text("pluralSeparator", "_"), text("contextSeparator", "_"))

    def split(self, key: str) -> tuple[str, str]:
        """Base and plural suffix of a key; the suffix may only look like one."""
        # Keys that are sentences may end in any letters: look at the end alone.
        separator = self.mark
        start = key.rfind(separator)
        if start < 1:
            return key, ""
        end = key[start + len(separator) :]
        if self.format == "v4":
            if end not in CATEGORIES:
                return key, ""
            base = key[:start].removesuffix(f"{separator}ordinal")
            is_ordinal = 0 < len(base) < start
            return (base, f"_ordinal_{end}") if is_ordinal else (key[:start], f"_{end}")
        if self.format in {"ios", "v1"}:
            is_form = not end or (end[0] == "_" and end[1:].isdecimal())
            return (key[:start], f"_plural{end}") if is_form else (key, "")
        is_form = end == "plural" or end.isdecimal()
        return (key[:start], f"_{end}") if is_form else (key, "")

    def spelt(self, suffix: str) -> str:
        """A suffix with the separators of these options."""
        if self.format in {"ios", "v1"}:
            return suffix.replace("_plural", self.plural_suffix, 1)
        return suffix.replace("_", self.plural)

    @cached_property
    def mark(self) -> str:
        """A key without it has no plural suffix."""
        return self.plural_suffix if self.format in {"ios", "v1"} else self.plural

"""Catalog formats."""

from __future__ import annotations

from enum import IntEnum

from . import _constants as k


class Format(IntEnum):
    """The generation of i18next that the catalogs and options follow."""

    IOS = k.FORMAT_IOS
    """i18next-ios 1.0: `__var__`, `key_plural_2`, options such as `lang`."""
    V1 = k.FORMAT_V1
    """i18next 1.x: `__var__`, `key_plural_2`, options such as `ns.namespaces`."""
    V2 = k.FORMAT_V2
    """i18next 2.x: `{{var}}`, `key_2`."""
    V3 = k.FORMAT_V3
    """i18next 3 to 20: `{{var}}`, `key_0`."""
    V4 = k.FORMAT_V4
    """i18next 21 and later: `{{var}}`, `key_one`, `key_other`."""

    @classmethod
    def named(cls, name: str) -> Format:
        """The format called "ios", "v1", "v2", "v3" or "v4".

        Raises ValueError for any other name.
        """
        try:
            return cls[name.upper()]
        except KeyError:
            raise ValueError(f"{name!r} is not a catalog format") from None

    @classmethod
    def of(cls, format: str | Format) -> Format:
        """A format, or the one of a name. Raises as `named`."""
        return format if isinstance(format, Format) else cls.named(format)

"""The formats of catalogs by their names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing_extensions import Self


class NamedFormat:
    """A format can be written as "ios", "v1", "v2", "v3" or "v4"."""

    @classmethod
    def named(cls, name: str) -> Self:
        """The format called "ios", "v1", "v2", "v3" or "v4".

        Raises ValueError for any other name.
        """
        members: dict[str, Any] = cls.__members__  # type: ignore[attr-defined]
        if name.upper() not in members:
            raise ValueError(f"{name!r} is not a catalog format")
        return members[name.upper()]

    @classmethod
    def of(cls, format: str | Self) -> Self:
        """A format, or the one of a name. Raises as `named`."""
        return cls.named(format) if isinstance(format, str) else format

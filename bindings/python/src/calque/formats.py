"""Catalog formats."""

from ._enums import Format

__all__ = ["Format"]

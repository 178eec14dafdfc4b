"""Rules for catalogs: one module for the command `calque check` and for servers."""

from .catalogs import check_catalogs, check_pair
from .detect import detect_format, with_format
from .places import NOTES, Place, find_files
from .rules import RULES, SEVERITIES, CheckOptions, Finding, Rule
from .source import BrokenFileError, Source, read_source

__all__ = [
    "NOTES", "RULES", "SEVERITIES", "BrokenFileError", "CheckOptions", "Finding",
    "Place", "Rule", "Source", "check_catalogs", "check_pair", "detect_format",
    "find_files", "read_source", "with_format",
]  # fmt: skip

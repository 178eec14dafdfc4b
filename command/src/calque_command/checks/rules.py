"""The rules, which are in rules.toml, what they find, and the options of a check."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

from .endings import Endings

SEVERITIES = ("note", "warning", "error")
_GENDERS = frozenset({"male", "female", "neuter", "masculine", "feminine", "other"})


@dataclass(slots=True)
class Finding:
    """One fault of a catalog or a text.

    `line` and `column` (in code points) count from 1 and are 0 without a file.
    `start` and `end` are offsets in code points of the text that is at fault, and -1
    when the finding is about the text as a whole.
    """

    rule: str
    severity: str
    language: str
    key: str
    message: str
    namespace: str = ""
    file: str = ""
    line: int = 0
    column: int = 0
    start: int = -1
    end: int = -1


@dataclass(frozen=True)
class Rule:
    """A rule of `calque check`. `severity` is the default one."""

    id: str
    severity: str
    title: str
    page: str
    example: str
    fix: str = ""
    message: str = ""


def read_toml(path: Path) -> dict[str, Any]:
    """The table of a TOML file. Raises ValueError."""
    return tomllib.loads(path.read_text("utf-8"))


@cache
def known_names() -> dict[str, Any]:
    """The names of languages and tags in known.toml."""
    return read_toml(Path(__file__).with_name("known.toml"))


_TABLE = read_toml(Path(__file__).with_suffix(".toml"))
RULES = {name: Rule(name, **rule) for name, rule in _TABLE.items()}


@dataclass
class CheckOptions:
    """Options of a check.

    `format` is "auto" or a catalog format; `options` are init options of the
    translators, for delimiters and separators; `rules` gives rules another severity
    or turns them off ("off"); `formatters` are those that the program registers;
    `max_length` gives the longest text in characters by patterns of keys; `ignore`
    are patterns of keys that are not looked at; `contexts` are contexts that the
    program passes, beside genders.
    """

    format: str = "auto"
    options: Mapping[str, object] = field(default_factory=dict)
    rules: Mapping[str, str] = field(default_factory=dict)
    formatters: frozenset[str] = frozenset()
    max_length: Mapping[str, int] = field(default_factory=dict)
    ignore: tuple[str, ...] = ()
    contexts: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        self.formatters = frozenset(self.formatters)
        self.contexts = _GENDERS.union(self.contexts)
        for rule, severity in self.rules.items():
            if rule not in RULES:
                raise ValueError(f"there is no rule {rule!r}")
            if severity not in {*SEVERITIES, "off"}:
                known = "a severity must be error, warning, note or off"
                raise ValueError(f"{rule}: {known}, not {severity!r}")

    def severity(self, rule: str, severity: str = "") -> str:
        """The severity of a finding: the option's, else its own, else the rule's."""
        return self.rules.get(rule) or severity or RULES[rule].severity

    @property
    def default_variables(self) -> frozenset[str]:
        """Placeholders that the program fills in every text."""
        inner = self.options.get("interpolation")
        given = inner.get("defaultVariables") if isinstance(inner, Mapping) else None
        return frozenset(given) if isinstance(given, Mapping) else frozenset()

    @property
    def endings(self) -> Endings:
        """The endings of keys in this format, with the separators of the options."""
        return Endings.of(self.format, self.options)

    @property
    def key_separator(self) -> str:
        """The separator between the levels of a key."""
        name = "keyseparator" if self.format == "v1" else "keySeparator"
        given = self.options.get(name)
        return given if isinstance(given, str) and given else "."

    @property
    def namespace_separator(self) -> str:
        """The separator after a namespace; "" for none."""
        names = {"v1": "nsseparator", "ios": "namespaceSeparator"}
        given = self.options.get(names.get(self.format, "nsSeparator"), ":")
        return given if isinstance(given, str) else ""

"""Options of a check."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from .endings import Endings
from .rules import RULES, SEVERITIES

_GENDERS = frozenset({"male", "female", "neuter", "masculine", "feminine", "other"})


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
    sprintf: bool = True
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

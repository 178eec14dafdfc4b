"""Calque in Jinja templates.

from calque.integrations.jinja import CalqueExtension

environment = Environment(autoescape=True, extensions=[CalqueExtension])
environment.install_translator(translator)

    {{ t("greeting", name=user.name) }}
    {{ "file" | t(count=3) }}
    {{ t_html("welcome", name=user.name) }}

`t` returns plain text, which Jinja escapes. `t_html` is for texts with markup: the
markup of the catalog stays, the values are escaped, whatever the translator's own
options say.
"""

from __future__ import annotations

from typing import Any

from jinja2 import Environment
from jinja2.ext import Extension
from markupsafe import Markup, escape

from ..formats import Format
from ..translator import Translator

__all__ = ["CalqueExtension"]


class CalqueExtension(Extension):
    """Adds `install_translator` to an environment."""

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        environment.extend(install_translator=self.install)

    def install(self, translator: Translator) -> None:
        """Add `t` and `t_html` of a translator to all templates."""
        plain, escaped = (_escaping(translator.format, on) for on in (False, True))

        def t(keys: Any, /, **variables: object) -> str:
            return translator.t(keys, plain if variables else None, **variables)

        def t_html(keys: Any, /, **variables: object) -> Markup:
            if translator.format is Format.IOS:
                # It has no escaping of its own.
                values = {name: _escaped(value) for name, value in variables.items()}
                return Markup(translator.t(keys, **values))
            return Markup(translator.t(keys, escaped, **variables))

        self.environment.globals.update(t=t, t_html=t_html)
        self.environment.filters["t"] = t


def _escaping(format_: Format, on: bool) -> dict[str, object] | None:
    """The options of a call that escape values, or that do not."""
    if format_ is Format.IOS:
        return None
    if format_ is Format.V1:
        return {"escapeInterpolation": on}
    return {"interpolation": {"escapeValue": on}}


def _escaped(value: Any) -> Any:
    if isinstance(value, (bool, int, float)) or value is None:
        return value
    if isinstance(value, dict):
        return {name: _escaped(member) for name, member in value.items()}
    return str(escape(value))

"""Calque in Jinja templates.

environment = Environment(autoescape=True, extensions=["calque.jinja.CalqueExtension"])
environment.install_translator(translator)

    {{ t("greeting", name=user.name) }}
    {{ "file" | t(count=3) }}
    {{ t_html("welcome", name=user.name) }}

`t` returns plain text, which Jinja escapes. `t_html` is for texts with markup: the
markup of the catalog stays, the values are escaped.
"""

from __future__ import annotations

from typing import Any

from jinja2 import Environment
from jinja2.ext import Extension
from markupsafe import Markup

from .formats import Format
from .translator import Translator

__all__ = ["CalqueExtension"]

_PLAIN = {"interpolation": {"escapeValue": False}}
_PLAIN_V1 = {"escapeInterpolation": False}


class CalqueExtension(Extension):
    """Adds `install_translator` to an environment."""

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        environment.extend(install_translator=self.install)

    def install(self, translator: Translator) -> None:
        """Add `t` and `t_html` of a translator to all templates."""
        modern = translator.format > Format.V1
        plain: dict[str, object] = dict(_PLAIN if modern else _PLAIN_V1)
        if translator.format is Format.IOS:
            plain = {}

        def t(keys: Any, /, **variables: object) -> str:
            if not variables or not plain:
                return translator.t(keys, **variables)
            return translator.t(keys, plain, **variables)

        def t_html(keys: Any, /, **variables: object) -> Markup:
            return Markup(translator.t(keys, **variables))

        self.environment.globals.update(t=t, t_html=t_html)
        self.environment.filters["t"] = t

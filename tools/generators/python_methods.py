"""Makes the modules of `calque/_generated`: methods that only call a function of C.

python_methods.toml names them, with what the headers do not say.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tomllib  # type: ignore[import-not-found]

from c_headers import API, Function
from interface_description import comments, type_comments
from python_api import Shape, body_of, shape_of, wrapped
from python_docs import as_docstring, docstring, outcomes

TABLE = Path(__file__).with_suffix(".toml")
# The modules of what annotations name; that of all others is `calque.typing`.
HOMES = {
    "Call": ".._futures",
    "Catalog": "..catalog",
    "Mapping": "collections.abc",
    "Any": ".._annotations",
    "Message": "..message",
    "Self": "typing_extensions",
    "Sequence": "collections.abc",
    "Translator": "..translator",
    "UUID": "uuid",
}
# What the methods call, and the lines that import it.
IMPORTS = {
    "self": ["from .._handles import Handle"],
    "whole(value_of)": [
        "from .._callbacks import value_of",
        "from .._futures import begin, whole",
    ],
    "bundle_flags(": ["from .._options import bundle_flags"],
    "joined(identifier)": ["from .._structs import joined"],
    "read(api.": ["from .._structs import read"],
}
MEMBERS = {"bool": "bool", "calque_id": "UUID | None", "int64_t": "int"}
INFO = """\
    @property
    def _info(self) -> Any:
        return read(api.{prefix}_get_info(self))"""

BEGIN = """\
    def _begin(self, function: Any, *arguments: Any) -> Call[Any]:
        cancel, convert = c.calque_{prefix}_cancel, whole(value_of)
        return begin(self, function, *arguments, cancel=cancel, convert=convert)"""
COMPLETION = "calque_completion"


def method_modules(api: API, note: str) -> dict[str, str]:
    """Texts of the modules by their names."""
    note = note.replace("from include/calque", f"from {TABLE.name}\nand include/calque")
    table = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    modules = {name: _Module(given, api).text(note) for name, given in table.items()}
    return {
        "__init__": f'"""Bases of the public classes.\n\n{note}\n"""\n',
        **modules,
    }


class _Module:
    """A module of one class."""

    def __init__(self, given: dict[str, Any], api: API) -> None:
        self._class, self._prefix = given.pop("class"), given.pop("c")
        info = given.pop("info", [])
        self._functions = {
            function.name.removeprefix("calque_"): function
            for function in api.functions
        }
        # What the words may name, as Python calls it.
        self._called = {
            name: name.removeprefix(f"{self._prefix}_") for name in self._functions
        } | {row["calls"]: name for name, row in given.items() if "calls" in row}
        self._comments, self._api = comments(), api
        self._signatures = ""
        self._methods = [
            *self._properties(info),
            *(self._method(name, row) for name, row in given.items()),
        ]

    def text(self, note: str) -> str:
        """The module as it is written."""
        methods = "\n\n".join(self._methods)
        if "self._begin(" in methods:
            methods += f"\n\n{BEGIN.format(prefix=self._prefix)}"
            self._signatures += " Call[Any]"
        bindings = "from .. import _bindings as c\n" if " c.calque" in methods else ""
        if re.search(r"\bk\.[A-Z]", methods):
            bindings += "from .. import _constants as k\n"
        types = self._imports()
        checks = "from .._annotations import TYPE_CHECKING\n" if types else ""
        calls = [
            line for call, lines in IMPORTS.items() if call in methods for line in lines
        ]
        helpers = "\n".join(sorted(calls))
        return f'''"""Methods of {self._class} that call one function of C each.

{note}
"""

from __future__ import annotations

from .. import _api as api
{bindings}{checks}{helpers}
{types}

class {self._class}Calls(Handle):
    """Methods that only call a function of C."""

    __slots__ = ()

{methods}
'''

    def _imports(self) -> str:
        homes: dict[str, list[str]] = {}
        for name in sorted(
            set(re.findall(r"\b[A-Z]\w+", self._signatures)) - {"None", "False"}
        ):
            homes.setdefault(HOMES.get(name, "..typing"), []).append(name)
        lines = {
            home: f"    from {home} import {', '.join(names)}\n"
            for home, names in homes.items()
        }
        groups = [
            "".join(lines[home] for home in sorted(lines) if _group(home) == group)
            for group in range(3)
        ]
        found = "\n".join(filter(None, groups))
        return f"\nif TYPE_CHECKING:\n{found}" if found else ""

    def _properties(self, info: list[str]) -> Iterator[str]:
        """The members of the structure of `..._get_info` that are properties."""
        structure = f"calque_{self._prefix}_info"
        members = self._api.structs.get(structure, ())
        types = {each.name: each.type.name for each in members}
        if info:
            self._signatures += " Any"
            yield INFO.format(prefix=self._prefix)
        for name in info:
            gives = MEMBERS[types[name]]
            self._signatures += f" -> {gives}:"
            doc = type_comments()[f"{structure}.{name}"]["doc"]
            doc = as_docstring([doc.replace("all-zero when", "None when")])
            yield (
                f"    @property\n    def {name}(self) -> {gives}:\n"
                f"{textwrap.indent(doc, ' ' * 8)}\n        return self._info.{name}"
            )

    def _method(self, name: str, row: dict[str, Any]) -> str:
        short = row.get("calls", f"{self._prefix}_{name}")
        function = self._functions[short]
        shape = shape_of(function, self._api)
        _, gives = body_of(function, shape, [function.name], self._api)
        comment = self._comments[function.name][1]
        if shape.handler == COMPLETION:
            gives = "Call[Any]"
        gives = row.get("gives", self._result(function, shape, gives, comment))
        takes = _parts(row["takes"]) if "takes" in row else _inferred(shape)
        head = wrapped(f"def {name}(", ["self", *takes], f") -> {gives}:")
        self._signatures += head
        if row.get("is_property"):
            head = f"    @property\n{head}"
        doc = (
            as_docstring(row["doc"].strip().split("\n\n"))
            if "doc" in row
            else docstring(comment, gives, self._called, self._api)
        )
        doc = textwrap.indent(doc, " " * 8)
        passed = _parts(row["passes"]) if "passes" in row else _passed(takes)
        target = [f"api.{short}(", "self"]
        if shape.handler == COMPLETION:
            target = ["self._begin(", f"api.{short}"]
        returns = "" if gives == "None" else "return "
        ending = f").{row['picks']}" if "picks" in row else ")"
        if gives == "str":
            ending += ' or ""'
        start = returns + target[0]
        called = wrapped(start, [target[1], *passed], ending, " " * 8)
        return f"{head}\n{doc}\n{called}"

    def _result(
        self, function: Function, shape: Shape, gives: str, comment: str
    ) -> str:
        """The result of a function, of which one outcome means one thing less."""
        statuses = {s for each in outcomes(comment, self._api) for s in each.statuses}
        if function.result.name != "calque_status" or "NOT_FOUND" in statuses:
            return gives
        if gives == "bool" and not shape.outputs:
            return "None"
        return "str" if gives == "str | None" else gives


def _group(home: str) -> int:
    """The part of the imports that a module is in."""
    return 2 if home.startswith(".") else int(home == "typing_extensions")


def _inferred(shape: Shape) -> list[str]:
    """The parameters behind the object, typed as callers see them."""
    return [
        parameter.replace(": Text", ": str").replace("UUID | None", "UUID")
        for parameter in shape.parameters[1:]
        if "Callable[" not in parameter
    ]


def _passed(takes: list[str]) -> list[str]:
    """The arguments for parameters."""
    names = [part.partition(":")[::2] for part in takes if part != "*"]
    return [
        f"joined({name})"
        if kind == " Identifier"
        else f"bundle_flags({name})"
        if name.startswith("**")
        else name
        for name, kind in names
    ]


def _parts(written: str) -> list[str]:
    """The parameters of a list."""
    return re.split(r", (?![^\[{(]*[\]})])", written) if written else []

"""Writes the closures of Swift that call callbacks of C, from python_hooks.toml.

The engine's closures have the names of the members of `calque_host`, and the types that
the letters of the table stand for.
"""

from __future__ import annotations

import tomllib  # type: ignore[import-not-found]

from c_headers import API
from python_hooks import TABLE

# The text that C gets, by the letters of the table.
ARGUMENTS = {
    "t": "{}",
    "o": "{}",
    "k": "HostBridge.text(of: {})",
    "j": "JSON.text(of: {})",
    "d": "JSON.text(of: .object({}))",
    "l": "JSON.text(of: .array({}))",
    "a": "JSON.text(of: .array({}))",
}
RESULTS = {"": "call", "text": "text", "value": "value", "codes": "json"}
# Callbacks that are no members of `calque_host`, and their types in Swift.
CLOSURES = {
    "calque_post_processor": "HostCallbacks.PostProcessor",
    "calque_format_handler": "HostCallbacks.Formatter",
    "calque_event_handler": "@Sendable (Text, [Value]) -> Void",
    "calque_messages_resolver": "MessageResolver.Resolve",
}
NAMES = ["first", "second", "third", "fourth"]


def camel_case(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)


def closure(row: dict[str, str]) -> str:
    """A closure that passes its arguments on to `function`."""
    letters = row["reads"].lstrip("?!")
    names = NAMES[: len(letters)]
    texts = [
        ARGUMENTS[each].format(name) for each, name in zip(letters, names, strict=True)
    ]
    given = [f"$0[{place}]" for place in range(len(letters))]
    gives = row.get("gives", "")
    passed = ", ".join(["context.userData", *given, *(["$1"] if gives else [])])
    return (
        f"{{ {', '.join(names)} in\n"
        f"      Borrowed({', '.join(texts)}).{RESULTS[gives]} {{\n"
        f"        function({passed})\n      }}\n    }}"
    )


def host_closures(api: API) -> str:
    """The extension of `HostBridge`."""
    table = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    text = (
        "extension HostBridge {\n"
        "  /// Sets the closures of the callbacks that get texts alone.\n"
        "  static func set(\n    _ callbacks: HostCallbacks, _ host: calque_host,"
        " _ context: HostContext\n  ) {\n"
    )
    for member in api.structs["calque_host"]:
        row = table.get(f"calque_host_{member.name}", {"reads": "*"})
        if "*" in row["reads"]:
            continue
        text += (
            f"    if let function = host.{member.name} {{\n"
            f"    callbacks.{camel_case(member.name)} = {closure(row)}\n    }}\n"
        )
    text += "  }\n"
    for name, type_ in CLOSURES.items():
        text += (
            f"\n  static func {name.removeprefix('calque_')}(\n"
            f"    _ function: @escaping {name}, _ context: HostContext\n"
            f"  ) -> {type_} {{\n    {closure(table[name])}\n  }}\n"
        )
    return text + "}\n"

#!/usr/bin/env python3
"""Writes the C functions that read their arguments, call Swift and hand the result out.

The headers declare what comes in. The Swift function of the same name, in an extension
of `CFunction` (Sources/CalqueABI), says by the types of its parameters how each
argument is read, and by its result what is handed out:

    static func calque_texts_unregister(_ texts: Texts, _ identifier: Text) -> Bool

A pointer that the Swift function takes as it is, or as a `TextBuffer`, is an output,
which is emptied before anything can fail. C functions that are written by hand have
none. `retain` and `release` are written for the objects below.

usage: generate_functions.py [--check]
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from c_headers import CType, Function, Variable, read_headers, status_names
from generated_source import ROOT, header, write_or_check

FOLDER = ROOT / "Sources" / "CalqueABI"
TARGET = FOLDER / "Generated" / "CFunctions.swift"
OBJECTS = {
    "calque_catalog": "CatalogArchive",
    "calque_conversation": "Conversation",
    "calque_error": "Failure",
    "calque_formatter": "Formatter",
    "calque_locale_data": "LocaleData",
    "calque_localization": "Owner<Localization>",
    "calque_messages": "Messages",
    "calque_renderer": "Renderer",
    "calque_texts": "Owner<Texts>",
    "calque_transcript_message": "MessageObject",
    "calque_translator": "Translator",
    "calque_view": "View",
}
IMPORTED = "Base Catalog Format Loading Messages Proposals Texts Transcript Translator"
# Readers of a text and its length. Another type is made from a text that must be there.
TEXTS = {
    "Text": 'Input.text({0}, {1}, "{0}")',
    "Text?": "Input.optionalText({0}, {1})",
    "Bytes": 'Input.required({0}, {1}, "{0}")',
    "Bytes?": "Bytes.borrowed({0}, {1})",
    "[Text]": 'Input.list({0}, {1}, "{0}")',
    "TextList?": "Input.optionalList({0}, {1})",
    "Members": 'Input.members({0}, {1}, "{0}")',
    "Value": 'Input.value({0}, {1}, "{0}")',
    "ItemIdentifier": "Input.identifier({0}, {1})",
}
# The readers of several C variables, by the Swift type.
SEVERAL = {
    "HostContext": "HostContext({}, {})",
    "TextBuffer": "TextBuffer({}, {}, {})",
    "[Value]": "Arguments.values({}, {})",
}
SCALARS = {"size_t": "Int", "bool": "Bool", "double": "Double", "void": "Void"}
SCALARS |= {
    f"{name.lower()}_t": name for name in ("Int32", "Int64", "UInt32", "UInt64")
}
FREE = "(@convention(c) (UnsafeMutableRawPointer?) -> Void)?"
SWIFT = re.compile(
    r"static func (calque_\w+)\((.*?)\)\s*"
    r"(throws\(Diagnostic\))?\s*(?:-> ([^{]+?)\s*)?\{\s",
    re.DOTALL,
)
# Arguments whose reading cannot fail.
CERTAIN = re.compile(r"\w+$|Handle\.|HostContext\(|TextBuffer\(|Identity\(")
FLAG = CType("bool", 1)
BUFFER = [CType("char", 1), CType("size_t"), CType("size_t", 1)]
RETURN_OK = "{}\n    return CALQUE_OK"
LONGEST = 86
SEPARATOR = ",\n      "
API = read_headers(ROOT / "include")
STATUSES = status_names(ROOT / "include")


@dataclass
class Call:
    """A Swift function: the types of its parameters, its result, whether it throws."""

    types: list[str]
    result: str
    throws: bool


def calls() -> dict[str, Call]:
    """The functions of `CFunction` by name."""
    found = {}
    for path in sorted(FOLDER.glob("*.swift")):
        for match in SWIFT.finditer(path.read_text(encoding="utf-8")):
            name, parameters, throws, result = match.groups(default="")
            types = re.findall(r"_ \w+: ([^,]+?)\s*(?:,|$)", parameters)
            found[name] = Call(types, result, bool(throws))
    return found


def swift(type_: CType) -> str:
    """A type of C as Swift declares it."""
    if type_.parameters is not None:
        return FREE
    if type_.name in API.opaque:
        pointers, inner = type_.pointers - 1, "OpaquePointer?"
    elif type_.name == "void":
        return "UnsafeRawPointer?" if type_.const else "UnsafeMutableRawPointer?"
    else:
        inner = {"char": "CChar"}.get(type_.name) or SCALARS.get(type_.name, type_.name)
        pointers = type_.pointers
        if type_.name in API.callbacks:
            inner += "?"
    mutable = "" if type_.const else "Mutable"
    return f"Unsafe{mutable}Pointer<{inner}>?" if pointers else inner


def is_text(type_: CType) -> bool:
    return (type_.name, type_.pointers, type_.const) == ("char", 1, True)


def read(variables: list[Variable], types: list[str]) -> Iterator[str]:
    """The arguments of the Swift function: the C variables, read as its types ask."""
    left = list(variables)
    for wanted in types:
        variable = left.pop(0)
        name, c = variable.name, variable.type
        if wanted in SEVERAL:
            reader = SEVERAL[wanted]
            rest = [left.pop(0).name for _ in range(reader.count("{}") - 1)]
            yield reader.format(name, *rest)
        elif is_text(c) and left and left[0].name.endswith("length"):
            reader = TEXTS.get(wanted, f"{wanted}({TEXTS['Text']})")
            yield reader.format(name, left.pop(0).name)
        elif is_text(c) and wanted == "Text":
            yield f'Input.path({name}, "{name}")'
        elif OBJECTS.get(c.name) == f"Owner<{wanted}>":
            yield f'Input.owned({name}, {wanted}.self, "{name}")'
        elif c.name in API.opaque and wanted.endswith("?"):
            yield f"Handle.object({name}, as: {wanted[:-1]}.self)"
        elif c.name in API.opaque:
            yield f'Input.object({name}, {wanted}.self, "{name}")'
        elif wanted == swift(c):
            yield name
        elif f"{wanted}?" == swift(c):
            yield f'Input.given({name}, "{name}")'
        elif wanted == c.name:
            given = f'Input.given({name}, "{name}")'
            yield f'Structure.read({given}, {wanted}(), "{name}")'
        else:
            yield f"{wanted}({name})"
    if left:
        raise ValueError(f"{left[0].name}: nothing takes it")


def emptied(variables: list[Variable], arguments: list[str]) -> Iterator[str]:
    """Statements that empty the outputs among the arguments."""
    for argument in arguments:
        if argument.startswith("TextBuffer("):
            yield f"  {argument}.clear()\n"
    for variable in variables:
        c = variable.type
        is_output = c.pointers == 1 and not c.const and c.name not in ("void", "char")
        if is_output and c.name not in API.opaque and variable.name in arguments:
            yield f"  {variable.name}?.pointee = {swift(CType(c.name))}()\n"


def outputs(variables: list[Variable], result: str) -> int:
    """How many of the last variables take the result."""
    types = [variable.type for variable in variables]
    if result in ("", "calque_status") or (result == "Bool" and types[-1] != FLAG):
        return 0
    return len(BUFFER) if types[-len(BUFFER) :] == BUFFER else 1


def body(function: Function, call: Call) -> str:
    variables = [v for v in function.parameters if v.type.name != "calque_error"]
    error = "nil" if len(variables) == len(function.parameters) else "error"
    end = len(variables)
    if function.result.name == "calque_status":
        end -= outputs(variables, call.result)
        start, finish = shape(variables[end:], call.result, error)
    else:
        none = "" if function.result.name == "void" else swift(function.result)
        start, finish = f"Outcome.value({none}())", "{}"
    arguments = list(read(variables[:end], call.types))
    run = f"CFunction.{function.name}({', '.join(arguments)})"
    if len(run) > LONGEST:
        run = f"CFunction.{function.name}(\n      {SEPARATOR.join(arguments)})"
    if call.throws or any(not CERTAIN.match(argument) for argument in arguments):
        run = f"try {run}"
    empty = "".join(emptied(variables[:end], arguments))
    start = f"return {start}" if empty else start
    body = finish.format(run)
    return f"{empty}  {start} {{ () throws(Diagnostic) in\n    {body}\n  }}"


def shape(out: list[Variable], result: str, error: str) -> tuple[str, str]:
    """The Swift function that runs the body, and what the body does with the result."""
    if not out and result == "Bool":
        found = "let isFound = {}\n    return isFound ? CALQUE_OK : CALQUE_NOT_FOUND"
        return f"Outcome.of({error})", found
    if not out:
        return f"Outcome.of({error})", "return {}" if result else RETURN_OK
    names = ", ".join(variable.name for variable in out)
    kind = out[-1].type
    if len(out) > 1:
        return f"TextBuffer({names}).reply", "{}"
    if kind.name == "calque_string":
        form = "json" if result.startswith("Value") else "string"
        return f"Reply.{form}({names}, {error})", "{}"
    if kind.name in API.opaque:
        return f"Reply.object({names}, {error})", "{}"
    return f"Reply.value({names}, {swift(CType(kind.name))}(), {error})", "{}"


def declaration(function: Function, result: str, body: str) -> str:
    parameters = ",\n".join(
        f"  _ {v.name}: {swift(v.type)}" for v in function.parameters
    )
    return (
        f"@c @implementation\npublic func {function.name}(\n{parameters}\n)"
        f"{result} {{\n{body}\n}}\n"
    )


def lifetime(function: Function) -> list[str]:
    noun, _, verb = function.name.rpartition("_")
    if noun not in OBJECTS or verb not in ("retain", "release"):
        return []
    name = function.parameters[0].name
    body = f"  Handle.{verb}({name}, as: {OBJECTS[noun]}.self)"
    if verb == "release":
        return [declaration(function, "", body)]
    return [declaration(function, " -> OpaquePointer!", f"{body}\n  return {name}")]


def statuses() -> str:
    names = [name for name in API.constants if name in STATUSES]
    cases = "".join(f'  case {name}: "{name}"\n' for name in names)
    return (
        "func statusName(_ status: calque_status) -> StaticString {\n"
        f'  switch status {{\n{cases}  default: "CALQUE_UNKNOWN"\n  }}\n}}\n'
    )


def text() -> str:
    every = calls()
    written = []
    for function in API.functions:
        if call := every.pop(function.name, None):
            try:
                made = body(function, call)
            except (ValueError, IndexError) as error:
                raise SystemExit(f"{function.name}: {error}") from None
            result = "" if function.result.name == "void" else swift(function.result)
            written.append(declaration(function, result and f" -> {result}", made))
        else:
            written += lifetime(function)
    if every:
        raise SystemExit(f"not in a header: {', '.join(every)}")
    imports = "".join(f"import Calque{noun}\n" for noun in IMPORTED.split())
    return (
        "// swift-format-ignore-file\n"
        + header(
            "generators/generate_functions.py", "the headers and Sources/CalqueABI"
        )
        + "public import CCalque\n"
        + imports
        + "\n"
        + "\n".join([*written, statuses()])
    )


if __name__ == "__main__":
    sys.exit(write_or_check(__doc__, lambda: {TARGET: text()}))

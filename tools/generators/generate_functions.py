#!/usr/bin/env python3
"""Writes the C functions that read their arguments, call Swift and hand the result out.

The headers declare what comes in. The Swift function of the same name, in an extension
of `CFunction` (Sources/CalqueABI), says by the types of its parameters how each
argument is read, and by its result what is handed out:

    static func calque_texts_unregister(_ texts: Texts, _ identifier: Text) -> Bool

A pointer that the Swift function takes as it is, or as a `TextBuffer`, is an output,
which is emptied before anything can fail. c_functions.toml has the functions that are
one expression. C functions that are written by hand have neither. `retain` and
`release` are written for the objects below.

usage: generate_functions.py [--check]
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import tomllib  # type: ignore[import-not-found]

from c_headers import CType, Function, Variable, read_headers, status_names
from generated_source import ROOT, header, write_or_check
from swift_hooks import host_closures

FOLDER = ROOT / "Sources" / "CalqueABI"
TARGET = FOLDER / "Generated" / "CFunctions.swift"
TABLE = ROOT / "tools" / "generators" / "c_functions.toml"
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
# Enumerations with the numbers of C.
NUMBERED = ("Formatter.Kind", "TranslatorFormat")
IMPORTED = (
    "Base Catalog Connections Format JSON Loading Locale Messages Proposals "
    "Texts Transcript Translator"
)
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
CONTEXT = "HostContext({1}, {2})"
SEVERAL = {
    "HostContext": "HostContext({0}, {1})",
    "Owned": "HostContext({0}, {1}).owned",
    "TextBuffer": "TextBuffer({0}, {1}, {2})",
    "[Value]": "Arguments.values({0}, {1})",
    "Completion": f"{CONTEXT}.completion({{0}}) as BackendOutcome.Completion",
    "VersionCompletion": f"{CONTEXT}.completion({{0}}) as Texts.VersionCompletion?",
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
CERTAIN = re.compile(
    r"\w+$|Handle\.|HostContext\(|TextBuffer\(|Identity\(|Input\.optionalPath\("
)
# An argument in an expression whose type is not the usual one.
TYPED = re.compile(r"(?<![.\w])(\w+) as ([\w.\[\]]+\??)")
UNWRAPPED = re.compile(rf"(?<!\w)\({TYPED.pattern}\)")
FLAG = CType("bool", 1)
ERROR = CType("calque_error", 2)
BUFFER = [CType("char", 1), CType("size_t"), CType("size_t", 1)]
RETURN_OK = "{}\n    return CALQUE_OK"
LONGEST = 86
SEPARATOR = ",\n      "
API = read_headers(ROOT / "include")
STATUSES = status_names(ROOT / "include")


@dataclass
class Call:
    """The body of a C function: a function of `CFunction`, or an expression."""

    types: list[str]
    result: str
    throws: bool = False
    expression: str = ""


def calls() -> dict[str, Call]:
    """Return the bodies of the C functions by their names."""
    found = {}
    for path in sorted(FOLDER.glob("*.swift")):
        for match in SWIFT.finditer(path.read_text(encoding="utf-8")):
            name, parameters, throws, result = match.groups(default="")
            types = re.findall(r"_ \w+: ([^,]+?)\s*(?:,|$)", parameters)
            found[name] = Call(types, result, bool(throws))
    for section in tomllib.loads(TABLE.read_text(encoding="utf-8")).values():
        for name, row in section.items():
            expression, _, result = row.partition(" -> ")
            found[name] = Call([], result, expression=expression)
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


def usual(c: CType) -> str:
    """How an argument is read for which nothing else is asked."""
    if c.name in API.opaque:
        return OBJECTS[c.name].removeprefix("Owner<").removesuffix(">")
    return "Text" if is_text(c) else swift(c)


def read(left: list[Variable], place: int, wanted: str) -> str:
    """Reads the C variable at a place, and those that belong to it, as a Swift type."""
    variable = left.pop(place)
    name, c = variable.name, variable.type
    if wanted in SEVERAL:
        reader = SEVERAL[wanted]
        more = len(set(re.findall(r"{\d}", reader))) - 1
        return reader.format(name, *(left.pop(place).name for _ in range(more)))
    if is_text(c) and len(left) > place and left[place].name.endswith("length"):
        reader = TEXTS.get(wanted, f"{wanted}({TEXTS['Text']})")
        return reader.format(name, left.pop(place).name)
    if is_text(c) and wanted == "Text":
        return f'Input.path({name}, "{name}")'
    if is_text(c) and wanted == "Text?":
        return f"Input.optionalPath({name})"
    if OBJECTS.get(c.name) == f"Owner<{wanted}>":
        return f'Input.owned({name}, {wanted}.self, "{name}")'
    if c.name in API.opaque and wanted.endswith("?"):
        return f"Handle.object({name}, as: {wanted[:-1]}.self)"
    if c.name in API.opaque:
        return f'Input.object({name}, {wanted}.self, "{name}")'
    if wanted == swift(c):
        return name
    if f"{wanted}?" == swift(c):
        return f'Input.given({name}, "{name}")'
    if wanted == c.name:
        given = f'Input.given({name}, "{name}")'
        return f'Structure.read({given}, {wanted}(), "{name}")'
    if wanted in NUMBERED:
        return f'Input.known({name}, {wanted}.self, "{name}")'
    return f"{wanted}({name})"


def run(
    function: Function, variables: list[Variable], call: Call
) -> tuple[str, list[str]]:
    """Return the call in the body of a C function, and the arguments that it reads."""
    left = list(variables)
    arguments = [read(left, 0, wanted) for wanted in call.types]
    if left:
        raise ValueError(f"{left[0].name}: nothing takes it")
    text = f"CFunction.{function.name}({', '.join(arguments)})"
    if len(text) > LONGEST:
        text = f"CFunction.{function.name}(\n      {SEPARATOR.join(arguments)})"
    if call.throws or any(not CERTAIN.match(argument) for argument in arguments):
        text = f"try {text}"
    return text, arguments


def evaluate(variables: list[Variable], expression: str) -> tuple[str, str]:
    """Statements that read the arguments of an expression, and the expression."""
    wanted = dict(TYPED.findall(expression))
    expression = TYPED.sub(r"\1", UNWRAPPED.sub(r"\1", expression))
    left, statements = list(variables), ""
    while left:
        name, c = left[0].name, left[0].type
        if not re.search(rf"(?<![.\w]){name}(?![\w:])", expression):
            raise ValueError(f"{name}: nothing takes it")
        reader = read(left, 0, wanted.get(name) or usual(c))
        if reader != name:
            attempt = "" if CERTAIN.match(reader) else "try "
            statements += f"let {name} = {attempt}{reader}\n    "
    return statements, expression


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
    result = result.rstrip("!")
    if result in ("", "calque_status") or (result == "Bool" and types[-1] != FLAG):
        return 0
    return len(BUFFER) if types[-len(BUFFER) :] == BUFFER else 1


def body(function: Function, call: Call) -> str:
    variables = [v for v in function.parameters if v.type != ERROR]
    error = "nil" if len(variables) == len(function.parameters) else "error"
    end = len(variables)
    if function.result.name == "calque_status":
        end -= outputs(variables, call.result)
        start, finish = shape(variables[end:], call.result, error)
    else:
        start, finish = f"Outcome.value({absent(function.result)})", "{}"
    empty = before = ""
    if call.expression:
        before, text = evaluate(variables[:end], call.expression)
        if before and finish == "{}":
            finish = "return {}"
    else:
        text, arguments = run(function, variables[:end], call)
        empty = "".join(emptied(variables[:end], arguments))
        start = f"return {start}" if empty else start
    body = before + finish.replace("{}", text)
    return f"{empty}  {start} {{ () throws(Diagnostic) in\n    {body}\n  }}"


def absent(type_: CType) -> str:
    """The result of a function whose arguments are wrong."""
    if type_.pointers:
        return "nil"
    if type_.name == "void":
        return "()"
    is_number = type_.name in SCALARS and type_.name != "bool"
    return f"{swift(type_)}.zero" if is_number else f"{swift(type_)}()"


def shape(out: list[Variable], result: str, error: str) -> tuple[str, str]:
    """The Swift function that runs the body, and what the body does with the result."""
    if not out and result == "Bool":
        found = "let isFound = {}\n    return isFound ? CALQUE_OK : CALQUE_NOT_FOUND"
        return f"Outcome.of({error})", found
    if not out:
        return f"Outcome.of({error})", "return {}" if result else RETURN_OK
    names = ", ".join(variable.name for variable in out)
    kind = out[-1].type
    if result.endswith("!"):
        given = f'_ = try Input.given({names}, "{names}")\n    return {{}}'
        return f"Reply.value({names}, {swift(CType(kind.name))}(), {error})", given
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
            result = "" if function.result == CType("void") else swift(function.result)
            result = result.replace("?", "!")
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
        + "\n".join([*written, statuses(), host_closures(API)])
    )


if __name__ == "__main__":
    sys.exit(write_or_check(__doc__, lambda: {TARGET: text()}))

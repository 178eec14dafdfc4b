"""Keys as code, one function for each language."""

from __future__ import annotations

import json
import keyword
from collections.abc import Callable

from .key_names import Key, Parameter

_NOTE = "Written by calque keys: do not edit."


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def c(keys: list[Key]) -> str:
    """A header: a constant for each key, and a function for each message with
    parameters, which translates into a buffer.
    """
    lines = [
        f"/* {_NOTE} */",
        "#ifndef I18N_KEYS_H",
        "#define I18N_KEYS_H",
        "",
        "#include <calque.h>",
        "",
    ]
    for key in keys:
        lines += [
            f"/** {key.text} */",
            f"#define I18N_{key.constant} {_quoted(key.key)}",
        ]
    lines.append("")
    for key in filter(lambda key: key.parameters, keys):
        lines += _c_function(key)
    return "\n".join([*lines, "#endif", ""])


def _c_function(key: Key) -> list[str]:
    given = "".join(
        f",\n    {'double' if each.is_number else 'const char *'}"
        f"{' ' if each.is_number else ''}{_safe(each.identifier, _C)}"
        for each in key.parameters
    )
    values = [
        f"        CALQUE_ARG_{'DOUBLE' if each.is_number else 'TEXT'}"
        f"({_quoted(each.name)}, {_safe(each.identifier, _C)}),"
        for each in key.parameters
    ]
    return [
        f"/** {key.text} */",
        f"static inline calque_status i18n_{key.snake}(",
        f"    const calque_translator *translator{given},",
        "    char *text, size_t capacity, size_t *length) {",
        "    const calque_arg arguments[] = {",
        *values,
        "    };",
        "    return calque_translator_translate(",
        f"        translator, I18N_{key.constant}, CALQUE_NTS, arguments,",
        f"        {len(key.parameters)}, text, capacity, length);",
        "}",
        "",
    ]


def cpp(keys: list[Key]) -> str:
    """A header for C++17: constants and functions that return std::string."""
    lines = [
        f"// {_NOTE}",
        "#pragma once",
        "",
        "#include <calque.h>",
        "",
        "#include <string>",
        "#include <string_view>",
        "",
        "namespace i18n {",
        "",
        "inline std::string translated(const calque_translator *translator,",
        "                              std::string_view key,",
        "                              const calque_arg *arguments, size_t count) {",
        "    std::string text(127, '\\0');",
        "    size_t length = 0;",
        "    for (int pass = 0; pass < 2; pass++) {",
        "        calque_translator_translate(translator, key.data(), key.size(),",
        "                                    arguments, count, text.data(),",
        "                                    text.size() + 1, &length);",
        "        bool fits = length <= text.size();",
        "        text.resize(length);",
        "        if (fits) break;",
        "    }",
        "    return text;",
        "}",
        "",
        "namespace key {",
    ]
    for key in keys:
        lines += [
            f"/// {key.text}",
            f"inline constexpr std::string_view {key.constant} = {_quoted(key.key)};",
        ]
    lines += ["}  // namespace key", ""]
    for key in keys:
        lines += _cpp_function(key)
    return "\n".join([*lines, "}  // namespace i18n", ""])


def _cpp_function(key: Key) -> list[str]:
    given = "".join(
        f", {'double' if each.is_number else 'std::string_view'} "
        f"{_safe(each.identifier, _C)}"
        for each in key.parameters
    )
    lines = [
        f"/// {key.text}",
        f"inline std::string {_safe(key.snake, _C)}(const calque_translator *translator"
        f"{given}) {{",
    ]
    if not key.parameters:
        body = f"    return translated(translator, key::{key.constant}, nullptr, 0);"
        return [*lines, body, "}", ""]
    values = []
    for each in key.parameters:
        name = _safe(each.identifier, _C)
        if each.is_number:
            values.append(f"        CALQUE_ARG_DOUBLE({_quoted(each.name)}, {name}),")
        else:
            values.append(
                f"        {{{_quoted(each.name)}, CALQUE_NTS, CALQUE_ARG_KIND_TEXT, 0, "
                f"0, 0, {name}.data(), {name}.size()}},"
            )
    return [
        *lines,
        "    const calque_arg arguments[] = {",
        *values,
        "    };",
        f"    return translated(translator, key::{key.constant}, arguments, "
        f"{len(key.parameters)});",
        "}",
        "",
    ]


def python(keys: list[Key]) -> str:
    """A stub: `Translator.t` and `View.t` with an overload for each message."""
    lines = [
        f"# {_NOTE}",
        "from typing import Literal, Protocol, overload",
        "",
        "Key = Literal[",
        *(f"    {_quoted(key.key)}," for key in keys),
        "]",
        "",
        "class Translates(Protocol):",
    ]
    for key in keys:
        given = _python_parameters(key)
        lines += [
            "    @overload",
            f"    def t(self, _key: Literal[{_quoted(key.key)}], /{given}) -> str:",
            f"        {_quoted(key.text)}",
        ]
    if len(keys) == 1:
        lines.remove("    @overload")
    return "\n".join([*lines, ""])


def _python_parameters(key: Key) -> str:
    named = [each for each in key.parameters if not keyword.iskeyword(each.name)]
    if not named:
        return ""
    told = ", ".join(
        f"{each.name}: {'float' if each.is_number else 'object'}"
        for each in named
        if each.name.isidentifier()
    )
    return f", *, {told}" if told else ", **variables: object"


def swift(keys: list[Key]) -> str:
    """An enumeration of keys, and functions of `Translator`."""
    lines = [f"// {_NOTE}", "import Calque", "", "public enum I18n: String {"]
    for key in keys:
        name = _safe(key.camel, _SWIFT)
        lines += [f"  /// {key.text}", f"  case {name} = {_swift_text(key.key)}"]
    lines += ["}", "", "extension Translator {"]
    for key in keys:
        lines += _swift_function(key)
    return "\n".join([*lines, "}", ""])


def _swift_function(key: Key) -> list[str]:
    name = _safe(key.camel, _SWIFT)
    given = ", ".join(
        f"{_safe(_camel(each), _SWIFT)}: {'Double' if each.is_number else 'String'}"
        for each in key.parameters
    )
    values = ", ".join(
        f"{_swift_text(each.name)}: "
        f".{'double' if each.is_number else 'string'}({_safe(_camel(each), _SWIFT)})"
        for each in key.parameters
    )
    call = f"t(I18n.{name}.rawValue" + (f", [{values}])" if values else ")")
    return [
        f"  /// {key.text}",
        f"  public func {name}({given}) -> String {{ {call} }}",
    ]


def _swift_text(text: str) -> str:
    return _quoted(text).replace("\\u", "\\u{").replace("\\/", "/")


def _camel(each: Parameter) -> str:
    first, *rest = each.identifier.strip("_").split("_")
    return first + "".join(word.capitalize() for word in rest)


def rust(keys: list[Key]) -> str:
    """Constants and functions over anything that translates."""
    lines = [
        f"// {_NOTE}",
        "#![allow(dead_code)]",
        "",
        "/// A value of a parameter.",
        "pub enum Value<'a> {",
        "    Number(f64),",
        "    Text(&'a str),",
        "}",
        "",
        "/// Translates keys. Implement it for your translator.",
        "pub trait Translate {",
        "    fn translate(&self, key: &str, values: &[(&str, Value<'_>)]) -> String;",
        "}",
        "",
        "pub mod key {",
    ]
    for key in keys:
        lines += [
            f"    /// {key.text}",
            f"    pub const {key.constant}: &str = {_rust_text(key.key)};",
        ]
    lines += ["}", ""]
    for key in keys:
        given = "".join(
            f", {_safe(each.identifier, _RUST)}: {'f64' if each.is_number else '&str'}"
            for each in key.parameters
        )
        values = ", ".join(
            f"({_rust_text(each.name)}, Value::{'Number' if each.is_number else 'Text'}"
            f"({_safe(each.identifier, _RUST)}))"
            for each in key.parameters
        )
        lines += [
            f"/// {key.text}",
            f"pub fn {_safe(key.snake, _RUST)}(translator: &impl Translate{given}) "
            "-> String {",
            f"    translator.translate(key::{key.constant}, &[{values}])",
            "}",
            "",
        ]
    return "\n".join(lines)


def _rust_text(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _safe(name: str, reserved: frozenset[str]) -> str:
    return f"{name}_" if name in reserved else name


_C = frozenset(
    """alignas alignof and asm auto bool break case catch char class const continue
    default delete do double else enum explicit export extern false float for friend
    goto if inline int long mutable namespace new not nullptr operator or private
    protected public register return short signed sizeof static struct switch template
    text this throw true try typedef typename union unsigned using virtual void
    volatile while xor capacity length translator""".split()  # noqa: SIM905
)
_SWIFT = frozenset(
    """as break case catch class continue default defer deinit do else enum extension
    fallthrough false for func guard if import in init inout internal is let nil
    operator private protocol public repeat rethrows return self static struct
    subscript super switch throw throws true try typealias var where while
    translate""".split()  # noqa: SIM905
)
_RUST = frozenset(
    """as async await break const continue crate dyn else enum extern false fn for if
    impl in let loop match mod move mut pub ref return self static struct super trait
    true type unsafe use where while yield translator""".split()  # noqa: SIM905
)

WRITERS: dict[str, Callable[[list[Key]], str]] = {
    "c": c,
    "cpp": cpp,
    "python": python,
    "swift": swift,
    "rust": rust,
}

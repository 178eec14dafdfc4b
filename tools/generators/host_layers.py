"""The raw layers of languages whose foreign functions have to be declared one by one.

Each is a template of a page over the description of the interface; that of Rust, which
has structures by value and types of callbacks, is over the headers as they were read.
The others leave out functions that take or return a structure by value.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from c_headers import API, CType
from interface_description import NOTE

RUST = {
    "bool": "bool",
    "char": "c_char",
    "double": "f64",
    "float": "f32",
    "int32_t": "i32",
    "int64_t": "i64",
    "size_t": "usize",
    "uint32_t": "u32",
    "uint64_t": "u64",
    "void": "c_void",
}


def kind(type_: str, api: Any) -> str:
    """A type as the machine passes it: `ptr`, `struct`, or the name of a number."""
    if type_.endswith("*") or "(*)" in type_ or type_ in api["callbacks"]:
        return "ptr"
    if type_ in api["structures"]:
        return "struct"
    return str(api["enumerations"].get(type_, {"type": type_})["type"])


def callable_functions(api: Any) -> list[Any]:
    """The functions without structures by value."""

    def kinds(function: Any) -> list[str]:
        parts = [function["returns"], *function["parameters"]]
        return [kind(part["type"], api) for part in parts]

    return [each for each in api["functions"] if "struct" not in kinds(each)]


def filled(template: str, calls: list[str], constant: str, api: Any) -> str:
    """A template with the calls, and the constants as a line of the language."""
    constants = [
        constant.format(name.removeprefix("CALQUE_"), each["value"])
        for name, each in [*api["constants"].items(), *host_places(api).items()]
    ]
    return template.format(
        note=NOTE, calls="\n".join(calls), constants="\n".join(constants)
    )


def host_places(api: Any) -> dict[str, dict[str, int]]:
    """The size of a calque_host and where its members are: each has eight bytes."""
    members = [each["name"] for each in api["structures"]["calque_host"]["members"]]
    places = {
        f"HOST_{name.upper()}": {"value": 8 * at} for at, name in enumerate(members)
    }
    return {"HOST_SIZE": {"value": 8 * len(members)}, **places}


def signatures(api: Any, names: dict[str, str]) -> Iterator[tuple[str, list[str], str]]:
    """Names without `calque_`, types of the parameters and of the result.

    A parameter whose role has a name of its own is of that type.
    """
    for each in callable_functions(api):
        types = [
            names.get(part["role"], names[kind(part["type"], api)])
            for part in each["parameters"]
        ]
        result = names[kind(each["returns"]["type"], api)]
        yield each["name"].removeprefix("calque_"), types, result


def ruby(api: Any) -> str:
    """Text of bindings/ruby/lib/calque/c.rb."""
    names = {
        "ptr": "P", "text_nts": "N",
        "void": "V", "bool": "B", "double": "D", "size_t": "Z",
        "int32_t": "I", "uint32_t": "U", "int64_t": "L", "uint64_t": "M",
    }  # fmt: skip
    lines = [
        f"      {name}: [{', '.join([result, *types])}],"
        for name, types, result in signatures(api, names)
    ]
    return filled(RUBY, lines, "    {} = {}", api)


RUBY = """\
# {note}
require "fiddle"

module Calque
  # The calls of C by their names, without `calque_`: the first type is the result's.
  module C
    # A gem has the library for several systems, in folders beside this file.
    LIBC = RbConfig::CONFIG["host_os"].include?("musl") ? "musl" : "gnu"
    SYSTEM = "#{{RbConfig::CONFIG["host_cpu"]}}-linux-#{{LIBC}}"
    INSIDE = File.join(__dir__, SYSTEM, "libcalque.so.0")
    LIBRARY = Fiddle.dlopen(
      ENV["CALQUE_LIBRARY"] || (File.exist?(INSIDE) ? INSIDE : "libcalque.so.0")
    )
    P = Fiddle::TYPE_VOIDP
    N = :text # a pointer to bytes that end in NUL
    Z = Fiddle::TYPE_SIZE_T
    I = Fiddle::TYPE_INT
    U = -Fiddle::TYPE_INT
    L = Fiddle::TYPE_LONG_LONG
    M = -Fiddle::TYPE_LONG_LONG
    B = Fiddle::TYPE_CHAR # 1 or 0
    D = Fiddle::TYPE_DOUBLE
    V = Fiddle::TYPE_VOID

{constants}

    CALLS = {{
{calls}
    }}.freeze

    # A call is looked up in the library when it is first made.
    def self.method_missing(name, *values)
      result, *types = CALLS.fetch(name) {{ return super }}
      code = types.map {{ |type| type == N ? P : type }}
      function = Fiddle::Function.new(LIBRARY["calque_#{{name}}"], code, result)
      pointers = types.each_index.select {{ |at| code[at] == P }}
      texts = types.each_index.select {{ |at| types[at] == N }}
      define_singleton_method(name) do |*given|
        if pointers.any? {{ |at| given[at].is_a?(Integer) }}
          raise TypeError, "an integer cannot be a pointer"
        end
        texts.each {{ |at| given[at] = text(given[at]) }}
        function.call(*given)
      end
      send(name, *values)
    end

    # A text that C reads up to its NUL.
    def self.text(value)
      return value if value.nil?
      raise TypeError, "not a text: #{{value.class}}" unless value.respond_to?(:to_str)

      text = value.to_str.dup
      raise ArgumentError, "a text has a NUL in it" if text.include?("\\0")

      text
    end

    def self.respond_to_missing?(name, include_private = false)
      CALLS.key?(name) || super
    end
  end
end
"""


def perl(api: Any) -> str:
    """Text of bindings/perl/lib/Calque/C.pm."""
    names = {
        "ptr": "opaque", "void": "void", "bool": "bool", "double": "double",
        "size_t": "size_t", "int32_t": "sint32", "uint32_t": "uint32",
        "int64_t": "sint64", "uint64_t": "uint64",
    }  # fmt: skip
    lines = [
        f"    {name} => [[qw({' '.join(types)})], '{result}'],"
        for name, types, result in signatures(api, names)
    ]
    return filled(PERL, lines, "    {} => {},", api)


PERL = """\
# {note}
package Calque::C;
use strict;
use warnings;
use Config;
use FFI::Platypus 2.00;

use constant {{
{constants}
}};

# Each call by its name, without `calque_`: its parameters and its result.
my %calls = (
{calls}
);

# A package has the library for several systems, in folders beside this file.
my ($machine) = split /-/, $Config{{archname}};
my $system = "$machine-linux-" . ($Config{{gnulibc_version}} ? 'gnu' : 'musl');
my $inside = __FILE__ =~ s{{C\\.pm$}}{{$system/libcalque.so.0}}r;
my $library = $ENV{{CALQUE_LIBRARY}} // (-e $inside ? $inside : 'libcalque.so.0');
our $ffi = FFI::Platypus->new(api => 2, lib => $library);

# A call is looked up in the library when it is first made.
our $AUTOLOAD;
sub AUTOLOAD {{
    my $name = $AUTOLOAD =~ s/.*:://r;
    my $call = $calls{{$name}} or die "there is no calque_$name";
    # A signal handler may look the same call up meanwhile, and define it first.
    no strict 'refs';
    no warnings 'redefine';
    *$name = $ffi->function("calque_$name", @$call)->sub_ref;
    goto &$name;
}}

1;
"""


def java(api: Any) -> str:
    """Text of bindings/java/src/main/java/calque/Native.java."""
    numbers = {
        "ptr": "Pointer", "void": "void", "bool": "boolean", "double": "double",
        "size_t": "long", "int32_t": "int", "uint32_t": "int",
        "int64_t": "long", "uint64_t": "long",
    }  # fmt: skip
    roles = {
        "text": "byte[]", "text_nts": "byte[]", "buffer": "byte[]",
        "buffer_length": "LongByReference",
        "out_handle": "PointerByReference", "error": "PointerByReference",
    }  # fmt: skip
    lines = []
    for each in callable_functions(api):
        parts = []
        for part in each["parameters"]:
            type_ = roles.get(part["role"], numbers[kind(part["type"], api)])
            if part["role"] == "out" and part["type"] == "bool *":
                type_ = "ByteByReference"
            parts.append(f"{type_} {camel(part['name'])}")
        result = each["returns"]["type"]
        type_ = "String" if result == "const char *" else numbers[kind(result, api)]
        head = f"    static native {type_} {each['name']}("
        lines.append(wrapped(head, parts))
    return filled(JAVA, lines, "    static final int {} = {};", api)


def camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(each.title() for each in others)


def wrapped(line: str, parts: list[str]) -> str:
    """A declaration of several lines where one is too long."""
    lines = []
    for at, part in enumerate(parts):
        added = part + (", " if at + 1 < len(parts) else "")
        if len(line) + len(added) > 98:
            lines.append(line.rstrip())
            line = "        "
        line += added
    return "\n".join([*lines, line + ");"])


JAVA = """\
package calque;

import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.ByteByReference;
import com.sun.jna.ptr.LongByReference;
import com.sun.jna.ptr.PointerByReference;

/**
 * The calls of C, as in include/calque.h.
 *
 * <p>{note}
 */
final class Native {{
    static {{
        NativeLibrary library = NativeLibrary.getInstance(LibraryFile.name());
        com.sun.jna.Native.register(Native.class, library);
        LibraryFile.register(library);
    }}

{constants}

{calls}

    private Native() {{}}
}}
"""


def rust(type_: CType, api: API) -> str:
    """A type as Rust writes it."""
    if type_.parameters is not None and type_.result is not None:
        inside = ", ".join(rust(part, api) for part in type_.parameters)
        return f'Option<unsafe extern "C" fn({inside}){rust_result(type_.result, api)}>'
    name = RUST.get(type_.name, type_.name)
    if type_.name in api.callbacks:
        return name
    pointer = "*const " if type_.const else "*mut "
    return pointer * type_.pointers + name


def rust_result(type_: CType, api: API) -> str:
    if type_ == CType("void"):
        return ""
    return f" -> {rust(type_, api)}"


def rust_name(name: str) -> str:
    return f"r#{name}" if name in ("type", "ref", "match", "move", "final") else name


def rust_module(api: API) -> str:
    """Text of the crate calque-sys."""
    lines = [
        "//! The C interface of Calque as it is; the crate `calque` is the safe one.",
        f"//! {NOTE}",
        "#![allow(non_camel_case_types, clippy::all)]",
        "use std::os::raw::{c_char, c_void};",
        "",
    ]
    for name, target in api.aliases.items():
        lines.append(f"pub type {name} = {RUST[target]};")
    for name, value in api.constants.items():
        lines.append(f"pub const {name}: i32 = {value};")
    lines.append("/// A length that stands for a text that ends in NUL.")
    lines.append("pub const CALQUE_NTS: usize = usize::MAX;")
    for name in api.opaque:
        lines += ["#[repr(C)]", f"pub struct {name} {{ _private: [u8; 0] }}"]
    for name, members in api.structs.items():
        lines += ["#[repr(C)]", "#[derive(Clone, Copy)]", f"pub struct {name} {{"]
        lines += [f"    pub {rust_name(m.name)}: {rust(m.type, api)}," for m in members]
        lines.append("}")
    for name, each in api.callbacks.items():
        inside = ", ".join(rust(p.type, api) for p in each.parameters)
        lines.append(
            f"pub type {name} = "
            f'Option<unsafe extern "C" fn({inside}){rust_result(each.result, api)}>;'
        )
    lines.append('extern "C" {')
    for each in api.functions:
        inside = ", ".join(
            f"{rust_name(p.name)}: {rust(p.type, api)}" for p in each.parameters
        )
        lines.append(
            f"    pub fn {each.name}({inside}){rust_result(each.result, api)};"
        )
    return "\n".join([*lines, "}", ""])

"""Messages, localization, transcript and texts by plain ctypes, without the package.

The translator is in docs/ctypes.md.
"""

from __future__ import annotations

import ctypes
import json
import os
import tempfile
from ctypes import (
    Structure,
    byref,
    c_char_p,
    c_int32,
    c_size_t,
    c_uint32,
    c_uint64,
    c_void_p,
)
from pathlib import Path
from typing import Any

c = ctypes.CDLL(os.environ.get("CALQUE_LIBRARY", "libcalque.so"))
c.calque_error_message.restype = c_char_p


class String(Structure):
    """calque_string: a text that its receiver disposes of."""

    _fields_ = [("data", c_char_p), ("length", c_size_t)]


class CalqueError(Exception):
    """What calque_error_message says."""


def text(value: object) -> tuple[c_char_p, c_size_t]:
    """A text, or JSON, and its length."""
    data = value.encode() if isinstance(value, str) else json.dumps(value).encode()
    return c_char_p(data), c_size_t(len(data))


def call(function: Any, *arguments: Any) -> None:
    """Call a function that may fail; raises CalqueError."""
    error = c_void_p()
    if function(*arguments, byref(error)):
        message = c.calque_error_message(error).decode()
        c.calque_error_release(error)
        raise CalqueError(message)


def made(function: Any, *arguments: Any) -> c_void_p:
    """The object that a function creates."""
    handle = c_void_p()
    call(function, *arguments, byref(handle))
    return handle


def text_of(function: Any, *arguments: Any) -> str:
    """The text that a function writes."""
    string = String()
    call(function, *arguments, byref(string))
    value: str = string.data.decode()
    c.calque_string_dispose(byref(string))
    return value


# A table of messages: a decoded message.
messages = made(c.calque_messages_create, *text({}))
table = {"bky_name": "Blockly", "bky_description": "This is the %{bky_name} library."}
call(c.calque_messages_load_json, messages, 0, *text(""), *text(table), None)
buffer = ctypes.create_string_buffer(100)
c.calque_messages_decode(
    messages, *text("%{bky_description}"), buffer, c_size_t(100), None
)
print(buffer.value.decode())
c.calque_messages_release(messages)

# A localization: a listed proposal.
localization = made(
    c.calque_localization_create, *text({"environment": "staging"}), None
)
payload = {"data": {"home": {"title": "Welcome"}}}
call(c.calque_localization_load_resource, localization, *text(payload), *text("en"))
call(
    c.calque_proposals_store,
    localization,
    *text("home.title"),
    *text("en"),
    *text("Hello"),
)
nothing = (None, c_size_t(0))
proposals = json.loads(
    text_of(c.calque_proposals_list, localization, *nothing, *nothing, *nothing)
)
print(proposals["stored"][0]["section"], proposals["stored"][0]["value"])
c.calque_localization_release(localization)


# A transcript: a message that replaces an earlier one of its session.
class Identity(Structure):
    """calque_id."""

    _fields_ = [("high", c_uint64), ("low", c_uint64)]


c.calque_id_random.restype = Identity
session = c.calque_id_random()
conversation = made(
    c.calque_conversation_create, *text({"summaryPolicy": "keep"}), None
)
for move in ("e4", "e5"):
    message = made(c.calque_transcript_message_create, session)
    for member, value in (
        ("url", f"https://example.com/{move}"),
        ("summaryText", move),
    ):
        call(c.calque_transcript_message_set, message, *text(member), *text(value))
    call(c.calque_conversation_send, conversation, message, None)
    c.calque_transcript_message_release(message)
entries = json.loads(
    text_of(c.calque_conversation_transcript, conversation, c_size_t(0), c_size_t(9))
)
print([entry["kind"] for entry in entries])
c.calque_conversation_release(conversation)


# Texts: one that has a version.
class Source(Structure):
    """calque_text_source."""

    _fields_ = [
        ("struct_size", c_size_t),
        *(
            (f"{name}{part}", type_)
            for name in ("identifier", "bundle_file", "remote_file", "sha256")
            for part, type_ in (("", c_char_p), ("_length", c_size_t))
        ),
    ]


class Info(Structure):
    """calque_text_info."""

    _fields_ = [
        ("major", c_uint64),
        ("minor", c_uint64),
        ("patch", c_uint64),
        ("widths", c_uint32 * 4),
        ("place", c_int32),
        ("reason", c_int32),
    ]


folder = tempfile.TemporaryDirectory()
bundle = Path(folder.name, "texts")
bundle.mkdir()
(bundle / "versions.json").write_text('{"eula": "1.2.3"}', encoding="utf-8")
(bundle / "eula.txt").write_text("Be kind.", encoding="utf-8")
cache = str(Path(folder.name, "cache"))
texts = made(
    c.calque_texts_create,
    *text({"cacheDirectory": cache, "resourceBundle": str(bundle)}),
    None,
)
call(
    c.calque_texts_set_version_source,
    texts,
    *text("versions.json"),
    *nothing,
    None,
    None,
    None,
)
source = Source(ctypes.sizeof(Source), b"eula", 4, b"eula.txt", 8)
call(c.calque_texts_register, texts, byref(source))
string, info = String(), Info()
call(c.calque_texts_get, texts, *text("eula"), byref(string), byref(info))
print(string.data.decode(), f"is version {info.major}.{info.minor}.{info.patch}")
c.calque_string_dispose(byref(string))
c.calque_texts_release(texts)
folder.cleanup()

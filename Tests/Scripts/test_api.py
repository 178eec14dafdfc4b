"""The description of the interface: it keeps to its schema, and names what there is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

INCLUDE = Path(__file__).resolve().parents[2] / "include"


@pytest.fixture(scope="module")
def api() -> Any:
    return json.loads((INCLUDE / "calque-api.json").read_text(encoding="utf-8"))


def function(api: Any, name: str) -> Any:
    return next(each for each in api["functions"] if each["name"] == name)


def test_it_keeps_to_its_schema(api: Any) -> None:
    schema = json.loads((INCLUDE / "calque-api.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(api, schema, cls=jsonschema.Draft202012Validator)


def test_the_schema_refuses_a_text_without_a_length(api: Any) -> None:
    schema = json.loads((INCLUDE / "calque-api.schema.json").read_text())
    changed = json.loads(json.dumps(api))
    parameters = function(changed, "calque_translator_create")["parameters"]
    del next(each for each in parameters if each["role"] == "text")["length"]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(changed, schema, cls=jsonschema.Draft202012Validator)


def test_what_it_names_is_there(api: Any) -> None:
    functions = {each["name"] for each in api["functions"]}
    for each in api["functions"]:
        names = {parameter["name"] for parameter in each["parameters"]}
        for entry in [each["returns"], *each["parameters"]]:
            assert entry.get("release", "calque_string_dispose") in functions
            assert entry.get("length") is None or entry["length"] in names
    for enumeration in api["enumerations"].values():
        assert set(enumeration["constants"]) <= set(api["constants"])


def test_a_call_of_each_kind_is_described(api: Any) -> None:
    assert function(api, "calque_error_message")["returns"]["lives"] == "error"
    assert function(api, "calque_messages_shared")["returns"]["lives"] == "process"
    shared = function(api, "calque_translator_shared")["returns"]
    assert shared["release"] == "calque_translator_release"
    assert function(api, "calque_view_text")["returns"]["nullable"]
    assert not function(api, "calque_error_message")["returns"]["nullable"]
    assert function(api, "calque_texts_await")["blocks"]
    assert not function(api, "calque_texts_get")["blocks"]
    assert "visit" in function(api, "calque_messages_each")["calls_back"]
    assert not function(api, "calque_plural_category")["calls_back"]
    translate = function(api, "calque_translator_translate")["parameters"]
    triple = {each["role"]: each for each in translate if "buffer" in each["role"]}
    assert triple["buffer"]["length"] == triple["buffer_length"]["name"]
    assert triple["buffer"]["nullable"]
    resolver = api["callbacks"]["calque_messages_resolver"]["parameters"]
    assert [each.get("lives") for each in resolver] == [None, "call", "call", "call"]
    assert "CALQUE_FORMAT_V4" in api["enumerations"]["calque_format"]["constants"]

"""Promises of MessageManager's page; its own words stand above each test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from calque import Messages


@pytest.fixture
def manager() -> Iterator[Messages]:
    with Messages() as table:
        yield table


# "each object value is a synonym key mapped to a message key": listed as written.
def test_synonyms_are_listed_as_they_were_written(manager: Messages) -> None:
    manager.load({"LISTS_INLIST": "in list"})
    manager.load_synonyms({"Lists_Get": "LISTS_InList", "AUCH": "ÉCOLE_1"})
    assert manager.synonyms() == {"Lists_Get": "LISTS_InList", "AUCH": "ÉCOLE_1"}
    assert manager.messages() == {"LISTS_INLIST": "in list"}
    assert manager.get("LISTS_GET") == "in list"
    # A change of the table keeps them; the last spelling of a synonym counts.
    manager.load({"école_1": "school"})
    manager.load_synonyms({"lists_get": "lists_INLIST"})
    assert manager.synonyms() == {"lists_get": "lists_INLIST", "AUCH": "ÉCOLE_1"}
    assert manager.get("auch") == "school"


# "When a synonym is stored, both the synonym key and message key are automatically
# prefixed with the prefix parameter passed into the method."
def test_a_prefix_goes_before_both_sides(manager: Messages) -> None:
    manager.load_synonyms({"SCREEN_TITLE": "Main_Title"}, "PREFIX_")
    assert manager.synonyms() == {"PREFIX_SCREEN_TITLE": "PREFIX_Main_Title"}


# "Message keys are case-insensitive. Any existing message is overwritten by any message
# in the given dictionary with a duplicate key."
def test_a_duplicate_key_overwrites(manager: Messages) -> None:
    manager.load({"Greeting": "Welcome"})
    manager.load({"GREETING": "Hello"})
    assert manager.get("greeting") == "Hello"
    assert len(manager.messages()) == 1


# "Lookup prioritizes finding the key in the message table first, before looking in the
# synonym table." "If the key could not be found, then nil is returned."
def test_messages_go_before_synonyms(manager: Messages) -> None:
    manager.load({"A": "message", "B": "other"})
    manager.load_synonyms({"A": "B", "C": "B", "D": "nowhere"})
    assert [manager.get(key) for key in "ABCD"] == ["message", "other", "other", None]
    assert manager.get("E") is None


# "this method recursively decodes those values, if those values contain references to
# more keys". The reference recurses without end on a circle.
def test_a_circle_stays_where_it_closes(manager: Messages) -> None:
    manager.load({"a": "A %{b}", "b": "B %{a}"})
    assert manager.decode("%{a}") == "A B %{a}"


# "Decoding a string with a key inside another key is not supported by this method".
def test_a_key_inside_a_key(manager: Messages) -> None:
    manager.load({"bky_key2": "x", "bky_xkey1": "no"})
    assert manager.decode("%{bky_{%bky_key2}key1}") == "%{bky_{%bky_key2}key1}"

"""Promises of NStack's design notes; its own words stand above each test."""

from __future__ import annotations

import json
import queue
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from backend import Backend, serving

from calque import InvalidArgumentError
from calque.http import HTTPTransport
from calque.localization import Localization

ENGLISH = {"home": {"title": "Welcome", "more": "More"}}


def resource(locale: str, texts: dict[str, Any], **language: object) -> str:
    meta = {"language": {"locale": locale, **language}}
    return json.dumps({"data": texts, "meta": meta})


def opened(**options: object) -> Localization:
    given = {"preferredLanguages": ["en-GB"], "environment": "staging", "guid": "g"}
    made = Localization({**given, **options})
    made.load_resource(resource("en-GB", ENGLISH))
    return made


@pytest.fixture
def texts() -> Iterator[Localization]:
    with opened() as made:
        yield made


@pytest.fixture
def backend() -> Iterator[Backend]:
    with serving() as served:
        yield served


# "the proposal is stored locally in the app for the current session"
def test_a_newer_text_of_the_backend_ends_a_proposal(texts: Localization) -> None:
    texts.store_proposal("home.title", "Hello", "en-GB")
    texts.load_resource(resource("en-GB", ENGLISH))
    assert texts.get("home.title") == "Hello"
    texts.load_resource(resource("en-GB", {"home": {"title": "Hi there"}}))
    assert texts.get("home.title") == "Hi there"
    assert texts.proposed_value("home.title", "en-GB") is None


def test_an_accepted_proposal_is_no_proposal_any_more(texts: Localization) -> None:
    texts.store_proposal("home.title", "Hello", "en-GB")
    texts.load_resource(resource("en-GB", {"home": {"title": "Hello"}}))
    assert texts.summary["shown"] == 0
    assert texts.get("home.title") == "Hello"


def test_a_kept_proposal_ends_too(tmp_path: Path) -> None:
    kept = {"directory": str(tmp_path), "persistProposals": True}
    with opened(**kept) as first:
        first.store_proposal("home.title", "Hello", "en-GB")
    with opened(**kept) as again:
        assert again.get("home.title") == "Hello"
        again.load_resource(resource("en-GB", {"home": {"title": "Hi there"}}))
        assert again.get("home.title") == "Hi there"
    with Localization({**kept, "guid": "g", "preferredLanguages": ["en-GB"]}) as last:
        assert last.summary["shown"] == 0


# "when leaving editmode ..., a popup will appear from the bottom, telling you if
# there's any proposals for the app"
def test_edit_mode_refreshes_the_list(backend: Backend) -> None:
    told: queue.Queue[dict[str, Any]] = queue.Queue()

    def listen(name: str, *arguments: Any) -> None:
        if name == "proposalsListed":
            told.put(arguments[0])

    options = {"url": backend.url, "environment": "staging", "guid": "g"}
    options["preferredLanguages"] = ["en-GB"]  # type: ignore[assignment]
    with (
        HTTPTransport() as transport,
        Localization(options, transport=transport) as texts,
    ):
        texts.load_resource(resource("en-GB", ENGLISH))
        texts.propose("home.title", "Hello").result()
        texts.on(listen)
        texts.begin_editing()
        assert told.get(timeout=5)["hasProposals"]
        texts.end_editing()
        assert told.get(timeout=5)["listed"] == 1


# "if you decide to suggest a new proposal, a textfield will appear where you can type
# your proposal"
@pytest.mark.parametrize("value", ["", "  ", "\n\t"])
def test_empty_proposals_are_refused(texts: Localization, value: str) -> None:
    with pytest.raises(InvalidArgumentError):
        texts.store_proposal("home.title", value, "en-GB")
    with pytest.raises(InvalidArgumentError):
        texts.propose("home.title", value).result()
    assert texts.get("home.title") == "Welcome"


# "this will highlight all texts on the current view that are provided by NStack"
def test_a_component_without_a_text_is_not_offered(texts: Localization) -> None:
    marked: list[str] = []

    def component(identifier: str) -> None:
        texts.register(
            identifier,
            lambda value: None,
            begin_editing=lambda: marked.append(identifier),
        )

    component("home.title")
    component("home.unknown")
    texts.begin_editing()
    assert marked == ["home.title"]
    texts.load_resource(resource("en-GB", {"home": {"unknown": "Now known"}}))
    assert marked == ["home.title", "home.unknown"]


# "to see a list of all proposals for the translatable subviews"
def test_a_group_is_one_screen(texts: Localization) -> None:
    marked: list[str] = []
    for identifier, group in (("home.title", "home"), ("home.more", "more")):
        texts.register(
            identifier,
            lambda value: None,
            begin_editing=lambda identifier=identifier: marked.append(identifier),
            end_editing=lambda _, identifier=identifier: marked.remove(identifier),
            group=group,
        )
    texts.begin_editing("home")
    assert marked == ["home.title"]
    texts.begin_editing("more")
    assert marked == ["home.more"]
    texts.begin_editing()
    assert sorted(marked) == ["home.more", "home.title"]
    texts.end_editing()
    assert marked == []


def test_a_list_of_one_screen(backend: Backend) -> None:
    options = {"url": backend.url, "environment": "staging", "guid": "g"}
    options["preferredLanguages"] = ["en-GB"]  # type: ignore[assignment]
    with (
        HTTPTransport() as transport,
        Localization(options, transport=transport) as texts,
    ):
        texts.load_resource(resource("en-GB", ENGLISH))
        texts.register("home.title", lambda value: None, group="home")
        texts.propose("home.title", "Hello").result()
        texts.propose("home.more", "Even more").result()
        groups = texts.list_proposals(group="home")["groups"]
        assert [group["key"] for group in groups] == ["title"]
        assert len(texts.list_proposals()["groups"]) == 2


# "var translationIdentifier: TranslationIdentifier? { get set }"
def test_what_a_component_is_registered_for(texts: Localization) -> None:
    number = texts.register("defaultSection.yes", lambda value: None)
    assert texts.component_identifier(number) == "default.yes"
    texts.unregister(number)
    assert texts.component_identifier(number) is None


# "TranslationIdentifier is a wrapper class for a section and a key."
def test_an_identifier_has_two_parts(texts: Localization) -> None:
    with pytest.raises(InvalidArgumentError):
        texts.get("home.title.more")


# "func handleLocalizationModels(localizations: [LocalizationModel], acceptHeaderUsed:
# String?, completion: ((Error?) -> Void)?)"
def test_the_accept_header_that_was_used(texts: Localization) -> None:
    entry = {"id": 1, "language": {"locale": "fr", "is_best_fit": True}}
    texts.load_index(json.dumps({"data": [entry]}), accept_language="fr;q=1.0")
    assert texts.languages["lastAcceptLanguage"] == "fr;q=1.0"


# "var bestFitLanguage: Language? { get }", and offline the default one.
def test_a_bundled_file_names_the_default_language(tmp_path: Path) -> None:
    for locale, title, is_default in (
        ("da-DK", "Velkommen", False),
        ("en-GB", "Welcome", True),
        ("fr-FR", "Bienvenue", False),
    ):
        file = tmp_path / f"Localizations_{locale}.json"
        texts = {"home": {"title": title}}
        file.write_text(resource(locale, texts, is_default=is_default))
    with Localization({"bundles": [str(tmp_path)]}) as first_start:
        assert first_start.get("home.title") == "Welcome"
        assert first_start.languages["defaultLanguage"]["locale"] == "en-GB"
    with Localization(
        {"bundles": [str(tmp_path)], "preferredLanguages": ["fr-FR"]}
    ) as french:
        assert french.get("home.title") == "Bienvenue"

from __future__ import annotations

import asyncio
import json
import runpy
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent import futures
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from backend import Backend, serving

from calque import (
    BadResponseError,
    CalqueError,
    CancelledError,
    ConflictError,
    DeadlineError,
    HTTPStatusError,
    InvalidArgumentError,
    InvalidOptionError,
    InvalidTypeError,
    RefusedError,
    Translator,
    UnreachableError,
)
from calque.http import HTTPTransport
from calque.localization import Localization, accept_language, split_identifier

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
ENGLISH = {"home": {"title": "Welcome", "more": "More"}}
DANISH = {"home": {"title": "Velkommen"}}


@pytest.fixture
def backend() -> Iterator[Backend]:
    with serving() as served:
        served.resources = {"en-GB": ENGLISH, "da-DK": DANISH}
        yield served


@pytest.fixture(scope="module")
def transport() -> Iterator[HTTPTransport]:
    with HTTPTransport() as made:
        yield made


Opener = Callable[..., Localization]


@pytest.fixture
def opened(backend: Backend, transport: HTTPTransport) -> Iterator[Opener]:
    made: list[Localization] = []

    def open_(guid: str = "g 1", **options: Any) -> Localization:
        given = {
            "url": backend.url,
            "guid": guid,
            "applicationId": "app",
            "restAPIKey": "key",
            "environment": "staging",
            "appVersion": "1.2",
            **options,
        }
        made.append(Localization(given, transport=transport))
        return made[-1]

    yield open_
    for each in made:
        each.close()


def resource(locale: str, texts: dict[str, Any]) -> str:
    return json.dumps({"data": texts, "meta": {"language": {"locale": locale}}})


@pytest.fixture
def texts() -> Iterator[Localization]:
    options = {"preferredLanguages": ["en-GB"], "environment": "staging", "guid": "g"}
    with Localization(options) as made:
        made.load_resource(resource("en-GB", ENGLISH))
        made.load_resource(resource("da-DK", DANISH))
        yield made


def test_texts_are_looked_up(texts: Localization) -> None:
    assert texts.get("home.title") == "Welcome"
    assert texts.get("home.none") is None
    assert texts.get("home.none", "-") == "-"
    assert texts.get("") is None
    assert texts.find("home", "title") == {
        "value": "Welcome",
        "locale": "en-GB",
        "source": "resource",
    }
    assert texts.texts("da") == DANISH
    assert texts.texts("fr") is None
    assert texts.locale == "en-GB"
    with pytest.raises(InvalidArgumentError):
        texts.get("home")


def test_languages_can_be_changed(texts: Localization) -> None:
    texts.set_override("da-DK")
    assert texts.get("home.title") == "Velkommen"
    assert texts.get("home.more") == "More"
    assert texts.languages["languageOverride"] == "da-DK"
    texts.set_override(None)
    texts.set_preferred(["fr", "da_dk"])
    assert texts.get("home.title") == "Velkommen"
    texts.set_preferred(["fr"])
    texts.set_fallback("en-GB")
    assert texts.get("home.title") == "Welcome"
    texts.clear(including_persisted=True)
    assert texts.get("home.title") is None
    assert texts.locale == "fr"


def test_payloads_are_checked(texts: Localization) -> None:
    entry = {"id": 1, "should_update": True, "language": {"locale": "fr"}}
    assert texts.load_index(json.dumps({"data": [entry]}))[0]["id"] == 1
    with pytest.raises(InvalidTypeError) as caught:
        texts.load_resource(b'{"data": {"home": {"title": 1}}}', "en")
    assert caught.value.path == "data.home.title"
    assert texts.get("home.title") == "Welcome"
    with pytest.raises(InvalidOptionError):
        Localization({"environment": "live"})


def test_components_follow_their_value(texts: Localization) -> None:
    shown: list[str] = []
    component = texts.register("home.title", shown.append)
    texts.store_proposal("home.title", "Better", "en-GB")
    texts.set_override("da-DK")
    texts.refresh()
    assert shown == ["Welcome", "Better", "Velkommen", "Velkommen"]
    assert texts.contains_component("home.title")
    assert texts.unregister(component)
    assert not texts.unregister(component)
    assert not texts.contains_component("home.title")
    texts.set_override(None)
    assert len(shown) == 4


def test_what_a_component_raises_comes_out(texts: Localization) -> None:
    def fail(value: str) -> None:
        raise LookupError(value)

    with pytest.raises(LookupError, match="Welcome"):
        texts.register("home.title", fail)
    with pytest.raises(LookupError, match="Better"):
        texts.store_proposal("home.title", "Better", "en-GB")


def test_edit_mode_highlights_and_restores(texts: Localization) -> None:
    told: list[str] = []

    def begin() -> str:
        told.append("begin")
        return "white"

    texts.register(
        "home.title",
        told.append,
        begin_editing=begin,
        end_editing=lambda original: told.append(f"end {original}"),
    )
    texts.begin_editing()
    assert texts.is_editing
    texts.store_proposal("home.title", "Better", "en-GB")
    assert texts.end_editing() == {
        "hasProposals": True,
        "listed": 0,
        "shown": 1,
        "queued": 0,
        "isEditing": False,
    }
    assert told == ["Welcome", "begin", "Better", "end white"]
    with Localization() as production, pytest.raises(RefusedError):
        production.begin_editing()


def test_proposed_values_are_of_their_locale(texts: Localization) -> None:
    texts.store_proposal("home.title", "Bedre", "da_DK")
    assert texts.get("home.title") == "Welcome"
    assert texts.proposed_value("home.title", "da-DK") == "Bedre"
    assert texts.remove_proposal("home.title", "da-DK")
    assert not texts.remove_proposal("home.title", "da-DK")
    assert texts.proposed_value("home.title", "da-DK") is None


def test_events_are_told(texts: Localization) -> None:
    told: list[tuple[object, ...]] = []
    number = texts.on(lambda *event: told.append(event))
    texts.set_override("da-DK")
    assert told == [("languageChanged", "da-DK")]
    assert texts.off(number)
    assert not texts.off(number)


def test_callbacks_run_where_the_program_wants() -> None:
    work: list[Callable[[], None]] = []
    shown: list[str] = []
    with Localization(dispatch=work.append) as texts:
        texts.load_resource(resource("en", ENGLISH))
        texts.register("home.title", shown.append)
        assert shown == []
        while work:
            work.pop(0)()
        assert shown == ["Welcome"]


def test_a_translator_returns_what_is_proposed() -> None:
    resources = {"en": ENGLISH, "da": DANISH}
    options = {"lng": "en", "ns": ["home"], "resources": resources}
    with Translator("v4", options) as translator, Localization() as texts:
        texts.connect(translator)
        shown: list[str] = []
        texts.register("home.title", shown.append)
        texts.store_proposal("home.title", "Better", "en")
        assert translator.t("home:title") == "Better"
        translator.change_language("da")
        assert translator.t("home:title") == "Velkommen"
        translator.change_language("en")
        texts.remove_proposal("home.title", "en")
        assert translator.t("home:title") == "Welcome"
        assert shown == ["Welcome", "Better", "Velkommen", "Better", "Welcome"]
        texts.connect(None)
        assert texts.get("home.title") is None


def test_an_update_fetches_and_keeps(opened: Opener, tmp_path: Path) -> None:
    first = opened(directory=str(tmp_path))
    report = first.update().result()
    assert [each["status"] for each in report["languages"]] == ["updated", "updated"]
    assert first.get("home.title") == "Welcome"
    assert first.languages["bestFitLanguage"]["locale"] == "en-GB"
    first.close()
    assert opened(directory=str(tmp_path)).get("home.title") == "Welcome"


def test_requests_are_these_bytes(opened: Opener, backend: Backend) -> None:
    texts = opened()
    texts.update().result()
    texts.propose("home.title", "Tea & cake + 100% 🎉").result()
    texts.fetch_proposals("all").result()
    index, _, _, stored, listed = backend.asked
    assert index.method == "GET"
    assert index.target == (
        "/api/content/localize/resources/platforms/mobile?guid=g%201&platform=mobile"
    )
    assert index.header("Accept-Language") == "en;q=1.0"
    assert index.header("X-Application-id") == "app"
    assert index.header("X-Rest-Api-Key") == "key"
    assert index.body == b""
    assert stored.method == "POST"
    assert stored.target == "/api/content/localize/proposals"
    assert stored.header("N-Meta") == "calque;staging;1.2;;"
    assert stored.header("Content-Type") == "application/x-www-form-urlencoded"
    assert stored.body == (
        b"section=home&key=title&value=Tea+%26+cake+%2B+100%25+%F0%9F%8E%89"
        b"&locale=en-GB&platform=mobile&guid=g+1"
    )
    assert listed.method == "GET"
    assert listed.target == "/api/content/localize/proposals?guid=g%201&state=all"
    id_ = backend.proposals[0]["id"]
    texts.delete_proposal(id_).result()
    deleted = backend.asked[-1]
    assert deleted.method == "DELETE"
    assert deleted.target == f"/api/content/localize/proposals/{id_}?guid=g%201"
    assert deleted.body == b""


def test_a_proposal_lives_and_goes(opened: Opener, backend: Backend) -> None:
    texts = opened()
    texts.update().result()
    proposal = texts.propose("home.title", "Better").result()
    assert proposal["can_delete"] is True
    assert texts.get("home.title") == "Better"
    with pytest.raises(ConflictError) as caught:
        texts.propose("home.title", "Better").result()
    assert caught.value.detail == 412
    assert texts.propose("home.title", "Best").result()["id"] == proposal["id"]
    assert texts.get("home.title") == "Best"
    listed = texts.list_proposals()
    assert listed["title"] == "All proposals"
    assert [group["key"] for group in listed["groups"]] == ["title"]
    assert texts.delete_proposal(proposal["id"]).result() == {"message": "deleted"}
    assert texts.get("home.title") == "Welcome"
    assert backend.proposals == []


def test_proposals_belong_to_their_guid(opened: Opener) -> None:
    mine, other = opened("mine"), opened("other")
    mine.update().result()
    proposal = mine.propose("home.title", "Better").result()
    seen = other.fetch_proposals().result()
    assert [each["can_delete"] for each in seen] == [False]
    with pytest.raises(HTTPStatusError) as caught:
        other.delete_proposal(proposal["id"]).result()
    assert caught.value.detail == 401


@pytest.mark.parametrize("status", [401, 403, 404, 445, 500])
def test_a_refusal_shows_the_normal_value(
    opened: Opener, backend: Backend, status: int
) -> None:
    texts = opened()
    texts.update().result()
    backend.answers = [(status, b"no")]
    with pytest.raises(HTTPStatusError) as caught:
        texts.propose("home.title", "Better").result()
    assert caught.value.detail == status
    assert texts.get("home.title") == "Welcome"


@pytest.mark.parametrize("body", [b"", b"<html>", b"{}", b'{"data": [1]}', b"\xff"])
def test_garbage_is_a_bad_answer(opened: Opener, backend: Backend, body: bytes) -> None:
    texts = opened()
    texts.update().result()
    backend.answers = [(200, body), (201, body)]
    for call in (texts.propose("home.title", "Better"), texts.fetch_proposals()):
        with pytest.raises(BadResponseError):
            call.result()
    assert texts.get("home.title") == "Welcome"


def test_an_answer_that_never_comes_is_waited_for_no_longer(
    opened: Opener, backend: Backend
) -> None:
    texts = opened(timeout=2000)
    texts.update().result()
    backend.answers = [None]
    with pytest.raises(DeadlineError):
        texts.propose("home.title", "Better").result()
    assert texts.get("home.title") == "Better"
    assert texts.summary["queued"] == 1
    assert texts.send_queued().result() == {"queued": 0}
    assert [each["value"] for each in backend.proposals] == ["Better"]


def test_an_answer_that_came_too_late_does_not_count_twice(
    opened: Opener, backend: Backend
) -> None:
    texts = opened(timeout=2000)
    texts.update().result()
    backend.holds = True
    with pytest.raises(DeadlineError):
        texts.propose("home.title", "Better").result()
    backend.holds = False
    backend.released.set()
    while not backend.proposals:
        threading.Event().wait(0.01)
    assert texts.send_queued().result() == {"queued": 0}
    assert len(backend.proposals) == 1


def test_a_call_can_be_cancelled(opened: Opener, backend: Backend) -> None:
    texts = opened()
    backend.holds = True
    call = texts.update()
    assert call.cancel()
    assert call.cancelled()
    with pytest.raises(futures.CancelledError):
        call.result()
    pending = texts.fetch_proposals()
    texts.close()
    with pytest.raises(CancelledError):
        pending.result()


def test_a_call_can_be_awaited(opened: Opener, backend: Backend) -> None:
    async def propose() -> Any:
        await texts.update()
        proposal = await texts.propose("home.title", "Better")
        backend.holds = True
        late = asyncio.ensure_future(texts.fetch_proposals())
        await asyncio.sleep(0)
        late.cancel()
        with pytest.raises(asyncio.CancelledError):
            await late
        return proposal

    with opened() as texts:
        assert asyncio.run(propose())["value"] == "Better"


def test_a_key_with_dots_is_shown_registered_and_proposed(tmp_path: Path) -> None:
    options = {"environment": "staging", "preferredLanguages": ["en"]}
    shown: list[str] = []
    key = ("home", "a.b.c")
    with Localization(options) as texts:
        texts.load_resource('{"data": {"home": {"a.b.c": "Welcome"}}}', "en")
        assert texts.get(key) == "Welcome"
        texts.register(key, shown.append)
        assert texts.contains_component(key)
        texts.store_proposal(key, "Hello", "en")
        assert texts.proposed_value(key, "en") == "Hello"
        assert texts.remove_proposal(key, "en")
        assert shown == ["Welcome", "Hello", "Welcome"]
        with pytest.raises(InvalidArgumentError):
            texts.get("home.a.b.c")
        with pytest.raises(InvalidArgumentError):
            texts.store_proposal(("home", ""), "Hello", "en")


def test_without_a_backend_proposals_wait(tmp_path: Path) -> None:
    options = {
        "url": "http://127.0.0.1:1/api",
        "preferredLanguages": ["en-GB"],
        "directory": str(tmp_path),
        "persistProposals": True,
        "guid": "g",
    }
    with HTTPTransport() as transport:
        for queued in (1, 1):
            with Localization(options, transport=transport) as texts:
                texts.load_resource(resource("en-GB", ENGLISH))
                with pytest.raises((UnreachableError, ConflictError)):
                    texts.propose("home.title", "Better").result()
                assert texts.summary["queued"] == queued
                assert texts.get("home.title") == "Better"


def test_the_example_plays_against_a_server(
    backend: Backend,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    backend.resources = {
        "en-GB": {"home": {"title": "Welcome", "greeting": "Good day"}}
    }
    monkeypatch.setattr(sys, "argv", ["propose", "--backend", backend.url])
    monkeypatch.setattr(sys, "stdin", StringIO())
    runpy.run_path(str(EXAMPLES / "propose.py"), run_name="__main__")
    printed = capsys.readouterr().out
    assert "* greeting: Hello there" in printed
    assert "- greeting: Hello there" in printed
    assert printed.endswith("deleted\n  title: Welcome\n  greeting: Good day\n")
    assert backend.proposals == []


def test_pure_functions() -> None:
    assert split_identifier("defaultSection.ok") == ("default", "ok")
    assert split_identifier("a.b.c") is None
    assert accept_language([]) == "en;q=1.0"
    assert accept_language(["da"], "pl") == "pl;q=1.0,da;q=0.9"


def test_a_closed_localization_says_so(texts: Localization) -> None:
    texts.close()
    with pytest.raises(ValueError, match="closed"):
        texts.get("home.title")
    assert issubclass(ConflictError, CalqueError)

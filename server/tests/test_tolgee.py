"""The bridge to Tolgee, against answers in the shapes of its source (August 2026)."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from harness import Running, wait_for
from test_git import held, proposed, row, status

from calque_server import bridging

ONE_DATABASE = True
LANGUAGES = [{"id": 11, "tag": "en"}, {"id": 12, "tag": "de"}]
KEYS = [
    {"id": 21, "name": "title", "namespace": "books"},
    {"id": 22, "name": "title", "namespace": "home"},
    {"id": 23, "name": "greeting", "namespace": "home"},
]


class Tolgee:
    """As much of Tolgee as SuggestionController, languages and the search of keys."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.suggestions: list[dict[str, Any]] = []

    def answer(self, method: str, path: str, key: str, body: Any) -> tuple[int, Any]:
        if key != "tgpak_secret":
            return 401, {"code": "invalid_project_api_key"}
        parts = urlsplit(path)
        query = parse_qs(parts.query)
        page = int(query.get("page", ["0"])[0])
        where = parts.path.removeprefix("/v2/projects/7")
        if where == "/languages":
            # One a page: whoever reads the first alone misses some.
            return 200, self.page("languages", LANGUAGES[page : page + 1], page, 2)
        if where == "/keys/search":
            found = [each for each in KEYS if query["search"][0] in str(each["name"])]
            return 200, self.page("keys", found, 0, 1)
        own = re.fullmatch(r"/languages/(\d+)/key/(\d+)/suggestion(/\d+)?", where)
        assert own is not None, path
        place = {"languageId": int(own[1]), "keyId": int(own[2])}
        there = [each for each in self.suggestions if place.items() <= each.items()]
        if method == "GET":
            return 200, self.page("suggestions", there, 0, 1)
        if method == "DELETE":
            gone = int(own[3][1:])
            self.suggestions = [each for each in self.suggestions if each["id"] != gone]
            return 200, None
        text = body["translation"]
        if any(
            (each["translation"], each["state"]) == (text, "ACTIVE") for each in there
        ):
            return 400, {"code": "duplicate_suggestion"}
        made = {"id": 100 + len(self.suggestions), "translation": text, **place}
        made |= {"state": "ACTIVE", "isPlural": False, "author": {"id": 1}}
        self.suggestions.append(made)
        return 200, made

    @staticmethod
    def page(name: str, found: Any, number: int, pages: int) -> Any:
        counts = {
            "size": 100,
            "totalElements": 2,
            "totalPages": pages,
            "number": number,
        }
        return {"_embedded": {name: found} if found else {}, "page": counts}


@pytest.fixture
def tolgee(monkeypatch: pytest.MonkeyPatch) -> Iterator[Tolgee]:
    monkeypatch.setenv("CALQUE_TOLGEE_TOKEN", "tgpak_secret")

    class Handler(BaseHTTPRequestHandler):
        def handle_one(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            body = json.loads(self.rfile.read(length) or b"null")
            key = self.headers.get("X-API-Key", "")
            code, value = made.answer(self.command, self.path, key, body)
            data = b"" if value is None else json.dumps(value).encode()
            self.send_response(code)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        do_GET = do_POST = do_DELETE = handle_one  # noqa: N815

        def log_message(self, *arguments: object) -> None:
            pass

    own = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    made = Tolgee(f"http://127.0.0.1:{own.server_address[1]}")
    thread = threading.Thread(target=own.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield made
    own.shutdown()
    thread.join()
    own.server_close()


def bridge(served: Running, tolgee: Tolgee) -> None:
    settings = {"url": tolgee.url, "project": 7, "every": 0}
    served.database.write_now(
        bridging.create, served.project, "tolgee", json.dumps(settings)
    )


def test_suggestions_go_there_and_states_come_back(
    served: Running, tolgee: Tolgee
) -> None:
    bridge(served, tolgee)
    one = proposed(served, "Herzlich willkommen")
    two = proposed(served, "Hallo, {{name}}", key="greeting")
    wait_for(lambda: len(tolgee.suggestions) == 2)
    # The key of the own namespace, the language of the tag.
    assert [(each["keyId"], each["languageId"]) for each in tolgee.suggestions] == [
        (22, 12),
        (23, 12),
    ]
    tolgee.suggestions[0]["state"] = "ACCEPTED"
    tolgee.suggestions[1]["state"] = "DECLINED"
    wait_for(lambda: row(served, one).state == "accepted")
    wait_for(lambda: row(served, two).state == "rejected")
    gone = proposed(served, "Grüß dich")
    wait_for(lambda: len(tolgee.suggestions) == 3)
    url = f"{served.base}/api/v2/content/localize/proposals/{gone}?guid=g"
    assert served.client.delete(url).is_success
    wait_for(lambda: len(tolgee.suggestions) == 2)


@pytest.mark.parametrize(
    ("fields", "note"),
    [
        ({"locale": "fr"}, "has no fr in Tolgee"),
        ({"key": "other"}, "has no text other in Tolgee"),
        ({"section": "books", "key": "book_other"}, "plural forms are one text"),
    ],
)
def test_what_does_not_fit_is_held(
    served: Running, tolgee: Tolgee, fields: dict[str, str], note: str
) -> None:
    bridge(served, tolgee)
    proposed(served, "{{count}} Wert", **fields)
    wait_for(lambda: held(served))
    assert note in held(served)
    assert tolgee.suggestions == []


def test_a_duplicate_and_a_wrong_key_are_told(
    served: Running, tolgee: Tolgee, monkeypatch: pytest.MonkeyPatch
) -> None:
    bridge(served, tolgee)
    proposed(served, "Hallo")
    wait_for(lambda: tolgee.suggestions)
    proposed(served, "Hallo", guid="other")
    wait_for(lambda: held(served))
    assert "duplicate_suggestion" in held(served)
    monkeypatch.setenv("CALQUE_TOLGEE_TOKEN", "tgpak_wrong")
    wait_for(lambda: "401" in status(served)["error"])
    monkeypatch.delenv("CALQUE_TOLGEE_TOKEN")
    wait_for(lambda: "CALQUE_TOLGEE_TOKEN is not set" in status(served)["error"])

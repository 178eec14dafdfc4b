from __future__ import annotations

import json
import re
from typing import Any

import httpx
import pytest
import schemathesis
from harness import TESTER, TREES, Running
from hypothesis import HealthCheck, Phase, given, settings
from test_pages import sign_in

from calque_server import keys

API = "/api/calque/v1/projects/demo"

ONE_DATABASE = True


def key_client(served: Running, scope: str) -> httpx.Client:
    secret = served.database.write_now(
        keys.create, served.project, scope, scope, TESTER
    )
    headers = {"Authorization": f"Bearer {secret}"}
    return httpx.Client(base_url=served.url + API, headers=headers)


def new(value: str, **fields: str) -> dict[str, str]:
    return {
        "section": "home",
        "key": "title",
        "locale": "de",
        "guid": "g",
        "value": value,
        **fields,
    }


def test_texts_are_written_under_their_revision(served: Running) -> None:
    with key_client(served, "review") as client:
        found = client.get("/texts", params={"locale": "de", "words": "title"}).json()
        text = found["data"][0]
        assert (text["source"], text["value"]) == ("Welcome", "Willkommen")
        path = f"/texts/{text['id']}/translations/de"
        body = {"value": "Hallo"}
        assert client.put(path, json=body).status_code == 428
        stale = client.put(path, json=body, headers={"If-Match": '"9"'})
        assert stale.status_code == 412
        assert stale.headers["content-type"] == "application/problem+json"
        assert stale.json()["value"] == "Willkommen"
        done = client.put(path, json=body, headers={"If-Match": '"1"'})
        assert done.json() == {"revision": 2}


def test_proposals_are_decided(served: Running) -> None:
    with key_client(served, "review") as client:
        made = client.post("/proposals", json=new("Hallo"))
        assert made.status_code == 201
        assert client.post("/proposals", json=new("Hallo")).status_code == 409
        path = f"/proposals/{made.json()['id']}"
        assert client.post(f"{path}/accept", json={}).status_code == 428
        done = client.post(f"{path}/accept", json={}, headers={"If-Match": '"1"'})
        assert done.json()["state"] == "accepted"
        assert client.post(f"{path}/reject", json={}).status_code == 409
        assert client.post(f"{path}/reopen").json()["state"] == "open"
        told = client.post(f"{path}/reject", json={"reason": "No"}).json()
        assert (told["state"], told["reason"]) == ("rejected", "No")
        client.post("/proposals", json=new("Spam", guid="s"))
        gone = client.post("/authors/reject", json={"guid": "s"})
        assert gone.json() == {"count": 1}
        kinds = [each["kind"] for each in client.get("/events").json()["data"]]
        assert kinds[-6:] == [
            "proposed",
            "accepted",
            "reopened",
            "rejected",
            "proposed",
            "author_rejected",
        ]


def test_a_request_is_carried_out_once(served: Running) -> None:
    with key_client(served, "publish") as client:
        headers = {"Idempotency-Key": "one"}
        first = client.post("/releases", json={}, headers=headers).json()
        assert client.post("/releases", json={}, headers=headers).json() == first
        assert client.post("/releases", json={}).json() != first
        other = client.post("/releases", json={"note": "x"}, headers=headers)
        assert other.status_code == 422


def test_catalogs_come_in_and_out(served: Running) -> None:
    tree = {"b": "1", "a": {"z": "2", "y": [True, None]}}
    with key_client(served, "import") as client:
        taken = client.post("/imports", json={"catalogs": {"pl": {"home": tree}}})
        assert taken.json()["added"] == 4
        found = client.get("/exports").json()["catalogs"]
        assert json.dumps(found["pl"]["home"]) == json.dumps(tree)
        assert found["de"] == TREES["de"]


def test_channels_move_under_their_revision(served: Running) -> None:
    with key_client(served, "publish") as client:
        assert client.post("/releases", json={}).json() == {"number": 2}
        body, path = {"release": 1}, "/channels/production"
        assert client.put(path, json=body).status_code == 428
        done = client.put(path, json=body, headers={"If-Match": '"2"'})
        assert done.json() == {"revision": 3}
        again = client.put(path, json=body, headers={"If-Match": '"2"'})
        assert again.status_code == 412


PEOPLE = ("translator", "reviewer", "publisher", "owner")
SCOPES = ("app", "import", "review", "publish")
# The roles of people and the scopes of keys that may do each action.
MAY = {
    "read": "import review publish translator reviewer publisher owner",
    "propose": "app review publish translator reviewer publisher owner",
    "decide": "review publish reviewer publisher owner",
    "import": "import publish publisher owner",
    "publish": "publish publisher owner",
    "manage": "owner",
}
SCREEN = {"locale": "de", "width": 400, "height": 800, "components": []}
# Every route of the API, with a body that it takes.
MATRIX: dict[tuple[str, str], tuple[str, Any]] = {
    ("GET", "/texts?locale=de"): ("read", None),
    ("GET", "/proposals"): ("read", None),
    ("GET", "/missing"): ("read", None),
    ("GET", "/exports"): ("read", None),
    ("GET", "/events"): ("read", None),
    ("GET", "/channels"): ("read", None),
    ("POST", "/proposals"): ("propose", new("X")),
    ("POST", "/proposals/1/accept"): ("decide", {}),
    ("POST", "/proposals/1/reject"): ("decide", {}),
    ("POST", "/proposals/1/reopen"): ("decide", None),
    ("POST", "/authors/reject"): ("decide", {"guid": "x"}),
    ("PUT", "/texts/1/translations/de"): ("decide", {"value": "x"}),
    ("PATCH", "/texts/1"): ("publish", {}),
    ("POST", "/releases"): ("publish", {}),
    ("PUT", "/channels/production"): ("publish", {"release": 1}),
    ("GET", "/screens"): ("read", None),
    ("PUT", "/screens/home"): ("propose", SCREEN),
    ("PUT", "/screens/home/picture"): ("propose", None),
    ("DELETE", "/screens/home"): ("publish", None),
    ("POST", "/imports"): ("import", {"catalogs": {}}),
    ("PUT", "/documents/eula/de"): ("import", {"version": "1.0.0", "text": "x"}),
    ("GET", "/keys"): ("manage", None),
    ("GET", "/webhooks"): ("manage", None),
    ("POST", "/webhooks"): ("manage", {"url": "https://127.0.0.1/"}),
    ("DELETE", "/webhooks/99"): ("manage", None),
    ("POST", "/keys"): ("manage", {"scope": "app"}),
    ("DELETE", "/keys/99"): ("manage", None),
}


@pytest.mark.parametrize("role", ["", *SCOPES, *PEOPLE])
def test_each_may_what_it_may(served: Running, role: str) -> None:
    if role in SCOPES:
        client = key_client(served, role)
    elif role:
        client = sign_in(served, role)
        client.base_url = httpx.URL(served.url + API)
    else:
        client = httpx.Client(base_url=served.url + API)
    with client:
        for (method, path), (action, body) in MATRIX.items():
            status = client.request(method, path, json=body).status_code
            if role in MAY[action].split():
                assert status not in (401, 403), (method, path)
            else:
                assert status == (403 if role else 401), (method, path)


def test_the_matrix_has_every_route(served: Running) -> None:
    described = served.client.get(f"{served.url}/api/calque/v1/openapi.json").json()
    routes = {
        (method.upper(), re.sub(r"\{.*?\}", "*", path.split("/{project}", 1)[1]))
        for path, methods in described["paths"].items()
        for method in methods
    }
    tried = {
        (
            method,
            re.sub(r"/(\d+|de|eula|home|production)(?=/|$)", "/*", path.split("?")[0]),
        )
        for method, path in MATRIX
    }
    assert tried == routes


def test_a_session_is_no_key_for_other_sites(served: Running) -> None:
    with sign_in(served, "owner") as client:
        headers = {"Origin": "https://evil.example"}
        answer = client.post(f"{API}/releases", json={}, headers=headers)
        assert answer.status_code == 403


def test_nothing_brings_the_api_down(served: Running) -> None:
    """Made-up requests get only the answers that the description has."""
    with sign_in(served, "owner") as owner:
        cookies = "; ".join(f"{name}={value}" for name, value in owner.cookies.items())
    headers = {"Cookie": cookies, "Origin": served.url}
    base = f"{served.url}/api/calque/v1"
    schema = schemathesis.openapi.from_url(f"{base}/openapi.json")
    seen = set()
    for found in schema.get_all_operations():
        operation = found.ok()

        @settings(
            max_examples=12,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate],
            database=None,
            derandomize=True,
        )
        @given(case=operation.as_strategy())
        def ask(case: Any) -> None:
            case.path_parameters = {**case.path_parameters, "project": "demo"}
            answer = case.call(base_url=base, headers=headers)
            seen.add(f"{case.method} {case.path}")
            assert answer.status_code < 500, (case.path, answer.text)
            known = case.operation.definition.raw["responses"]
            assert str(answer.status_code) in known, (case.path, answer.text)

        ask()
    assert len(seen) >= 15

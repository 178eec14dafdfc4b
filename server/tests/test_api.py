from __future__ import annotations

import json
import random
from typing import Any

import httpx
import pytest
from harness import TESTER, TREES, Running, asking
from test_pages import sign_in

from calque_server import keys
from calque_server.api import ROUTES

API = "/api/calque/v1/projects/demo"

ONE_DATABASE = True


def key_client(served: Running, scope: str) -> httpx.Client:
    secret = served.database.write_now(
        keys.create, served.project, scope, scope, TESTER
    )
    headers = {"Authorization": f"Bearer {secret}"}
    return asking(base_url=served.url + API, headers=headers)


def new(value: str, **fields: str) -> dict[str, str]:
    return {
        "section": "home",
        "key": "title",
        "locale": "de",
        "guid": "g",
        "value": value,
        **fields,
    }


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
        spam = client.post("/proposals", json=new("Spam", guid="s")).json()
        gone = client.post("/authors/reject", json={"device": spam["device"]})
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
# Every route of the API, with a body that it takes.
MATRIX: dict[tuple[str, str], Any] = {
    ("GET", "/proposals"): None,
    ("POST", "/proposals"): new("X"),
    ("DELETE", "/proposals/{id:int}"): None,
    ("POST", "/proposals/{id:int}/accept"): {},
    ("POST", "/proposals/{id:int}/reject"): {},
    ("POST", "/proposals/{id:int}/reopen"): None,
    ("POST", "/proposals/{id:int}/admit"): None,
    ("POST", "/authors/reject"): {"device": "x"},
    ("GET", "/missing"): None,
    ("POST", "/imports"): {"catalogs": {}},
    ("GET", "/exports"): None,
    ("GET", "/events"): None,
    ("POST", "/releases"): {},
    ("GET", "/channels"): None,
    ("PUT", "/channels/{name}"): {"release": 1},
    ("GET", "/bridges"): None,
    ("GET", "/keys"): None,
    ("POST", "/keys"): {"scope": "app"},
    ("DELETE", "/keys/{id:int}"): None,
    ("GET", "/webhooks"): None,
    ("POST", "/webhooks"): {"url": "https://127.0.0.1/"},
    ("DELETE", "/webhooks/{id:int}"): None,
}
ACTIONS = {
    (method, each.path.partition("{project}")[2]): each.name
    for each in ROUTES
    for method in (each.methods or set()) - {"HEAD"}
}


def filled(path: str, id_: object = 99) -> str:
    return path.replace("{id:int}", str(id_)).replace("{name}", "production")


@pytest.mark.parametrize("role", ["", *SCOPES, *PEOPLE])
def test_each_may_what_it_may(served: Running, role: str) -> None:
    if role in SCOPES:
        client = key_client(served, role)
    elif role:
        client = sign_in(served, role)
        client.base_url = httpx.URL(served.url + API)
    else:
        client = asking(base_url=served.url + API)
    with client:
        for (method, path), body in MATRIX.items():
            status = client.request(method, filled(path), json=body).status_code
            if role in MAY[ACTIONS[method, path]].split():
                # A proposal that there is not belongs to nobody.
                assert status not in (401, 403), (method, path)
                assert status < 500, (method, path)
            else:
                assert status == (403 if role else 401), (method, path)


def test_the_matrix_has_every_route() -> None:
    assert MATRIX.keys() == ACTIONS.keys()


def test_a_session_is_no_key_for_other_sites(served: Running) -> None:
    with sign_in(served, "owner") as client:
        headers = {"Origin": "https://evil.example"}
        answer = client.post(f"{API}/releases", json={}, headers=headers)
        assert answer.status_code == 403


ODD = [
    b"",
    b"[]",
    b"null",
    b"1e999",
    b"{",
    b"\xff\xfe",
    b'{"a": "\\ud800"}',
    b"[" * 60_000,
    b'{"a":' * 5000,
    b'{"locale":"\\ud800","section":"\\ud800","key":"\\ud800","value":"\\ud800","guid":"\\ud800"}',
    b'{"scope":"app","name":"\\ud800","application":"\\u0000"}',
    b'{"device":"\\ud800","reason":"\\ud800"}',
    b'{"release":1e30}',
    b'{"url":"https://\\ud800/"}',
    b'{"catalogs":{"en":{"a":{"b":"\\ud800"}}}}',
    b'{"catalogs":{"en":{"a":{"\\ud800":"b"}}}}',
    b'{"catalogs":{"\\ud800":{"a":{}}}}',
    b'{"catalogs":{"en":[]}}',
    b'{"catalogs":{"en":{"a":' + b'{"a":' * 3000 + b"1" + b"}" * 3003,
    b'{"catalogs":{"en":{"a":{"n":' + b"9" * 10_000 + b"}}}}",
    b'{"catalogs":{"en":{"a":{"n":NaN}}}}',
    b'{"note":"\\ud800"}',
    b'{"value":"\\ud800"}',
]


def test_nothing_brings_the_api_down(served: Running) -> None:
    """Odd and made-up requests are refused, and the reason is JSON."""
    chance = random.Random(39)
    id_ = served.propose("A").json()["data"]["id"]
    with sign_in(served, "owner") as owner:
        for (method, path), body in MATRIX.items():
            whole = json.dumps(body).encode()
            cut = [whole[: chance.randrange(len(whole))] for _ in range(5)]
            url = API + filled(path, id_)
            for data in [*ODD, *cut] if method != "GET" else [b""]:
                headers = {"If-Match": chance.choice(['"1"', "x", '"' + "9" * 30])}
                answer = owner.request(method, url, content=data, headers=headers)
                assert answer.status_code < 500, (method, path, data[:80], answer.text)
                if answer.status_code >= 400:
                    assert answer.json()["status"] == answer.status_code
        for query in (
            "after=x",
            "after=-1",
            "before=1e9",
            "state=%00",
            "locale=%ED%A0%80",
        ):
            for path in ("/proposals", "/events"):
                assert owner.get(f"{API}{path}?{query}").status_code < 500

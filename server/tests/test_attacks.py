"""Attacks that succeeded once, each tried again."""

from __future__ import annotations

import contextlib
import random
import socket
import string
from dataclasses import replace
from typing import Any

import httpx
import pytest
from harness import (
    TESTER,
    Running,
    asking,
    make_project,
    running,
    stop,
)
from sqlalchemy import text
from test_api import API, key_client, new
from test_live import Stream
from test_pages import decide, sign_in

from calque_server import keys, people, proposals
from calque_server.database import Database
from calque_server.devices import OPEN, device_of
from calque_server.settings import Limits, Settings

WIRE = "/api/v2/content/localize/proposals"


def key_of(served: Running, scope: str = "app", application: str = "") -> str:
    return served.database.write_now(
        keys.create, served.project, scope, scope, TESTER, application
    )


def row_of(served: Running, id_: int) -> Any:
    return served.database.read_now(proposals.by_id, served.project, id_)


class TestOwnership:
    """1. What a member or a device proposed belongs to it."""

    def test_no_guid_leads_to_a_members_proposal(self, served: Running) -> None:
        with sign_in(served, "translator") as member:
            made = member.post(f"{API}/proposals", json=new("Hallo", guid="x")).json()
            assert made["state"] == "open"
            number = made["device"].removeprefix("member-")
            url = f"{served.base}{WIRE}/{made['id']}"
            for guid in (f"person-{number}", made["device"], "x", number, ""):
                query = {"guid": guid}
                assert served.client.delete(url, params=query).status_code == 401
                talk = served.client.get(f"{url}/transcript", params=query)
                assert talk.status_code == 401
                if guid:
                    assert served.propose("Böse", guid=guid).status_code == 201
            row = row_of(served, made["id"])
            assert (row.value, row.state) == ("Hallo", "open")
            assert member.delete(f"{API}/proposals/{made['id']}").status_code == 204

    def test_a_guid_counts_for_the_key_that_brought_it(self, served: Running) -> None:
        one, other = key_of(served), key_of(served)
        shop = key_of(served, application="shop")
        renewed = key_of(served, application="shop")
        url = f"{served.base}{WIRE}"

        def headers(secret: str) -> dict[str, str]:
            return {"X-Rest-Api-Key": secret} if secret else {}

        form = {"section": "home", "key": "title", "locale": "de", "guid": "secret"}
        for secret, own in ((one, {one}), ("", {""}), (shop, {shop, renewed})):
            given = headers(secret)
            form["value"] = f"By {secret}"
            made = served.client.post(url, data=form, headers=given)
            assert made.status_code == 201
            id_ = made.json()["data"]["id"]
            path = f"{url}/{id_}"
            for others in {one, other, shop, renewed, ""} - own:
                query = {"guid": "secret"}
                gone = served.client.delete(path, params=query, headers=headers(others))
                assert gone.status_code == 401
            for each in own:
                talk = served.client.get(
                    f"{path}/transcript?guid=secret", headers=headers(each)
                )
                assert talk.status_code == 200

    def test_guids_are_nowhere(self, served: Running) -> None:
        """Not in lists, pages, events or tables: only a hash, bound to its key."""
        guid = "a-secret-of-one-device"
        id_ = served.propose("Hallo", guid=guid).json()["data"]["id"]
        served.client.get(f"{served.base}{WIRE}/{id_}/transcript?guid={guid}")
        with sign_in(served, "owner") as owner:
            decide(owner, id_, "reject", reason="No")
            shown = [served.client.get(f"{served.base}{WIRE}?state=all").text]
            for path in ("", "?state=rejected", "/log"):
                shown.append(owner.get(f"/projects/demo{path}").text)
            for path in ("/proposals?state=rejected", "/events"):
                shown.append(owner.get(f"{API}{path}").text)
        assert not [each for each in shown if guid in each]
        for table in ("proposal", "event", "posting"):
            rows = served.database.read_now(
                lambda c, table=table: c.execute(text(f"SELECT * FROM {table}")).all()
            )
            assert rows
            assert guid not in str(rows)


class TestGuesses:
    """6. Passwords: guesses lock nobody out, and are still slow."""

    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(sign_in_rate=0.001, sign_in_burst=3)

    @pytest.fixture
    def served(self, database: Database, limits: Limits) -> Any:
        project = make_project(database)
        settings = replace(Settings(), port=0, limits=limits, behind_proxy=True)
        with running(database, settings) as (url, server), asking() as client:
            yield Running(url, database, server, project, client)

    def test_a_right_password_passes_while_others_guess(self, served: Running) -> None:
        def work(connection: Any) -> None:
            id_ = people.create(connection, "Ada", TESTER)
            hashed = people.hash_password("correct horse")
            people.set_password(connection, id_, "Ada", "ada", hashed)

        served.database.write_now(work)
        known = asking(base_url=served.url, headers={"Origin": served.url})

        def sign(client: httpx.Client, word: str, network: str) -> int:
            headers = {"Origin": served.url, "X-Forwarded-For": network}
            form = {"login": "ada", "password": word}
            return client.post("/sign-in", data=form, headers=headers).status_code

        # A browser that signed in before, in the network of the guesses.
        assert sign(known, "correct horse", "192.0.2.7") == 303
        with asking(base_url=served.url) as stranger:
            found = [sign(stranger, f"guess {n}", "192.0.2.9") for n in range(5)]
            assert found == [401, 401, 401, 429, 429]
            # The right one is refused there, too: a guess learns nothing.
            assert sign(stranger, "correct horse", "192.0.2.9") == 429
            assert sign(stranger, "correct horse", "198.51.100.1") == 303
        assert sign(known, "correct horse", "192.0.2.7") == 303
        assert [sign(known, "x", "192.0.2.7") for _ in range(4)] == [401] * 3 + [429]
        known.close()


class TestTheRest:
    """6. Lists, silent connections, webhooks."""

    def test_a_list_comes_in_pages(self, served: Running) -> None:
        def fill(connection: Any) -> None:
            for number in range(230):
                connection.execute(
                    text(
                        "INSERT INTO proposal (project_id, section, key, locale, "
                        "device, value, state, base_revision, created, updated) "
                        f"VALUES ({served.project.id}, 'home', 'k{number}', 'de', "
                        f":device, '{'x' * 4000}', 'open', 0, 0, 0)"
                    ),
                    {"device": device_of(OPEN, "mine") if number < 3 else "other"},
                )

        served.database.write_now(fill)
        url = f"{served.base}{WIRE}"
        first = served.client.get(url)
        assert len(first.content) < 450_000
        seen, more = first.json()["data"], first.json()["meta"]["next"]
        while more:
            page = served.client.get(url, params={"before": more}).json()
            seen, more = page["data"] + seen, page["meta"]["next"]
        assert [each["key"] for each in seen] == [f"k{number}" for number in range(230)]
        own = served.client.get(url, params={"guid": "mine"}).json()["data"]
        mine = [each["key"] for each in own if each["can_delete"]]
        assert mine == ["k0", "k1", "k2"]
        assert served.client.get(url, params={"before": "x"}).status_code == 422

    def test_silent_connections_are_not_kept(self, database: Database) -> None:
        limits = Limits(head_seconds=0.3)
        with running(database, replace(Settings(), port=0, limits=limits)) as (url, _):
            host, port = url.removeprefix("http://").split(":")
            opened = [
                socket.create_connection((host, int(port)), timeout=20)
                for _ in range(200)
            ]
            for number, each in enumerate(opened):
                if number % 2:
                    each.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ")
            for each in opened:
                with contextlib.suppress(ConnectionError):
                    assert each.recv(100) == b""
                each.close()
            # One that asks is answered, and may ask again later.
            with asking(base_url=url) as client:
                assert client.get("/healthz").status_code == 200
                assert client.get("/healthz").status_code == 200

    @pytest.mark.parametrize(
        "url",
        [
            "https://127.0.0.1/",
            "https://2130706433/",
            "https://0x7f000001/",
            "https://[::ffff:10.0.0.1]/",
            "https://[::1]/",
            "https://localhost/",
            "https://nowhere.invalid/",
        ],
    )
    def test_a_webhook_to_a_private_address_is_not_made(
        self, served: Running, url: str
    ) -> None:
        with sign_in(served, "owner") as owner:
            answer = owner.post(f"{API}/webhooks", json={"url": url})
            assert answer.status_code == 422
            assert owner.get(f"{API}/webhooks").json()["data"] == []


class TestFloods:
    """7. Strangers cannot bury a project."""

    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(open_per_project=5, open_per_device=3)

    def test_so_many_wait_in_a_project(self, served: Running) -> None:
        key = {"X-Rest-Api-Key": key_of(served)}
        found = [served.propose(f"V{n}", guid=f"g{n}") for n in range(6)]
        assert [each.status_code for each in found] == [201] * 5 + [429]
        assert int(found[-1].headers["retry-after"]) > 0
        # A stranger that has one may change it; programs with a key go on.
        assert served.propose("Other", guid="g1").status_code == 200
        form = {"section": "home", "key": "title", "locale": "de", "guid": "k"}
        form["value"] = "By key"
        answer = served.client.post(f"{served.base}{WIRE}", data=form, headers=key)
        assert answer.status_code == 201

    @pytest.mark.parametrize("count", [2, 3, 4])
    def test_so_many_wait_of_a_device(self, served: Running, count: int) -> None:
        found = [served.propose("V", key=f"k{n}").status_code for n in range(count)]
        assert found == [201] * min(count, 3) + [429] * (count - min(count, 3))

    def test_strangers_wait_for_a_first_look(self, served: Running) -> None:
        from calque_server import projects

        look = {"first_look": True}
        served.database.write_now(projects.configure, served.project, look, TESTER)
        served.settle()
        id_ = served.propose("Hallo", guid="new").json()["data"]["id"]
        assert row_of(served, id_).state == "held"
        url = f"{served.base}{WIRE}"
        # The device sees its own; others do not.
        own = served.client.get(url, params={"guid": "new"}).json()["data"]
        assert [(each["id"], each["can_delete"]) for each in own] == [(id_, True)]
        assert served.client.get(url).json()["data"] == []
        assert served.propose("Hallo", guid="new").status_code == 412
        with sign_in(served, "reviewer") as reviewer:
            page = reviewer.get("/projects/demo?state=held").text
            assert "Let through" in page
            assert decide(reviewer, id_, "admit").status_code == 303
            assert decide(reviewer, id_, "admit").status_code == 409
            assert row_of(served, id_).state == "open"
            assert decide(reviewer, id_, "accept", revision="1").status_code == 303
        # A device with an accepted proposal is no stranger any more.
        again = served.propose("Guten Tag", guid="new", key="greeting")
        assert row_of(served, again.json()["data"]["id"]).state == "open"
        other = served.propose("Hi", guid="newer").json()["data"]["id"]
        assert row_of(served, other).state == "held"

    def test_one_action_rejects_all_of_a_device(self, served: Running) -> None:
        from calque_server import projects

        ids = [
            served.propose("Spam", guid="s", key=f"k{n}").json()["data"]["id"]
            for n in range(2)
        ]
        look = {"first_look": True}
        served.database.write_now(projects.configure, served.project, look, TESTER)
        served.settle()
        ids.append(served.propose("Spam", guid="s", key="k9").json()["data"]["id"])
        with sign_in(served, "reviewer") as reviewer:
            body = {"device": row_of(served, ids[0]).device, "reason": "spam"}
            answer = reviewer.post(f"{API}/authors/reject", json=body)
            assert answer.json() == {"count": 3}
        assert {row_of(served, id_).state for id_ in ids} == {"rejected"}


def test_surrogates_are_refused(served: Running) -> None:
    """6. Half a surrogate pair is a refusal wherever it comes in."""
    half = "a\\ud800b"
    key, value = f'{{"{half}": "x"}}', f'{{"x": "{half}"}}'
    url = f"{served.base}/production/locales/add/de/home"
    for body in (key, value):
        answer = served.client.post(url, content=body.encode())
        assert answer.status_code in (200, 422)
    update = f"{served.url}/l/update/demo/latest/de/home"
    answer = served.client.post(update, content=value.encode())
    assert answer.status_code == 422
    with key_client(served, "import") as client:
        for given in (key, value):
            body = f'{{"catalogs": {{"de": {{"home": {given}}}}}}}'
            answer = client.post("/imports", content=body.encode())
            assert answer.status_code == 422
            assert "surrogate" in answer.json()["detail"]


def test_random_paths_and_guids_are_answered(served: Running) -> None:
    """Nothing that a stranger can write on the wires is a server error."""
    chance = random.Random(7)
    letters = string.printable + "äß€😀\x00"
    for _ in range(150):
        noise = "".join(chance.choice(letters) for _ in range(chance.randrange(30)))
        form = {"section": "home", "key": "title", "locale": "de", "guid": "g"}
        form["value"] = "v"
        form[chance.choice(list(form))] = noise
        assert served.propose(**{"value": "v", **form}).status_code < 500
        id_ = chance.randrange(3)
        for path in ("", "/transcript"):
            url = f"{served.base}{WIRE}/{id_}{path}"
            answer = served.client.request(
                "GET" if path else "DELETE", url, params={"guid": noise}
            )
            assert answer.status_code in (200, 401, 404, 422, 429, 445)


def test_streams_are_told_when_to_come_back(served: Running) -> None:
    """5. A server that ends says so; test_command has the signal itself."""
    streams = [Stream(served) for _ in range(20)]
    for stream in streams:
        while b"id: " not in stream.data:
            stream.read()
    stop(served.server)
    waits = set()
    for stream in streams:
        while stream.read():
            pass
        last = stream.data.decode().replace("\r\n", "\n").split("retry: ")[-1]
        waits.add(int(last.split("\n")[0]))
    assert len(waits) > 10
    assert all(1000 <= each < 6000 for each in waits)

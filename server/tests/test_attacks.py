"""Attacks that succeeded once, each tried again."""

from __future__ import annotations

import contextlib
import random
import socket
import string
import time
from dataclasses import replace
from typing import Any

import httpx
import pytest
from harness import (
    TESTER,
    TREES,
    Running,
    asking,
    make_project,
    running,
)
from sqlalchemy import text
from test_api import API, key_client, new
from test_live import Stream
from test_pages import decide, sign_in

from calque_server import catalogs, decisions, keys, people, proposals, releases
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


def by_role(served: Running, role: str, locales: list[str] | None) -> httpx.Client:
    client = sign_in(served, role, locales)
    client.base_url = httpx.URL(served.url)
    return client


class TestLanguages:
    """2. A role that is limited to languages is, on every route that writes."""

    def routes(self, served: Running, tag: str) -> list[tuple[str, Any]]:
        """Calls that write in a language, each with a state of its own before."""
        catalog = {tag: {"home": {"title": f"{time.monotonic_ns()}"}}}

        def fresh(decided: str = "") -> int:
            value = f"V {time.monotonic_ns()}"
            guid = f"g{time.monotonic_ns()}"
            key = f"k{time.monotonic_ns()}"
            made = served.propose(value, guid=guid, key=key, locale=tag)
            id_ = int(made.json()["data"]["id"])
            if decided:
                served.database.write_now(
                    decisions.reject, served.project, id_, TESTER, ""
                )
            return id_

        def held() -> int:
            id_ = fresh()
            served.database.write_now(
                lambda c: c.execute(
                    text(f"UPDATE proposal SET state = 'held' WHERE id = {id_}")
                )
            )
            return id_

        def missed() -> int:
            url = f"{served.base}/production/locales/add/{tag}/home"
            key = f"missing{time.monotonic_ns()}"
            served.client.post(url, json={key: "x"}).raise_for_status()
            rows = served.database.read_now(
                lambda c: c.execute(text("SELECT MAX(id) FROM missing_key")).scalar()
            )
            return int(rows)

        def changed() -> None:
            trees = {tag: {"home": {"title": f"{time.monotonic_ns()}"}}}
            served.database.write_now(
                lambda c: catalogs.take(c, served.project, trees, TESTER, replace=False)
            )

        match = {"If-Match": '"0"'}
        pages = "/projects/demo"
        return [
            ("propose", lambda c: c.post(f"{API}/proposals",
                json=new(f"V{time.monotonic_ns()}", locale=tag))),
            ("decide", lambda c: c.post(f"{API}/proposals/{fresh()}/accept", json={},
                headers=match)),
            ("decide", lambda c: c.post(f"{API}/proposals/{fresh()}/reject", json={})),
            ("decide", lambda c: c.post(f"{API}/proposals/{fresh('no')}/reopen")),
            ("decide", lambda c: c.post(f"{API}/proposals/{held()}/admit")),
            ("decide", lambda c: c.post(f"{API}/authors/reject",
                json={"device": row_of(served, fresh()).device})),
            ("import", lambda c: c.post(f"{API}/imports",
                json={"catalogs": catalog, "replace": False})),
            ("publish", lambda c: changed() or c.post(f"{API}/releases", json={})),
            ("publish", lambda c: changed() or self.go_back(served, c)),
            ("decide", lambda c: decide(c, fresh(), "accept", revision="0")),
            ("decide", lambda c: decide(c, fresh(), "reject")),
            ("decide", lambda c: decide(c, fresh("no"), "reopen")),
            ("decide", lambda c: decide(c, held(), "admit")),
            ("comment", lambda c: decide(c, fresh(), "reply", comment="Hm")),
            ("decide", lambda c: c.post(f"{pages}/proposals",
                data={"what": "reject", "id": str(fresh())})),
            ("decide", lambda c: c.post(f"{pages}/proposals",
                data={"what": "accept", "id": str(fresh())})),
            ("decide", lambda c: c.post(f"{pages}/proposals", data={"what": "author",
                "device": row_of(served, fresh()).device})),
            ("decide", lambda c: c.post(f"{pages}/missing/{missed()}",
                data={"what": "ignore"})),
            ("publish", lambda c: changed() or c.post(f"{pages}/publish",
                data={"channel": "production"})),
        ]  # fmt: skip

    @staticmethod
    def go_back(served: Running, client: httpx.Client) -> httpx.Response:
        """Publish what changed, then ask for the release before."""
        with key_client(served, "publish") as key:
            number = key.post("/releases", json={}).json()["number"]
            (channel,) = key.get("/channels").json()["data"]
        return client.put(
            f"{API}/channels/production",
            json={"release": number - 1},
            headers={"If-Match": f'"{channel["revision"]}"'},
        )

    @pytest.mark.parametrize("role", people.ROLES)
    def test_route_by_route(self, served: Running, role: str) -> None:
        allowed = people.ALLOWED[role]
        for tag in ("de", "pl"):
            client = by_role(served, role, [tag])
            for other in ("pl", "de"):
                for number, (action, ask) in enumerate(self.routes(served, other)):
                    if action == "publish":
                        # What others changed meanwhile goes out first.
                        with key_client(served, "publish") as key:
                            key.post("/releases", json={}).raise_for_status()
                    status = ask(client).status_code
                    fine = action in allowed and tag == other
                    expected = (200, 201, 204, 303) if fine else (403,)
                    assert status in expected, (role, tag, other, number, action)
            client.close()

    def test_a_key_is_added_to_the_source_by_whom_may(self, served: Running) -> None:
        url = f"{served.base}/production/locales/add/de/home"
        served.client.post(url, json={"new": "x"})
        form = {"what": "add", "value": "New"}
        with by_role(served, "reviewer", ["de"]) as german:
            assert german.post("/projects/demo/missing/1", data=form).status_code == 403
        with by_role(served, "reviewer", ["en"]) as english:
            found = english.post("/projects/demo/missing/1", data=form)
            assert found.status_code == 303

    @pytest.mark.parametrize("role", people.ROLES)
    def test_people_and_keys_concern_all_languages(
        self, served: Running, role: str
    ) -> None:
        """Nobody with one language writes them; somebody may read for all."""
        with by_role(served, role, ["de"]) as client:
            for method, path, body in (
                ("POST", "/keys", {"scope": "publish"}),
                ("DELETE", "/keys/1", None),
                ("POST", "/webhooks", {"url": "https://receiver.example/"}),
                ("DELETE", "/webhooks/1", None),
                ("GET", "/keys", None),
                ("GET", "/webhooks", None),
            ):
                answer = client.request(method, f"{API}{path}", json=body)
                assert answer.status_code == 403, (method, path)
            for form in (
                {"what": "invite", "name": "Me", "role": "owner"},
                {"what": "key", "scope": "publish"},
                {"what": "revoke", "id": "1"},
                {"what": "leave", "id": "1"},
            ):
                answer = client.post("/projects/demo/people", data=form)
                assert answer.status_code == 403, form
        with by_role(served, role, None) as client:
            answer = client.post(f"{API}/keys", json={"scope": "publish"})
            assert answer.status_code == (201 if role == "owner" else 403)

    def test_an_import_is_refused_as_a_whole(self, served: Running) -> None:
        given = {"de": {"home": {"title": "Neu"}}, "pl": {"home": {"title": "Nowy"}}}
        with by_role(served, "publisher", ["de"]) as german:
            answer = german.post(f"{API}/imports", json={"catalogs": given})
            assert answer.status_code == 403
        found = served.database.read_now(catalogs.trees, served.project)
        assert found == TREES

    def test_a_refusal_leaves_nothing_of_a_release(self, served: Running) -> None:
        """It comes late: the languages that change are known by the files."""
        trees = {"pl": {"home": {"title": "Nowy"}}}
        served.database.write_now(catalogs.take, served.project, trees, TESTER)
        before = served.database.read_now(releases.listed, served.project)
        with by_role(served, "publisher", ["de"]) as german:
            assert german.post(f"{API}/releases", json={}).status_code == 403
        after = served.database.read_now(releases.listed, served.project)
        assert [each.number for each in after] == [each.number for each in before]


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
    served.server.stop()
    waits = set()
    for stream in streams:
        while stream.read():
            pass
        last = stream.data.decode().replace("\r\n", "\n").split("retry: ")[-1]
        waits.add(int(last.split("\n")[0]))
    assert len(waits) > 10
    assert all(1000 <= each < 6000 for each in waits)

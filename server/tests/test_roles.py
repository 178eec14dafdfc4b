"""2. A role that is limited to languages is, on every route that writes."""

from __future__ import annotations

import time
from typing import Any

import httpx
import pytest
from harness import TESTER, TREES, Running
from sqlalchemy import text
from test_api import API, key_client, new
from test_attacks import row_of
from test_pages import decide, sign_in

from calque_server import catalogs, decisions, people, releases


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

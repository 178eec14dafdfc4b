"""Who decides or publishes at the same time: one wins, and the other is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from threading import Barrier

import httpx
import pytest
from harness import TESTER, Running, asking, running

from calque_server import keys
from calque_server.database import Database
from calque_server.settings import Limits, Settings

RACES = 50
API = "/api/calque/v1/projects/demo"


@pytest.fixture
def racers(served: Running, database_url: str) -> Iterator[list[httpx.Client]]:
    """Two clients, of two server processes where they can share a database."""
    secret = served.database.write_now(
        keys.create, served.project, "race", "publish", TESTER
    )
    urls = [served.url, served.url]
    with ExitStack() as stack:
        if database_url.startswith("postgresql"):
            other = Database(database_url)
            stack.callback(other.close)
            settings = replace(Settings(), port=0, limits=Limits.none())
            urls[1], _ = stack.enter_context(running(other, settings))
        headers = {"Authorization": f"Bearer {secret}"}
        yield [
            stack.enter_context(asking(base_url=url + API, headers=headers))
            for url in urls
        ]


def race(*runs: Callable[[], httpx.Response]) -> list[httpx.Response]:
    """Return the responses of all runs, which begin at the same moment."""
    start = Barrier(len(runs))

    def run(each: Callable[[], httpx.Response]) -> httpx.Response:
        start.wait()
        return each()

    with ThreadPoolExecutor(len(runs)) as threads:
        return list(threads.map(run, runs))


def test_one_of_two_proposals_becomes_the_text(
    served: Running, racers: list[httpx.Client]
) -> None:
    winners = 0
    for turn in range(RACES):
        ids = [
            served.propose(f"{guid} {turn}", guid).json()["data"]["id"] for guid in "ab"
        ]
        first = racers[0].get("/proposals").json()["data"][0]
        seen = {"If-Match": f'"{first["base_revision"]}"'}

        def accept(
            client: httpx.Client, id_: int, seen: dict[str, str]
        ) -> httpx.Response:
            return client.post(f"/proposals/{id_}/accept", headers=seen)

        answers = race(
            lambda ids=ids, seen=seen: accept(racers[0], ids[0], seen),
            lambda ids=ids, seen=seen: accept(racers[1], ids[1], seen),
        )
        statuses = [answer.status_code for answer in answers]
        assert sorted(statuses) == [200, 412], [each.text for each in answers]
        text = racers[0].get("/exports").json()["catalogs"]["de"]["home"]["title"]
        assert text == f"{'ab'[statuses.index(200)]} {turn}"
        winners += 1
    print(f"{winners} of {RACES} races have one winner")


def test_a_proposal_is_decided_once(
    served: Running, racers: list[httpx.Client]
) -> None:
    for turn in range(RACES):
        made = served.propose(f"V{turn}").json()["data"]
        (shown,) = racers[0].get("/proposals").json()["data"]
        seen = {"If-Match": f'"{shown["base_revision"]}"'}
        path = f"/proposals/{made['id']}"
        answers = race(
            lambda path=path, seen=seen: racers[0].post(f"{path}/accept", headers=seen),
            lambda path=path: racers[1].post(f"{path}/reject"),
        )
        assert sorted(each.status_code for each in answers) == [200, 409]
        state = "accepted" if answers[0].status_code == 200 else "rejected"
        found = racers[1].get("/proposals", params={"state": state}).json()["data"]
        assert found[0]["id"] == made["id"]


def test_a_channel_moves_once(racers: list[httpx.Client]) -> None:
    for _ in range(RACES):
        (channel,) = racers[0].get("/channels").json()["data"]
        seen = {"If-Match": f'"{channel["revision"]}"'}
        answers = race(
            *(
                lambda client=client, seen=seen: client.put(
                    "/channels/production", json={"release": 1}, headers=seen
                )
                for client in racers
            )
        )
        assert sorted(each.status_code for each in answers) == [200, 412]

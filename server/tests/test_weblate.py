"""The bridge to Weblate: against a real one, and against its recorded answers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from harness import TESTER, Running, wait_for
from programs import listening, propose_in_c, states_of
from recorded import Recorder, Replay
from weblate import serving

from calque_server import bridging, catalogs, projects, proposals

ONE_DATABASE = True
RECORDED = Path(__file__).parent / "recorded/weblate.json"
CATALOGS: Any = {
    "en": {
        "home": {"title": "Welcome", "bye": "Goodbye"},
        "greeting": "Good day to you",
        "file_one": "{{count}} file",
        "file_other": "{{count}} files",
    },
    "pl": {
        "home": {"title": "Witaj", "bye": "Do widzenia"},
        "greeting": "Dzień dobry",
        "file_one": "{{count}} plik",
        "file_few": "{{count}} pliki",
        "file_many": "{{count}} plików",
        "file_other": "{{count}} pliku",
    },
}


@pytest.fixture(
    params=["recorded", pytest.param("real", marks=pytest.mark.slow)], scope="module"
)
def weblate(request: pytest.FixtureRequest) -> Iterator[Recorder | Replay]:
    """Weblate with the component shop/home, by its own API."""
    if request.param == "recorded":
        with Replay(RECORDED) as replay:
            yield replay
        return
    with serving() as real, Recorder(real.url) as recorder:
        recorder.tokens = {"admin": real.token, "bot": real.bot}
        real.make_component(CATALOGS)
        yield recorder
        recorder.write(RECORDED)


def shop_of(
    served: Running,
    weblate: Any,
    monkeypatch: pytest.MonkeyPatch,
    test: str,
    tags: tuple[str, ...] = ("en", "pl"),
) -> Any:
    """The project of the texts, bridged to the component."""
    weblate.begin(test)
    monkeypatch.setenv("CALQUE_WEBLATE_TOKEN", weblate.tokens["bot"])
    settings = {"url": weblate.url, "component": "shop/{ns}", "every": 0}

    def work(connection: Any) -> Any:
        made = projects.create(connection, "shop", "shop", "pl", "v4", TESTER)
        trees = {tag: {"home": CATALOGS[tag]} for tag in tags}
        catalogs.take(connection, made, trees, TESTER)
        bridging.create(connection, made, "weblate", json.dumps(settings))
        return made

    return served.database.write_now(work)


class Shop:
    """The requests of the test to the receiver."""

    def __init__(self, served: Running, project: Any) -> None:
        self.served = served
        self.project = project
        self.base = f"{served.url}/p/shop/api/v2/content/localize/proposals"

    def propose(self, key: str, value: str, guid: str = "g") -> int:
        form = {"section": "home", "key": key, "locale": "pl", "guid": guid}
        answer = self.served.client.post(self.base, data={**form, "value": value})
        assert answer.is_success, answer.text
        return int(answer.json()["data"]["id"])

    def row(self, id_: int) -> Any:
        return self.served.database.read_now(proposals.by_id, self.project, id_)

    def at_bridge(self, id_: int) -> Any:
        def read(connection: Any) -> Any:
            query = f"SELECT * FROM bridged WHERE proposal_id = {id_}"
            return connection.exec_driver_sql(query).first()

        return self.served.database.read_now(read)

    def sent(self, id_: int) -> str:
        """The number of the suggestion, as soon as there is one."""
        found = wait_for(
            lambda: (row := self.at_bridge(id_)) and row.remote_id and row,
        )
        return str(found.remote_id.split("/")[1])


def test_suggestions_are_made_decided_and_told(
    served: Running, weblate: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop = Shop(served, shop_of(served, weblate, monkeypatch, "decided"))
    title = shop.propose("home.title", "Witamy")
    few = shop.propose("file_few", "{{count}} pliczki")
    other = shop.propose("file_other", "{{count}} pliczku")
    gone = shop.propose("home.bye", "Pa", guid="h")
    # A suggestion has all forms, in the order of the formula.
    number = shop.sent(few)
    made = weblate.call("GET", f"/suggestions/{number}/")
    assert made["target"] == ["{{count}} plik", "{{count}} pliczki", "{{count}} plików"]
    assert made["user"].endswith("/calque-bot/")
    # A form that Weblate has not is held back, and said.
    wait_for(lambda: "no form other" in (shop.at_bridge(other) or made_up()).note)
    # The source is read-only there: that is no reason to ask again and again.
    source = {"section": "home", "key": "greeting", "locale": "en", "guid": "g"}
    answer = served.client.post(shop.base, data={**source, "value": "Hello"})
    english = int(answer.json()["data"]["id"])
    wait_for(lambda: "read-only" in (shop.at_bridge(english) or made_up()).note)
    assert shop.at_bridge(english).state == "held"
    # Accepted there, accepted here; also a plural form.
    for id_ in (title, few):
        weblate.call("POST", f"/suggestions/{shop.sent(id_)}/accept/", {})
        wait_for(lambda id_=id_: shop.row(id_).state == "accepted")
        assert shop.row(id_).decided_by == "admin (weblate)"
    found = served.database.read_now(catalogs.trees, shop.project)["pl"]["home"]
    assert found["home"]["title"] == "Witamy"
    # The form that Weblate would delete is in every export, as it was.
    assert found["file_few"] == "{{count}} pliczki"
    assert found["file_other"] == "{{count}} pliku"
    # Rejected there: the reason reaches the device.
    no = shop.propose("home.title", "Siema", guid="i")
    body = {"rejection_reason": "Too familiar"}
    weblate.call("DELETE", f"/suggestions/{shop.sent(no)}/", body)
    wait_for(lambda: shop.row(no).state == "rejected")
    talk = served.client.get(f"{shop.base}/{no}/transcript?guid=i").text
    assert "Too familiar" in talk
    # Withdrawn here: gone there.
    number = shop.sent(gone)
    assert served.client.delete(f"{shop.base}/{gone}?guid=h").is_success
    wait_for(lambda: shop.at_bridge(gone).state == "done")
    assert weblate.status("GET", f"/suggestions/{number}/") == 404
    # Written by hand there: that is an acceptance, too.
    hand = shop.propose("home.title", "Hej", guid="j")
    unit = shop.sent(hand) and shop.at_bridge(hand).remote_id.split("/")[0]
    weblate.call("PATCH", f"/units/{unit}/", {"state": 20, "target": ["Hej"]})
    wait_for(lambda: shop.row(hand).state == "accepted")
    # A text that is there already needs no suggestion.
    weblate.call("PATCH", f"/units/{unit}/", {"state": 20, "target": ["Ahoj"]})
    assert shop.propose("home.title", "Ahoj", guid="k")
    wait_for(lambda: shop.row(hand + 1).state == "accepted")


def made_up() -> Any:
    return type("Row", (), {"note": ""})


def test_from_a_program_in_c_to_weblate_and_back(
    served: Running, weblate: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A device proposes, a reviewer accepts in Weblate, its program is told."""
    shop = Shop(served, shop_of(served, weblate, monkeypatch, "program", ("pl",)))
    with listening(served, "pl") as shown:
        assert shown() == "Dzień dobry"
        propose_in_c(served, "Czołem wam")
        (row,) = wait_for(
            lambda: served.database.read_now(
                proposals.in_state, shop.project, "unaccepted"
            )[0]
        )
        weblate.call("POST", f"/suggestions/{shop.sent(row.id)}/accept/", {})
        assert shown() == "Czołem wam"
    assert states_of(served, shop.project) == ["stored", "accepted"]

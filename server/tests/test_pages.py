"""Pages without a script: forms and links alone, as a browser without one uses them."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from harness import TESTER, TREES, Running, asking, wait_for

from calque_server import (
    catalogs,
    decisions,
    events,
    intake,
    people,
    projects,
    proposals,
    releases,
)
from calque_server.devices import OPEN, device_of
from calque_server.events import Actor
from calque_server.folders import read_trees
from calque_server.prepare import OWN_TEXTS

HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>"


def sign_in(
    served: Running, role: str, locales: list[str] | None = None
) -> httpx.Client:
    """A client that is signed in with a role in the project."""

    def work(connection: Any) -> str:
        id_ = people.create(connection, role, TESTER)
        people.grant(connection, id_, served.project.id, role, TESTER, locales)
        return people.begin(connection, id_, 1)

    secret = served.database.write_now(work)
    return asking(
        base_url=served.url, cookies={"calque": secret}, headers={"Origin": served.url}
    )


@pytest.fixture
def reviewer(served: Running) -> Iterator[httpx.Client]:
    with sign_in(served, "publisher") as client:
        yield client


def decide(client: httpx.Client, id_: int, what: str, **form: str) -> httpx.Response:
    return client.post(f"/projects/demo/proposals/{id_}/{what}", data=form)


def text_of(served: Running, tag: str = "de", key: str = "title") -> str:
    url = f"{served.base}/development/locales/{tag}/home.json"
    return str(served.client.get(url).json().get(key))


def test_a_proposal_is_accepted_and_taken_back(
    served: Running, reviewer: httpx.Client
) -> None:
    id_ = served.propose("Herzlich willkommen").json()["data"]["id"]
    page = reviewer.get("/projects/demo").text
    assert "<ins>Herzlich willkommen</ins>" in page
    assert "<del>Willkommen</del>" in page
    answer = decide(reviewer, id_, "accept", revision="1")
    assert answer.status_code == 303
    assert "Undo" in reviewer.get(answer.headers["location"]).text
    served.settle()
    assert text_of(served) == "Herzlich willkommen"
    assert decide(reviewer, id_, "accept").status_code == 409
    assert decide(reviewer, id_, "reopen").status_code == 303
    served.settle()
    assert text_of(served) == "Willkommen"
    assert "<ins>Herzlich willkommen</ins>" in reviewer.get("/projects/demo").text


def test_a_proposal_is_edited_and_accepted(
    served: Running, reviewer: httpx.Client
) -> None:
    id_ = served.propose("Hallo").json()["data"]["id"]
    decide(reviewer, id_, "accept", revision="1", value="Hallo zusammen")
    served.settle()
    assert text_of(served) == "Hallo zusammen"


def test_a_text_that_changed_meanwhile_is_shown(
    served: Running, reviewer: httpx.Client
) -> None:
    first = served.propose("Eins").json()["data"]["id"]
    second = served.propose("Zwei", guid="other").json()["data"]["id"]
    decide(reviewer, first, "accept", revision="1")
    answer = decide(reviewer, second, "accept", revision="1")
    assert answer.status_code == 412
    assert "<ins>Zwei</ins>" in answer.text
    assert "<ins>Eins</ins>" in answer.text
    assert "The text has changed since" in reviewer.get("/projects/demo").text
    assert decide(reviewer, second, "accept", revision="2").status_code == 303
    served.settle()
    assert text_of(served) == "Zwei"
    assert decide(reviewer, first, "reopen").status_code == 412


def test_a_proposer_is_told_why(served: Running, reviewer: httpx.Client) -> None:
    id_ = served.propose("Nein").json()["data"]["id"]
    decide(reviewer, id_, "reject", reason="Too short")
    row = served.database.read_now(proposals.by_id, served.project, id_)
    assert (row.state, row.reason, row.decided_by) == (
        "rejected",
        "Too short",
        "publisher",
    )
    url = f"{served.base}/api/v2/content/localize/proposals/{id_}/transcript"
    told = served.client.get(f"{url}?guid=g")
    assert "Too short" in told.text
    assert served.client.get(f"{url}?guid=other").status_code == 401


def test_a_refusal_is_told_in_the_language_of_the_page(
    served: Running, reviewer: httpx.Client
) -> None:
    reviewer.cookies.set("language", "de")
    id_ = served.propose("Hallo").json()["data"]["id"]
    assert decide(reviewer, id_, "reject").status_code == 303
    again = decide(reviewer, id_, "reject")
    assert again.status_code == 409
    assert "Über diesen Vorschlag ist schon entschieden." in again.text
    # There is no text of its own for this: that of the status, and what programs get.
    absent = decide(reviewer, 99, "reject")
    assert absent.status_code == 404
    assert '<small lang="en" dir="ltr">proposal not found</small>' in absent.text


def test_a_reply_reaches_the_device(served: Running, reviewer: httpx.Client) -> None:
    id_ = served.propose("Hallo").json()["data"]["id"]
    assert decide(reviewer, id_, "reply", comment="Where is it?").status_code == 303
    assert "<bdi>Where is it?</bdi>" in reviewer.get("/projects/demo").text
    url = f"{served.base}/api/v2/content/localize/proposals/{id_}/transcript?guid=g"
    assert "Where is it?" in served.client.get(url).text
    assert decide(reviewer, id_, "reply", comment=" ").status_code == 422


def test_all_of_one_author_are_rejected(
    served: Running, reviewer: httpx.Client
) -> None:
    for number in range(5):
        served.propose("Spam", guid="spammer", key=f"key{number}")
    served.propose("Good", guid="friend")
    device = device_of(OPEN, "spammer")
    form = {"what": "author", "device": device, "reason": "spam"}
    assert reviewer.post("/projects/demo/proposals", data=form).status_code == 303
    open_, _ = served.database.read_now(
        proposals.in_state, served.project, "unaccepted"
    )
    assert [row.value for row in open_] == ["Good"]
    # The numbers beside the filters are of the proposals that are listed.
    for state, number in (("open", "1"), ("rejected", "5")):
        page = reviewer.get(f"/projects/demo?state={state}").text
        assert set(re.findall(r'class="number">(\d+)<', page)) == {number}


def test_several_are_decided_at_once(served: Running, reviewer: httpx.Client) -> None:
    ids = [
        served.propose("A", key=key).json()["data"]["id"]
        for key in ("one", "two.three")
    ]
    form = {"what": "accept", "id": [str(id_) for id_ in ids]}
    assert reviewer.post("/projects/demo/proposals", data=form).status_code == 303
    served.settle()
    url = f"{served.base}/development/locales/de/home.json"
    found = served.client.get(url).json()
    assert (found["one"], found["two"]) == ("A", {"three": "A"})
    assert found["title"] == "Willkommen"


def test_findings_are_shown_and_dangers_confirmed(
    served: Running, reviewer: httpx.Client
) -> None:
    form = {"key": "greeting"}
    id_ = served.propose("Hallo {{- name}}", **form).json()["data"]["id"]
    wait_for(
        lambda: (
            served.database.read_now(proposals.by_id, served.project, id_).level
            == "danger"
        )
    )
    assert "no longer escaped" in reviewer.get("/projects/demo?level=danger").text
    german = reviewer.get("/projects/demo", headers={"Accept-Language": "de"}).text
    assert "Ein Wert wird nicht mehr maskiert" in german
    assert decide(reviewer, id_, "accept", revision="1").status_code == 422
    answer = decide(reviewer, id_, "accept", revision="1", danger="1")
    assert answer.status_code == 303


def test_dangers_are_seen_before_the_checks_ran(served: Running) -> None:
    def work(connection: Any) -> None:
        wording = proposals.Wording("home", "greeting", "de", "{{- name}}", "g")
        limits = served.server.state.settings.limits
        stored = intake.store(connection, served.project, wording, TESTER, limits)
        with pytest.raises(Exception, match="unsafe"):
            decisions.accept(connection, served.project, stored.id, TESTER)

    served.database.write_now(work)


def test_hostile_texts_are_text(served: Running, reviewer: httpx.Client) -> None:
    served.propose(HOSTILE, guid=HOSTILE[:90], locale="en")
    for path in (
        "/projects/demo",
        "/projects/demo/log",
    ):
        page = reviewer.get(path).text
        assert "<script>alert" not in page
        assert "<img" not in page
    policy = reviewer.get("/projects/demo").headers["content-security-policy"]
    assert "unsafe" not in policy


def test_publish_and_go_back(served: Running, reviewer: httpx.Client) -> None:
    id_ = served.propose("Hallo").json()["data"]["id"]
    decide(reviewer, id_, "accept", revision="1")
    assert "1 change to publish" in reviewer.get("/projects/demo/publish").text
    form = {"channel": "production", "note": "Better greeting"}
    answer = reviewer.post("/projects/demo/publish", data=form)
    assert "Better greeting" in reviewer.get(answer.headers["location"]).text
    url = f"{served.base}/production/locales/de/home.json"
    assert served.client.get(url).json()["title"] == "Hallo"
    form = {"channel": "production", "number": "1", "revision": "2"}
    assert reviewer.post("/projects/demo/publish", data=form).status_code == 303
    assert served.client.get(url).json() == TREES["de"]["home"]
    assert reviewer.post("/projects/demo/publish", data=form).status_code == 412


def test_missing_keys_are_settled(served: Running, reviewer: httpx.Client) -> None:
    url = f"{served.base}/production/locales/add/de/home"
    served.client.post(url, json={"menu.help": "Help", "old": "Old"})
    page = reviewer.get("/projects/demo/missing").text
    ids = re.findall(r"/missing/(\d+)", page)
    assert len(ids) == 2
    reviewer.post(f"/projects/demo/missing/{ids[0]}", data={"what": "add"})
    reviewer.post(f"/projects/demo/missing/{ids[1]}", data={"what": "ignore"})
    assert "/missing/1" not in reviewer.get("/projects/demo/missing").text
    served.settle()
    assert text_of(served, "en", "menu") == "{'help': 'Help'}"


def test_the_owner_comes_in_once_and_sets_a_password(served: Running) -> None:
    secret = served.database.write_now(people.owner_invitation)
    with asking(base_url=served.url, headers={"Origin": served.url}) as client:
        assert client.get("/").headers["location"] == "/sign-in"
        assert client.get(f"/enter/{secret}").status_code == 200
        assert client.post(f"/enter/{secret}").headers["location"] == "/account"
        assert client.get(f"/enter/{secret}").status_code == 404
        form = {"name": "Ada", "login": "ada", "password": "correct horse"}
        assert (
            client.post("/account", data={**form, "password": "short"}).status_code
            == 422
        )
        assert client.post("/account", data=form).status_code == 303
        assert client.get("/projects/demo").status_code == 200
        client.post("/sign-out")
        assert client.get("/projects/demo").status_code == 303
        form = {"login": "ada", "password": "wrong wrong"}
        assert client.post("/sign-in", data=form).status_code == 401
        form["password"] = "correct horse"
        assert client.post("/sign-in", data=form).status_code == 303
        assert client.get("/projects/demo").status_code == 200
    assert served.database.write_now(people.owner_invitation) is None


def test_people_are_invited_and_keys_made(served: Running) -> None:
    with sign_in(served, "owner") as owner:
        form = {"what": "invite", "name": "Jo", "role": "reviewer", "locales": "pl"}
        page = owner.post("/projects/demo/people", data=form).text
        path = re.search(r"/enter/[\w-]+", page)
        assert path is not None
        form = {"what": "key", "name": "Shop", "scope": "app", "application": "shop"}
        page = owner.post("/projects/demo/people", data=form).text
        key = re.search(r"calque_[\w-]{32}", page)
        assert key is not None
        assert key[0] not in owner.get("/projects/demo/people").text
    headers = {"X-Rest-Api-Key": key[0], "X-Application-id": "shop"}
    url = f"{served.url}/api/v2/content/localize/proposals"
    assert served.client.get(url, headers=headers).status_code == 200
    headers["X-Application-id"] = "other"
    assert served.client.get(url, headers=headers).status_code == 401
    assert served.client.get(url, headers={"X-Rest-Api-Key": "x"}).status_code == 401
    with asking(base_url=served.url, headers={"Origin": served.url}) as jo:
        jo.post(path[0])
        german = served.propose("A").json()["data"]["id"]
        polish = served.propose("A", locale="pl").json()["data"]["id"]
        assert decide(jo, german, "accept").status_code == 403
        assert decide(jo, polish, "accept").status_code == 303


def test_the_log_tells_in_words(served: Running) -> None:
    served.propose("Hallo")
    with sign_in(served, "owner") as owner:
        form = {"what": "key", "name": "Shop", "scope": "app"}
        page = owner.post("/projects/demo/people", data=form).text
        number = re.search(r'name="id" value="(\d+)">[^<]*<button[^>]*>Revoke', page)
        assert number is not None
        owner.post("/projects/demo/people", data={"what": "revoke", "id": number[1]})
        owner.cookies.set("language", "de")
        log = owner.get("/projects/demo/log").text
    rows = re.findall(r"<tr>(.*?)</tr>", log, re.DOTALL)[1:]
    words = [" ".join(re.sub("<[^>]+>", " ", each).split()) for each in rows]
    device = device_of(OPEN, "g")[:8]
    assert [each.partition(":")[2][3:] for each in words] == [
        "owner Schlüssel Shop – Entfernt",
        "owner Schlüssel Shop",
        "tester Rolle geändert owner – Eigentümer",
        f"device {device} Vorgeschlagen home:title de Hallo",
        "tester Veröffentlicht production 1",
        "tester Importiert demo",
        "tester Projekt angelegt demo",
    ]


MATRIX = {
    ("GET", "/projects/demo"): "translator",
    ("GET", "/projects/demo/missing"): "translator",
    ("GET", "/projects/demo/publish"): "translator",
    ("GET", "/projects/demo/people"): "translator",
    ("GET", "/projects/demo/log"): "translator",
    ("GET", "/projects/demo/bridges"): "translator",
    ("POST", "/projects/demo/proposals/{id}/reply"): "translator",
    ("POST", "/projects/demo/proposals/{id}/reject"): "reviewer",
    ("POST", "/projects/demo/proposals/{id}/admit"): "reviewer",
    ("POST", "/projects/demo/proposals"): "reviewer",
    ("POST", "/projects/demo/missing/{id}"): "reviewer",
    ("POST", "/projects/demo/publish"): "publisher",
    ("POST", "/projects/demo/proposals/{id}/accept"): "reviewer",
    ("POST", "/projects/demo/proposals/{id}/reopen"): "reviewer",
    ("POST", "/projects/demo/people"): "owner",
}


@pytest.mark.parametrize("role", [None, "stranger", *people.ROLES])
def test_each_role_may_what_it_may(served: Running, role: str | None) -> None:
    id_ = served.propose("A").json()["data"]["id"]
    if role is None:
        client = asking(base_url=served.url, headers={"Origin": served.url})
    else:
        client = sign_in(served, "owner" if role == "stranger" else role)
    if role == "stranger":
        served.database.write_now(
            lambda c: (
                c.exec_driver_sql("UPDATE membership SET role='none'")
                and c.exec_driver_sql("DELETE FROM membership")
            )
        )
    ranks = list(people.ROLES)
    with client:
        for (method, path), needed in MATRIX.items():
            answer = client.request(
                method,
                path.format(id=id_),
                data={"comment": "x"} if method == "POST" else None,
            )
            allowed = role in ranks and ranks.index(role) >= ranks.index(needed)
            if allowed:
                assert answer.status_code in (200, 303, 404, 409, 422), path
                assert answer.headers.get("location") != "/sign-in", path
            elif role is None:
                assert answer.status_code == 401 or (
                    answer.headers["location"] == "/sign-in"
                ), path
            else:
                assert answer.status_code in (403, 404), path


def test_forms_of_other_sites_are_refused(
    served: Running, reviewer: httpx.Client
) -> None:
    id_ = served.propose("A").json()["data"]["id"]
    paths = [
        f"/projects/demo/proposals/{id_}/accept",
        "/projects/demo/proposals",
        "/projects/demo/publish",
        "/projects/demo/people",
        "/sign-in",
        "/sign-out",
        "/language",
        "/account",
        "/enter/x",
    ]
    for path in paths:
        for headers in (
            {"Origin": "https://evil.example"},
            {"Origin": "null"},
            {"Origin": served.url, "Sec-Fetch-Site": "cross-site"},
            {"Origin": served.url, "Sec-Fetch-Site": "same-site"},
        ):
            answer = reviewer.post(path, headers=headers)
            assert answer.status_code == 403, (path, headers)


def test_the_pages_speak_three_languages(
    served: Running, reviewer: httpx.Client
) -> None:
    served.propose("A")
    for tag in ("ar", "de", "en"):
        for path in ("", "/missing", "/publish", "/bridges", "/people", "/log"):
            page = reviewer.get(
                f"/projects/demo{path}", headers={"Accept-Language": tag}
            ).text
            direction = "rtl" if tag == "ar" else "ltr"
            assert f'<html lang="{tag}" dir="{direction}">' in page
            # A key that nobody translated would be shown as it is.
            assert not re.search(r">\s*(state|level|role|scope|channel)_\w+\s*<", page)
    answer = reviewer.post(
        "/language", data={"language": "ar", "back": "//evil.example"}
    )
    assert answer.headers["location"] == "/"
    assert '<html lang="ar"' in reviewer.get("/projects/demo").text


def test_pages_are_small(served: Running, reviewer: httpx.Client) -> None:
    for number in range(60):
        served.propose(f"Hallo {number * 7919}", guid=f"person-{number}")
    page = reviewer.get("/projects/demo")
    assert page.text.count('class="proposal') == 50
    assert "content-encoding" not in page.headers

    def sent(path: str) -> int:
        with reviewer.stream("GET", path) as answer:
            assert answer.headers["content-encoding"] == "gzip"
            return sum(map(len, answer.iter_raw()))

    parts = sent("/static/style.css") + sent("/static/pages.js")
    assert parts + len(gzip.compress(page.content)) < 60_000


def test_a_language_that_proposals_brought_is_one_of_the_pages(
    served: Running, reviewer: httpx.Client
) -> None:
    own = read_trees(OWN_TEXTS)["en"]["server"]
    french = {key: f"fr {key}" for key in own} | {"language_name": "Français"}

    def bring(count: int) -> str:
        some = {"fr": {"server": dict(list(french.items())[:count])}}

        def work(connection: Any) -> int:
            project = projects.find(connection, "calque-server")
            catalogs.take(connection, project, some, TESTER)
            releases.publish(connection, project, "production", "", TESTER)
            return project.id

        id_ = served.database.write_now(work)
        last = served.database.read_now(events.last_id)
        wait_for(lambda: served.server.state.feed.seen(id_) >= last)
        return reviewer.get("/projects/demo", headers={"Accept-Language": "fr"}).text

    assert '<html lang="en"' in bring(20)
    page = bring(len(french) - 1)
    assert '<html lang="fr" dir="ltr">' in page
    assert "fr review" in page
    assert '<option value="fr" lang="fr" selected>Français</option>' in page


def test_corrections_of_the_pages_are_shown(served: Running) -> None:
    form = {"section": "server", "key": "accept", "locale": "de", "value": "Übernehmen"}
    url = f"{served.url}/p/calque-server/api/v2/content/localize/proposals"
    id_ = served.client.post(url, data={**form, "guid": "g"}).json()["data"]["id"]

    def work(connection: Any) -> str:
        own = projects.find(connection, "calque-server")
        decisions.accept(connection, own, id_, Actor("x"))
        releases.publish(connection, own, "production", "", Actor("x"))
        person = people.create(connection, "x", TESTER)
        people.grant(connection, person, None, "owner", TESTER)
        return people.begin(connection, person, 1)

    secret = served.database.write_now(work)
    served.settle()
    served.propose("A")
    headers = {"Accept-Language": "de"}
    page = httpx.get(
        f"{served.url}/projects/demo", cookies={"calque": secret}, headers=headers
    ).text
    assert "Übernehmen" in page

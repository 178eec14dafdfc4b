"""A person proposes in a program's page, another decides, the page shows it."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import axe_playwright_python
import pytest
from browser import chromium, program
from harness import ROOT, TESTER, Running, make_project, wait_for
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect
from sqlalchemy import insert, update

from calque_server import (
    bridging,
    decisions,
    intake,
    missing,
    people,
    projects,
    proposals,
    releases,
    transcripts,
)
from calque_server.proposals import Wording
from calque_server.schema import bridge, bridged

pytestmark = pytest.mark.browser
AXE = next(Path(axe_playwright_python.__file__).parent.rglob("axe.min.js"))


ONE_DATABASE = True


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as made:
        yield made


def signed_in(
    browser: Browser, served: Running, role: str = "publisher", **options: Any
) -> BrowserContext:
    def work(connection: Any) -> str:
        id_ = people.create(connection, "Rita", TESTER)
        people.grant(connection, id_, served.project.id, role, TESTER)
        return people.begin(connection, id_, 1)

    secret = served.database.write_now(work)
    context = browser.new_context(base_url=served.url, **options)
    context.add_cookies([{"name": "calque", "value": secret, "url": served.url}])
    return context


def press(page: Page, target: Locator) -> None:
    """Go to an element by Tab, and press Enter."""
    expect(target).to_be_visible()
    for _ in range(100):
        if target.evaluate("each => each.matches(':focus')"):
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach {target}")


def write(page: Page, text: str) -> None:
    """Write into the field that has the focus, in place of what is there."""
    page.keyboard.press("Control+A")
    page.keyboard.type(text)


def watched(page: Page) -> list[str]:
    """The complaints of the page."""
    told: list[str] = []
    page.on("pageerror", lambda error: told.append(str(error)))
    page.on(
        "console",
        lambda line: told.append(line.text) if line.type == "error" else None,
    )
    return told


def test_from_a_proposal_to_the_page(browser: Browser, served: Running) -> None:
    with program(served.url) as address:
        page = browser.new_page()
        told = watched(page)
        page.goto(address)
        expect(page.locator("#title")).to_have_text("Willkommen")
        expect(page.locator("#greeting")).to_have_text("Guten Tag, Ada")
        expect(page.locator("#books")).to_have_text("3 Bücher")
        wording = "Schönen guten Tag, {{name}}"
        assert page.evaluate("text => propose('greeting', text)", wording) == 201
        # Review and publish, by keyboard alone.
        context = signed_in(browser, served, locale="en")
        review = context.new_page()
        complaints = watched(review)
        review.goto("/projects/demo")
        expect(review.locator(".proposal ins")).to_have_text("Schönen guten")
        review.keyboard.press("j")
        review.keyboard.press("r")
        write(review, "Too long")
        review.keyboard.press("Enter")
        expect(review.locator(".proposal.rejected")).to_contain_text("Too long")
        review.keyboard.press("u")
        expect(review.locator(".proposal.open")).to_be_focused()
        review.keyboard.press("e")
        write(review, "Einen guten Tag, {{name}}")
        press(review, review.get_by_role("button", name="Accept as edited"))
        expect(review.locator(".proposal.accepted")).to_contain_text("Accepted")
        review.keyboard.press("u")
        expect(review.locator(".proposal.open")).to_be_focused()
        review.keyboard.press("a")
        expect(review.locator(".proposal.accepted")).to_contain_text("Accepted")
        review.goto("/projects/demo/publish")
        press(review, review.get_by_role("button", name="Publish to Production"))
        expect(review.locator("main")).to_contain_text("0 changes to publish")
        # The open page shows it by itself.
        expect(page.locator("#greeting")).to_have_text("Schönen guten Tag, Ada")
        served.database.write_now(
            releases.point, served.project, "production", 1, TESTER
        )
        expect(page.locator("#greeting")).to_have_text("Guten Tag, Ada")
        assert told == []
        assert complaints == []


def test_an_accepted_text_is_live_in_development(
    browser: Browser, served: Running
) -> None:
    with program(served.url, channel="development") as address:
        page = browser.new_page()
        page.goto(address)
        expect(page.locator("#title")).to_have_text("Willkommen")
        id_ = served.propose("Hallo").json()["data"]["id"]
        served.database.write_now(decisions.accept, served.project, id_, TESTER)
        expect(page.locator("#title")).to_have_text("Hallo", timeout=20_000)
        assert page.locator("#picture").get_attribute("alt") == "Hallo"


def test_missing_keys_of_i18next_arrive(browser: Browser, served: Running) -> None:
    with program(served.url) as address:
        page = browser.new_page()
        page.goto(address)
        rows = wait_for(
            lambda: served.database.read_now(missing.listed, served.project)
        )
        assert [(row.namespace, row.key, row.value) for row in rows] == [
            ("home", "farewell", "Goodbye")
        ]


def test_a_running_program_in_c_shows_what_was_published(
    browser: Browser, served: Running
) -> None:
    trees = {"en-GB": {"home": {"title": "Welcome", "greeting": "Good day to you"}}}
    shop = make_project(served.database, "shop", trees)
    client = subprocess.Popen(
        [ROOT / "build/bindings/c/examples/propose", f"{served.url}/p/shop/api/v2"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert client.stdin is not None
    client.stdin.write("propose greeting Good morning\n")
    client.stdin.flush()
    (row,) = wait_for(
        lambda: served.database.read_now(proposals.in_state, shop, "unaccepted")[0]
    )
    assert row.value == "Good morning"

    def owner(connection: Any) -> str:
        id_ = people.create(connection, "Olga", TESTER)
        people.grant(connection, id_, shop.id, "publisher", TESTER)
        return people.begin(connection, id_, 1)

    context = browser.new_context(base_url=served.url, locale="en")
    secret = served.database.write_now(owner)
    context.add_cookies([{"name": "calque", "value": secret, "url": served.url}])
    page = context.new_page()
    page.goto("/projects/shop")
    page.get_by_role("button", name="Accept").first.click()
    expect(page.locator(".proposal.accepted")).to_be_visible()
    page.goto("/projects/shop/publish")
    page.get_by_role("button", name="Publish to Production").click()
    expect(page.locator("main")).to_contain_text("0 changes to publish")
    client.communicate("quit\n", timeout=20)
    # The program that starts next has the published text, without a proposal.
    shown = subprocess.run(
        [ROOT / "build/bindings/c/examples/propose", f"{served.url}/p/shop/api/v2"],
        input="show\nquit\n",
        capture_output=True,
        text=True,
        timeout=20,
        check=True,
    ).stdout
    assert "  greeting: Good morning\n" in shown


def test_a_page_without_a_script_decides(browser: Browser, served: Running) -> None:
    served.propose("Hallo")
    context = signed_in(browser, served, java_script_enabled=False, locale="en")
    page = context.new_page()
    page.goto("/projects/demo")
    page.get_by_text("Reject", exact=True).first.click()
    page.get_by_label("Reason").first.fill("Too short")
    page.get_by_role("button", name="Reject").first.click()
    expect(page.locator(".done")).to_contain_text("Too short")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".proposal.open ins")).to_have_text("Hallo")


PAGES = (
    "",
    "?state=rejected",
    "?state=held",
    "/missing",
    "/publish",
    "/bridges",
    "/people",
    "/log",
    "/nowhere",
)
# Pages of no project.
OTHERS = ("/?all=1", "/account", "/sign-in")


@pytest.mark.parametrize(
    "tag", ["ar", "en", pytest.param("de", marks=pytest.mark.slow)]
)
def test_axe_finds_nothing(browser: Browser, served: Running, tag: str) -> None:
    served.propose("Hallo {{- name}}", key="greeting")
    served.propose("Hallo")
    id_ = served.propose("Servus", guid="other").json()["data"]["id"]
    served.client.post(
        f"{served.base}/production/locales/add/de/home", json={"new": "New"}
    )
    served.database.write_now(hold, served)
    scheme = "dark" if tag == "ar" else "light"
    context = signed_in(browser, served, "owner", locale=tag, color_scheme=scheme)
    page = context.new_page()
    invitation = served.database.write_now(invite, served)
    paths = [f"/projects/demo{each}" for each in PAGES]
    found: dict[str, Any] = {}
    for path in (*paths, *OTHERS, f"/enter/{invitation}"):
        page.goto(path)
        found[path] = violations(page)
    page.goto("/projects/demo")
    served.database.write_now(decisions.accept, served.project, id_, TESTER)
    stale = page.locator(".proposal").filter(has=page.get_by_text("Hallo", exact=True))
    stale.locator("button.accept").first.click()
    expect(page.locator("dl")).to_contain_text("Servus")
    found["conflict"] = violations(page)
    assert {path: told for path, told in found.items() if told} == {}


def hold(connection: Any, served: Running) -> None:
    """A proposal that is held, a reply, and one that waits at a bridge."""
    options = {"first_look": True}
    projects.configure(connection, served.project, options, TESTER)
    project = projects.find(connection, "demo")
    limits = served.server.state.settings.limits
    at = Wording("home", "title", "de", "Hallo zusammen", "device")
    held = intake.store(connection, project, at, TESTER, limits, stranger=True)
    row = proposals.by_id(connection, project, held.id)
    transcripts.say(connection, row, "Rita", "Where is it?")
    given = json.dumps({"url": "https://git.example/shop.git", "every": 100_000})
    id_ = bridging.create(connection, project, "git", given)
    connection.execute(
        insert(bridged).values(
            bridge_id=id_, proposal_id=held.id, state="held", note="No such file"
        )
    )
    connection.execute(update(bridge).values(next_run=1 << 50, error="Not reachable"))


def invite(connection: Any, served: Running) -> str:
    return people.invite(connection, people.create(connection, "Jo", TESTER))


def violations(page: Page) -> list[tuple[str, str]]:
    """The rules that a page breaks, each with the first element."""
    debugger = page.context.new_cdp_session(page)
    # The page's own policy lets no foreign script in; the debugger may.
    debugger.send("Runtime.evaluate", {"expression": AXE.read_text("utf-8")})
    told = debugger.send(
        "Runtime.evaluate",
        {
            "expression": "axe.run().then(r => JSON.stringify(r.violations))",
            "awaitPromise": True,
            "returnByValue": True,
        },
    )
    listed = json.loads(told["result"]["value"])
    return [(each["id"], each["nodes"][0]["html"]) for each in listed]


def test_texts_say_their_language(browser: Browser, served: Running) -> None:
    """Words that are not in the language of the page, wherever they are shown."""
    served.propose("Hallo")
    served.client.post(
        f"{served.base}/production/locales/add/de/home", json={"new": "Neu"}
    )
    context = signed_in(browser, served, "owner", locale="ar")
    page = context.new_page()
    served.database.write_now(hold, served)
    paths = ("", "?state=held", "/missing", "/publish", "/bridges")
    for path in (f"/projects/demo{each}" for each in paths):
        page.goto(path)
        assert page.locator("html").get_attribute("dir") == "rtl"
        wrong = page.evaluate(
            """() => {
              const all = document.createTreeWalker(document.body, 4), found = [];
              while (all.nextNode()) {
                const own = all.currentNode.parentElement;
                const lang = own.closest("[lang]").getAttribute("lang");
                const words = all.currentNode.data;
                if (/Willkommen|Guten|Hallo|Neu/.test(words) && lang !== "de")
                  found.push(own.outerHTML);
                if (/Welcome|Good day/.test(words) && lang !== "en")
                  found.push(own.outerHTML);
              }
              return found;
            }"""
        )
        assert wrong == [], path


def test_hostile_texts_run_nothing(browser: Browser, served: Running) -> None:
    hostile = [
        "<script>window.hacked=1</script>",
        "<img src=x onerror=window.hacked=1>",
        '"><svg onload=window.hacked=1>',
        "javascript:window.hacked=1",
        "{{constructor.constructor('window.hacked=1')()}}",
        "</textarea><script>window.hacked=1</script>",
    ]
    for number, value in enumerate(hostile):
        served.propose(value, guid=f"{value[:60]}{number}", key=f"k{number}")
        served.propose(value, guid="g", key="title", locale=f"de-x{number}")
    context = signed_in(browser, served, "owner", locale="en")
    page = context.new_page()
    for path in PAGES:
        page.goto(f"/projects/demo{path}")
        assert page.evaluate("() => window.hacked") is None
    page.goto("/projects/demo")
    page.keyboard.press("j")
    page.keyboard.press("r")
    page.keyboard.type("<img src=x onerror=window.hacked=1>")
    page.keyboard.press("Enter")
    expect(page.locator(".proposal.rejected")).to_be_visible()
    assert page.evaluate("() => window.hacked") is None

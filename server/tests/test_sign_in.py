"""People sign in at a provider of OpenID Connect."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import httpx
import oidc
import pytest
from browser import chromium
from harness import TESTER, Running, make_project, running
from playwright.sync_api import expect

from calque_server import people
from calque_server.database import Database
from calque_server.settings import Settings

ONE_DATABASE = True
START = "/sign-in/provider/"


@pytest.fixture
def provider() -> Iterator[oidc.Provider]:
    with oidc.provider() as made:
        yield made


def settings_for(provider: oidc.Provider) -> Settings:
    return replace(
        Settings(),
        port=0,
        oidc_issuer=provider.url,
        oidc_client_id=oidc.CLIENT,
        oidc_client_secret=oidc.SECRET,
        oidc_name="Example Co",
    )


@pytest.fixture
def served(database: Database, provider: oidc.Provider) -> Iterator[Running]:
    project = make_project(database)
    with (
        running(database, settings_for(provider)) as (url, server),
        httpx.Client() as client,
    ):
        yield Running(url, database, server, project, client)


def somebody(served: Running, secret: str = "") -> httpx.Client:
    """A browser of somebody, signed in when there is the secret of a session."""
    cookies = {"calque": secret} if secret else {}
    headers = {"Origin": served.url}
    return httpx.Client(base_url=served.url, cookies=cookies, headers=headers)


def member(served: Running, name: str) -> str:
    def work(connection: Any) -> str:
        id_ = people.create(connection, name, TESTER)
        people.grant(connection, id_, served.project.id, "reviewer", TESTER)
        return people.begin(connection, id_, 1)

    return served.database.write_now(work)


def connect(client: httpx.Client) -> httpx.Response:
    page = client.post("/sign-in/provider/account", data={"what": "connect"})
    address = re.search(r'href="(http://127[^"]+)"', page.text)
    assert address is not None, page.text
    return client.get(come_back(client, address[1].replace("&amp;", "&")))


def come_back(client: httpx.Client, address: str) -> str:
    """The address to which the provider redirects the browser."""
    return client.get(address).headers["location"]


def sign_in(client: httpx.Client) -> httpx.Response:
    return client.get(come_back(client, client.get(START).headers["location"]))


def test_who_is_connected_signs_in(served: Running) -> None:
    with somebody(served, member(served, "Ada")) as ada:
        assert "Connect with Example Co" in ada.get("/account").text
        assert connect(ada).headers["location"] == "/account?saved=1"
        assert "You can sign in with Example Co." in ada.get("/account").text
    with somebody(served) as later:
        assert "Sign in with Example Co" in later.get("/sign-in").text
        answer = sign_in(later)
        assert answer.headers["location"] == "/"
        assert "HttpOnly" in answer.headers["set-cookie"]
        assert "Ada" in later.get("/projects/demo").text
        form = {"what": "disconnect"}
        assert later.post("/sign-in/provider/account", data=form).status_code == 303
        assert "Connect with Example Co" in later.get("/account").text
        assert sign_in(later).status_code == 403


def test_nobody_comes_in_by_an_unknown_account(
    served: Running, provider: oidc.Provider
) -> None:
    with somebody(served, member(served, "Ada")) as ada:
        connect(ada)
    provider.subject = "mallory"
    with somebody(served) as mallory:
        answer = sign_in(mallory)
        assert answer.status_code == 403
        assert "Nobody here is connected" in answer.text
        assert mallory.get("/projects/demo").headers["location"] == "/sign-in"


def test_an_account_is_one_persons(served: Running, provider: oidc.Provider) -> None:
    with somebody(served, member(served, "Ada")) as ada:
        connect(ada)
        provider.subject = "ada at home"
        assert connect(ada).status_code == 303
    with somebody(served, member(served, "Bo")) as bo:
        assert connect(bo).status_code == 409
        # The account that Ada had before is free.
        provider.subject = "ada"
        assert connect(bo).status_code == 303


@pytest.mark.parametrize(
    "claims",
    [
        {"aud": "another"},
        {"aud": "another", "azp": oidc.CLIENT},
        {"iss": "https://another.example"},
        {"nonce": "of another flow"},
        {"exp": 1_000_000_000, "iat": 999_999_000},
        {"sub": ""},
        {"sub": None},
    ],
)
def test_a_token_for_others_is_refused(
    served: Running, provider: oidc.Provider, claims: dict[str, object]
) -> None:
    with somebody(served, member(served, "Ada")) as ada:
        connect(ada)
    provider.claims = claims
    with somebody(served) as other:
        assert sign_in(other).status_code == 403
        assert "calque" not in other.cookies


def test_a_token_that_others_signed_is_refused(
    served: Running, provider: oidc.Provider
) -> None:
    with somebody(served, member(served, "Ada")) as ada:
        connect(ada)
    provider.key = oidc.key("one", "of another")
    with somebody(served) as other:
        assert sign_in(other).status_code == 403
    provider.unsigned = True
    with somebody(served) as other:
        assert sign_in(other).status_code == 403


def test_keys_of_the_provider_may_change(
    served: Running, provider: oidc.Provider
) -> None:
    with somebody(served, member(served, "Ada")) as ada:
        connect(ada)
    provider.key = provider.published = oidc.key("two")
    provider.kid = "two"
    with somebody(served) as later:
        assert sign_in(later).status_code == 303


def test_a_flow_ends_where_it_began_and_once(served: Running) -> None:
    with somebody(served, member(served, "Ada")) as ada:
        connect(ada)
    with somebody(served) as one, somebody(served) as two:
        back = come_back(one, one.get(START).headers["location"])
        # The address alone lets nobody in, and nobody into another's account.
        assert two.get(back).status_code == 403
        two.get(START)
        assert two.get(back).status_code == 403
        assert one.get(back).status_code == 303
        assert one.get(back).status_code == 403
        refused = re.sub(r"code=[^&]*", "error=access_denied", back)
        assert one.get(refused).status_code == 403


def test_an_account_is_connected_by_its_person_alone(served: Running) -> None:
    with somebody(served, member(served, "Ada")) as ada:
        path = "/sign-in/provider/account"
        elsewhere = {"Origin": "https://evil.example"}
        assert ada.post(path, headers=elsewhere).status_code == 403
        page = ada.post(path).text
        found = re.search(r'href="(http://127[^"]+)"', page)
        assert found is not None
        back = come_back(ada, found[1].replace("&amp;", "&"))
        ada.cookies.set("calque", member(served, "Bo"))
        assert ada.get(back).status_code == 403


def test_another_issuers_description_is_refused(
    database: Database, provider: oidc.Provider
) -> None:
    provider.issuer = "https://another.example"
    with (
        running(database, settings_for(provider)) as (url, _),
        httpx.Client(base_url=url) as client,
    ):
        assert client.get(START).status_code == 502
        provider.issuer = provider.url
        assert client.get(START).status_code == 303


def test_a_provider_that_is_away_is_told(
    database: Database, provider: oidc.Provider
) -> None:
    settings = replace(settings_for(provider), oidc_issuer="http://127.0.0.1:9")
    with running(database, settings) as (url, _), httpx.Client(base_url=url) as client:
        began = time.monotonic()
        assert client.get(START).status_code == 502
        assert time.monotonic() - began < 10
        assert client.get("/sign-in").status_code == 200


@pytest.mark.browser
def test_a_browser_goes_there_and_back(served: Running) -> None:
    with chromium() as browser:
        context = browser.new_context(base_url=served.url, locale="en")
        secret = member(served, "Ada")
        context.add_cookies([{"name": "calque", "value": secret, "url": served.url}])
        page = context.new_page()
        page.goto("/account")
        page.get_by_role("button", name="Connect with Example Co").click()
        page.get_by_role("link", name="Sign in with Example Co").click()
        expect(page.locator("main")).to_contain_text("You can sign in with Example Co")
        page.get_by_role("button", name="Sign out").click()
        page.get_by_role("link", name="Sign in with Example Co").click()
        expect(page.locator("h1")).to_have_text("Review")

"""Programs in C, as their users have them: they propose, listen and are told."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qs, urlsplit

from harness import ROOT, Running, make_project

from calque_server import proposals
from calque_server.projects import Project

EXAMPLES = ROOT / "build/bindings/c/examples"
SHOP = {"en": {"home": {"title": "Welcome", "greeting": "Good day to you"}}}
# The guid that the example has.
GUID = "example"


def make_shop(served: Running) -> Project:
    """The project of the examples."""
    return make_project(served.database, "shop", SHOP)


def propose_in_c(served: Running, text: str) -> None:
    """Propose a greeting as a user of the program does."""
    subprocess.run(
        [EXAMPLES / "propose", f"{served.url}/p/shop/api/v2"],
        input=f"propose greeting {text}\nquit\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )


@contextmanager
def listening(served: Running, locale: str = "en") -> Iterator[Callable[[], str]]:
    """A program that shows the greeting, each time that it changes."""
    channel = f"{served.url}/p/shop/development"
    program = subprocess.Popen(
        [EXAMPLES / "listen", channel, locale, "home", "greeting"],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert program.stdout is not None
    lines = program.stdout
    last = ""

    def shown() -> str:
        nonlocal last
        # The first event may be the project's own import, which changes no text.
        line = lines.readline()
        while line and line == last:
            line = lines.readline()
        last = line
        return line.rstrip("\n")

    try:
        yield shown
    finally:
        program.kill()
        program.wait()


def states_of(served: Running, shop: Project) -> list[str]:
    """Return the states of a device's only proposal that the server tells its guid."""
    rows, _ = served.database.read_now(proposals.in_state, shop, "all", 0)
    (row,) = rows
    path = f"/p/shop/api/v2/content/localize/proposals/{row.id}/transcript"
    answer = served.client.get(f"{served.url}{path}", params={"guid": GUID})
    assert answer.status_code == 200, answer.text
    data: list[Any] = answer.json()["data"]
    return [_state(each) for each in data]


def _state(update: Any) -> str:
    url = update.get("url", "")
    return parse_qs(urlsplit(url).query).get("state", [""])[0]

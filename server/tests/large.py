"""Measures the pages of a large project: 1,000,000 texts, 220,000 proposals.

usage: large.py [KEYS [PROPOSALS]]    20,000 keys in 50 languages; SQLite
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
from browser import chromium
from harness import TESTER, make_project, running
from sqlalchemy import Connection, insert

from calque_server import people, projects
from calque_server.database import Database
from calque_server.prepare import prepare
from calque_server.projects import Project
from calque_server.schema import proposal, text_, translation
from calque_server.settings import Limits, Settings

LANGUAGES = 50
ASKS = 20
PAINTED = """() => new Promise((done) => new PerformanceObserver((list) =>
  done(list.getEntries().at(-1).startTime)
).observe({ type: "largest-contentful-paint", buffered: true }))"""


def fill(connection: Connection, project: Project, keys: int, count: int) -> None:
    """Texts in all languages, and proposals: of many people, then of one."""

    def add(table: Any, rows: Iterator[dict[str, Any]]) -> None:
        while part := [row for _, row in zip(range(10_000), rows, strict=False)]:
            connection.execute(insert(table), part)

    (section,) = projects.namespaces(connection, project)
    tags = ["en", *(f"de-x{number}" for number in range(1, LANGUAGES))]
    locales = [projects.locale_id(connection, project, tag) for tag in tags]
    first = 1_000_000
    add(
        text_,
        (
            {"id": first + each, "namespace_id": section.id, "key": f"k{each}"}
            | {"path": f'["k{each}"]', "stem": f"k{each}", "ordinal": each}
            for each in range(keys)
        ),
    )
    add(
        translation,
        (
            {"text_id": first + each, "locale_id": id_, "value": f"The text {each}"}
            | {"ordinal": each, "updated": 0, "updated_by": "large"}
            for id_ in locales
            for each in range(keys)
        ),
    )
    base = {"project_id": project.id, "section": section.name, "state": "open"}
    base |= {"base_revision": 1, "base_value": "", "created": 0, "updated": 0}
    add(
        proposal,
        (
            {**base, "text_id": first + each % keys, "key": f"k{each % keys}"}
            | {"locale": tags[1 + each // keys % (LANGUAGES - 1)], "device": name}
            | {"value": f"A better text {each}"}
            for name, most in (("many", count), ("one", count * 6 // 5))
            for each in range(most)
        ),
    )


def usual(client: httpx.Client, path: str) -> float:
    """Milliseconds that a page usually takes."""
    waits = []
    for _ in range(ASKS):
        began = time.perf_counter()
        client.get(path).raise_for_status()
        waits.append((time.perf_counter() - began) * 1000)
    return sorted(waits)[ASKS // 2]


def main(keys: int, count: int) -> None:
    """Make the project, ask for its pages, reject all of one author."""
    folder = Path(tempfile.mkdtemp())
    database = Database(f"sqlite:///{folder}/calque.db")
    prepare(database)
    project = make_project(database, "large", {"en": {"n": {"title": "Title"}}})
    began = time.monotonic()
    database.write_now(fill, project, keys, count)
    print(f"filled in {time.monotonic() - began:.0f} s", flush=True)

    def owner(connection: Connection) -> str:
        id_ = people.create(connection, "Olga", TESTER)
        people.grant(connection, id_, project.id, "owner", TESTER)
        return people.begin(connection, id_, 1)

    secret = database.write_now(owner)
    settings = replace(Settings(), port=0, limits=Limits.none())
    with running(database, settings) as (url, _), chromium() as browser:
        headers = {"Origin": url}
        cookies = {"calque": secret}
        with httpx.Client(
            base_url=url, headers=headers, cookies=cookies, timeout=120
        ) as client:
            for path in ("", "?locale=de-x1", "?author=one"):
                took = usual(client, f"/projects/large{path}")
                print(f"/projects/large{path}: {took:.0f} ms", flush=True)
            context = browser.new_context(base_url=url)
            context.add_cookies([{"name": "calque", "value": secret, "url": url}])
            page = context.new_page()
            debugger = context.new_cdp_session(page)
            debugger.send("Emulation.setCPUThrottlingRate", {"rate": 4})
            paints = []
            for _ in range(5):
                page.goto("/projects/large")
                paints.append(page.evaluate(PAINTED))
            usual_paint = sorted(paints)[2]
            print(f"largest paint at a quarter of the speed: {usual_paint:.0f} ms")
            form = {"what": "author", "device": "one", "reason": "spam"}
            began = time.monotonic()
            answer = client.post("/projects/large/proposals", data=form)
            assert answer.status_code == 303
            print(f"{count * 6 // 5} rejected in {time.monotonic() - began:.1f} s")
    database.close()


if __name__ == "__main__":
    given = [int(each) for each in sys.argv[1:]]
    main(*(given + [20_000, 100_000][len(given) :]))

"""Takes pictures of the pages, for people to look at and for docs/assets/review.png.

usage: python tests/pictures.py FOLDER
"""

from __future__ import annotations

import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

from browser import chromium
from harness import TESTER, asking, make_project, running

from calque_server import decisions, people, proposals, transcripts
from calque_server.database import Database
from calque_server.prepare import prepare
from calque_server.settings import Settings

ENGLISH = {
    "title": "Good to see you, {{name}}",
    "empty": "There are no notes yet.",
    "save": "Save",
    "delete": "Delete {{count}} notes?",
    "terms": "I accept the <a>terms</a>.",
}
GERMAN = {
    "title": "Gut, Sie zu sehen, {{name}}",
    "empty": "Es gibt noch keine Notizen.",
    "save": "Speichern",
    "delete": "{{count}} Notizen löschen?",
    "terms": "Ich akzeptiere die <a>Bedingungen</a>.",
}
PROPOSED = [
    ("terms", "Ich stimme den <a>Bedingungen zu.", "kiosk-7"),
    ("delete", "Notizen löschen?", "laptop of Mara"),
    ("empty", "Sie haben noch keine Notizen.", "laptop of Mara"),
    ("title", "Willkommen, {{name}}", "kiosk-7"),
    ("save", "Sichern", "phone"),
]
PICTURES: dict[str, tuple[str, dict[str, Any]]] = {
    "review": ("", {"locale": "en", "width": 1200, "height": 730}),
    "review-dark": ("", {"locale": "de", "color_scheme": "dark"}),
    "review-arabic": ("", {"locale": "ar"}),
    "review-phone": ("", {"locale": "ar", "width": 390, "color_scheme": "dark"}),
    "publish": ("/publish", {"locale": "en"}),
    "publish-dark": ("/publish", {"locale": "ar", "color_scheme": "dark"}),
    "publish-phone": ("/publish", {"locale": "ar", "width": 390}),
    "people": ("/people", {"locale": "de", "color_scheme": "dark"}),
    "people-phone": ("/people", {"locale": "en", "width": 390}),
    "log": ("/log", {"locale": "ar"}),
}


def main(folder: Path) -> None:
    trees = {"en": {"notes": ENGLISH}, "de": {"notes": GERMAN}}
    with tempfile.TemporaryDirectory() as place:
        database = Database(f"sqlite:///{place}/calque.db")
        prepare(database)
        project = make_project(database, "notebook", trees)
        settings = replace(Settings(), port=0)
        with running(database, settings) as (url, _), asking() as client:
            wire = f"{url}/p/notebook/api/v2/content/localize/proposals"
            for key, value, guid in PROPOSED:
                form = {"section": "notes", "key": key, "value": value, "guid": guid}
                made = client.post(wire, data={**form, "locale": "de"}).json()["data"]

            def prepared(connection: Any) -> str:
                decisions.accept(connection, project, made["id"], TESTER)
                row = proposals.by_id(connection, project, made["id"] - 1)
                question = "Is that also right in the evening?"
                transcripts.say(connection, row, "Olga", question)
                olga = people.create(connection, "Olga", TESTER)
                people.grant(connection, olga, project.id, "owner", TESTER)
                return people.begin(connection, olga, 1)

            secret = database.write_now(prepared)
            with chromium() as browser:
                for name, (path, options) in PICTURES.items():
                    given = dict(options)
                    size = {
                        "width": given.pop("width", 1200),
                        "height": given.pop("height", 800),
                    }
                    context = browser.new_context(
                        base_url=url, viewport=size, reduced_motion="reduce", **given
                    )
                    cookie = {"name": "calque", "value": secret, "url": url}
                    context.add_cookies([cookie])
                    page = context.new_page()
                    page.goto(f"/projects/notebook{path}")
                    whole = name != "review"
                    page.screenshot(path=folder / f"{name}.png", full_page=whole)
                    context.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))

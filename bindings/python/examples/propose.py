"""A screen of labels that people can propose better wordings for.

Commands come line by line: `show`, `edit`, `propose KEY TEXT`, `list`,
`delete KEY`, `done`, `quit`. Without a terminal a short session is played against
a backend of its own.

usage: propose.py [--backend URL]
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import Any
from urllib.parse import parse_qs, urlsplit

from calque import CalqueError
from calque.http import HTTPTransport
from calque.localization import Localization
from calque.transport import Request, Response

TEXTS = {"home": {"title": "Welcome", "greeting": "Good day to you"}}
SESSION = """show
edit
propose greeting Hello there
list
done
delete greeting
show
quit
"""


class Backend:
    """Keeps the texts and the proposals of one app in memory."""

    def __init__(self) -> None:
        self.proposals: list[dict[str, object]] = []

    def __call__(self, request: Request) -> Response:
        """Answer a request; called on a thread of its own."""
        path = urlsplit(request.url).path
        if path.endswith("/platforms/mobile"):
            language = {"locale": "en-GB", "is_best_fit": True}
            entry = {"url": "texts", "should_update": True, "language": language}
            return _answer([entry])
        if path.endswith("/texts"):
            meta = {"language": {"locale": "en-GB"}}
            return Response(
                200, body=json.dumps({"data": TEXTS, "meta": meta}).encode()
            )
        if request.method == "POST":
            form = parse_qs((request.body or b"").decode())
            stored: dict[str, object] = {name: form[name][0] for name in form}
            stored |= {"id": len(self.proposals) + 1, "can_delete": True}
            self.proposals.append(stored)
            return _answer(stored)
        if request.method == "DELETE":
            self.proposals.clear()
            return _answer({"message": "deleted"})
        return _answer(self.proposals)


class Screen:
    """Labels in a terminal: one line each, marked in edit mode."""

    def __init__(self, texts: Localization, keys: Iterable[str]) -> None:
        self.texts = texts
        self.values: dict[str, str] = {}
        self.marks: dict[str, str] = {}
        for key in keys:
            self._add(key)

    def _add(self, key: str) -> None:
        def mark() -> str:
            before = self.marks.get(key, " ")
            self.marks[key] = "*"
            return before

        self.texts.register(
            f"home.{key}",
            lambda value: self.values.__setitem__(key, value),
            begin_editing=mark,
            end_editing=lambda before: self.marks.__setitem__(key, before),
        )

    def show(self) -> None:
        """Print the labels."""
        for key, value in self.values.items():
            print(f"{self.marks.get(key, ' ')} {key}: {value}")

    def run(self, line: str) -> bool:
        """Carry a command out; False for the last one."""
        command, *rest = line.split(maxsplit=2)
        if command == "show":
            self.show()
        elif command == "edit":
            self.texts.begin_editing()
            self.show()
        elif command == "propose" and len(rest) == 2:
            self.texts.propose(f"home.{rest[0]}", rest[1]).result()
            self.show()
        elif command == "list":
            self._list()
        elif command == "delete" and rest:
            self._delete(rest[0])
        elif command == "done":
            summary = self.texts.end_editing()
            print(f"proposals: {summary['listed']}")
        return command != "quit"

    def _list(self) -> None:
        self.texts.fetch_proposals().result()
        print(self.texts.list_proposals()["title"])
        for proposal in self._proposals():
            mark = "-" if proposal["can_delete"] else " "
            print(f"{mark} {proposal['key']}: {proposal['value']}")

    def _delete(self, key: str) -> None:
        for proposal in self._proposals():
            if proposal["key"] == key and proposal["can_delete"]:
                deleted = self.texts.delete_proposal(proposal["id"]).result()
                print(deleted["message"])

    def _proposals(self) -> list[dict[str, Any]]:
        groups = self.texts.list_proposals()["groups"]
        return [proposal for group in groups for proposal in group["proposals"]]


def _answer(data: object, **others: object) -> Response:
    return Response(200, body=json.dumps({"data": data, **others}).encode())


def main() -> None:
    """Show the screen of an app and read commands."""
    options = {"environment": "staging", "url": "https://backend.example/api"}
    if sys.argv[1:2] == ["--backend"]:
        options["url"] = sys.argv[2]
        with HTTPTransport() as http, Localization(options, transport=http) as texts:
            play(texts)
    else:
        with Localization(options, transport=Backend()) as texts:
            play(texts)


def play(texts: Localization) -> None:
    """Fetch the texts, show the screen and carry commands out."""
    texts.update().result()
    screen = Screen(texts, TEXTS["home"])
    lines = sys.stdin if sys.stdin.isatty() else SESSION.splitlines()
    for line in lines:
        try:
            if line.strip() and not screen.run(line):
                break
        except CalqueError as error:
            print(error)


if __name__ == "__main__":
    main()

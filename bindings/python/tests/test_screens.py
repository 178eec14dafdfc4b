"""Screens of a program, without a server: server/tests/test_screens.py has one."""

from __future__ import annotations

import json

import pytest

from calque import HTTPStatusError, RefusedError
from calque.localization import Localization
from calque.screens import Screen
from calque.transport import MemoryTransport, Response

URL = "https://texts.example/api/calque/v1/projects/shop/screens/start"
PAYLOAD = {
    "data": {"home": {"title": "Willkommen"}},
    "meta": {"language": {"locale": "de"}},
}


def test_places_of_components_are_sent_and_a_picture() -> None:
    server = MemoryTransport({URL: Response(204), f"{URL}/picture": Response(204)})
    with Localization() as texts:
        screen = Screen(texts, 390, 844)
        title = texts.register("home.title", str)
        other = texts.register("home.other", str)
        screen.place(title, 1, 2, 3, 4)
        screen.place(other, 5, 6.5, 7, 8)
        with pytest.raises(RefusedError):
            screen.send(URL, "key", transport=server)
        texts.load_resource(json.dumps(PAYLOAD))
        texts.set_override("de")
        # A component that is placed again moves to the front.
        screen.place(title, 20, 60, 350, 44)
        screen.send(URL, "key", transport=server, picture=b"PNG")
        layout, picture = server.requests
        assert ("Authorization", "Bearer key") in layout.headers
        assert json.loads(layout.body or b"") == {
            "locale": "de",
            "width": 390,
            "height": 844,
            "components": [
                {"section": "home", "key": "other", "value": ""}
                | {"x": 5, "y": 6.5, "width": 7, "height": 8},
                {"section": "home", "key": "title", "value": "Willkommen"}
                | {"x": 20, "y": 60, "width": 350, "height": 44},
            ],
        }
        assert (picture.method, picture.url) == ("PUT", f"{URL}/picture")
        assert picture.body == b"PNG"
        texts.unregister(other)
        assert [each["key"] for each in screen.components()] == ["title"]


def test_a_screen_that_is_refused_has_no_picture() -> None:
    server = MemoryTransport({URL: Response(422, body=b"a key has a part")})
    with Localization() as texts:
        texts.load_resource(json.dumps(PAYLOAD))
        texts.set_override("de")
        with pytest.raises(HTTPStatusError, match="422: a key has a part") as told:
            Screen(texts, 1, 1).send(URL, "k", transport=server, picture=b"PNG")
        assert told.value.detail == 422
        assert len(server.requests) == 1

"""Screens of native programs: sent, shown, and never more than a picture."""

from __future__ import annotations

import re
import struct
import zlib
from pathlib import Path
from subprocess import CalledProcessError
from typing import Any

import httpx
import pytest
from browser import chromium
from harness import ROOT, TESTER, Running, run
from playwright.sync_api import expect
from test_api import key_client
from test_pages import sign_in

from calque import HTTPStatusError, RefusedError
from calque.http import HTTPTransport
from calque.localization import Localization
from calque.screens import Screen
from calque_server import keys, pictures, screens
from calque_server.errors import Refused

ONE_DATABASE = True
LAYOUT: dict[str, Any] = {
    "locale": "de",
    "width": 400,
    "height": 800,
    "components": [
        {"section": "home", "key": "title", "value": "Willkommen"}
        | {"x": 20, "y": 40, "width": 360, "height": 60},
        {"section": "books", "key": "book", "value": "3 Bücher"}
        | {"x": 20, "y": 120.5, "width": 360, "height": 40},
        {"section": "home", "key": "unknown", "value": "Hilfe"}
        | {"x": 20, "y": 700, "width": 100, "height": 40},
    ],
}


def chunk(kind: bytes, body: bytes) -> bytes:
    check = struct.pack(">I", zlib.crc32(kind + body))
    return struct.pack(">I", len(body)) + kind + body + check


def png(
    width: int = 4,
    height: int = 8,
    *more: bytes,
    kind: tuple[int, int, int] = (8, 2, 0),
    rows: bytes | None = None,
) -> bytes:
    """A red picture; `kind` is depth, colour type and interlacing."""
    depth, colour, interlaced = kind
    head = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, interlaced)
    if rows is None:
        rows = (b"\0" + b"\xff\0\0" * width) * height
    parts = [chunk(b"IHDR", head), *more, chunk(b"IDAT", zlib.compress(rows))]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts) + chunk(b"IEND", b"")


def test_a_picture_keeps_its_pixels_and_nothing_else() -> None:
    place = chunk(b"tEXt", b"Comment\0at home, 59.9 N")
    made = pictures.rewritten(png(4, 8, place) + b"<script>")
    assert made == pictures.rewritten(png())
    assert b"at home" not in made
    palette = chunk(b"PLTE", b"\xff\0\0\0\xff\0")
    few = png(9, 2, palette, kind=(1, 3, 0), rows=b"\0\xff\x80" * 2)
    assert b"PLTE" in pictures.rewritten(few)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"GIF89a",
        b"<svg onload='alert(1)'/>",
        png()[:-4],
        png().replace(b"IDAT", b"IDAX"),
        png()[:40] + b"\0" + png()[41:],
        png(kind=(8, 2, 1)),
        png(kind=(3, 2, 0)),
        png(kind=(8, 3, 0), rows=b"\0\0\0\0\0" * 8),
        png(0, 8),
        png(4, 20_000),
        png(4000, 4000, rows=b""),
        png(rows=b"\0" * 10),
        png(rows=b"\0" * 10_000_000),
        png(rows=b"\x09" + b"\0" * 103),
        png(4, 8, chunk(b"IHDR", bytes(13))),
    ],
)
def test_what_is_no_whole_picture_is_refused(data: bytes) -> None:
    with pytest.raises(Refused) as told:
        pictures.rewritten(data)
    assert told.value.status == 422


def sent(served: Running) -> None:
    """Send a screen as a program does, with its public key."""
    with key_client(served, "app") as program:
        assert program.put("/screens/home", json=LAYOUT).status_code == 204
        answer = program.put("/screens/home/picture", content=png())
        assert answer.status_code == 204, answer.text


def test_a_program_sends_a_screen_and_people_see_it(served: Running) -> None:
    sent(served)
    with sign_in(served, "translator") as client:
        assert (
            "/projects/demo/screens/home" in client.get("/projects/demo/screens").text
        )
        page = client.get("/projects/demo/screens/home").text
        assert len(re.findall(r"<rect", page)) == 3
        assert len(set(re.findall(r"/projects/demo/texts/\d+/de", page))) == 2
        assert "home:unknown" in page
        picture = client.get("/projects/demo/screens/home/picture")
        assert picture.content == pictures.rewritten(png())
        assert picture.headers["content-type"] == "image/png"
        assert picture.headers["content-disposition"].startswith("attachment")
        assert picture.headers["x-content-type-options"] == "nosniff"
    with key_client(served, "app") as program:
        # A new layout has no picture until one is sent.
        assert program.put("/screens/home", json=LAYOUT).status_code == 204
        assert program.get("/screens").status_code == 403
    with key_client(served, "publish") as machine:
        names = [each["name"] for each in machine.get("/screens").json()["data"]]
        assert names == ["home"]
        assert machine.delete("/screens/home").status_code == 204
        assert machine.delete("/screens/home").status_code == 404


def seen(served: Running, name: str) -> screens.Screen:
    return served.database.read_now(screens.get, served.project, name)


def key_of(served: Running) -> str:
    made = (keys.create, served.project, "program", "app", TESTER)
    return str(served.database.write_now(*made))


def test_components_in_python_send_their_places(served: Running) -> None:
    url = f"{served.url}/api/calque/v1/projects/demo/screens/start"
    options = {"url": f"{served.base}/api/v2"}
    with HTTPTransport() as http, Localization(options, transport=http) as texts:
        screen = Screen(texts, 390, 844)
        title = texts.register("home.title", str)
        screen.place(title, 20, 60, 350, 44)
        greeting = texts.register("home.greeting", str)
        screen.place(greeting, 20, 130.5, 350, 32)
        with pytest.raises(RefusedError):
            screen.send(url, "key", transport=http)
        texts.update().result()
        texts.set_override("de")
        key = key_of(served)
        screen.send(url, key, transport=http, picture=png())
        found = seen(served, "start")
        assert (found.locale, found.width, found.height) == ("de", 390, 844)
        assert found.has_picture
        assert [each[:7] for each in found.components] == [
            ("home", "title", "Willkommen", 20, 60, 350, 44),
            ("home", "greeting", "Guten Tag, {{name}}", 20, 130.5, 350, 32),
        ]
        assert None not in [each.text_id for each in found.components]
        # Removed components are no longer sent; one that is placed again moves.
        texts.unregister(greeting)
        screen.place(title, 20, 80, 350, 44)
        screen.send(url, key, transport=http)
        found = seen(served, "start")
        assert [each.y for each in found.components] == [80]
        assert not found.has_picture
        for wrong, status in ((b"no picture", 422), (bytes((2 << 20) + 1), 413)):
            with pytest.raises(HTTPStatusError) as told:
                screen.send(url, key, transport=http, picture=wrong)
            assert told.value.detail == status
        with pytest.raises(HTTPStatusError, match="401"):
            screen.send(url, "wrong", transport=http)


def test_a_program_in_c_sends_its_screen(served: Running, tmp_path: Path) -> None:
    picture = tmp_path / "screen.png"
    picture.write_bytes(png())
    program = str(ROOT / "build/bindings/c/examples/screen")
    run(program, served.url, "demo", key_of(served), str(picture))
    found = seen(served, "labels")
    assert found.has_picture
    assert [each[:7] for each in found.components] == [
        ("home", "title", "Welcome", 20, 60, 350, 44),
        ("home", "greeting", "Good day to {{name}}", 20, 130, 350, 32),
    ]
    with pytest.raises(CalledProcessError):
        run(program, served.url, "demo", "wrong")


def test_pictures_are_for_those_who_may_see_the_project(served: Running) -> None:
    sent(served)
    path = "/projects/demo/screens/home/picture"
    with httpx.Client(base_url=served.url) as nobody:
        assert nobody.get(path).headers["location"] == "/sign-in"
    with sign_in(served, "owner") as stranger:
        served.database.write_now(
            lambda connection: connection.exec_driver_sql("DELETE FROM membership")
        )
        assert stranger.get(path).status_code == 404


def test_screens_and_pictures_have_limits(served: Running) -> None:
    with key_client(served, "app") as program:
        component = LAYOUT["components"][0]
        for wrong in (
            {**LAYOUT, "width": 0},
            {**LAYOUT, "components": [component] * 501},
            {**LAYOUT, "components": [{**component, "x": 1e9}]},
            {**LAYOUT, "components": [{**component, "key": "__proto__.a"}]},
            {**LAYOUT, "components": [{**component, "key": "a\0"}]},
        ):
            assert program.put("/screens/home", json=wrong).status_code == 422
        assert program.put("/screens/..%2fhome", json=LAYOUT).status_code in (404, 422)
        picture = program.put("/screens/none/picture", content=png())
        assert picture.status_code == 404
        long = program.put("/screens/home/picture", content=bytes((2 << 20) + 1))
        assert long.status_code == 413


@pytest.mark.browser
def test_a_click_on_a_picture_opens_the_text(served: Running) -> None:
    sent(served)
    with sign_in(served, "reviewer") as client:
        secret = client.cookies["calque"]
    with chromium() as browser:
        context = browser.new_context(base_url=served.url, locale="en")
        context.add_cookies([{"name": "calque", "value": secret, "url": served.url}])
        page = context.new_page()
        page.goto("/projects/demo/screens/home")
        drawn = page.evaluate(
            """async () => {
              const made = new Image();
              made.src = document.querySelector("image").getAttribute("href");
              await made.decode();
              return [made.naturalWidth, made.naturalHeight];
            }"""
        )
        assert drawn == [4, 8]
        page.locator("svg a").first.click()
        expect(page.locator("h1")).to_contain_text("home:title")

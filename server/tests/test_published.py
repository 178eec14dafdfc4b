from __future__ import annotations

import gzip
import json
import threading
from typing import Any

import pytest
from harness import TESTER, TREES, Running, asking, wait_for

from calque.catalog import compile_catalog
from calque_server import catalogs, releases


def publish(served: Running, trees: Any, channel: str = "production") -> int:
    def work(connection: Any) -> int:
        catalogs.take(connection, served.project, trees, TESTER)
        return releases.publish(connection, served.project, channel, "", TESTER)

    return served.database.write_now(work)


def test_a_namespace_is_served_with_a_strong_validator(served: Running) -> None:
    url = f"{served.base}/production/locales/de/home.json"
    answer = served.client.get(url)
    assert answer.status_code == 200
    assert answer.json() == TREES["de"]["home"]
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["access-control-allow-origin"] == "*"
    etag = answer.headers["etag"]
    assert etag.startswith('"')
    again = served.client.get(url, headers={"If-None-Match": etag})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == etag
    assert served.client.get(url, headers={"If-None-Match": '"x"'}).status_code == 200
    assert served.client.head(url).content == b""


def test_large_files_are_sent_compressed(served: Running) -> None:
    tree = {f"key{number}": "text " * 5 for number in range(50)}
    publish(served, {"en": {"home": tree}})
    url = f"{served.base}/production/locales/en/home.json"
    plain = wait_for(
        lambda: (
            (found := served.client.get(url, headers={"Accept-Encoding": "identity"}))
            and found.json() == tree
            and found
        )
    )
    with served.client.stream("GET", url) as answer:
        data = b"".join(answer.iter_raw())
        assert answer.headers["content-encoding"] == "gzip"
        assert answer.headers["etag"] != plain.headers["etag"]
    assert gzip.decompress(data) == plain.content


def test_several_come_in_one_answer(served: Running) -> None:
    url = f"{served.base}/production/locales/de+en/home+books.json"
    assert served.client.get(url).json() == {"de": TREES["de"], "en": TREES["en"]}
    bad = f"{served.base}/production/locales/de+__proto__/home.json"
    assert served.client.get(bad).status_code == 422


def test_what_is_not_there_is_404(served: Running) -> None:
    for path in (
        f"{served.base}/production/locales/fr/home.json",
        f"{served.base}/staging/locales/de/home.json",
        f"{served.base}/nothing/locales/de/home.json",
        f"{served.url}/p/nothing/production/locales/de/home.json",
        f"{served.base}/production/locales/..%2f..%2fsecret/home.json",
        f"{served.url}/r/demo/9/locales/de/home.json",
    ):
        assert served.client.get(path).status_code == 404, path


def test_locizes_five_paths(served: Running) -> None:
    base = f"{served.url}/l"
    got = served.client.get(f"{base}/demo/production/de/home")
    assert got.json() == TREES["de"]["home"]
    private = served.client.get(f"{base}/private/demo/latest/de/home")
    assert private.json() == TREES["de"]["home"]
    languages = served.client.get(f"{base}/languages/demo").json()
    assert languages["en"]["isReferenceLanguage"] is True
    assert set(languages) == {"de", "en"}
    missing = f"{base}/missing/demo/latest/de/home"
    assert served.client.post(missing, json={"new": "New"}).status_code == 200
    update = f"{base}/update/demo/latest/de/home?review=true"
    assert served.client.post(update, json={"title": "Hallo"}).status_code == 200
    assert served.client.post(update, json={"title": "Hallo"}).status_code == 200
    url = f"{served.base}/api/v2/content/localize/proposals"
    found = served.client.get(url).json()["data"]
    assert [each["value"] for each in found] == ["Hallo"]
    # Nothing was changed by a program alone.
    assert (
        served.client.get(f"{base}/demo/latest/de/home").json() == TREES["de"]["home"]
    )


def test_keys_that_pollute_are_refused(served: Running) -> None:
    url = f"{served.base}/production/locales/add"
    for key in ("__proto__.polluted", "a.constructor.b", "prototype"):
        answer = served.client.post(f"{url}/de/home", json={key: "x"})
        assert answer.status_code == 422
    assert served.client.post(f"{url}/..%2f/home", json={"a": "x"}).status_code in (
        404,
        405,
        422,
    )
    assert served.client.post(f"{url}/de/__proto__", json={"a": "x"}).status_code == 422
    assert served.client.post(f"{url}/de/home", content=b"[" * 60000).status_code == 422


def test_numbered_releases_never_change(served: Running) -> None:
    changed = {"de": {"home": {"title": "Neu"}}}
    assert publish(served, changed) == 2
    first = f"{served.url}/r/demo/1/locales/de/home.json"
    second = f"{served.url}/r/demo/2/locales/de/home.json"
    assert served.client.get(first).json() == TREES["de"]["home"]
    answer = served.client.get(second)
    assert answer.json() == changed["de"]["home"]
    assert "immutable" in answer.headers["cache-control"]
    manifest = f"{served.base}/production/manifest.json"
    files = wait_for(
        lambda: (found := served.client.get(manifest).json())["release"] == 2 and found
    )["files"]
    # Unchanged files are the same file.
    old = served.database.read_now(
        releases.read_file, served.project, 1, "locales/en/home.json"
    )
    assert files["locales/en/home.json"] == old[0]


def test_compiled_catalogs_are_those_of_the_library(served: Running) -> None:
    data = served.client.get(f"{served.base}/production/catalogs/de.calque").content
    trees = served.database.read_now(catalogs.trees, served.project, ["de"])
    assert data == compile_catalog(trees, format="v4")


def test_a_channel_can_go_back(served: Running) -> None:
    publish(served, {"de": {"home": {"title": "Schlecht"}}})
    url = f"{served.base}/production/locales/de/home.json"
    wait_for(lambda: served.client.get(url).json() == {"title": "Schlecht"})
    served.database.write_now(releases.point, served.project, "production", 1, TESTER)
    wait_for(lambda: served.client.get(url).json() == TREES["de"]["home"])


@pytest.mark.parametrize("loads", [100, pytest.param(10_000, marks=pytest.mark.slow)])
def test_a_switch_shows_old_or_new(served: Running, loads: int) -> None:
    """Many files read at once are of one release, however often it changes."""
    for number in range(2, 4):
        publish(
            served,
            {
                tag: {name: {"release": str(number)} for name in ("home", "books")}
                for tag in ("de", "en")
            },
        )
    url = f"{served.base}/production/locales/de+en/home+books.json"
    wait_for(lambda: "release" in served.client.get(url).json()["de"]["home"])
    mixed: list[Any] = []
    read_: list[int] = []
    stop = threading.Event()

    def read() -> None:

        with asking() as client:
            while not stop.is_set():
                found = client.get(url).json()
                read_.append(1)
                seen = {ns["release"] for tag in found.values() for ns in tag.values()}
                if len(seen) != 1:
                    mixed.append(found)

    reader = threading.Thread(target=read)
    reader.start()
    turn = 0
    while turn < 100 or len(read_) < loads:
        served.database.write_now(
            releases.point, served.project, "production", 2 + turn % 2, TESTER
        )
        turn += 1
    stop.set()
    reader.join()
    assert mixed == []


def test_the_working_texts_are_a_channel(served: Running) -> None:
    url = f"{served.base}/development/locales/de/home.json"
    assert served.client.get(url).json() == TREES["de"]["home"]
    tree = {"title": "Im Werden"}
    served.database.write_now(
        catalogs.take, served.project, {"de": {"home": tree}}, TESTER
    )
    wait_for(lambda: served.client.get(url).json() == tree)
    published = f"{served.base}/production/locales/de/home.json"
    assert served.client.get(published).json() == TREES["de"]["home"]
    manifest = served.client.get(f"{served.base}/development/manifest.json").json()
    assert json.dumps(manifest).count("locales/de/home.json") == 1

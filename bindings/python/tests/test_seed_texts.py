"""Promises of TextFetcher's README; its own words stand above each test."""

from __future__ import annotations

import gc
import queue
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from calque.texts import Texts, Version
from calque.transport import MemoryTransport, Response

VERSIONS = "http://server/versions.json"
EULA = "http://server/eula.txt"
Opener = Callable[..., Texts]


@pytest.fixture
def server() -> MemoryTransport:
    return MemoryTransport({EULA: Response(200, body=b"first")})


@pytest.fixture
def opened(tmp_path: Path, server: MemoryTransport) -> Iterator[Opener]:
    made: list[Texts] = []

    def open_(**options: object) -> Texts:
        made.append(Texts(cache_directory=tmp_path, transport=server, **options))  # type: ignore[arg-type]
        return made[-1]

    yield open_
    for texts in made:
        texts.close()


def serve(server: MemoryTransport, version: str, text: str) -> None:
    server.answer(VERSIONS, Response(200, body=f'{{"eula": "{version}"}}'.encode()))
    server.answer(EULA, Response(200, body=text.encode()))


# "public typealias TextRequestCompletion = (_ text: String?, _ version: Version?)"
def test_nothing_obtainable_is_none(opened: Opener, server: MemoryTransport) -> None:
    server.answer(EULA, Response(404))
    texts = opened()
    texts.register("eula", remote_file=EULA)
    assert texts.latest("eula") is None
    assert texts.request("eula").result() is None
    assert texts.latest("never registered") is None
    assert "failure" in texts.status()["texts"]["eula"]


# "There may be times when it is useful to be informed when a TextSource's version has
# been increased."
def test_a_text_without_a_version_rises_from_zero(
    opened: Opener, server: MemoryTransport
) -> None:
    told: queue.Queue[tuple[str, str, str]] = queue.Queue()
    texts = opened()
    texts.on_increase(lambda *what: told.put((what[0], str(what[1]), str(what[2]))))
    texts.register("eula", remote_file=EULA)
    texts.latest("eula")
    serve(server, "1.0.0", "second")
    texts.set_version_source(None, VERSIONS).result()
    assert texts.latest("eula").text == "second"  # type: ignore[union-attr]
    assert told.get(timeout=5) == ("eula", "1.0.0", "0.0.0")


# "Note that receiver references are weakly retained".
def test_receivers_are_held_weakly_on_request(
    opened: Opener, server: MemoryTransport
) -> None:
    class Screen:
        def __init__(self) -> None:
            self.told: queue.Queue[str] = queue.Queue()

        def version_increased(self, identifier: str, *_: Version) -> None:
            self.told.put(identifier)

    texts = opened()
    kept, gone = Screen(), Screen()
    texts.on_increase(kept.version_increased, weak=True)
    number = texts.on_increase(gone.version_increased, weak=True)
    del gone
    gc.collect()
    assert not texts.off(number)
    serve(server, "1.0.0", "text")
    texts.set_version_source(None, VERSIONS).result()
    texts.register("eula", remote_file=EULA)
    assert kept.told.get(timeout=5) == "eula"


# "For example, if your end user license agreement has incremented, you could block the
# UI until it is accepted."
def test_receivers_that_come_late_can_ask(
    opened: Opener, server: MemoryTransport
) -> None:
    serve(server, "1.0.0", "text")
    texts = opened()
    texts.set_version_source(None, VERSIONS).result()
    texts.register("eula", remote_file=EULA)
    texts.latest("eula")
    assert texts.unseen() == {"eula": (Version("1.0.0"), Version("0.0.0"))}
    assert texts.mark_seen("eula")
    assert texts.unseen() == {}
    assert not texts.mark_seen("unknown")
    texts.close()
    again = opened()
    again.register("eula")
    assert again.unseen() == {}
    serve(server, "1.1.0", "text")
    again.set_version_source(None, VERSIONS).result()
    again.register("eula", remote_file=EULA)
    again.latest("eula")
    assert again.unseen() == {"eula": (Version("1.1.0"), Version("1.0.0"))}


# "TextFetcher maintains a file cache in your apps's documents directory": downloads may
# go with the system's caches, which licence a person accepted may not.
@pytest.mark.parametrize("is_from_before", [False, True])
def test_what_was_accepted_outlives_the_caches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_from_before: bool
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    (tmp_path / "eula.txt").write_text("text")
    (tmp_path / "versions.json").write_text('{"eula": "1.0.0"}')
    seen = tmp_path / "state" / "calque" / "texts" / "Default" / "SeenVersions.json"

    def unseen(accept: bool) -> list[str]:
        with Texts(resource_bundle=tmp_path) as texts:
            texts.set_version_source("versions.json", None)
            texts.register("eula", bundle_file="eula.txt")
            if accept:
                texts.mark_seen("eula")
            return list(texts.unseen())

    assert unseen(accept=False) == ["eula"]
    assert unseen(accept=True) == []
    assert (tmp_path / "cache/calque/texts/Default/eula.txt").exists()
    if is_from_before:
        seen.rename(tmp_path / "cache/calque/texts/Default/SeenVersions.json")
    else:
        shutil.rmtree(tmp_path / "cache")
    assert unseen(accept=False) == []


# "In such cases setting awaitRemoteFetchIfNeeded to true will wait for that process to
# finish (or attempt it again if needed)".
def test_a_text_without_a_version_is_fetched_again(
    opened: Opener, server: MemoryTransport
) -> None:
    texts = opened()
    texts.register("eula", remote_file=EULA)
    assert texts.latest("eula").text == "first"  # type: ignore[union-attr]
    server.answer(EULA, Response(200, body=b"put right"))
    assert texts.latest("eula").text == "first"  # type: ignore[union-attr]
    assert texts.refetch("eula").result().text == "put right"  # type: ignore[union-attr]
    assert texts.get("eula").text == "put right"  # type: ignore[union-attr]


def test_a_refetch_that_fails_keeps_the_text(
    opened: Opener, server: MemoryTransport
) -> None:
    texts = opened()
    texts.register("eula", remote_file=EULA)
    texts.latest("eula")
    server.answer(EULA, Response(404))
    kept = texts.refetch("eula").result()
    assert kept is not None
    assert (kept.text, kept.is_latest) == ("first", False)


# "completion: @escaping TextRequestCompletion", which came on the main thread.
def test_completions_come_where_the_program_wants_them(
    opened: Opener, server: MemoryTransport
) -> None:
    serve(server, "1.0.0", "text")
    main: queue.Queue[Callable[[], None]] = queue.Queue()
    told: list[str] = []
    texts = opened(dispatch=main.put)
    texts.on_increase(lambda identifier, *_: told.append(identifier))
    texts.set_version_source(None, VERSIONS)
    texts.register("eula", remote_file=EULA)
    request = texts.request("eula")
    while not (told and request.done()):
        main.get(timeout=5)()
    assert told == ["eula"]
    assert request.result().text == "text"  # type: ignore[union-attr]


def test_an_executor_takes_completions(opened: Opener) -> None:
    with ThreadPoolExecutor(1) as executor:
        texts = opened(dispatch=executor.submit)
        texts.register("eula", remote_file=EULA)
        assert texts.request("eula").result().text == "first"  # type: ignore[union-attr]
        texts.close()

from __future__ import annotations

import asyncio
import gc
import json
import os
import signal
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import CancelledError as FutureCancelledError
from concurrent.futures import wait
from pathlib import Path
from typing import Any

import pytest
from servers import BadServer, Certificate, Nginx, nginx

from calque import (
    CancelledError,
    InvalidOptionError,
    LoadedFile,
    LoadFailedError,
    LoadReport,
    RefusedError,
    Status,
    Translator,
    _loads,
)
from calque._futures import begin
from calque.http import HTTPTransport
from calque.transport import MemoryTransport, Request, Response


@pytest.fixture
def good(tmp_path: Path, certificate: Certificate) -> Iterator[Nginx]:
    with nginx(tmp_path, certificate) as server:
        (server.root / "de").mkdir()
        (server.root / "de" / "common.json").write_text('{"key": "Wert"}')
        yield server


def german(path: str, transport: Any, /, **options: object) -> Translator:
    """A translator for one file: namespace common in German."""
    backend = {"loadPath": path, "retryTimeout": 1, "maxRetries": 1}
    together = {"lng": "de", "fallbackLng": False, "ns": "common", "backend": backend}
    return Translator("v4", {**together, **options}, transport=transport)


def cached(folder: Path) -> dict[str, object]:
    return {
        "loadFromLocalCache": True,
        "updateLocalCache": True,
        "localCachePath": str(folder),
    }


def only(report: LoadReport | None) -> LoadedFile:
    assert report is not None
    (file,) = report.files
    return file


# Real servers


def test_nginx_200_then_304(good: Nginx, http: HTTPTransport, tmp_path: Path) -> None:
    path = good.url("/{{lng}}/{{ns}}.json")
    for status, outcome in (
        (Status.OK, "loaded"),
        (Status.UNCHANGED, "unchanged"),
    ):
        with german(path, http, **cached(tmp_path / "cache")) as translator:
            report = translator.load()
            assert report.status == status
            assert only(report).outcome == outcome
            assert only(report).location == good.url("/de/common.json")
            assert translator.t("key") == "Wert"
            assert translator.load().status == Status.UNCHANGED
    assert only(report).http_status == 304


def test_nginx_404_keeps_the_rest(good: Nginx, http: HTTPTransport) -> None:
    path = good.url("/{{lng}}/{{ns}}.json")
    with german(path, http, ns=["common", "none"]) as translator:
        report = translator.load()
        assert report.status == Status.PARTIAL
        assert [file.http_status for file in report.files] == [200, 404]
        assert translator.t("key") == "Wert"


def test_a_new_file_is_loaded_again(good: Nginx, http: HTTPTransport) -> None:
    with german(good.url("/{{lng}}/{{ns}}.json"), http) as translator:
        translator.load()
        (good.root / "de" / "common.json").write_text('{"key": "Neu", "more": "Mehr"}')
        assert translator.load().status == Status.OK
        assert translator.t("key") == "Neu"


def test_500_then_200(bad: BadServer, http: HTTPTransport) -> None:
    with german(bad.url("/flaky"), http) as translator:
        file = only(translator.load())
    assert (file.outcome, file.attempts) == ("loaded", 2)


FAILURES = {
    "/status?code=404": (Status.HTTP_STATUS, 1, 404),
    "/status?code=500": (Status.HTTP_STATUS, 1, 500),
    "/truncated": (Status.BAD_RESPONSE, 1, 0),
    "/truncated-chunks": (Status.BAD_RESPONSE, 1, 0),
    "/wrong-type": (Status.BAD_RESPONSE, 2, 200),
    "/big?bytes=101": (Status.LIMIT_EXCEEDED, 1, 0),
    "/loop": (Status.BAD_RESPONSE, 1, 0),
    "/closed": (Status.UNREACHABLE, 1, 0),
    "/closed-in-header": (Status.BAD_RESPONSE, 1, 0),
}


@pytest.mark.parametrize("target", FAILURES)
def test_a_server_that_misbehaves(
    target: str, bad: BadServer, http: HTTPTransport, tmp_path: Path
) -> None:
    (tmp_path / "de.json").write_text('{"common": {"key": "aus dem Speicher"}}')
    options = {"limits": {"maxCatalogBytes": 100}}
    status, detail, http_status = FAILURES[target]
    with german(bad.url(target), http, **options) as translator:
        with pytest.raises(LoadFailedError) as caught:
            translator.load()
        assert caught.value.detail == 1
        file = only(caught.value.report)
        assert (file.status, file.http_status) == (status, http_status)
        assert file.detail == detail
        assert file.message
        assert translator.t("key") == "key"
    with german(bad.url(target), http, **options, **cached(tmp_path)) as translator:
        report = translator.load()
        assert report.status == Status.PARTIAL
        assert only(report).outcome == "stale"
        assert only(report).status == status
        assert translator.t("key") == "aus dem Speicher"


def test_slower_than_the_timeout(bad: BadServer, http: HTTPTransport) -> None:
    options = {"requestTimeout": 50, "maxRetries": 0}
    backend = {"loadPath": bad.url("/hold"), **options}
    with (
        german("", http, backend=backend) as translator,
        pytest.raises(LoadFailedError) as caught,
    ):
        translator.load()
    assert only(caught.value.report).status == Status.TIMEOUT


def test_connection_refused(http: HTTPTransport) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with (
        german(f"http://127.0.0.1:{port}/", http) as translator,
        pytest.raises(LoadFailedError) as caught,
    ):
        translator.load()
    file = only(caught.value.report)
    # Told at once; what is tried again is tried behind.
    assert (file.status, file.attempts) == (Status.UNREACHABLE, 1)


def test_a_certificate_that_nobody_trusts(good: Nginx, http: HTTPTransport) -> None:
    with (
        german(good.tls_url("/{{lng}}/{{ns}}.json"), http) as translator,
        pytest.raises(LoadFailedError) as caught,
    ):
        translator.load()
    file = only(caught.value.report)
    assert (file.status, file.attempts) == (Status.INSECURE, 1)


def test_a_certificate_that_is_trusted(good: Nginx, certificate: Certificate) -> None:
    path = good.tls_url("/{{lng}}/{{ns}}.json")
    with (
        HTTPTransport(proxy="", ca_file=certificate.file) as http,
        german(path, http) as translator,
    ):
        assert translator.load().status == Status.OK


def test_missing_keys_are_posted(bad: BadServer, http: HTTPTransport) -> None:
    backend = {"addPath": bad.url("/echo"), "customHeaders": {"X-Key": "secret"}}
    options = {"saveMissing": True, "resources": {"de": {"common": {}}}}
    with german("", http, backend=backend, **options) as translator:
        translator.t("one", "Eins")
        translator.t("two")
        assert translator.flush_missing_keys()
    (asked,) = bad.asked
    assert asked.method == "POST"
    assert json.loads(asked.body) == {"one": "Eins", "two": "two"}
    assert asked.headers["content-type"] == "application/json"
    assert asked.headers["x-key"] == "secret"


def counts() -> tuple[int, int]:
    gc.collect()
    return len(os.listdir("/proc/self/task")), len(os.listdir("/proc/self/fd"))


def test_fifty_loads_cancelled_in_flight_leave_nothing(bad: BadServer) -> None:
    with HTTPTransport(proxy="") as http, german(bad.url("/ok"), http) as translator:
        translator.load()
    served = threading.active_count()
    before = counts()
    with HTTPTransport(proxy="") as http, german(bad.url("/hold"), http) as translator:
        for _ in range(50):
            future = translator.load_async()
            bad.arrived.acquire()
            assert future.cancel()
            assert future.cancelled()
    bad.released.set()
    for thread in threading.enumerate():
        if thread.name.startswith("Thread-") and "process_request" in thread.name:
            thread.join()
    assert threading.active_count() <= served
    # A thread is listed for some time after it was joined.
    assert any(counts() <= before or os.sched_yield() for _ in range(1000))


# Waiting


def test_other_threads_run_while_a_load_waits(
    bad: BadServer, http: HTTPTransport
) -> None:
    def release() -> None:
        bad.arrived.acquire()
        bad.released.set()

    thread = threading.Thread(target=release)
    thread.start()
    with german(bad.url("/hold"), http) as translator, pytest.raises(LoadFailedError):
        translator.load()
    thread.join()


URL = "http://h/de/common"
TEMPLATE = "http://h/{{lng}}/{{ns}}"


@pytest.fixture
def memory() -> MemoryTransport:
    return MemoryTransport(
        {
            f"http://h/{lng}/{ns}": Response(200, body=b'{"k": "%b"}' % lng.encode())
            for lng in ("de", "fr")
            for ns in ("common", "extra")
        }
    )


def test_a_load_can_be_awaited(memory: MemoryTransport) -> None:
    async def load(translator: Translator) -> LoadReport:
        return await asyncio.wrap_future(translator.load_async())

    with german(TEMPLATE, memory) as translator:
        assert asyncio.run(load(translator)).status == Status.OK
        assert translator.t("k") == "de"


def test_a_future_fails_with_a_report() -> None:
    with german(TEMPLATE, MemoryTransport()) as translator:
        failure = translator.load_async().exception()
    assert isinstance(failure, LoadFailedError)
    assert only(failure.report).http_status == 404


def test_progress_is_told(memory: MemoryTransport) -> None:
    seen: list[tuple[int, int]] = []
    with german(TEMPLATE, memory, ns=["common", "extra"]) as translator:
        future = translator.load_async(
            progress=lambda done, total: seen.append((done, total))
        )
        future.result()
    assert seen == [(0, 2), (1, 2), (2, 2)]


def test_what_progress_raises_ends_the_load(memory: MemoryTransport) -> None:
    def progress(done: int, total: int) -> None:
        raise KeyError("progress")

    with (
        german(TEMPLATE, memory) as translator,
        pytest.raises(KeyError, match="progress"),
    ):
        translator.load_async(progress=progress).result()


def test_progress_may_raise_before_the_call_is_returned(
    memory: MemoryTransport, monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(*arguments: Any, **options: Any) -> Any:
        call = begin(*arguments, **options)
        wait([call])
        return call

    def progress(done: int, total: int) -> None:
        raise KeyError("progress")

    monkeypatch.setattr(_loads, "begin", late)
    with german(TEMPLATE, memory) as translator:
        call = translator.load_async(progress=progress)
        assert isinstance(call.exception(), KeyError)


def test_a_load_is_superseded_by_a_newer_one() -> None:
    asked, go = threading.Semaphore(0), threading.Event()

    def transport(request: Request) -> Response:
        asked.release()
        go.wait()
        return Response(200, body=b"{}")

    with german(TEMPLATE, transport) as translator:
        older = translator.load_async()
        asked.acquire()
        newer = translator.load_async()
        with pytest.raises(CancelledError) as caught:
            older.result()
        assert caught.value.report == LoadReport(Status.CANCELLED, ())
        go.set()
        assert newer.result().status == Status.OK


def test_closing_the_translator_ends_its_loads() -> None:
    asked, go = threading.Semaphore(0), threading.Event()

    def transport(request: Request) -> Response:
        asked.release()
        go.wait()
        return Response(200, body=b"{}")

    translator = german(TEMPLATE, transport)
    future = translator.load_async()
    asked.acquire()
    translator.close()
    go.set()
    with pytest.raises((CancelledError, FutureCancelledError)):
        future.result()


def test_a_callback_of_loading_cannot_wait_for_a_load(memory: MemoryTransport) -> None:
    refused: list[BaseException] = []
    with german(TEMPLATE, memory) as translator:

        def progress(done: int, total: int) -> None:
            try:
                translator.load()
            except RefusedError as error:
                refused.append(error)

        translator.load_async(progress=progress).result()
    assert len(refused) == 2


def test_what_an_event_handler_raises_is_reported(
    memory: MemoryTransport, monkeypatch: pytest.MonkeyPatch
) -> None:
    reported: list[threading.ExceptHookArgs] = []
    monkeypatch.setattr(threading, "excepthook", reported.append)

    def handler(name: str, *_: object) -> None:
        raise KeyError(name)

    with german(TEMPLATE, memory) as translator:
        translator.on("loaded", handler)
        assert translator.load().status == Status.OK
    assert [str(told.exc_value) for told in reported] == ["'loaded'"]


# Loading


def test_a_load_changes_the_language(memory: MemoryTransport) -> None:
    with german(TEMPLATE, memory) as translator:
        translator.load(lng="fr")
        assert (translator.language, translator.t("k")) == ("fr", "fr")


def test_changing_the_language_loads_it(memory: MemoryTransport) -> None:
    changed = threading.Event()
    with german(TEMPLATE, memory) as translator:
        translator.on("languageChanged", lambda *_: changed.set())
        translator.change_language("fr")
        changed.wait()
        assert translator.t("k") == "fr"


def test_namespaces_and_languages_are_loaded_once(memory: MemoryTransport) -> None:
    with german(TEMPLATE, memory) as translator:
        assert len(translator.load_namespaces("extra").files) == 1
        assert len(translator.load_languages(["fr"]).files) == 3
        assert translator.load_languages("fr").files == ()
        assert translator.options["ns"] == ["common", "extra"]
        assert len(translator.reload_resources("fr", "common").files) == 1
    asked = [request.url.removeprefix("http://h/") for request in memory.requests]
    assert asked[0] == "de/extra"
    assert sorted(asked[1:4]) == ["de/common", "fr/common", "fr/extra"]
    assert asked[4:] == ["fr/common"]


def test_local_sources_need_no_transport(tmp_path: Path) -> None:
    (tmp_path / "de.lproj").mkdir()
    (tmp_path / "de.lproj" / "i18next.json").write_text('{"common": {"k": "K"}}')
    options = {
        "lang": "de",
        "fallbackLang": None,
        "namespace": "common",
        "loadFromLanguageBundles": True,
        "languageBundlesPath": str(tmp_path),
    }
    with Translator("ios", options) as translator:
        file = only(translator.load())
        assert (file.source, file.ns) == ("bundle", "common")
        assert translator.t("k") == "K"


def test_a_report_says_what_is_never_found(tmp_path: Path) -> None:
    (tmp_path / "zh-HANT.json").write_text('{"key": "text"}')
    options = {"lng": "en", "backend": {"loadPath": str(tmp_path / "{{lng}}.json")}}
    with Translator("v4", options) as translator:
        (file,) = translator.reload_resources(["zh-HANT"]).files
        assert (file.outcome, file.bytes) == ("loaded", 15)
        assert file.message == 'never found: its language is looked up as "zh-Hant"'


def test_the_tag_of_a_locale_stands_in_for_its_file(tmp_path: Path) -> None:
    (tmp_path / "de.json").write_text('{"key": "text"}')
    options = {
        "lng": "de_DE.UTF-8",
        "fallbackLng": False,
        "backend": {"loadPath": str(tmp_path / "{{lng}}.json")},
    }
    with Translator("v4", options) as translator:
        report = translator.load()
        assert report.status is Status.OK
        outcomes = [(file.lng, file.outcome.upper()) for file in report.files]
        assert outcomes == [
            ("de_DE.UTF-8", "ABSENT"),
            ("de-DE", "ABSENT"),
            ("de", "LOADED"),
        ]


def test_urls_need_a_transport() -> None:
    with pytest.raises(InvalidOptionError, match="needs a transport") as caught:
        german(TEMPLATE, None)
    assert caught.value.path == "backend.loadPath"


def test_requests_of_the_wrong_type_are_refused(memory: MemoryTransport) -> None:
    with german(TEMPLATE, memory) as translator, pytest.raises(InvalidOptionError):
        translator.load(lng=3)  # type: ignore[arg-type]


def test_an_interrupt_ends_a_wait() -> None:
    # A program that a shell starts in the background ignores the signal.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    asked, release = threading.Event(), threading.Event()

    def transport(request: Request) -> Response:
        asked.set()
        release.wait(30)
        return Response(200, body=b"{}")

    def interrupt() -> None:
        asked.wait(30)
        signal.raise_signal(signal.SIGINT)

    with german("https://example.org/de.json", transport) as translator:
        thread = threading.Thread(target=interrupt)
        thread.start()
        try:
            with pytest.raises(KeyboardInterrupt):
                translator.load()
            assert not release.is_set()
        finally:
            release.set()
            thread.join()


def test_an_unknown_keyword_of_a_load_is_named() -> None:
    with Translator("v4", {"lng": "de"}) as translator:
        for begin in (translator.load, translator.load_async):
            with pytest.raises(TypeError, match="'only_missed'"):
                begin(only_missed=True)  # type: ignore[call-arg]

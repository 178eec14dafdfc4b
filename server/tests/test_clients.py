"""Programs that use the library, unchanged, against the server."""

from __future__ import annotations

import os
import subprocess
import sys

from harness import ROOT, Running, make_project, run

from calque import Translator
from calque.http import HTTPTransport
from calque.texts import Texts
from calque_server import documents, releases
from calque_server.events import Actor

BINDING = ROOT / "bindings/python"
GREETING = {"en-GB": {"home": {"title": "Welcome", "greeting": "Good day to you"}}}
COMMANDS = "show\nedit\npropose greeting Hello there\nlist\ndone\ndelete 1\nquit\n"


ONE_DATABASE = True


def test_the_clients_own_tests_pass() -> None:
    folders = ("server/tests", "server/src", "bindings/python/src")
    path = os.pathsep.join(str(ROOT / each) for each in folders)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-c",
        str(ROOT / "server/pyproject.toml"),
    ]
    command += ["-p", "contract_backend", str(BINDING / "tests/test_localization.py")]
    told = run(*command, env={**os.environ, "PYTHONPATH": path}).stdout
    assert "32 passed" in told


def test_the_example_proposes(served: Running) -> None:
    make_project(served.database, "greeting", GREETING)
    command = [sys.executable, str(BINDING / "examples/propose.py"), "--backend"]
    told = run(
        *command,
        f"{served.url}/p/greeting/api/v2",
        input="",
        env={**os.environ, "PYTHONPATH": str(BINDING / "src")},
    ).stdout
    assert "* greeting: Hello there\n" in told
    assert told.endswith("deleted\n  title: Welcome\n  greeting: Good day to you\n")


def test_the_program_in_c_proposes(served: Running) -> None:
    make_project(served.database, "greeting", GREETING)
    url = f"{served.url}/p/greeting/api/v2"
    told = subprocess.run(
        [ROOT / "build/bindings/c/examples/propose", url],
        input=COMMANDS,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    ).stdout
    expected = (ROOT / "bindings/c/examples/propose.txt").read_text()
    # The stand-in numbers proposals by its requests, the server from 1.
    told = told.replace(f'"application_id":{project_id(told)}', '"application_id":1')
    assert told == expected.replace('"id":3', '"id":1')


def project_id(told: str) -> str:
    return told.split('"application_id":')[1].split(",", maxsplit=1)[0]


def test_a_translator_loads_its_catalogs(served: Running) -> None:
    path = f"{served.base}/production/locales/{{{{lng}}}}/{{{{ns}}}}.json"
    options = {
        "lng": "de",
        "fallbackLng": "en",
        "ns": ["home", "books"],
        "backend": {"loadPath": path, "allowMultiLoading": True},
    }
    with HTTPTransport() as http, Translator("v4", options, transport=http) as t:
        assert t.load().status.name == "OK"
        assert t.t("home:greeting", name="Ada") == "Guten Tag, Ada"
        assert t.t("books:book", count=2) == "2 Bücher"


def test_missing_keys_of_a_translator_arrive(served: Running) -> None:
    options = {
        "lng": "de",
        "ns": "home",
        "saveMissing": True,
        "backend": {
            "loadPath": f"{served.base}/production/locales/{{{{lng}}}}/{{{{ns}}}}.json",
            "addPath": f"{served.base}/production/locales/add/{{{{lng}}}}/{{{{ns}}}}",
        },
    }
    with HTTPTransport() as http, Translator("v4", options, transport=http) as t:
        t.load()
        t.t("home:farewell", "Goodbye")
        t.flush_missing_keys()
    rows = served.database.read_now(
        lambda c: c.exec_driver_sql("SELECT key, value, count FROM missing_key").all()
    )
    assert [tuple(row) for row in rows] == [("farewell", "Goodbye", 1)]


def test_texts_with_versions_are_fetched(served: Running, tmp_path: object) -> None:
    def put(connection: object, version: str, text: str) -> None:
        by = Actor("tester")
        documents.put(connection, served.project, "eula", "en", version, text, by)  # type: ignore[arg-type]
        releases.publish(connection, served.project, "production", "", by)  # type: ignore[arg-type]

    served.database.write_now(put, "1.0.0", "First")
    base = f"{served.base}/production/texts"
    with HTTPTransport() as http:
        with Texts(cache_directory=str(tmp_path), transport=http) as texts:
            texts.set_version_source(None, f"{base}/versions.json")
            texts.register("eula", remote_file=f"{base}/en/eula.txt")
            found = texts.latest("eula")
            assert (found.text, str(found.version)) == ("First", "1.0.0")
        served.database.write_now(put, "1.1.0", "Second")
        served.settle()
        with Texts(cache_directory=str(tmp_path), transport=http) as texts:
            texts.set_version_source(None, f"{base}/versions.json")
            texts.register("eula", remote_file=f"{base}/en/eula.txt")
            found = texts.latest("eula")
            assert (found.text, str(found.version)) == ("Second", "1.1.0")

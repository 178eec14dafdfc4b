"""Random histories of loads and of texts, compared with models of a few lines.

`CALQUE_HISTORIES` of the environment is the number of histories, 150 unless told.
Those of proposals are in Tests/C/proposals_model.c.
"""

from __future__ import annotations

import json
import os
import random
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from calque import LoadFailedError, Status, Translator
from calque.texts import Texts
from calque.transport import Request, Response

COUNT = int(os.environ.get("CALQUE_HISTORIES", "150"))

Tree = dict[str, str]


def fail(mode: str) -> Response:
    """The response of a server that does not serve, or no response."""
    if mode == "down":
        raise ConnectionRefusedError
    if mode == "slow":
        raise TimeoutError
    statuses = {"broken": 500, "missing": 404, "nonsense": 200}
    return Response(statuses[mode], body=b"{\xff")


@dataclass
class Server:
    """A server of one file that changes, fails, and says when nothing has changed."""

    tree: Tree = field(default_factory=dict)
    version: int = 0
    mode: str = "serves"

    def __call__(self, request: Request) -> Response:
        if self.mode != "serves":
            return fail(self.mode)
        tag = f'"v{self.version}"'
        if ("If-None-Match", tag) in list(request.headers):
            return Response(304)
        body = json.dumps(self.tree).encode()
        return Response(200, headers=[("ETag", tag)], body=body)


@dataclass
class Loads:
    """The resources in place after loads of one file; None before the first."""

    in_place: Tree | None = None
    bundle: Tree | None = None
    cached: Tree | None = None
    caches: bool = False

    def load(self, served: Tree | None, *, replace: bool) -> None:
        if served is not None and replace:
            self.in_place = (self.bundle or {}) | served
        elif self.in_place is not None:
            self.in_place = self.in_place | (served or {})
        elif served is not None or self.bundle is not None or self.cached is not None:
            local = (self.bundle or {}) | (self.cached or {})
            self.in_place = local | (served or {})
        if served is not None and self.caches:
            self.cached = served


@pytest.mark.parametrize("part", range(3))
def test_what_fails_changes_nothing_and_what_replaces_replaces_all(
    part: int, tmp_path: Path
) -> None:
    for seed in range(part, COUNT, 3):
        run_loads(random.Random(seed), tmp_path / str(seed))


def run_loads(dice: random.Random, folder: Path) -> None:
    has_bundle, has_cache = dice.random() < 0.7, dice.random() < 0.7
    options = {
        "lng": "en",
        "ns": ["ns"],
        "fallbackLng": False,
        "backend": {"loadPath": "https://s.test/{{lng}}/{{ns}}"},
        "loadFromLanguageBundles": has_bundle,
        "languageBundlesPath": str(folder / "bundle"),
        "loadFromLocalCache": has_cache,
        "updateLocalCache": has_cache,
        "localCachePath": str(folder / "cache"),
        "maxRetries": 0,
    }
    server, model = Server(), Loads(caches=has_cache)
    steps: list[str] = []

    def tree() -> Tree:
        return {key: str(dice.randrange(3)) for key in "abc" if dice.random() < 0.5}

    def upgrade() -> None:
        if has_bundle:
            model.bundle = tree()
            path = folder / "bundle" / "en.lproj" / "i18next.json"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps({"ns": model.bundle}))

    upgrade()
    runs = dice.randrange(1, 5)
    for run in range(runs):
        model.in_place = None
        with Translator("v4", options, transport=server) as translator:
            for _ in range(dice.randrange(1, 9)):
                if dice.random() < 0.3:
                    modes = ["serves", "serves", "down", "slow", "broken", "missing"]
                    server.mode = dice.choice([*modes, "nonsense"])
                if dice.random() < 0.3:
                    server.tree = tree()
                    server.version += 1
                replace = dice.random() < 0.5
                served = server.tree if server.mode == "serves" else None
                steps.append(f"{server.mode} {server.tree} replace={replace}")
                try:
                    status = translator.load(replace=replace).status
                except LoadFailedError:
                    status = Status.LOAD_FAILED
                model.load(served, replace=replace)
                found = translator.get_resource_bundle("en", "ns")
                assert found == model.in_place, steps
                good = status in (Status.OK, Status.UNCHANGED)
                assert good == (served is not None), steps
        steps.append(f"run {run} ends")
        if dice.random() < 0.3:
            upgrade()


@dataclass
class Editions:
    """A server of a text and of its version."""

    version: int = 1
    text: str = "1 a"
    versions_mode: str = "serves"
    text_mode: str = "serves"

    def __call__(self, request: Request) -> Response:
        of_versions = request.url.endswith(".json")
        mode = self.versions_mode if of_versions else self.text_mode
        if mode != "serves":
            return fail(mode)
        if not of_versions:
            return Response(200, body=self.text.encode())
        tag = f'"{self.version}"'
        if ("If-None-Match", tag) in list(request.headers):
            return Response(304)
        body = json.dumps({"a": f"{self.version}.0.0"}).encode()
        return Response(200, headers=[("ETag", tag)], body=body)


@dataclass
class Newest:
    """The local text, and the version that the network is known to have."""

    local: tuple[int, str] | None = None
    remote: int | None = None

    def is_older(self, version: int) -> bool:
        return self.local is None or self.local[0] < version

    def read_versions(self, server: Editions) -> None:
        if server.versions_mode == "serves":
            self.remote = server.version

    def fetch(self, server: Editions) -> None:
        version = self.remote or 0
        if self.is_older(version) and server.text_mode == "serves":
            self.local = (version, server.text)


@pytest.mark.parametrize("part", range(3))
def test_the_newest_text_wins_and_nothing_is_lost(part: int, tmp_path: Path) -> None:
    for seed in range(part, COUNT, 3):
        run_texts(random.Random(seed), tmp_path / str(seed))


def run_texts(dice: random.Random, folder: Path) -> None:
    server, model = Editions(), Newest()
    steps: list[str] = []
    bundle: tuple[int, str] | None = None
    for _ in range(dice.randrange(1, 5)):
        if dice.random() < 0.4:
            version = dice.randrange(1, 7)
            bundle = (version, f"{version} {dice.choice('abc')}")
            (folder / "bundle").mkdir(parents=True, exist_ok=True)
            (folder / "bundle" / "a.txt").write_text(bundle[1])
            versions = json.dumps({"a": f"{version}.0.0"})
            (folder / "bundle" / "versions.json").write_text(versions)
            steps.append(f"upgrade {bundle}")
        steps.append("run")
        model.remote = None
        if bundle is not None and model.is_older(bundle[0]):
            model.local = bundle
        with Texts(
            cache_directory=folder / "cache",
            resource_bundle=folder / "bundle",
            transport=server,
        ) as texts:
            informed = texts.set_version_source("versions.json", "https://s/v.json")
            informed.exception()
            model.read_versions(server)
            texts.register("a", bundle_file="a.txt", remote_file="https://s/a.txt")

            def request() -> None:
                texts.request("a").exception()
                if model.remote is None:
                    model.read_versions(server)
                model.fetch(server)

            for _ in range(dice.randrange(1, 9)):
                request()
                found = texts.get("a")
                line = (found.version.numbers[0], found.text) if found else None
                assert line == model.local, steps
                step = dice.randrange(4)
                if step == 0:
                    server.version = dice.randrange(1, 7)
                    server.text = f"{server.version} {dice.choice('abc')}"
                    steps.append(f"publish {server.text}")
                elif step == 1:
                    modes = ["serves", "serves", "down", "broken", "nonsense"]
                    server.versions_mode = dice.choice(modes)
                    server.text_mode = dice.choice(modes)
                    steps.append(f"{server.versions_mode} {server.text_mode}")
                elif step == 2:
                    steps.append("refresh")
                    texts.refresh_versions().exception()
                    model.read_versions(server)
                    # A refresh starts a download too: closing now would race with it.
                    request()

"""A real Weblate on loopback, for the long test: Debian's PostgreSQL and Redis.

usage: weblate.py    installs it where it is missing, and serves until a signal

Weblate needs Python 3.12 or later; CALQUE_WEBLATE_PYTHON names one. The environment
is kept in CALQUE_WEBLATE_FOLDER (default: ~/.cache/calque-weblate).
"""

from __future__ import annotations

import io
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from harness import wait_for
from postgres import cluster

VERSION = "2026.10.1"
_START = 300
FOLDER = Path(
    os.environ.get("CALQUE_WEBLATE_FOLDER", Path.home() / ".cache/calque-weblate")
)
SETTINGS = """
from weblate.settings_example import *
SITE_DOMAIN = "127.0.0.1:{port}"; SITE_URL = "http://127.0.0.1:{port}"; DEBUG = False
DATABASES["default"].update(
    HOST="127.0.0.1", PORT="{database}", USER="postgres", NAME="weblate", PASSWORD="")
DATA_DIR = "{folder}/data"; CACHE_DIR = DATA_DIR + "/cache"
MEDIA_ROOT = DATA_DIR + "/media"; STATIC_ROOT = CACHE_DIR + "/static"
SECRET_KEY = "only-for-a-test-on-loopback-0123456789abcdefghijklmnopqrstuvwxyz"
CACHES["default"]["LOCATION"] = "redis://127.0.0.1:{redis}/1"
CACHES["avatar"]["LOCATION"] = CACHE_DIR + "/avatar"
CELERY_TASK_ALWAYS_EAGER = True; CELERY_BROKER_URL = "memory://"
CELERY_TASK_EAGER_PROPAGATES = True; CELERY_RESULT_BACKEND = None
EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
ALLOWED_HOSTS = ["127.0.0.1", "localhost"]
OTP_WEBAUTHN_RP_ID = "localhost"
OTP_WEBAUTHN_ALLOWED_ORIGINS = ["https://localhost"]
WEBLATE_MACHINERY = []; WEBLATE_ADDONS = []
"""
# The role that docs/bridges.md tells how to make by the API or the pages.
TOKENS = """
from weblate.auth.models import Group, Permission, Role, User
role = Role.objects.create(name="Calque")
wanted = ["suggestion.add", "suggestion.vote", "comment.add"]
role.permissions.set(Permission.objects.filter(codename__in=wanted))
group = Group.objects.create(name="Calque", project_selection=1, language_selection=1)
group.roles.add(role)
bot = User.objects.create_user("calque-bot", "calque@example.org", "not-used-12345")
bot.groups.add(group)
users = User.objects.filter(username__in=["admin", "calque-bot"]).order_by("username")
print("TOKENS", *[user.auth_token.key for user in users])
"""


@dataclass
class Weblate:
    """Where it listens, and the tokens of its owner and of the bot."""

    url: str
    token: str
    bot: str

    def make_component(self, catalogs: dict[str, Any]) -> None:
        """The component shop/home with catalogs of i18next v4 by language."""
        body = {"name": "Shop", "slug": "shop", "web": "https://example.com/"}
        self.call("POST", "/projects/", body)
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            for tag, tree in catalogs.items():
                written = json.dumps(tree, ensure_ascii=False, indent=4)
                archive.writestr(f"locales/{tag}.json", written)
        fields = {"name": "Home", "slug": "home", "vcs": "local", "repo": "local:"}
        fields |= {"file_format": "i18nextv4", "filemask": "locales/*.json"}
        fields |= dict.fromkeys(("template", "new_base"), "locales/en.json")
        fields |= {"source_language": "en", "license": "MIT"}
        fields["enable_suggestions"] = "true"
        headers = {"Authorization": f"Token {self.token}"}
        files = {"zipfile": ("catalogs.zip", packed.getvalue())}
        path = f"{self.url}/api/projects/shop/components/"
        answer = httpx.post(path, data=fields, files=files, headers=headers, timeout=60)
        assert answer.status_code == 201, answer.text

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """Call the API; the JSON of the response."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Token {self.token}"}
        headers["Content-Type"] = "application/json"
        request = urllib.request.Request(
            f"{self.url}/api{path}", data, headers, method=method
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            text = answer.read()
        return json.loads(text) if text else None


def python() -> str:
    """A Python that Weblate accepts."""
    given = os.environ.get("CALQUE_WEBLATE_PYTHON")
    found = [given] if given else [shutil.which(f"python3.{each}") for each in (13, 12)]
    found += map(str, sorted(Path.home().glob(".pyenv/versions/3.1[23]*/bin/python")))
    for each in found:
        if each and subprocess.run([each, "-c", ""], check=False).returncode == 0:
            return each
    raise RuntimeError("Weblate needs Python 3.12 or later; CALQUE_WEBLATE_PYTHON")


def install() -> Path:
    """The folder of the programs of an environment with Weblate."""
    programs = FOLDER / VERSION / "bin"
    if not (programs / "granian").exists():
        subprocess.run([python(), "-m", "venv", FOLDER / VERSION], check=True)
        wanted = f"weblate[postgres,wsgi]=={VERSION}"
        subprocess.run([programs / "pip", "install", "-q", wanted], check=True)
    return programs


def free_port() -> int:
    """A port of loopback that nobody has."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


@contextmanager
def serving() -> Iterator[Weblate]:
    """A Weblate of its own with one owner, until the end of the block."""
    programs = install()
    folder = Path(tempfile.mkdtemp(prefix="calque-weblate-"))
    port, redis = free_port(), free_port()
    started: list[subprocess.Popen[bytes]] = []
    with cluster() as postgres:
        postgres.create("weblate")
        written = SETTINGS.format(
            port=port, database=postgres.port, redis=redis, folder=folder
        )
        (folder / "calque_weblate_settings.py").write_text(written)
        environment = {
            **os.environ,
            "PYTHONPATH": str(folder),
            "DJANGO_SETTINGS_MODULE": "calque_weblate_settings",
        }

        def run(*command: str, text: str | None = None) -> str:
            return subprocess.run(
                [programs / command[0], *command[1:]],
                check=True,
                env=environment,
                capture_output=True,
                text=True,
                input=text,
            ).stdout

        try:
            # Nothing is kept: it has the cache alone.
            command = ["redis-server", "--port", str(redis), "--bind", "127.0.0.1"]
            command += ["--save", "", "--dir", str(folder)]
            log = open(folder / "log", "wb")  # noqa: SIM115 (as long as the programs)
            started.append(subprocess.Popen(command, stdout=log))
            run("weblate", "migrate", "--noinput")
            run("weblate", "createadmin", "--password", "a-password-for-a-test")
            told = run("weblate", "shell", text=TOKENS)
            token, bot = told.split("TOKENS")[-1].split()[:2]
            run("weblate", "collectstatic", "--noinput")
            command = [str(programs / "granian"), "--interface", "wsgi", "--no-ws"]
            command += ["--host", "127.0.0.1", "--port", str(port), "--workers", "1"]
            command += ["weblate.wsgi:application"]
            started.append(
                subprocess.Popen(command, env=environment, stdout=log, stderr=log)
            )
            made = Weblate(f"http://127.0.0.1:{port}", token, bot)

            def answers() -> bool:
                try:
                    made.call("GET", "/")
                except OSError:
                    return False
                return True

            wait_for(answers, _START)
            yield made
        finally:
            for process in reversed(started):
                process.terminate()
                process.wait()
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    with serving() as weblate:
        print(weblate.url, weblate.token, weblate.bot, flush=True)
        signal.pause()

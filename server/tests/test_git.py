"""The bridge to git, over real bare repositories."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from harness import Running, make_project, wait_for
from programs import SHOP, listening, make_shop, propose_in_c, states_of
from test_pages import decide, sign_in

from calque_server import bridging, proposals
from calque_server.errors import Refused

ONE_DATABASE = True
DE = b"""\xef\xbb\xbf{\r
    "title": "Willkommen",\r
    "greeting":"Guten Tag, {{name}}", "size": 1.50,\r
    "menu" : { "help":"Hilfe" }\r
}\r
"""


class Repository:
    """A bare repository, and a clone in which a maintainer works."""

    def __init__(self, folder: Path) -> None:
        self.bare = folder / "shop.git"
        self.clone = folder / "clone"
        self._run(folder, "init", "-q", "--bare", "-b", "main", str(self.bare))
        self._run(folder, "clone", "-q", str(self.bare), str(self.clone))
        self.git("checkout", "-q", "-b", "main")

    @staticmethod
    def _run(folder: Path, *command: str) -> str:
        names = ["-c", "user.name=Mara", "-c", "user.email=mara@example.org"]
        return subprocess.run(
            ["git", *names, *command],
            cwd=folder,
            check=True,
            capture_output=True,
            text=True,
        ).stdout

    def git(self, *command: str) -> str:
        return self._run(self.clone, *command)

    def write(self, path: str, data: bytes, message: str = "Change") -> None:
        """A commit of the maintainer on the main branch."""
        file = self.clone / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message)
        self.git("push", "-q", "origin", "main")

    def there(self, what: str, branch: str = "calque/proposals") -> str:
        """The output of git for a branch of the bare repository; empty without it."""
        command = ["git", "-C", str(self.bare), *what.split(" "), branch]
        return subprocess.run(
            command, capture_output=True, text=True, check=False
        ).stdout

    def commits(self, branch: str = "calque/proposals") -> list[str]:
        lines = self.there("log --format=%s", branch).splitlines()
        return [each for each in lines if "in de" in each]

    def show(self, path: str, branch: str = "calque/proposals") -> bytes:
        command = ["git", "-C", str(self.bare), "show", f"{branch}:{path}"]
        return subprocess.run(command, capture_output=True, check=False).stdout


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = Repository(tmp_path)
    made.write("locales/de/home.json", DE)
    return made


def bridge(served: Running, repository: Repository, **settings: Any) -> None:
    given = {"url": str(repository.bare), "every": 0, **settings}
    served.database.write_now(bridging.create, served.project, "git", json.dumps(given))


def status(served: Running) -> Any:
    (found,) = served.database.read_now(bridging.status, served.project)
    return found


def held(served: Running) -> str:
    """Why the first proposal is held back; empty as long as none is."""
    notes = [each["note"] for each in status(served)["waiting"]]
    return next((note for note in notes if note), "")


def row(served: Running, id_: int) -> Any:
    return served.database.read_now(proposals.by_id, served.project, id_)


def proposed(served: Running, value: str, **fields: str) -> int:
    answer = served.propose(value, **fields)
    assert answer.is_success, answer.text
    return int(answer.json()["data"]["id"])


def test_proposals_become_a_branch_and_a_merge_accepts_them(
    served: Running, repository: Repository
) -> None:
    bridge(served, repository)
    one = proposed(served, "Herzlich willkommen")
    two = proposed(served, "Hallo, {{name}}", key="greeting")
    wait_for(lambda: len(repository.commits()) == 2)
    wait_for(lambda: status(served)["counts"] == {"sent": 2})
    assert repository.show("locales/de/home.json") == DE.replace(
        b'"Willkommen"', b'"Herzlich willkommen"'
    ).replace(b"Guten Tag", b"Hallo")
    changed = repository.there("diff --numstat main").split()
    assert changed[:2] == ["2", "2"]
    # The maintainer merges one by hand, and says no to the other.
    repository.write(
        "locales/de/home.json",
        DE.replace(b'"Willkommen"', b'"Herzlich willkommen"'),
        f"Welcome\n\nCalque-Reject: {two} We say Guten Tag here",
    )
    wait_for(lambda: row(served, one).state == "accepted")
    wait_for(lambda: row(served, two).state == "rejected")
    assert row(served, one).decided_by == "Mara (git)"
    assert row(served, two).reason == "We say Guten Tag here"
    wait_for(lambda: not repository.there("rev-parse --verify -q"))
    url = f"{served.base}/api/v2/content/localize/proposals/{two}/transcript?guid=g"
    assert "We say Guten Tag here" in served.client.get(url).text


def test_conflicts_do_not_stop_the_branch(
    served: Running, repository: Repository
) -> None:
    bridge(served, repository)
    one = proposed(served, "Eins")
    wait_for(repository.commits)
    other = proposed(served, "Zwei", guid="other")
    note = wait_for(lambda: held(served))
    assert f"proposal {one} for this text comes first" in note
    # The same line changes on the main branch: the branch is made anew on top of it.
    repository.write("locales/de/home.json", DE.replace(b"Willkommen", b"Servus"))
    wait_for(
        lambda: (
            repository.show("locales/de/home.json")
            == DE.replace(b"Willkommen", b"Eins")
            and "Servus" in repository.there("log -p -1")
        )
    )
    repository.git("fetch", "-q")
    repository.git("merge", "-q", "--ff-only", "origin/calque/proposals")
    repository.git("push", "-q", "origin", "main")
    wait_for(lambda: row(served, one).state == "accepted")
    # A withdrawn one leaves the branch, a replaced one changes there.
    served.database.write_now(
        lambda connection: connection.exec_driver_sql("UPDATE bridged SET next_try = 0")
    )
    wait_for(lambda: repository.show("locales/de/home.json").count(b'"Zwei"'))
    assert served.propose("Drei", guid="other").status_code == 200
    wait_for(lambda: repository.show("locales/de/home.json").count(b'"Drei"'))
    url = f"{served.base}/api/v2/content/localize/proposals/{other}?guid=other"
    assert served.client.delete(url).is_success
    wait_for(lambda: not repository.there("rev-parse --verify -q"))


def test_commits_of_others_are_left_alone(
    served: Running, repository: Repository
) -> None:
    bridge(served, repository)
    proposed(served, "Eins")
    wait_for(repository.commits)
    repository.git("fetch", "-q")
    repository.git("checkout", "-q", "-b", "work", "origin/calque/proposals")
    repository.git("commit", "-q", "--allow-empty", "-m", "By hand")
    repository.git("push", "-q", "origin", "work:calque/proposals")
    proposed(served, "Hallo, {{name}}", key="greeting")
    note = wait_for(lambda: held(served))
    assert "somebody else's commits" in note
    assert "By hand" in repository.there("log -1")


def test_a_decision_becomes_a_commit_of_who_decided(
    served: Running, repository: Repository
) -> None:
    bridge(served, repository, when="accepted")
    id_ = proposed(served, "Herzlich willkommen")
    with sign_in(served, "reviewer") as reviewer:
        decide(reviewer, id_, "accept", revision="1", value="Sei willkommen")
    expected = DE.replace(b'"Willkommen"', b'"Sei willkommen"')
    wait_for(lambda: repository.show("locales/de/home.json", "main") == expected)
    assert repository.there("log -1 --format=%an", "main").strip() == "reviewer"
    assert repository.there("show --numstat --format=", "main").split()[:2] == [
        "1",
        "1",
    ]
    wait_for(lambda: status(served)["counts"] == {"done": 1})


def test_what_cannot_be_sent_waits_and_says_why(
    served: Running, repository: Repository
) -> None:
    bridge(served, repository)
    proposed(served, "Bonjour", locale="fr")
    proposed(served, "Hallo {{- name}}", key="greeting")

    def notes() -> dict[str, str]:
        return {each["value"]: each["note"] for each in status(served)["waiting"]}

    wait_for(lambda: len(notes()) == 2 and all(notes().values()))
    assert notes() == {
        "Bonjour": "locales/fr/home.json is not in the repository",
        "Hallo {{- name}}": "it could make a program unsafe",
    }
    with sign_in(served, "translator") as person:
        page = person.get("/projects/demo/bridges").text
    assert "is not in the repository" in page
    repository.bare.rename(repository.bare.with_suffix(".gone"))
    wait_for(lambda: "git ls-remote" in status(served)["error"])
    proposed(served, "Grüß dich")
    repository.bare.with_suffix(".gone").rename(repository.bare)
    wait_for(repository.commits)
    wait_for(lambda: not status(served)["error"])


@pytest.mark.parametrize(
    "settings",
    [
        {"url": "--upload-pack=x"},
        {"branch": "../x"},
        {"branch": "-x"},
        {"when": "sometimes"},
        {"unknown": 1},
    ],
)
def test_settings_are_checked(
    served: Running, repository: Repository, settings: Any
) -> None:
    with pytest.raises(Refused):
        bridge(served, repository, **settings)


def test_a_program_runs_no_command_of_git(served: Running, tmp_path: Path) -> None:
    """`ext::` would run anything: git is not let."""
    given = {"url": f"ext::sh -c touch% {tmp_path}/ran", "every": 0}
    served.database.write_now(bridging.create, served.project, "git", json.dumps(given))
    wait_for(lambda: "not allowed" in status(served)["error"])
    assert not (tmp_path / "ran").exists()


def test_a_program_needs_no_receiver(repository: Repository, tmp_path: Path) -> None:
    """`calque-server forward` keeps nothing: lines go in, answers come out."""

    def forward(*given: Any, cursor: str = "") -> list[Any]:
        done = subprocess.run(
            [sys.executable, "-m", "calque_server", "forward", "git",
             str(repository.bare), "--cursor", cursor],
            input="".join(json.dumps(each) + "\n" for each in given),
            capture_output=True, text=True, check=False, cwd=tmp_path,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return [json.loads(line) for line in done.stdout.splitlines()]

    one = {"id": 1, "section": "home", "key": "title", "locale": "de", "value": "Eins"}
    other = {**one, "id": 2, "locale": "fr"}
    sent, held_back, cursor = forward(one, other)
    assert len(sent["remote_id"]) == 40
    assert held_back["held"] == "locales/fr/home.json is not in the repository"
    repository.git("fetch", "-q")
    repository.git("merge", "-q", "--ff-only", "origin/calque/proposals")
    repository.git("push", "-q", "origin", "main")
    decision, _ = forward({**one, **sent}, cursor=cursor["cursor"])
    assert (decision["id"], decision["accepted"]) == (1, True)


def test_from_a_program_in_c_to_git_and_back(
    served: Running, repository: Repository
) -> None:
    """A device proposes, a maintainer merges; its program shows it and is told."""
    shop = make_shop(served)
    file = json.dumps(SHOP["en"]["home"], indent=2).encode()
    repository.write("locales/en/home.json", file)
    given = {"url": str(repository.bare), "every": 0}
    served.database.write_now(bridging.create, shop, "git", json.dumps(given))
    with listening(served) as shown:
        assert shown() == "Good day to you"
        propose_in_c(served, "Good morning")
        new = file.replace(b"Good day to you", b"Good morning")
        wait_for(lambda: repository.show("locales/en/home.json") == new)
        repository.git("fetch", "-q")
        merge = ("merge", "-q", "--no-ff", "-m", "Thanks", "origin/calque/proposals")
        repository.git(*merge)
        repository.git("push", "-q", "origin", "main")
        assert shown() == "Good morning"
    assert states_of(served, shop) == ["stored", "accepted"]


def test_a_bridge_is_removed_by_its_own_project_alone(
    served: Running, repository: Repository
) -> None:
    bridge(served, repository)
    proposed(served, "Hallo")
    number = wait_for(lambda: status(served)["counts"]) and status(served)["id"]
    other = make_project(served.database, "other")
    assert served.database.write_now(bridging.remove, other, number) is False
    assert status(served)["counts"]
    assert served.database.write_now(bridging.remove, served.project, number)
    assert served.database.read_now(bridging.status, served.project) == []

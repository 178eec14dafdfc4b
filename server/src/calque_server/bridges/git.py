"""Proposals as commits of a git repository.

`when: proposed`, the default: a branch has one commit for each open proposal, for a
pull request. A proposal is accepted when the main branch has its value at the key, and
rejected by a line `Calque-Reject: NUMBER REASON` in a message of the main branch.
`when: accepted`: what was accepted here becomes a commit on the main branch.

No file is checked out: a commit is made from the tree before it and one changed line.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from calque_command.checks.edit import set_value

from . import Decision, Held, Item, Place, Result

_SECONDS = 120
_DEPTH = 500
_TRIES = 3
_TRAILER = re.compile(r"^Calque-Proposal: (\d+)$", re.MULTILINE)
_REJECTED = re.compile(r"^Calque-Reject: (\d+) ?(.*)$", re.MULTILINE)
_Branch = Annotated[str, Meta(pattern=r"^(?!.*\.\.)\w[\w./-]*\Z")]


class Settings(Struct, forbid_unknown_fields=True):
    """Where the repository is, and what its files are called."""

    url: Annotated[str, Meta(min_length=3, max_length=500, pattern="^[^-]")]
    branch: _Branch = "main"
    proposals: _Branch = "calque/proposals"
    files: str = "locales/{lng}/{ns}.json"
    when: Literal["proposed", "accepted"] = "proposed"
    email: str = "calque@localhost"
    every: int = 30


class Git:
    """A turn at one repository, in a folder that is gone afterwards."""

    def __init__(self, settings: Settings, place: Place) -> None:
        self._settings = settings
        self._folder = place.folder
        self._base = ""
        self._tip = ""

    def poll(self, cursor: str, sent: Sequence[Item]) -> tuple[list[Decision], str]:
        """Values that the main branch has by now, and rejections in its messages."""
        self._git("init", "--bare", "--quiet", ".")
        self._look()
        if self._base == cursor or not sent:
            return [], self._base
        self._fetch()
        found = {each.proposal_id: each for each in self._rejected(cursor)}
        for item in sent:
            path = self._path(item, self._base)
            if path is not None and self._value(item, path, self._base) == item.value:
                who = self._git("log", "-1", "--format=%an", self._base, "--", path)
                found[item.id] = Decision(item.id, True, who=who)
        ids = {item.id for item in sent}
        return [found[id_] for id_ in sorted(found) if id_ in ids], self._base

    def push(self, new: Sequence[Item], sent: Sequence[Item]) -> dict[int, Result]:
        """Put proposals on their branch, or decisions on the main one."""
        if self._settings.when == "accepted":
            return self._push_decisions(new) if new else {}
        if not new and not sent and not self._tip:
            return {}
        self._fetch()
        there = self._ours()
        if None in there:
            why = "somebody else's commits are on the branch until it is merged"
            return {item.id: Held(why) for item in new}
        tip = self._base
        results: dict[int, Result] = {}
        taken: dict[tuple[str, ...], int] = {}
        for item in [*sent, *new]:
            at = (item.locale, item.section, *item.path)
            if at in taken:
                why = f"proposal {taken[at]} for this text comes first"
                results[item.id] = Held(why)
                continue
            result = self._commit(item, tip, f"proposal {item.device}", "Propose")
            results[item.id] = result
            if not isinstance(result, Held):
                taken[at], tip = item.id, result
        done = list(taken.values())
        if done != there or new or not self._is_on_top():
            self._push_branch(tip if done else "")
        return {item.id: results[item.id] for item in new}

    def withdraw(self, gone: Sequence[Item]) -> None:
        """Nothing: `push` makes the branch anew without them."""

    def _push_branch(self, tip: str) -> None:
        name = f"refs/heads/{self._settings.proposals}"
        if tip or self._tip:
            lease = f"--force-with-lease={name}:{self._tip}"
            self._git("push", "--quiet", lease, self._settings.url, f"{tip}:{name}")

    def _push_decisions(self, new: Sequence[Item]) -> dict[int, Result]:
        for turn in range(_TRIES):
            self._fetch()
            tip = self._base
            results: dict[int, Result] = {}
            for item in new:
                result = self._commit(item, tip, item.decided_by, "Accept")
                results[item.id] = result
                tip = tip if isinstance(result, Held) else result
            try:
                if tip != self._base:
                    name = f"refs/heads/{self._settings.branch}"
                    self._git("push", "--quiet", self._settings.url, f"{tip}:{name}")
                return results
            except OSError:
                # Somebody was faster: on top of what is there now.
                if turn == _TRIES - 1:
                    raise
                self._look()
        return {}

    def _commit(self, item: Item, parent: str, author: str, verb: str) -> Result:
        """A commit that changes one text; the parent when it has the value."""
        path = self._path(item, parent)
        if path is None:
            wanted = self._settings.files.format(lng=item.locale, ns=item.section)
            return Held(f"{wanted} is not in the repository")
        data = self._bytes(parent, path)
        try:
            changed = set_value(data, self._where(item, data), item.value)
        except ValueError as error:
            return Held(f"{path}: {error}")
        if changed == data:
            return parent
        blob = self._git("hash-object", "-w", "--stdin", data=changed)
        mode = self._git("ls-tree", parent, "--", path).split(" ", 1)[0]
        index = {"GIT_INDEX_FILE": str(self._folder / "calque-index")}
        self._git("read-tree", parent, more=index)
        entry = f"{mode},{blob},{path}"
        self._git("update-index", "--cacheinfo", entry, more=index)
        tree = self._git("write-tree", more=index)
        text = f"{verb} {item.section}:{item.key} in {item.locale}\n\n"
        text += f"Calque-Proposal: {item.id}\n"
        name = re.sub(r"[<>\0\r\n]", "", author).strip() or "somebody"
        who = {"GIT_AUTHOR_NAME": name, "GIT_AUTHOR_EMAIL": self._settings.email}
        given = ("commit-tree", tree, "-p", parent, "-F", "-")
        return self._git(*given, data=text.encode(), more=who)

    def _look(self) -> None:
        """Where the branches are now. Raises OSError without the main branch."""
        branch, other = self._settings.branch, self._settings.proposals
        names = [f"refs/heads/{each}" for each in (branch, other)]
        told = self._git("ls-remote", self._settings.url, *names)
        tips = dict(line.split("\t")[::-1] for line in told.splitlines())
        self._base, self._tip = (tips.get(name, "") for name in names)
        if not self._base:
            raise OSError(f"the repository has no branch {branch}")

    def _fetch(self) -> None:
        wanted = [each for each in (self._base, self._tip) if each]
        if all(self._has(each) for each in wanted):
            return
        both = self._settings.branch, self._settings.proposals
        how = "--quiet", "--no-tags", f"--depth={_DEPTH}", self._settings.url
        self._git("fetch", *how, *both[: len(wanted)])
        if not all(self._has(each) for each in wanted):
            raise OSError("the branches moved meanwhile")

    def _has(self, commit: str) -> bool:
        return self._succeeds("cat-file", "-e", f"{commit}^{{commit}}")

    def _is_on_top(self) -> bool:
        """Whether the branch of proposals begins where the main branch is now."""
        ancestor = ("merge-base", "--is-ancestor", self._base, self._tip)
        return bool(self._tip) and self._succeeds(*ancestor)

    def _ours(self) -> list[int | None]:
        """The proposals of the branch in their order; None for a commit of others."""
        bodies = self._bodies(f"{self._base}..{self._tip}") if self._tip else []
        found = [_TRAILER.search(body) for _, body in reversed(bodies)]
        return [int(each[1]) if each else None for each in found]

    def _rejected(self, cursor: str) -> list[Decision]:
        if not cursor or not self._has(cursor):
            return []
        return [
            Decision(int(number), False, reason=reason.strip(), who=who)
            for who, body in self._bodies(f"{cursor}..{self._base}")
            for number, reason in _REJECTED.findall(body)
        ]

    def _bodies(self, commits: str) -> list[tuple[str, str]]:
        told = self._git("log", "--format=%an%x1f%B%x1e", commits)
        parts = [each.strip().partition("\x1f") for each in told.split("\x1e")]
        return [(who, body) for who, mark, body in parts if mark]

    def _path(self, item: Item, commit: str) -> str | None:
        """The file of a text, by one of the spellings of its language."""
        tag = item.locale
        for lng in dict.fromkeys((tag, tag.replace("-", "_"), tag.lower())):
            path = self._settings.files.format(lng=lng, ns=item.section)
            if self._succeeds("cat-file", "-e", f"{commit}:{path}"):
                return path
        return None

    def _value(self, item: Item, path: str, commit: str) -> Any:
        data = self._bytes(commit, path)
        try:
            node = json.loads(data.decode("utf-8-sig"))
            for step in self._where(item, data):
                node = node[int(step)] if isinstance(node, list) else node[step]
        except (ValueError, LookupError, TypeError):
            return None
        return node

    def _where(self, item: Item, data: bytes) -> tuple[str, ...]:
        """The members that lead to a text; a flat key counts as it is."""
        tree = json.loads(data.decode("utf-8-sig"))
        return (item.key,) if item.key in tree else item.path

    def _bytes(self, commit: str, path: str) -> bytes:
        return self._run("cat-file", "blob", f"{commit}:{path}").stdout

    def _succeeds(self, *arguments: str) -> bool:
        return self._run(*arguments, check=False).returncode == 0

    def _git(self, *arguments: str, **options: Any) -> str:
        return self._run(*arguments, **options).stdout.decode(errors="replace").strip()

    def _run(
        self,
        *arguments: str,
        data: bytes = b"",
        more: dict[str, str] | None = None,
        check: bool = True,
    ) -> subprocess.CompletedProcess[bytes]:
        """Run git without prompts. Raises OSError with what it complains of."""
        environment = {
            **os.environ,
            "LC_ALL": "C",
            "GIT_TERMINAL_PROMPT": "0",
            "GIT_ALLOW_PROTOCOL": "file:git:http:https:ssh",
            "GIT_COMMITTER_NAME": "Calque",
            "GIT_COMMITTER_EMAIL": self._settings.email,
            **(more or {}),
        }
        try:
            done = subprocess.run(
                ["git", *arguments],
                cwd=self._folder,
                env=environment,
                input=data,
                capture_output=True,
                timeout=_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise OSError(f"git {arguments[0]} took too long") from error
        if check and done.returncode:
            told = done.stderr.decode(errors="replace").strip().splitlines()
            raise OSError(f"git {arguments[0]}: {told[-1] if told else 'failed'}")
        return done

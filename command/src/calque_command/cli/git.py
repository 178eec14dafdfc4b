"""Older versions of files, as git has them."""

import os
from functools import lru_cache
from pathlib import Path

import click

from ..checks import Finding, Source
from ..checks.files import git, root_of
from ..checks.source import source_of


@lru_cache(maxsize=4096)
def shown_path(file: str) -> str:
    """The path of a file in a report: relative to its repository, if it is in one."""
    root = root_of(os.path.dirname(file) or ".")
    if root is None:
        return file
    return Path(os.path.relpath(os.path.abspath(file), root)).as_posix()


def in_changes(
    findings: list[Finding], sources: list[Source], targets: list[Source], ref: str
) -> list[Finding]:
    """The findings of keys that changed since a commit, there or in the source."""
    changed = {each.file: _changed_keys(each, ref) for each in (*sources, *targets)}
    of_source = {each.namespace: changed[each.file] for each in sources}

    def is_new(finding: Finding) -> bool:
        own = changed.get(finding.file, set())
        theirs = of_source.get(finding.namespace, set())
        if own is None or theirs is None:
            return True
        return finding.key in own | theirs if finding.key else bool(own)

    return list(filter(is_new, findings))


def _changed_keys(source: Source, ref: str) -> set[str] | None:
    """Keys whose values are others than in a commit; None for a file that is new."""
    root = root_of(os.path.dirname(source.file) or ".")
    if root is None:
        raise click.UsageError(f"{source.file}: there is no git repository")
    wanted = "rev-parse", "--verify", "--quiet", f"{ref}^{{commit}}", "--"
    if ref.startswith("-") or git(root, *wanted) is None:
        raise click.UsageError(f"git finds no commit {ref!r}")
    data = git(root, "show", f"{ref}:{shown_path(source.file)}")
    try:
        content = (data or b"").decode("utf-8-sig")
        old = source_of(content, "", "", source.separator).values
    except ValueError:
        return None
    new = source.values
    return {key for key in {*old, *new} if old.get(key, data) != new.get(key, data)}

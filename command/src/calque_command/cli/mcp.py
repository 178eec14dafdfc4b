"""`calque mcp`: the command's functions as tools of the Model Context Protocol.

A server on standard input and output, over one folder of catalogs. It reads and
writes files of that folder alone, and opens no connection.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ..checks import NOTES, Finding, check_catalogs, check_pair, find_files
from ..checks import read_source as read_catalog_source
from ..checks.edit import Document
from ..checks.files import write_file
from ..checks.plurals import listed, needs
from . import parameters
from .lookup import open_translator
from .project import Project, load_project


@click.command(
    epilog="""\b
Example:
  calque mcp locales --source en

An editor starts it: {"command": "calque", "args": ["mcp", "locales"]}.
"""
)
@parameters.project_folder
@parameters.source_language
@click.option("--read-only", is_flag=True, help="Without the tool that writes.")
def command(folder: Path | None, source: str | None, read_only: bool) -> None:
    """Serve a folder of catalogs to an assistant, over standard input and output."""
    server(folder, source, read_only).run("stdio")


class _Catalogs:
    """The functions behind the tools."""

    def __init__(self, folder: Path | None, source: str | None) -> None:
        self._folder = folder
        self._source = source
        project = self.project()
        self.folder = folder or project.settings.folder or Path()
        self.language = project.language

    def project(self) -> Project:
        """The catalogs as they are now."""
        return load_project(self._folder, self._source)

    def look_up(self, key: str, language: str, values: dict[str, Any]) -> Any:
        """The text of a key, and how it was found."""
        with open_translator(self.folder, language, self.language, "auto", None) as one:
            return {
                "text": str(one.t(key, values)),
                "exists": one.exists(key, values),
                "explanation": one.explain(key, values),
            }

    def check(self, language: str, rule: str, most: int) -> Any:
        """Findings, the errors first."""
        project = self.project()
        found = project.broken + check_catalogs(
            project.sources, project.targets, project.options
        )
        wanted = [
            each
            for each in found
            if language in {"", each.language} and rule in {"", each.rule}
        ]
        wanted.sort(key=lambda each: ("error", "warning", "note").index(each.severity))
        return {
            "total": len(wanted),
            "findings": [_row(each) for each in wanted[:most]],
        }

    def missing(self, language: str, most: int) -> Any:
        """Keys that a language lacks, with the text of the source."""
        project = self.project()
        texts = {
            (each.namespace, key): text
            for each in project.sources
            for key, text in each.texts.items()
        }
        found = [
            each
            for each in check_catalogs(
                project.sources, project.targets, project.options
            )
            if each.language == language
            and each.rule in {"missing-text", "plural-missing", "ordinal-missing"}
        ]
        rows = [
            {
                "key": each.key,
                "namespace": each.namespace,
                "source": texts.get((each.namespace, each.key), ""),
                "message": each.message,
            }
            for each in found[:most]
        ]
        return {"total": len(found), "missing": rows}

    def plural_forms(self, language: str) -> Any:
        """The plural forms that a language needs, with numbers that show each."""
        return {
            kind: {
                suffix: listed(form.samples)
                for suffix, form in needs(language, "v4", ordinal).forms.items()
            }
            for kind, ordinal in (("cardinal", False), ("ordinal", True))
        }

    def add(self, language: str, key: str, text: str, namespace: str) -> Any:
        """Write a text, if the rules find no error in it."""
        places = [
            place
            for place in find_files(self.folder)
            if place.language == language and namespace in {"", place.namespace}
        ]
        if len(places) != 1:
            names = sorted({place.namespace for place in places})
            raise ValueError(f"name one namespace of {language!r}: {names}")
        (place,) = places
        source = next(
            (each.texts for each in self.project().sources
             if each.namespace == place.namespace), {}
        )  # fmt: skip
        found: list[Finding] = []
        if key in source and language not in {self.language, NOTES}:
            found = check_pair(source[key], text, language, key=key)
        errors = [_row(each) for each in found if each.severity == "error"]
        if not errors:
            document = Document.of(place.path.read_bytes())
            separator = self.project().options.key_separator
            values = read_catalog_source(place.path, language, place.namespace).values
            flat = any(separator in name for name in document.root.value)
            path = [key] if flat or key in values else key.split(separator)
            if key in values and document.reach([key]) is None:
                path = key.split(separator)
            document.set(path, text)
            write_file(place.path, str(document))
        return {"written": not errors, "findings": [_row(each) for each in found]}


def _row(finding: Finding) -> dict[str, Any]:
    return {
        name: getattr(finding, name)
        for name in ("rule", "severity", "language", "namespace", "key", "message",
                     "file", "line")
    }  # fmt: skip


def server(folder: Path | None, source: str | None, read_only: bool = False) -> Any:
    """The server, with its tools. Raises ModuleNotFoundError without `mcp`."""
    from mcp.server.mcpserver import MCPServer  # noqa: PLC0415 (an extra)

    catalogs = _Catalogs(folder, source)
    made: MCPServer = MCPServer("calque")

    @made.tool()
    def look_up(key: str, language: str, values: dict[str, Any] | None = None) -> Any:
        """Translate a key in a language with values such as {"count": 2}, and explain
        which candidates were tried.
        """
        return catalogs.look_up(key, language, values or {})

    @made.tool()
    def check(language: str = "", rule: str = "", most: int = 50) -> Any:
        """Check catalogs against the source language: placeholders, plural forms, tags,
        references. Errors come first.
        """
        return catalogs.check(language, rule, most)

    @made.tool()
    def list_missing(language: str, most: int = 100) -> Any:
        """List keys that a language lacks, with the texts of the source."""
        return catalogs.missing(language, most)

    @made.tool()
    def plural_forms(language: str) -> Any:
        """List the plural forms that a language needs, with numbers for each."""
        return catalogs.plural_forms(language)

    if not read_only:

        @made.tool()
        def add_text(language: str, key: str, text: str, namespace: str = "") -> Any:
            """Write the text of a key; not written when a rule finds an error. Plural
            forms have keys of their own, such as file_one and file_other.
            """
            return catalogs.add(language, key, text, namespace)

    return made

"""`calque mcp`: the command's functions as tools of the Model Context Protocol.

A server on standard input and output, over one folder of catalogs. It reads and
writes files of that folder alone, and opens no connection.
"""

from functools import partial
from pathlib import Path
from typing import Any

from ..checks import NOTES, SEVERITIES, Finding, check_catalogs, check_pair, find_files
from ..checks.files import write_file
from . import parameters
from .fix import document_of
from .library import open_translator
from .parameters import command, flag
from .project import Project, load_project
from .reports import members_of

_LACKING = {"missing-text", "plural-missing", "ordinal-missing"}


@command("locales --source en")
def mcp(
    folder: Path | None = parameters.FOLDER,
    source: str | None = parameters.SOURCE,
    read_only: bool = flag("Without the tool that writes."),
) -> None:
    """Serve catalogs to an assistant (Model Context Protocol).

    An editor starts it: {"command": "calque", "args": ["mcp", "locales"]}.
    """
    from mcp.server.mcpserver import MCPServer  # noqa: PLC0415 (an extra)

    tools = _Tools(folder, source)
    server = MCPServer("calque")
    for tool in (tools.look_up, tools.check, tools.list_missing):
        server.tool()(tool)
    if not read_only:
        server.tool()(tools.add_text)
    server.run("stdio")


class _Tools:
    """The tools; their docstrings describe them to assistants."""

    def __init__(self, folder: Path | None, source: str | None) -> None:
        self._load = partial(load_project, folder, source)
        project = self._load()
        self._folder = folder or project.settings.folder or Path()
        self._language = project.language

    def _checked(self) -> tuple[Project, list[Finding]]:
        one = self._load()
        return one, check_catalogs(one.sources, one.targets, one.options)

    def look_up(
        self, key: str, language: str, values: dict[str, Any] | None = None
    ) -> Any:
        """Translate a key in a language with values such as {"count": 2}, and explain
        which candidates were tried.
        """
        given = values or {}
        with open_translator(self._folder, language, self._language) as one:
            text, why = str(one.t(key, given)), one.explain(key, given)
            return {"text": text, "exists": one.exists(key, given), "explanation": why}

    def check(self, language: str = "", rule: str = "", most: int = 50) -> Any:
        """Check catalogs against the source language: placeholders, plural forms, tags,
        references. Errors come first.
        """
        project, found = self._checked()
        wanted = [one for one in project.broken + found if rule in {"", one.rule}]
        wanted = [one for one in wanted if language in {"", one.language}]
        wanted.sort(key=lambda each: -SEVERITIES.index(each.severity))
        rows = [*map(members_of, wanted[:most])]
        return {"total": len(wanted), "findings": rows}

    def list_missing(self, language: str, most: int = 100) -> Any:
        """List keys and plural forms that a language lacks: the numbers that need a
        form, and the texts of the source.
        """
        project, found = self._checked()
        texts = {each.namespace: each.texts for each in project.sources}
        rows = [
            {"key": each.key, "namespace": each.namespace, "message": each.message,
             "source": texts.get(each.namespace, {}).get(each.key, "")}
            for each in found
            if each.language == language and each.rule in _LACKING
        ]  # fmt: skip
        return {"total": len(rows), "missing": rows[:most]}

    def add_text(self, language: str, key: str, text: str, namespace: str = "") -> Any:
        """Write the text of a key; not written when a rule finds an error. Plural
        forms have keys of their own, such as file_one and file_other.
        """
        places = [at for at in find_files(self._folder) if at.language == language]
        places = [at for at in places if namespace in {"", at.namespace}]
        if len(places) != 1:
            names = sorted({place.namespace for place in places})
            raise ValueError(f"name one namespace of {language!r}: {names}")
        (place,) = places
        project = self._load()
        texts = {each.namespace: each.texts for each in project.sources}
        source = texts.get(place.namespace, {}).get(key)
        found: list[Finding] = []
        if source is not None and language not in {self._language, NOTES}:
            found = check_pair(source, text, language, key=key)
        has_errors = any(each.severity == "error" for each in found)
        if not has_errors:
            document = document_of(place.read())
            document.put(key, project.options.key_separator, text)
            write_file(place.path, str(document))
        return {"written": not has_errors, "findings": [*map(members_of, found)]}

"""The examples of docs/python.md run, one after another, beside their catalogs."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from jinja2 import Environment

GUIDE = Path(__file__).resolve().parents[3] / "docs" / "python.md"
README = Path(__file__).resolve().parents[1] / "README.md"
PO = 'msgid ""\nmsgstr "Language: pl\\n"\n\nmsgid "Save"\nmsgstr "Zapisz"\n'


def test_the_guide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = GUIDE.read_text(encoding="utf-8")
    catalog = json.loads(re.search(r"```json\n(.*?)```", text, re.DOTALL)[1])  # type: ignore[index]
    catalog |= {"title": "Title", "place_ordinal_two": "2nd"}
    for lng in ("en", "pl"):
        folder = Path("locales", lng)
        folder.mkdir(parents=True)
        (folder / "translation.json").write_text(json.dumps(catalog))
    Path("pl.po").write_text(PO, encoding="utf-8")
    names: dict[str, Any] = {"header": "pl, en;q=0.5"}
    names["Environment"] = Environment
    for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        # The files of a domain are not there.
        code = re.sub(r"^translation\(.*$", "", block, flags=re.MULTILINE)
        program = compile(code, str(GUIDE), "exec")
        if ".example/" not in code:  # There is no such server.
            exec(program, names)
    t = names["translator"]
    assert t.t("greeting", name="Ada") == "Hello Ada!"
    names["test_every_language_has_the_title"]("pl")
    assert str(names["TITLE"]) == "Title"


def test_the_readme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each line with a comment that is a text has that text."""
    monkeypatch.chdir(tmp_path)
    text = README.read_text(encoding="utf-8")
    catalog = json.loads(re.search(r"`(\{.*?\})` in", text)[1])  # type: ignore[index]
    polish = {**catalog, "greeting": "Cześć {{name}}!"}
    for lng, tree in (("en", catalog), ("pl", polish)):
        folder = Path("locales", lng)
        folder.mkdir(parents=True)
        (folder / "translation.json").write_text(json.dumps(tree), encoding="utf-8")
    code = re.search(r"```python\n(.*?)```", text, re.DOTALL)[1]  # type: ignore[index]
    checked, count = re.subn(r"(?m)^( *)(\S.*?)  # ('.*')$", r"\1assert \2 == \3", code)
    assert count == 7
    exec(compile(checked, str(README), "exec"), {})

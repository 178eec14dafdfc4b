"""The reference: every function has its page, and what is linked is there."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("reference")
    script = ROOT / "tools/generators/generate_reference.py"
    folders: list[str | Path] = ["--man", folder / "man3", "--html", folder / "html"]
    subprocess.run([sys.executable, script, *folders], check=True)
    return folder


def functions() -> list[str]:
    api = json.loads((ROOT / "include/calque-api.json").read_text(encoding="utf-8"))
    return [each["name"] for each in api["functions"]]


def test_every_function_has_a_manual_page(reference: Path) -> None:
    for name in functions():
        text = (reference / "man3" / f"{name}.3").read_text(encoding="utf-8")
        leads = re.fullmatch(r"\.so (man3/\w+\.3)\n", text)
        page = (reference / leads.group(1)).read_text("utf-8") if leads else text
        assert f".SS {name}\n" in page


def test_manual_pages_are_well_formed(reference: Path) -> None:
    pages = sorted((reference / "man3").glob("*.3"))
    pages = [page for page in pages if not page.read_text().startswith(".so")]
    linted = subprocess.run(
        ["mandoc", "-T", "lint", "-W", "warning", *pages],
        capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    told = [line for line in linted.stdout.splitlines() if "missing date" not in line]
    assert told == []
    shown = subprocess.run(
        ["mandoc", "-T", "ascii", pages[0]], capture_output=True, check=True
    )
    assert b"SYNOPSIS" in re.sub(b".\b", b"", shown.stdout)


def test_links_lead_to_what_is_there(reference: Path) -> None:
    pages = {
        page.name: page.read_text("utf-8") for page in (reference / "html").iterdir()
    }
    anchors = {
        name: set(re.findall(r' id="(\w+)"', text)) for name, text in pages.items()
    }
    for name, text in pages.items():
        for page, anchor in re.findall(r'href="([\w.]*)#?(\w*)"', text):
            assert not anchor or anchor in anchors[page or name], (name, page, anchor)
            assert not page or page in pages
    assert set(functions()) <= {each for found in anchors.values() for each in found}

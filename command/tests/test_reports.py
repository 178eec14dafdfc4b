"""Each report validates against its schema, and says what was found."""

import json
import re

import jsonschema
import pytest
from report_schemas import FINDINGS, SARIF
from sample_locales import write
from sarif_pydantic import Sarif


@pytest.fixture
def report(run, locales):
    # Characters that the formats must escape.
    text = (locales / "pl.json").read_text()
    odd = text.replace('"Coś"', '"a\\u0001%\\n<b>&\\"]]>"')
    (locales / "pl.json").write_text(odd)
    expected = json.loads(run("check", locales, "--format", "json", code=1).stdout)

    def make(name):
        return run("check", locales, "--format", name, code=1).stdout, expected

    return make


def test_json(report):
    _text, expected = report("json")
    jsonschema.validate(expected, FINDINGS)
    assert expected


def validate_sarif(text):
    """By the whole model of a library, which lets other members be, and by a part of
    the schema of OASIS, which does not.
    """
    Sarif.model_validate_json(text)
    jsonschema.validate(json.loads(text), SARIF)


def test_sarif(report):
    text, expected = report("sarif")
    validate_sarif(text)
    (run,) = json.loads(text)["runs"]
    assert len(run["results"]) == len(expected)
    for result, finding in zip(run["results"], expected, strict=True):
        place = result["locations"][0]["physicalLocation"]
        assert result["level"] == finding["severity"]
        assert place["region"]["startLine"] == finding["line"]
        rule = run["tool"]["driver"]["rules"][result["ruleIndex"]]
        assert rule["id"] == result["ruleId"] == finding["rule"]


def test_github(report):
    text, expected = report("github")
    lines = text.splitlines()
    assert len(lines) == len(expected)
    for line, finding in zip(lines, expected, strict=True):
        kind = {"note": "notice"}.get(finding["severity"], finding["severity"])
        match = re.fullmatch(
            r"::(\w+) file=(.*),line=(\d+),col=\d+,title=([\w-]+)::.+", line
        )
        assert match.groups() == (
            kind, finding["file"], str(finding["line"]), finding["rule"],
        )  # fmt: skip


@pytest.mark.parametrize("name", ["text", "json", "sarif", "github"])
def test_nothing_of_a_file_acts_on_a_terminal(run, tmp_path, name):
    odd = "a\x1b[31m\x07\x9b\r\n\u202e::error::b\u2028"
    folder = tmp_path / "loc\x1b[1mal\nes"
    write(folder / "en.json", {odd: f"x {{{{a}}}} {odd}"})
    write(folder / "de.json", {odd: f"x {{{{{odd}}}}}", f"more{odd}": "y"})
    shown = run("check", folder, "--format", name, code=1)
    text = shown.stdout + shown.stderr
    for character in "\x1b\x07\x9b\r\u202e\u2028":
        assert character not in text, repr(character)
    assert "\n::error::b" not in text
    if name == "json":
        assert odd in {each["key"] for each in json.loads(shown.stdout)}


def test_no_command_shows_what_acts_on_a_terminal(run, tmp_path):
    odd = "k\x1b[2J\x07"
    (tmp_path / "a.py").write_text('t("k\x1b[2J")\n')
    folder = write(tmp_path / f"l{odd}" / "en.json", {odd: "a"}).parent
    write(folder / "de.json", {odd: "a"})
    for arguments, code in [
        (["extract", tmp_path / "a.py"], 0),
        (["unused", folder, "--code", tmp_path / "a.py"], 1),
        (["status", folder], 0),
        (["status", folder, "--format", "json"], 0),
        (["rename", folder, odd, f"new{odd}"], 0),
        (["sort", folder, "--like", f"x{odd}"], 2),
        (["check", folder / f"no{odd}"], 2),
    ]:
        shown = run(*arguments, code=code)
        assert "\x1b" not in shown.stdout + shown.stderr, arguments
        assert "\x07" not in shown.stdout + shown.stderr, arguments


def test_a_report_goes_into_a_file(run, locales, tmp_path):
    path = tmp_path / "out.sarif"
    run("check", locales, "--format", "sarif", "--output", path, code=1)
    validate_sarif(path.read_text())

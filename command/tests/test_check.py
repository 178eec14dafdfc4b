"""`calque check`: findings, exit codes, baseline, settings and fixes."""

import json

from sample_locales import write


def findings(result):
    return json.loads(result.stdout)


def test_findings_have_all_members(run, locales):
    result = run("check", locales, "--source", "en", "--format", "json", code=1)
    found = {(each["rule"], each["key"]): each for each in findings(result)}
    renamed = found["placeholder-renamed", "menu.open"]
    assert renamed == {
        "rule": "placeholder-renamed",
        "severity": "error",
        "language": "pl",
        "namespace": "translation",
        "key": "menu.open",
        "file": str(locales / "pl.json"),
        "line": 3,
        "column": 21,
        "message": "the placeholder 'name' is named 'nazwa' here",
    }
    few = found["plural-missing", "file_few"]
    assert few["message"].startswith("pl: 2, 3, 4 show the key")
    assert found["unchanged-text", "menu.save"]["severity"] == "note"
    assert found["extra-text", "extra"]["severity"] == "warning"
    assert {each["language"] for each in findings(result)} == {"pl"}


def test_exit_codes(run, locales, tmp_path):
    run("check", locales, "--lang", "de", code=0)
    run("check", locales, "--lang", "pl", code=1)
    run("check", locales, "--lang", "fr", code=2)
    run("check", tmp_path / "nowhere", code=2)
    run("check", locales, "--source", "fi", code=2)
    run("check", locales, "--format", "nothing", code=2)
    (locales / "it.json").write_text('{\n  "a": 1,\n  b\n}\n')
    result = run("check", locales, "--format", "json", code=3)
    (broken,) = [each for each in findings(result) if each["rule"] == "invalid-json"]
    assert (broken["language"], broken["line"]) == ("it", 3)


def test_severity_and_fail_on(run, locales):
    (locales / "pl.json").unlink()
    write(locales / "fr.json", json.loads((locales / "en.json").read_text()))
    run("check", locales, "--lang", "fr", "--fail-on", "error", code=0)
    shown = run("check", locales, "--lang", "fr", "--severity", "error").stdout
    assert shown == ""


def test_text_is_one_line_for_each(run, locales):
    lines = run("check", locales, code=1).stdout.splitlines()
    (line,) = [line for line in lines if "menu.open" in line]
    assert line.startswith(f"{locales}/pl.json:3:21: error: menu.open: ")
    assert line.endswith("[placeholder-renamed]")
    places = [int(line.split(":")[1]) for line in lines]
    assert places == sorted(places)
    assert "\x1b" not in "".join(lines)


def test_a_baseline_hides_what_is_known(run, locales, tmp_path):
    baseline = tmp_path / "known.json"
    run("check", locales, "--write-baseline", baseline)
    run("check", locales, "--baseline", baseline, code=0)
    tree = json.loads((locales / "de.json").read_text())
    tree["hint"] = "Hier"
    write(locales / "de.json", tree)
    result = run("check", locales, "--baseline", baseline, "--format", "json", code=1)
    assert [each["rule"] for each in findings(result)] == ["tag-missing"]


def test_settings_of_a_file(run, locales, tmp_path):
    (tmp_path / "calque.toml").write_text(
        'source = "en"\nfolder = "locales"\nlanguages = ["pl"]\n'
        '[check]\nignore = ["extra"]\nfail-on = "error"\n'
        '[check.rules]\nunchanged-text = "off"\nplural-missing = "warning"\n'
        'placeholder-renamed = "warning"\n'
    )
    result = run("check", "--format", "json", code=0)
    rules = {each["rule"]: each["severity"] for each in findings(result)}
    assert rules == {"plural-missing": "warning", "placeholder-renamed": "warning"}


def test_separators_of_a_file(run, tmp_path):
    folder = tmp_path / "locales"
    write(folder / "en.json", {"menu/file|one": "a", "menu/file|other": "b {{count}}"})
    write(folder / "pl.json", {"menu/file|one": "c", "menu/file|other": "d {{count}}"})
    (tmp_path / "calque.toml").write_text(
        'folder = "locales"\n[options]\npluralSeparator = "|"\nkeySeparator = "/"\n'
    )
    result = run("check", "--format", "json", code=1)
    found = [(each["rule"], each["key"]) for each in findings(result)]
    assert found == [
        ("plural-missing", "menu/file|many"),
        ("plural-missing", "menu/file|few"),
    ]
    run("check", "--fix", "plurals")
    assert (
        json.loads((folder / "pl.json").read_text())["menu/file|few"] == "d {{count}}"
    )
    code = tmp_path / "a.py"
    code.write_text('t("menu/file", count=2)\n')
    assert "0 unused" in run("unused", folder, "--code", code).stderr
    run("rename", folder, "menu/file", "menu/document")
    assert "menu/document|few" in json.loads((folder / "pl.json").read_text())


def test_settings_of_pyproject(run, locales, tmp_path):
    (tmp_path / "pyproject.toml").write_text(
        '[tool.calque]\nfolder = "locales"\nlanguages = ["de"]\n'
    )
    run("check", code=0)
    (tmp_path / "calque.toml").write_text('folder = "locales"\nlangs = ["de"]\n')
    assert "'langs'" in run("check", code=2).stderr


def test_fix_adds_keys_and_forms_in_order(run, locales):
    write(locales / "de.json", {"hint": "<1>Hier</1>", "file_other": "{{count}} D"})
    run("check", locales, "--fix", "all", code=1)
    german = json.loads((locales / "de.json").read_text())
    assert list(german) == ["menu", "file_one", "file_other", "hint"]
    assert german["menu"] == {"open": "Open {{name}}", "save": "Save"}
    assert german["file_one"] == "{{count}} D"
    polish = json.loads((locales / "pl.json").read_text())
    assert polish["file_few"] == "{{count}} plików"
    assert polish["extra"] == "Coś"
    result = run("check", locales, "--format", "json", code=1)
    left = {each["rule"] for each in findings(result)}
    assert left == {
        "unchanged-text", "placeholder-renamed", "extra-text", "plural-missing",
    }  # fmt: skip
    before = (locales / "pl.json").read_text()
    run("check", locales, "--fix", "all", code=1)
    assert (locales / "pl.json").read_text() == before


def test_fix_keeps_indentation(run, locales):
    path = locales / "de.json"
    tree = json.loads(path.read_text())
    del tree["hint"]
    path.write_text(json.dumps(tree, ensure_ascii=False, indent="\t"))
    run("check", locales, "--lang", "de", "--fix", "missing", code=1)
    text = path.read_text()
    assert '\n\t"hint"' in text
    assert not text.endswith("\n")


def test_keys_of_code_that_are_absent(run, locales, tmp_path):
    code = tmp_path / "a.py"
    code.write_text('t("menu.open")\nt("file", count=2)\nt("menu.opne")\n')
    result = run(
        "check", locales, "--lang", "de", "--code", code, "--format", "json", code=1
    )
    (absent,) = findings(result)
    assert (absent["rule"], absent["key"]) == ("key-absent", "menu.opne")
    assert (absent["file"], absent["line"], absent["column"]) == (str(code), 3, 1)


def test_rules_are_listed_and_shown(run):
    assert "plural-missing" in run("rules").stdout
    assert "--fix" in run("rules", "plural-missing").stdout
    run("rules", "nothing", code=2)

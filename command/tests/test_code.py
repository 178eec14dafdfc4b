"""Keys in templates, and which files are read."""

import json
import subprocess

import pytest
from sample_locales import write

DJANGO = """{% load i18n %}
{# t("hidden") #}{% comment %}{% trans "no" %}{% endcomment %}
<h1>{% trans "Title" %}</h1> {% translate 'Other' as x %}
{% blocktrans trimmed count n=files|length %}
  {{ n }} file
{% plural %}
  {{ n }} files
{% endblocktrans %}
<a title="{{ _("Link") }}">{% if t("in.tag") %}x{% endif %}</a>
"""
JINJA = """{% trans user=u.name %}Hi {{ user }}!{% endtrans %}
{{ t("menu.open", count=n) }} {{ gettext('Save')|upper }}
{{ pgettext("c", "In context") }} {{ t("pre." ~ x) }}
"""


@pytest.fixture
def code(tmp_path):
    folder = tmp_path / "src"
    folder.mkdir()
    (folder / "a.html").write_text(DJANGO)
    (folder / "b.j2").write_text(JINJA)
    return folder


def test_templates_are_read(run, code):
    found = json.loads(run("extract", code, "--format", "json").stdout)
    keys = {each["key"]: each["line"] for each in found if each["whole"]}
    assert keys == {
        "Title": 3, "Other": 3, "%(n)s file": 4, "Link": 9, "in.tag": 9,
        "Hi %(user)s!": 1, "menu.open": 2, "Save": 2, "In context": 3,
    }  # fmt: skip


def test_what_git_ignores_is_not_read(run, code, tmp_path):
    (code / "gen").mkdir()
    (code / "gen" / "x.py").write_text('t("generated")\n')
    (code / "named.js").mkdir()
    (code / "named.js" / "x.py").write_text('t("named")\n')
    (code / "a.vue").write_text("<template/>")
    result = run("extract", code)
    assert "generated" in result.stdout
    assert "files that were not read: .vue 1" in result.stderr
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    (tmp_path / ".gitignore").write_text("gen/\n")
    result = run("extract", code)
    assert "generated" not in result.stdout
    assert "named" in result.stdout


def test_keys_go_into_all_languages_and_namespaces(run, tmp_path):
    for name in ("en/translation", "en/menu", "pl/translation", "pl/menu"):
        write(tmp_path / "locales" / f"{name}.json", {})
    (tmp_path / "a.py").write_text('t("menu:open")\nt("file", count=2)\n')
    run("extract", tmp_path / "a.py", "--into", tmp_path / "locales")
    read = {
        name: json.loads((tmp_path / "locales" / f"{name}.json").read_text())
        for name in ("pl/translation", "en/menu", "pl/menu", "en/translation")
    }
    assert read["en/menu"] == read["pl/menu"] == {"open": "open"}
    assert set(read["en/translation"]) == {"file_one", "file_other"}
    assert set(read["pl/translation"]) == {"file_one", "file_few", "file_many"}

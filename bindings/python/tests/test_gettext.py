from __future__ import annotations

import gettext as stdlib
from pathlib import Path

import polib
import pytest
from jinja2 import Environment

from calque import CorruptError, InvalidArgumentError, Translator
from calque.integrations.gettext import Translations, translation

PO = r"""
msgid ""
msgstr ""
"Language: pl\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 "
"&& (n%100<10 || n%100>=20) ? 1 : 2);\n"

msgid "Save: now."
msgstr "Zapisz: już."

msgctxt "menu"
msgid "Open"
msgstr "Otwórz"

msgid "%d file"
msgid_plural "%d files"
msgstr[0] "%d plik"
msgstr[1] "%d pliki"
msgstr[2] "%d plików"

msgctxt "disk"
msgid "%d file"
msgid_plural "%d files"
msgstr[0] "%d plik dyskowy"
msgstr[1] "%d pliki dyskowe"
msgstr[2] "%d plików dyskowych"

msgid "{{as}} %(it)s $t(is)"
msgstr "{{tak}} %(it)s $t(jest)"

#, fuzzy
msgid "Fuzzy"
msgstr "Niepewne"
"""


@pytest.fixture(params=["po", "mo"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    po = tmp_path / "app.po"
    po.write_text(PO, encoding="utf-8")
    if request.param == "po":
        return po
    mo = tmp_path / "app.mo"
    polib.pofile(str(po)).save_as_mofile(str(mo))
    return mo


def test_it_answers_as_python(path: Path, tmp_path: Path) -> None:
    mo = tmp_path / "python.mo"
    polib.pofile(str(tmp_path / "app.po")).save_as_mofile(str(mo))
    with mo.open("rb") as file:
        python = stdlib.GNUTranslations(file)
    ours = Translations.from_file(path)
    for key in ("Save: now.", "Open", "{{as}} %(it)s $t(is)", "Fuzzy", "none", "a.b:c"):
        assert ours.gettext(key) == python.gettext(key)
        assert ours.pgettext("menu", key) == python.pgettext("menu", key)
    for n in range(130):
        for one, many in (("%d file", "%d files"), ("%d cat", "%d cats")):
            assert ours.ngettext(one, many, n) == python.ngettext(one, many, n)
            for context in ("disk", "none"):
                answer = ours.npgettext(context, one, many, n)
                assert answer == python.npgettext(context, one, many, n)
    assert ours.info()["language"] == "pl"


def test_it_is_a_fallback_and_has_one(path: Path) -> None:
    ours = Translations.from_file(path)
    options = {"lng": "en", "resources": {"en": {"translation": {"none": "found"}}}}
    ours.add_fallback(Translations(Translator("v4", options)))
    assert ours.gettext("none") == "found"
    assert ours.gettext("Save: now.") == "Zapisz: już."
    assert ours.gettext("absent") == "absent"
    assert ours.ngettext("a", "b", 1) == "a"
    assert ours.ngettext("a", "b", 2) == "b"


def test_catalogs_of_i18next_answer_too() -> None:
    tree = {
        "save": "Zapisz",
        "file_one": "plik",
        "file_few": "pliki",
        "file_many": "plików",
        "open_menu": "Otwórz",
    }
    options = {"lng": "pl", "resources": {"pl": {"translation": tree}}}
    ours = Translations(Translator("v4", options))
    assert ours.gettext("save") == "Zapisz"
    assert [ours.ngettext("file", "files", n) for n in (1, 2, 5)] == [
        "plik",
        "pliki",
        "plików",
    ]
    assert ours.pgettext("menu", "open") == "Otwórz"
    assert ours.pgettext("menu", "save") == "Zapisz"
    assert ours.pgettext("menu", "other") == "other"


def test_it_can_be_installed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import builtins

    monkeypatch.setattr(builtins, "_", None, raising=False)
    Translations.from_file(path).install(["ngettext"])
    assert builtins._("Save: now.") == "Zapisz: już."  # type: ignore[attr-defined]
    assert builtins.ngettext("%d file", "", 2) == "%d pliki"  # type: ignore[attr-defined]
    monkeypatch.delattr(builtins, "ngettext")


def test_jinja_takes_it(path: Path) -> None:
    environment = Environment(extensions=["jinja2.ext.i18n"])
    ours = Translations.from_file(path)
    environment.install_gettext_translations(ours)  # type: ignore[attr-defined]
    template = "{% trans %}Save: now.{% endtrans %} {{ ngettext('%d file', '', 5) }}"
    assert environment.from_string(template).render() == "Zapisz: już. %d plików"


def test_files_of_a_domain_are_found(tmp_path: Path) -> None:
    folder = tmp_path / "pl" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (tmp_path / "app.po").write_text(PO, encoding="utf-8")
    polib.pofile(str(tmp_path / "app.po")).save_as_mofile(str(folder / "app.mo"))
    found = translation("app", tmp_path, ["pl_PL", "de"])
    assert found.gettext("Save: now.") == "Zapisz: już."
    with pytest.raises(FileNotFoundError):
        translation("other", tmp_path, ["pl"])
    assert translation("other", tmp_path, ["pl"], fallback=True).gettext("a") == "a"
    with pytest.raises(InvalidArgumentError, match="neither"):
        Translations.from_file(tmp_path / "x.txt")
    for name in ("absent.po", "absent.mo"):
        with pytest.raises(FileNotFoundError):
            Translations.from_file(tmp_path / name)


def test_a_locale_with_a_modifier_answers_in_its_script(tmp_path: Path) -> None:
    for locale, text in (("sr", "\u0434\u0430"), ("sr@latin", "da")):
        folder = tmp_path / locale / "LC_MESSAGES"
        folder.mkdir(parents=True)
        file = polib.POFile()
        file.metadata = {
            "Language": locale,
            "Content-Type": "text/plain; charset=UTF-8",
        }
        file.append(polib.POEntry(msgid="yes", msgstr=text))
        file.save_as_mofile(str(folder / "app.mo"))
    assert translation("app", tmp_path, ["sr@latin"]).gettext("yes") == "da"
    assert translation("app", tmp_path, ["sr_RS"]).gettext("yes") == "\u0434\u0430"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.mo", b""),
        ("a.mo", b"\xde\x12\x04\x95\x00"),
        ("a.po", b'msgid "a"\nnonsense\n'),
        ("a.po", PO.replace("n==1 ? 0", "1 / 0 ? 0").encode()),
    ],
)
def test_a_broken_file_is_an_error_with_its_name(
    tmp_path: Path, name: str, content: bytes
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(CorruptError, match=r"a\.") as failure:
        Translations.from_file(path)
    assert failure.value.source == str(path)

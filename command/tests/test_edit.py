"""Edits keep every byte that they do not change."""

import io
import json
import random
from pathlib import Path

import pytest

from calque_command.checks.edit import Document, set_value
from calque_command.cli import main

# Line ends of Windows, escapes, odd numbers, empty lines, objects in one line.
ODD = (
    "\ufeff{\r\n"
    '\t"b" :  "caf\\u00e9 \\/ \\u0041",\r\n'
    "\r\n"
    '\t"num": 1.50, "exp": 1E+2,\r\n'
    '\t"menu": { "open": "Open {{name}}",   "z": "$t(b) x" },\r\n'
    '\t"a_one": "1",\r\n'
    '\t"a_other" : "2",\r\n'
    '\t"list": [1.0,  "x", {"k" :"v"}]\r\n'
    "}"
)


def test_what_is_not_changed_stays():
    for text in (ODD, "{}", ' {"a":1}\n\n', "[1, 2.50 ,[ ]]", '{"a": {}, "a": []}'):
        assert str(Document(text)) == text


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "locales"
    made.mkdir()
    (made / "en.json").write_bytes(ODD.encode())
    (made / "de.json").write_bytes(ODD.encode())
    return made


def content(folder, name="en"):
    return (folder / f"{name}.json").read_bytes().decode()


def test_rename_changes_names_alone(run, folder):
    run("rename", folder, "a", "number", "--dry-run")
    assert content(folder) == ODD
    run("rename", folder, "a", "number")
    assert content(folder) == ODD.replace('"a_', '"number_')
    run("rename", folder, "b", "c")
    expected = ODD.replace('"a_', '"number_').replace('"b" :', '"c" :')
    assert content(folder) == expected.replace("$t(b)", "$t(c)")
    run("rename", folder, "num", "menu.num")
    assert '"z": "$t(c) x",   "num": 1.50 }' in content(folder)


def test_sort_moves_members_alone(run, folder):
    run("sort", folder, "--dry-run")
    assert content(folder) == ODD
    run("sort", folder)
    text = content(folder)
    assert sorted(text) == sorted(ODD)
    for piece in ("1.50", "1E+2", "caf\\u00e9 \\/ \\u0041", '[1.0,  "x", {"k" :"v"}]'):
        assert piece in text
    assert text.endswith("\r\n}")
    assert list(json.loads(text[1:])) == sorted(json.loads(ODD[1:]))
    before = text
    run("sort", folder)
    assert content(folder) == before
    run("sort", folder, "--check")


@pytest.mark.parametrize(
    ("arguments", "before", "after"),
    [
        (["sort", "-"], '{"b":1.50,"a":2}', '{"a":2,"b":1.50}'),
        (["sort", "-"], '{"a":1.50}', '{"a":1.50}'),
        (["rename", "-", "b", "c"], '{"b":1.50,"a":2}', '{"c":1.50,"a":2}'),
        (["check", "-", "--format", "json"], '{"a":"B"}', "[\n]\n"),
        (["convert", "-", "-", "--to", "properties"], '{"a":"B"}', "a = B\n"),
        (["translate", "-", "a", "n=2"], '{"a":"B {{n}}"}', "B 2\n"),
        (["translate", "-", "a", "--lang", "pl"], '{"a":"B"}', "B\n"),
        (["explain", "-", "a"], '{"a":"B"}', '"usedLng": "en"'),
        (["status", "-"], '{"a":"B"}', "en        100.0 %           1"),
        (["extract", "-", "--stdin-filename", "x.c"], 't("a")', "x.c:1:1: a\n"),
        (["extract", "a.py", "--into", "-"], '{"b":1.50}', '{"b":1.50, "a":"a"}'),
        (["extract", "a.py", "--into", "-"], '{"a":1.50}', '{"a":1.50}'),
        (["unused", "-", "--code", "a.py"], '{"a":"B"}', ""),
    ],
)
def test_standard_input_goes_to_standard_output(
    capfdbinary, monkeypatch, tmp_path, arguments, before, after
):
    monkeypatch.chdir(tmp_path)
    Path("a.py").write_text('t("a")\n')
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(before.encode())))
    assert main(arguments) == 0
    shown = capfdbinary.readouterr().out.decode()
    assert after in shown if arguments[0] in _LONG else shown == after


_LONG = {"keys", "explain", "status"}


def test_standard_input_of_code_has_a_name(run, monkeypatch):
    assert "--stdin-filename" in run("extract", "-", code=2).stderr
    result = run("extract", "-", "--into", "-", code=2)
    assert "not both" in result.stderr


def test_fixes_add_members_alone(run, folder):
    text = ODD.replace('\t"a_other" : "2",\r\n', "")
    text = text.replace('"open": "Open {{name}}",', "")
    (folder / "de.json").write_bytes(text.encode())
    run("check", folder, "--fix", "plurals", "--dry-run", code=1)
    assert content(folder, "de") == text
    run("check", folder, "--fix", "plurals", "--fix", "missing", code=1)
    after = content(folder, "de")
    one = '\t"a_one": "1",\r\n'
    assert one + '\t"a_other": "1",\r\n' in after
    added = after.replace('\t"a_other": "1",\r\n', "")
    assert added.replace(',   "open": "Open {{name}}"', "") == text or (
        '"open": "Open {{name}}"' in after
    )
    for line in text.split("\r\n"):
        assert line in after or "menu" in line


def test_extract_adds_members_alone(run, folder, tmp_path):
    code = tmp_path / "a.py"
    code.write_text('t("menu.new", "Néw")\nt("fresh", "x")\n')
    path = folder / "en.json"
    run("extract", code, "--into", path, "--dry-run")
    assert content(folder) == ODD
    run("extract", code, "--into", path)
    expected = ODD.replace('x" },', 'x",   "new": "N\\u00e9w" },')
    expected = expected.replace('"v"}]\r\n}', '"v"}],\r\n\t"fresh": "x"\r\n}')
    assert content(folder) == expected


def test_set_value_changes_one_value():
    data = ODD.encode()
    made = set_value(data, ("menu", "open"), "Öffnen")
    assert made == data.replace(b'"Open {{name}}"', b'"\\u00d6ffnen"')
    made = set_value(data, ("new", "key"), "x")
    tail = b',\r\n\t"new": {\r\n\t\t"key": "x"\r\n\t}\r\n}'
    assert made == data[: -len(b"\r\n}")] + tail
    assert set_value(b"", ("a",), "b") == b'{\n  "a": "b"\n}\n'
    assert set_value(b'{"a": 1}', ("b",), "c") == b'{"a": 1, "b": "c"}'
    with pytest.raises(ValueError, match="'b' already exists"):
        set_value(data, ("b", "c"), "x")


def test_random_edits_are_those_of_a_tree():
    """A thousand histories beside a dictionary; what is left stays as written."""
    draw = random.Random(38)
    for _ in range(1000):
        model = {"a": 1.5, "o": {"x": "y"}, "e": {}}
        text = draw.choice(
            ['{"a":1.50,"o":{"x":"y"},"e":{}}',
             '{\r\n    "a": 1.50,\r\n\r\n    "o": {"x": "y"},\r\n    "e": {}\r\n}\r\n']
        )  # fmt: skip
        document = Document(text)
        for step in range(draw.randrange(1, 12)):
            path = draw.choice([(), ("o",), ("e",)])
            node, tree = document.object(path), model
            for name in path:
                tree = tree[name]
            names = [n for n in tree if not isinstance(tree[n], dict)]
            action = draw.choice(["set", "remove", "rename", "sort"])
            if action == "set":
                name = draw.choice([*names, f"n{step}"])
                tree[name] = str(step)
                document.set((*path, name), str(step))
            elif action == "remove" and names:
                name = draw.choice(names)
                node.remove(node.find(name))
                del tree[name]
            elif action == "rename" and names:
                name = draw.choice(names)
                document.rename(node.find(name), f"r{step}")
                items = [(f"r{step}" if k == name else k, v) for k, v in tree.items()]
                tree.clear()
                tree.update(items)
            elif action == "sort":
                node.sort([member.name for member in node.members])
                items = sorted(tree.items())
                tree.clear()
                tree.update(items)
            again = json.loads(str(document))
            assert json.dumps(again) == json.dumps(model), str(document)
            assert ("1.50" in str(document)) == (1.5 in model.values())

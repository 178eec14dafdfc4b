"""Writes 500 messages and 100 plurals for each library of Benchmarks/hosts.

usage: data.py FOLDER
"""

import json
import subprocess
import sys
from pathlib import Path

MESSAGES = {
    f"message {at}": f"Text of message {at}, of usual length." for at in range(500)
}
PLURALS = {
    f"{at} file": (f"{{n}} file of {at}", f"{{n}} files of {at}") for at in range(100)
}


def po() -> str:
    lines = [
        'msgid ""', 'msgstr "Content-Type: text/plain; charset=UTF-8\\n"',
        '"Plural-Forms: nplurals=2; plural=n != 1;\\n"',
    ]  # fmt: skip
    for key, text in MESSAGES.items():
        lines += ["", f'msgid "{key}"', f'msgstr "{text}"']
    for key, (one, other) in PLURALS.items():
        lines += ["", "#, c-format", f'msgid "%d {key}"', f'msgid_plural "%d {key}s"']
        lines += [f'msgstr[0] "{one}"', f'msgstr[1] "{other}"']
    return "\n".join([*lines, ""]).replace("{n}", "%d")


def main() -> None:
    folder = Path(sys.argv[1])
    tree: dict[str, str] = dict(MESSAGES)
    properties = [f"{key.replace(' ', '_')}={text}" for key, text in MESSAGES.items()]
    ruby: dict[str, object] = dict(MESSAGES)
    for key, (one, other) in PLURALS.items():
        tree[f"{key}_one"] = one.replace("{n}", "{{count}}")
        tree[f"{key}_other"] = other.replace("{n}", "{{count}}")
        choice = f"{{0,choice,0#{other}|1#{one}|1<{other}}}".replace("{n}", "{0}")
        properties.append(f"{key.replace(' ', '_')}={choice}")
        forms = {"one": one, "other": other}
        ruby[key] = {
            name: text.replace("{n}", "%{count}") for name, text in forms.items()
        }
    (folder / "en.json").write_text(json.dumps(tree, indent=1), encoding="utf-8")
    (folder / "messages.properties").write_text("\n".join(properties), encoding="utf-8")
    # JSON is YAML.
    (folder / "en.yml").write_text(json.dumps({"en": ruby}), encoding="utf-8")
    for lng in ("en", "C.UTF-8", "C.utf8"):
        place = folder / lng / "LC_MESSAGES"
        place.mkdir(parents=True, exist_ok=True)
        (folder / "messages.po").write_text(po(), encoding="utf-8")
        command = [
            "msgfmt",
            "-o",
            str(place / "messages.mo"),
            str(folder / "messages.po"),
        ]
        subprocess.run(command, check=True)


if __name__ == "__main__":
    main()

"""Texts of a block editor: prefix, synonyms, references, a language behind another."""

from __future__ import annotations

from calque import InvalidPlaceholderError, Messages, Translator

ENGLISH = {
    "APP": "Blocks",
    "ABOUT": "About %{bky_app}",
    "MOVE": "move %1 to %2",
    "BROKEN": "move %1",
}
GERMAN = {"APP": "Klötze", "ABOUT": "Über %{bky_app}"}
PLURALS = {"del_one": "Delete Block", "del_other": "Delete %1 Blocks"}


def main() -> None:
    """Print messages in two languages."""
    english = Messages()
    english.load(ENGLISH, prefix="bky_")
    english.load_synonyms({"TITLE": "APP"}, prefix="bky_")
    german = Messages(parent=english)
    german.load(GERMAN, prefix="bky_")
    print(english.decode("%{BKY_ABOUT}"))
    print(german.decode("%{BKY_ABOUT}"))
    print(german["bky_title"])
    print(german.format("%{bky_move}", "A", "B"))
    try:
        german.format("%{bky_broken}", "A", "B")
    except InvalidPlaceholderError as error:
        print(error)
    print(english.compare(german)["missing"])
    resources = {"en": {"translation": PLURALS}}
    with Translator("v4", {"lng": "en", "resources": resources}) as translator:
        english.set_translator(translator)
        print([german.format("%{del}", count) for count in (1, 3)])


if __name__ == "__main__":
    main()

"""Translates a small catalog: plurals, context, fallback languages, a view."""

from __future__ import annotations

from calque import Translator, plural_category

RESOURCES = {
    "en": {
        "translation": {
            "greeting": "Hello {{name}}!",
            "mail_one": "{{count}} letter",
            "mail_other": "{{count}} letters",
            "guest": "a guest",
            "guest_royal": "the queen",
            "footer": "Made with care",
        }
    },
    "pl": {
        "translation": {
            "greeting": "Cześć, {{name}}!",
            "mail_one": "{{count}} list",
            "mail_few": "{{count}} listy",
            "mail_many": "{{count}} listów",
        }
    },
}


def main() -> None:
    """Print what the catalog says in two languages."""
    options = {"lng": "en", "fallbackLng": "en", "resources": RESOURCES}
    with Translator("v4", options) as translator:
        print(translator.t("greeting", name="Ada"))
        print(translator.t("guest", context="royal"))
        translator.change_language("pl")
        for count in (1, 3, 5):
            print(translator.t("mail", count=count), plural_category("pl", count))
        print(translator.t("footer"))
        with translator.get_fixed_t("pl") as view:
            print(view("greeting", name="Ola"))


if __name__ == "__main__":
    main()

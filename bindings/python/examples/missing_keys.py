"""Collects the keys that a program asks for and a catalog lacks."""

from __future__ import annotations

from calque import MissingKey, MissingKeyError, Translator


def main() -> None:
    """Print what was missing, then show the translator that raises."""
    wanted: list[str] = []

    def note(missing: MissingKey) -> None:
        wanted.append(f"{missing.ns}:{missing.key} = {missing.fallback_value!r}")

    options = {"lng": "en", "fallbackLng": "en", "saveMissing": True, "resources": {}}
    with Translator("v4", options, missing_key=note) as translator:
        print(translator.t("title", "Untitled"))
        print(translator.t("subtitle"))
    print("\n".join(wanted))
    with Translator("v4", options, raise_missing=True) as strict:
        try:
            strict.t("title")
        except MissingKeyError as error:
            print(error)


if __name__ == "__main__":
    main()

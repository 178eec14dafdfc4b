"""Resources compiled into a file, opened in place, and translated row by row."""

from __future__ import annotations

import tempfile
from pathlib import Path

from calque import Catalog, Translator, compile_catalog_file

RESOURCES = {
    "en": {
        "translation": {
            "greeting": "Hello {{name}}!",
            "basket_one": "{{count}} thing for {{name}}",
            "basket_other": "{{count}} things for {{name}}",
        }
    },
    "nl": {"translation": {"greeting": "Dag {{name}}!"}},
}


def main() -> None:
    """Print what a compiled file holds, and what it says."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "texts.calque"
        compile_catalog_file(path, RESOURCES)
        with (
            Catalog(path) as catalog,
            Translator("v4", {"lng": "nl", "fallbackLng": "en"}) as translator,
        ):
            for bundle in catalog.describe()["bundles"]:
                print(bundle["lng"], bundle["messages"])
            print(translator.add_catalog(catalog), "in place")
            view = translator.get_fixed_t()
    print(view("greeting", name="Noor"))
    for text in view.batch("basket", count=[1, 2, 12], name=["Ada", "Noor", "Ben"]):
        print(text)


if __name__ == "__main__":
    main()

"""A program outside the source tree that uses an installed package."""

import calque

resources = {"pl": {"translation": {"file_few": "{{count}} pliki"}}}
options = {"lng": "pl", "resources": resources}
with calque.Translator(format="v4", options=options) as translator:
    assert translator.t("file", count=3) == "3 pliki"
print("3 pliki")

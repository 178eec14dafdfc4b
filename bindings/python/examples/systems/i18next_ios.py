"""i18next-ios, as its own documentation shows it.

usage: i18next_ios.py URL of a server with the folder `locales`
"""

import sys
import tempfile
from pathlib import Path
from typing import Any

from calque import Translator
from calque.http import HTTPTransport

server = sys.argv[1]
i18n = Translator.shared()


def load(resources: dict[str, Any], **options: object) -> None:
    """Resources in the options; nothing else is loaded."""
    i18n.load_with_options({"lang": "en-US", "resourcesStore": resources, **options})


load(
    {
        "dev": {"translation": {"key": "value"}},
        "en": {"translation": {"key": "value"}},
        "en-US": {"translation": {"key": "value"}},
    }
)
print(i18n.t("key"))

# Namespaces, and falling back to the default one.
keys = {"2": "value of key 2", "3": "value of key 3"}
namespaces = {
    "en": {
        "namespace1": {"key1": "value of key 1 - ns1"},
        "namespace2": {
            "key1": "value of key 1 - ns2",
            "key2": "value of key 2 - ns2",
            "keys": keys,
        },
        "namespace3": {"keys": keys},
    }
}
names = ["namespace1", "namespace2", "namespace3"]
load(namespaces, namespaces=names, defaultNamespace="namespace1")
print(i18n.t("key1"))
print(i18n.t("keys.2"))
print(i18n.t("namespace2:keys.2"))
print(i18n.t("namespace2:keys.3"))
print(i18n.t(["notExists", "key1"]))
fallbacks = ["namespace1", "namespace2"]  # order matters
load(namespaces, namespaces=names, fallbackNamespaces=fallbacks)
print(i18n.t("namespace3:key1"))
print(i18n.t("namespace3:key2"))

# null falls back, or is empty.
nulls = {
    "dev": {"translation": {"key1": "fallback"}},
    "en": {"translation": {"key1": None}},
}
load(nulls, fallbackOnNull=True)
print(i18n.t("key1"))
load(nulls, fallbackOnNull=False)
print(f"'{i18n.t('key1')}'")

# Arrays are lines; a default value; nesting; variables; sprintf; plurals; context.
alphabet = "The first 4 letters of the english alphabet are: %s, %s, %s and %s"
girls = '$t(girls, {"count": __girls__}) and __count__ '
load(
    {
        "en-US": {
            "translation": {
                "lines": ["line1", "line2", "line3"],
                "nesting3": "3",
                "vars": "__myVar__ are important",
                "letters": alphabet,
                "child": "__count__ child",
                "child_plural": "__count__ children",
                "friend": "A friend",
                "friend_male": "A boyfriend",
                "friend_female": "A girlfriend",
            }
        },
        "en": {
            "translation": {
                "nesting2": "2 $t(nesting3)",
                "girlsAndBoys": girls + "boy",
                "girlsAndBoys_plural": girls + "boys",
                "girls": "__count__ girl",
                "girls_plural": "__count__ girls",
            }
        },
        "dev": {"translation": {"nesting1": "1 $t(nesting2)"}},
    }
)
print(i18n.t("lines").replace("\n", "|"))
print(i18n.t("key", defaultValue="my text"))
print(i18n.t("nesting1"))
print(i18n.t("girlsAndBoys", count=2, variables={"girls": "3"}))
print(i18n.t("vars", variables={"myVar": "variables"}))
print(i18n.tf("letters", "a", "b", "c", "d"))
for count in (0, 1, 5):
    print(i18n.t("child", count=count))
print(i18n.t("friend", count=0))
print(i18n.t("friend", context="male"))
print(i18n.t("friend", context="female"))

# Arabic has six plural forms.
arabic = {
    "key": "singular",
    "key_plural_0": "zero",
    "key_plural_2": "two",
    "key_plural_3": "few",
    "key_plural_11": "many",
    "key_plural_100": "plural",
}
load({"ar": {"translation": arabic}}, lang="ar")
counts = [0, 1, 2, 3, 4, 104, 11, 99, 199, 100]
print(*(i18n.t("key", count=count) for count in counts))

# From a server: en-US, en and dev, one file each. A translator that is to load over
# the network is given a transport when it is made.
with HTTPTransport() as transport, Translator("ios", transport=transport) as remote:
    remote.load_with_options(
        {
            "lang": "en-US",
            "resourcesBaseURL": server,
            "resourcesGetPathTemplate": "locales/__lng__/__ns__.json",
        }
    )
    print(remote.t("key"))
    print(remote.t("other"))
    print(remote.t("last"))

# From the lproj folders of a bundle, before the translator is made.
with tempfile.TemporaryDirectory() as cache:
    bundled = {
        "lang": "en",
        "fallbackLang": None,
        "loadFromLanguageBundles": True,
        "languageBundlesPath": str(Path.cwd()),
        "loadFromLocalCache": True,
        "localCachePath": cache,
        "synchronousLocalLoad": True,
    }
    with Translator("ios", bundled) as translator:
        print(translator.t("key"))

# Another instance in place of the shared one.
Translator.set_shared(Translator("ios"))
print(Translator.shared().t("key"))

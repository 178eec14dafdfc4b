"""Reads CLDR's JSON: the archive or the folder it unpacks to."""

from __future__ import annotations

import functools
import json
import re
import tarfile
from pathlib import Path
from typing import Any, TypeAlias

Tree: TypeAlias = Any
ROOT = "und"

# Languages in another script for which CLDR has little: what it has in the usual
# script serves better. ICU leaves them out too.
INCOMPLETE = frozenset(
    [
        "az-Arab",
        "bm-Nkoo",
        "en-Dsrt",
        "en-Shaw",
        "ha-Arab",
        "ku-Arab",
        "mn-Mong",
        "mni-Mtei",
        "ms-Arab",
        "sat-Deva",
        "zh-Latn",
    ]
)


class Source:
    """CLDR's facts by locale; each file is read once."""

    def __init__(self, path: Path) -> None:
        self._folder = path if path.is_dir() else None
        self._files: dict[str, bytes] = {}
        if self._folder is None:
            with tarfile.open(path) as archive:
                for entry in archive:
                    stream = archive.extractfile(entry) if entry.isfile() else None
                    if stream is not None:
                        self._files[entry.name.removeprefix("./")] = stream.read()

    def _bytes(self, name: str) -> bytes | None:
        if self._folder is None:
            return self._files.get(name)
        path = self._folder / name
        return path.read_bytes() if path.exists() else None

    def tree(self, name: str) -> Tree:
        """A file, empty when it is not there."""
        found = self._bytes(name)
        return json.loads(found) if found is not None else {}

    @functools.cache  # noqa: B019 (one object lives as long as the program)
    def _main(self, package: str, tag: str, file: str) -> Tree:
        tree = self.tree(f"cldr-{package}-full/main/{tag}/{file}.json")
        return tree.get("main", {}).get(tag, {})

    @functools.cache  # noqa: B019
    def supplemental(self, file: str) -> Tree:
        """A file of the supplement."""
        return self.tree(f"cldr-core/supplemental/{file}.json")["supplemental"]

    @functools.cached_property
    def version(self) -> str:
        """CLDR's version."""
        return str(self.supplemental("plurals")["version"]["_cldrVersion"])

    @functools.cached_property
    def tags(self) -> list[str]:
        """Every locale, `und` first."""
        available = self.tree("cldr-core/availableLocales.json")
        tags = [
            tag
            for tag in available["availableLocales"]["full"]
            if "-".join(tag.split("-")[:2]) not in INCOMPLETE
        ]
        return ["und", *sorted(tag for tag in tags if tag != "und")]

    @functools.cached_property
    def parents(self) -> dict[str, str]:
        """Parents that are not the tag without its last subtag."""
        parents = self.supplemental("parentLocales")["parentLocales"]
        return dict(parents["parentLocale"])

    @functools.cached_property
    def likely(self) -> dict[str, str]:
        """Likely subtags."""
        return dict(self.supplemental("likelySubtags")["likelySubtags"])

    def numbers(self, tag: str) -> Tree:
        """numbers.json."""
        return self._main("numbers", tag, "numbers").get("numbers", {})

    def currencies(self, tag: str) -> Tree:
        """currencies.json."""
        tree = self._main("numbers", tag, "currencies").get("numbers", {})
        return tree.get("currencies", {})

    def lists(self, tag: str) -> Tree:
        """listPatterns.json."""
        return self._main("misc", tag, "listPatterns").get("listPatterns", {})

    def units(self, tag: str) -> Tree:
        """units.json."""
        return self._main("units", tag, "units").get("units", {})

    def fields(self, tag: str) -> Tree:
        """dateFields.json."""
        dates = self._main("dates", tag, "dateFields").get("dates", {})
        return dates.get("fields", {})

    def calendar(self, tag: str) -> Tree:
        """ca-gregorian.json."""
        dates = self._main("dates", tag, "ca-gregorian").get("dates", {})
        return dates.get("calendars", {}).get("gregorian", {})

    def zones(self, tag: str) -> Tree:
        """timeZoneNames.json."""
        dates = self._main("dates", tag, "timeZoneNames").get("dates", {})
        return dates.get("timeZoneNames", {})

    def display(self, tag: str) -> Tree:
        """localeDisplayNames.json."""
        tree = self._main("localenames", tag, "localeDisplayNames")
        return tree.get("localeDisplayNames", {})

    def names(self, tag: str, kind: str) -> Tree:
        """languages.json, territories.json, scripts.json or variants.json."""
        tree = self._main("localenames", tag, kind).get("localeDisplayNames", {})
        return tree.get(kind, {})

    def day_period_rules(self, tag: str) -> Tree:
        """The rules of the day periods of a language."""
        rules = self.supplemental("dayPeriods")["dayPeriodRuleSet"]
        while tag and tag not in rules:
            tag = tag.rpartition("-")[0]
        return rules.get(tag, {})

    @functools.cached_property
    def currency_codes(self) -> list[str]:
        """Every currency that a locale has a name or symbol for."""
        codes = {code for tag in self.tags for code in self.currencies(tag)}
        return sorted(code for code in codes if len(code) == 3)

    @functools.cache  # noqa: B019
    def name_codes(self, kind: str) -> list[str]:
        """Every code that a locale has a name for."""
        codes = {code for tag in self.tags for code in self.names(tag, kind)}
        bare = {code.partition("-alt-")[0] for code in codes}
        # Tags are made canonical before they are looked up.
        return sorted(bare - self._language_aliases)

    @functools.cached_property
    def _language_aliases(self) -> set[str]:
        return set(self.supplemental("aliases")["metadata"]["alias"]["languageAlias"])

    def own_currency(self, tag: str) -> str | None:
        """The currency of the region of a locale, or of where it is likely spoken."""
        parts = self.likely.get(tag, tag).split("-")
        regions = self.supplemental("currencyData")["currencyData"]["region"]
        for entry in regions.get(parts[-1], []):
            for code, facts in entry.items():
                if "_to" not in facts and facts.get("_tender") != "false":
                    return str(code)
        return None

    @functools.cached_property
    def variant_codes(self) -> list[str]:
        """Variants that a locale has a name for, in lower case."""
        codes = {code for tag in self.tags for code in self.names(tag, "variants")}
        return sorted({code.lower() for code in codes if "-" not in code})

    @functools.cached_property
    def skeletons(self) -> list[str]:
        """Every available format of a locale."""
        names = {
            name
            for tag in self.tags
            for name in self.calendar(tag)["dateTimeFormats"]["availableFormats"]
        }
        return sorted(filter(skeleton_base, names))

    @functools.cached_property
    def metazones(self) -> list[str]:
        """Every metazone that has a name."""
        return sorted({z for t in self.tags for z in self.zones(t).get("metazone", {})})

    @functools.cached_property
    def named_zones(self) -> list[str]:
        """Zones that have names of their own."""
        found = set()
        for tag in self.tags:
            stack = [("", self.zones(tag).get("zone", {}))]
            while stack:
                path, tree = stack.pop()
                if "long" in tree or "short" in tree:
                    found.add(path[1:])
                for name, below in tree.items():
                    if isinstance(below, dict) and name not in ("long", "short"):
                        stack.append((f"{path}/{name}", below))
        return sorted(found)


def parent_of(source: Source, tag: str) -> str:
    """The locale that a locale takes over from."""
    if tag in source.parents:
        return source.parents[tag]
    return tag.rpartition("-")[0] or ROOT


def skeleton_base(name: str) -> bool:
    """Whether an available format is a plain one, of fields that are offered."""
    return not re.search(r"-|[QWw]", name)

"""Which metazone a time zone uses, and since when."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

from locale_source import Source


def minutes(text: str) -> int:
    """Minutes since 1970 of a time in UTC."""
    time = datetime.strptime(text, "%Y-%m-%d %H:%M").replace(tzinfo=timezone.utc)
    return int(time.timestamp()) // 60


def flattened(tree: Any, path: str = "") -> dict[str, list[dict[str, Any]]]:
    """Zones by name: the tree has a level for each part of a name."""
    if isinstance(tree, list):
        return {path: tree}
    found: dict[str, list[dict[str, Any]]] = {}
    for name, below in tree.items():
        found |= flattened(below, f"{path}/{name}" if path else name)
    return found


def aliases(source: Source) -> dict[str, list[str]]:
    """Other names of zones, by CLDR's name."""
    tree = source.tree("cldr-bcp47/bcp47/timezone.json")["keyword"]["u"]["tz"]
    found: dict[str, list[str]] = {}
    for entry in tree.values():
        if isinstance(entry, dict) and "_alias" in entry:
            names = entry["_alias"].split()
            found[names[0]] = [*names[1:], entry.get("_iana", names[0])]
    return found


def zone_table(source: Source) -> str:
    """Counts of names, then for each zone `name:first` or `name:place,since;...`."""
    info = source.supplemental("metaZones")["metaZones"]["metazoneInfo"]["timezone"]
    place_of = {name: place for place, name in enumerate(source.metazones)}
    other_names = aliases(source)
    rows = {}
    for name, uses in flattened(info).items():
        spans = []
        for use in uses:
            zone = use["usesMetazone"]
            place = place_of.get(zone["_mzone"])
            since = minutes(zone["_from"]) if "_from" in zone else None
            until = minutes(zone["_to"]) if "_to" in zone else None
            if until is not None and until <= 0:
                continue
            text = "-" if place is None else str(place)
            spans.append(text if since is None else f"{text},{since}")
        for other in {name, *other_names.get(name, [])}:
            rows[other] = ";".join(spans)
    for place, name in enumerate(source.named_zones):
        for other in {name, *other_names.get(name, [])}:
            rows[other] = f"{rows.get(other, '')}={len(source.metazones) + place}"
    return " ".join(f"{name}:{spans}" for name, spans in sorted(rows.items()))

"""Languages as NStack describes them, and which one a person wants."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request

from ..published import Channel


def wanted(header: str) -> list[str]:
    """The tags of Accept-Language, the most wanted first."""
    found: list[tuple[float, str]] = []
    for part in header[:1000].split(","):
        tag, _, rest = part.strip().partition(";")
        quality = rest.strip().removeprefix("q=")
        try:
            weight = float(quality) if quality else 1.0
        except ValueError:
            weight = 0.0
        if tag and weight > 0:
            found.append((-weight, tag.strip().replace("_", "-").lower()))
    return [tag for _, tag in sorted(found, key=lambda each: each[0])]


def choose(header: str, tags: list[str], default: str) -> str:
    """The tag that Accept-Language fits best: exact, then the language alone."""
    lower = {tag.lower(): tag for tag in tags}
    for each in wanted(header):
        if each in lower:
            return lower[each]
        language_ = each.split("-")[0]
        near = [tag for tag in tags if tag.lower().split("-")[0] == language_]
        if near:
            return near[0]
    return default


def best_fit(request: Request, channel: Channel) -> str:
    """The language of a channel that fits a request best."""
    tags = [each["tag"] for each in channel.locales]
    default = channel.project.source_locale
    return choose(request.headers.get("accept-language", ""), tags, default)


def language(channel: Channel, tag: str, best: str) -> dict[str, Any]:
    """A language as an entry of the index has it."""
    each = next(each for each in channel.locales if each["tag"] == tag)
    return {
        "id": each["id"],
        "name": each["name"],
        "locale": tag,
        "direction": "RLM" if each["direction"] == "rtl" else "LRM",
        "is_default": tag == channel.project.source_locale,
        "is_best_fit": tag == best,
    }

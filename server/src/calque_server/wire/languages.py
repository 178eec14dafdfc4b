"""Languages as NStack describes them, and which one a person wants."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request

from ..published import Channel


def choose(header: str, tags: list[str], default: str) -> str:
    """The tag that Accept-Language fits best: exact, then the language alone."""
    found: list[tuple[float, str]] = []
    for part in header[:1000].split(","):
        tag, _, rest = part.strip().partition(";")
        quality = rest.strip().removeprefix("q=")
        try:
            weight = float(quality) if quality else 1.0
        except ValueError:
            continue
        if weight > 0:
            found.append((-weight, tag.strip().replace("_", "-").lower()))
    by_first = {tag.lower().split("-")[0]: tag for tag in reversed(tags)}
    lower = {tag.lower(): tag for tag in tags}
    for _, wanted in sorted(found, key=lambda each: each[0]):
        near = lower.get(wanted) or by_first.get(wanted.split("-")[0])
        if near:
            return near
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

"""The page of releases: what would change, publish, go back."""

from __future__ import annotations

import json
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from .. import catalogs, publishing, releases
from ..published import Published
from ..releases import CHANNELS
from ..tree import leaves
from .page import Visit, field, form_of, number, visit

_MOST = 200


async def publish(request: Request) -> Response:
    """The changes that a release would bring, and the existing releases."""
    visiting = await visit(request)
    project = visiting.project
    channel = request.query_params.get("channel", "production")
    if channel not in CHANNELS:
        channel = "production"
    found = await visiting.database.read(releases.channels, project)
    listed = await visiting.database.read(releases.listed, project)
    changes = await _changes(visiting, visiting.state.published, channel)
    return await visiting.show(
        "publish.html",
        channel=channel,
        names=CHANNELS,
        channels={each["name"]: each for each in found},
        releases=listed,
        changes=changes[:_MOST],
        count=len(changes),
    )


async def release(request: Request) -> Response:
    """Publish the working texts, or let a channel point at a release."""
    visiting = await visit(request, "publish")
    form = await form_of(request)
    project, name = visiting.project, field(form, "channel")

    def require(locale: str) -> None:
        visiting.require("publish", locale)

    if field(form, "number"):
        expected = field(form, "revision")
        await visiting.database.write(
            releases.point,
            project,
            name,
            number(field(form, "number")),
            visiting.actor,
            number(expected) if expected else None,
            require,
        )
        await visiting.state.feed.caught_up(project.id)
    else:
        note = field(form, "note")
        await publishing.publish(
            visiting.state, project, name, note, visiting.actor, require
        )
    return visiting.go(f"publish?channel={name}")


async def _changes(
    visiting: Visit, published: Published, channel: str
) -> list[dict[str, str]]:
    """Texts that are not as the channel has them."""
    project = visiting.project
    working = await visiting.database.read(catalogs.trees, project)
    there = await published.channel(project, channel)
    changes: list[dict[str, str]] = []
    before: dict[tuple[str, str], Any] = {}
    for path, file in (there.files if there else {}).items():
        kind, *rest = path.split("/")
        if kind == "locales":
            before[rest[0], rest[1].removesuffix(".json")] = json.loads(file.data)
    after = {
        (tag, name): tree for tag, of in working.items() for name, tree in of.items()
    }
    for place in sorted(before.keys() | after.keys()):
        old = {leaf.key: leaf.value for leaf in leaves(before.get(place, {}))}
        new = {leaf.key: leaf.value for leaf in leaves(after.get(place, {}))}
        for key in [*new, *(key for key in old if key not in new)]:
            if old.get(key) != new.get(key):
                changes.append(
                    {
                        "locale": place[0],
                        "key": f"{place[1]}:{key}",
                        "before": old.get(key, ""),
                        "after": new.get(key, ""),
                        "kind": "added"
                        if key not in old
                        else "removed"
                        if key not in new
                        else "changed",
                    }
                )
    return changes


routes = [
    Route("/projects/{project}/publish", publish),
    Route("/projects/{project}/publish", release, methods=["POST"]),
]

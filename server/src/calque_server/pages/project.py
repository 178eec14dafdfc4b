"""The other pages of a project: publish, missing keys, people, log, bridges."""

import json
from typing import Any

from sqlalchemy import Connection
from starlette.responses import Response

from .. import bridging, catalogs, events, keys, missing, people, releases
from ..access import Call
from ..events import Actor
from ..projects import Project
from ..releases import CHANNELS
from ..state import query_number
from ..tree import leaves, nested
from .page import PROJECT, Form, go, page, show_page

_MOST = 200


@page(f"{PROJECT}/publish")
async def publish(call: Call) -> Response:
    """The changes that a release would bring, and the existing releases."""
    channel = call.request.query_params.get("channel", "production")
    channel = channel if channel in CHANNELS else "production"
    changes = await _changes(call, channel)
    return await show_page(
        call,
        "publish.html",
        channel=channel,
        names=CHANNELS,
        channels={each.name: each for each in await call.read(releases.channels)},
        releases=await call.read(releases.listed),
        changes=changes[:_MOST],
        count=len(changes),
    )


@page(f"{PROJECT}/publish", "publish", method="POST")
async def release(call: Call, form: Form) -> Response:
    """Publish the working texts, or let a channel point at a release."""
    name, require = form("channel"), call.asking("publish")
    if (chosen := form.number("number")) is None:
        to = name, form("note"), call.actor, require
        await call.state.publish(call.project, *to)
    else:
        at = name, chosen, call.actor, form.number("revision")
        await call.state.point(call.project, *at, require)
    return go(call, f"publish?channel={name}")


async def _changes(call: Call, channel: str) -> list[dict[str, str]]:
    """Texts that are not as the channel has them."""
    working = await call.read(catalogs.trees)
    there = await call.state.published.channel(call.project, channel)
    before: dict[tuple[str, ...], Any] = {
        tuple(path[8:-5].split("/")): json.loads(file.data)
        for path, file in (there.files if there else {}).items()
        if path.startswith("locales/")
    }
    after: dict[tuple[str, ...], Any] = {
        (tag, name): tree for tag in working for name, tree in working[tag].items()
    }
    changes: list[dict[str, str]] = []
    for place in sorted(before.keys() | after.keys()):
        old = {leaf.key: leaf.value for leaf in leaves(before.get(place, {}))}
        new = {leaf.key: leaf.value for leaf in leaves(after.get(place, {}))}
        for key in dict.fromkeys([*new, *old]):
            if old.get(key) != new.get(key):
                values = {"before": old.get(key, ""), "after": new.get(key, "")}
                name = f"{place[1]}:{key}"
                changes.append({"locale": place[0], "key": name, **values})
    return changes


@page(f"{PROJECT}/missing")
async def missing_keys(call: Call) -> Response:
    return await show_page(call, "missing.html", rows=await call.read(missing.listed))


@page(f"{PROJECT}/missing/{{id:int}}", "decide", method="POST")
async def settle_missing(call: Call, form: Form) -> Response:
    """Add a missing key to the source, or list it no more."""
    adds = form("what") == "add"

    def work(connection: Connection, project: Project) -> None:
        row = missing.settle(connection, project, call.id)
        call.require("decide", project.source_locale if adds else row.locale)
        if adds:
            tree = nested(row.key, form("value") or row.value or row.key)
            trees: Any = {project.source_locale: {row.namespace: tree}}
            catalogs.take(connection, project, trees, call.actor, replace=False)

    await call.write(work)
    return go(call, "missing")


@page(f"{PROJECT}/people")
async def members(call: Call, **made: str) -> Response:
    return await show_page(
        call,
        "people.html",
        people=await call.read(people.members),
        keys=await call.read(keys.listed),
        roles=people.ROLES,
        scopes=people.SCOPES,
        secret=made.get("secret", ""),
        invitation=made.get("invitation", ""),
    )


@page(f"{PROJECT}/people", "manage", method="POST")
async def manage(call: Call, form: Form) -> Response:
    """Make or revoke a key, invite somebody, or take a role away."""
    what, id_, by = form("what"), form.number("id") or 0, call.actor
    if what == "key":
        of = form("name"), form("scope"), by, form("application")
        return await members(call, secret=await call.write(keys.create, *of))
    if what == "invite":
        made = await call.write(_invite, form, by)
        base = call.state.settings.public_url or str(call.request.base_url)
        return await members(call, invitation=f"{base.rstrip('/')}/enter/{made}")
    if what == "revoke":
        await call.write(keys.revoke, id_, by)
    elif what == "leave":
        await call.database.write(people.grant, id_, call.project.id, "", by)
    return go(call, "people")


def _invite(connection: Connection, project: Project, form: Form, by: Actor) -> str:
    id_ = people.create(connection, form("name"), by)
    locales = form("locales").replace(",", " ").split()
    people.grant(connection, id_, project.id, form("role"), by, locales)
    return people.invite(connection, id_)


@page(f"{PROJECT}/log")
async def log(call: Call) -> Response:
    before = query_number(call.request, "before")
    rows = await call.read(events.latest, before, 100)
    more = rows[-1]["id"] if len(rows) == 100 else None
    return await show_page(call, "log.html", rows=rows, more=more)


@page(f"{PROJECT}/bridges")
async def bridges(call: Call) -> Response:
    return await show_page(call, "bridges.html", rows=await call.read(bridging.status))

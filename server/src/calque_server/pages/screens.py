"""Screens of programs: pictures or outlines with places to click."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from .. import screens
from .page import HEADERS, visit


async def listed(request: Request) -> Response:
    """The screens that programs sent."""
    visiting = await visit(request)
    rows = await visiting.database.read(screens.listed, visiting.project)
    return await visiting.show("screens.html", rows=rows)


async def screen(request: Request) -> Response:
    """One screen: each text leads to its page."""
    visiting = await visit(request)
    name = request.path_params["name"]
    found = await visiting.database.read(screens.get, visiting.project, name)
    return await visiting.show(
        "screen.html",
        screen=found,
        may=lambda action: visiting.person.may(action, visiting.project.id),
    )


async def remove(request: Request) -> Response:
    """Remove a screen."""
    visiting = await visit(request, "publish")
    name = request.path_params["name"]
    await visiting.database.write(
        screens.remove, visiting.project, name, visiting.actor
    )
    return visiting.go("screens")


async def picture(request: Request) -> Response:
    """The picture of a screen, for those who may see the project."""
    visiting = await visit(request)
    name = request.path_params["name"]
    data = await visiting.database.read(screens.picture, visiting.project, name)
    headers = {**HEADERS, "content-disposition": 'attachment; filename="screen.png"'}
    return Response(data, headers=headers, media_type="image/png")


routes = [
    Route("/projects/{project}/screens", listed),
    Route("/projects/{project}/screens/{name}", screen),
    Route("/projects/{project}/screens/{name}", remove, methods=["POST"]),
    Route("/projects/{project}/screens/{name}/picture", picture),
]

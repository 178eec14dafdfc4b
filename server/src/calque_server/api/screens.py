"""Screens: programs send them, people see which texts they show."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request

from .. import pictures, screens
from ..state import read_body
from . import shapes
from .access import Call, allowed

router = APIRouter(tags=["screens"])
Name = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,100}$")]
_PICTURE = {
    "required": True,
    "content": {"image/png": {"schema": {"type": "string", "format": "binary"}}},
}


@router.get("/screens")
async def list_screens(
    call: Annotated[Call, Depends(allowed("read"))],
) -> shapes.Screens:
    """The screens that programs sent."""
    rows = await call.database.read(screens.listed, call.project)
    return shapes.Screens(
        data=[
            shapes.ListedScreen(name=row.name, locale=row.locale, updated=row.updated)
            for row in rows
        ]
    )


@router.put("/screens/{name}", status_code=204)
async def write_screen(
    call: Annotated[Call, Depends(allowed("propose"))],
    name: Name,
    given: shapes.Screen,
) -> None:
    """Store the texts of a screen and where they are; an earlier picture goes."""
    components = [each.model_dump() for each in given.components]
    layout = screens.Layout(given.locale, given.width, given.height, components)
    await call.database.write(screens.put, call.project, name, layout, call.actor)


@router.put(
    "/screens/{name}/picture", status_code=204, openapi_extra={"requestBody": _PICTURE}
)
async def write_picture(
    call: Annotated[Call, Depends(allowed("propose"))], name: Name, request: Request
) -> None:
    """Store a picture of a screen: a PNG of at most 2 MiB, which is written anew."""
    data = await read_body(request, pictures.MOST_BYTES)
    loop = asyncio.get_running_loop()
    made = await loop.run_in_executor(None, pictures.rewritten, data)
    await call.database.write(screens.put_picture, call.project, name, made, call.actor)


@router.delete("/screens/{name}", status_code=204)
async def remove_screen(
    call: Annotated[Call, Depends(allowed("publish"))], name: Name
) -> None:
    """Remove a screen and its picture."""
    await call.database.write(screens.remove, call.project, name, call.actor)

"""Imports through the API: read to the disk, flattened by a process, written in parts.

Other requests are served between the parts, so that a large import holds nobody up. It
is refused as a whole before anything is written, or written as a whole, unless the
server is killed: then it has not been acknowledged, and comes again.
"""

import asyncio
import json
import sys
import tempfile
from typing import IO, Any

import msgspec

from . import catalogs
from .access import Call
from .catalogs import Taken
from .errors import Refused
from .flatten import Part
from .state import body_parts

# A body is in memory up to here.
_SPOOLED = 2 << 20
_BUSY = 5


async def take_import(call: Call) -> dict[str, int]:
    """Take the catalogs of a request in; how many texts were added and so on.

    Raises Refused: 403 for a language that the caller may not write, 429 while another
    import of the project is at work.
    """
    state, project = call.state, call.project
    if project.id in state.importing:
        raise Refused(429, "another import is running", retry_after=_BUSY)
    state.importing.add(project.id)
    try:
        with tempfile.TemporaryFile() as parts:
            with tempfile.SpooledTemporaryFile(_SPOOLED) as body:
                limits = state.settings.limits
                async for each in body_parts(call.request, limits.import_bytes):
                    body.write(each)
                body.seek(0)
                await _flatten(body, parts, project.format, limits.import_texts)
            return await _write(call, parts)
    finally:
        state.importing.discard(project.id)


async def _flatten(body: Any, parts: IO[bytes], format: str, most: int) -> None:
    """Run the process that flattens; it ends with this task."""
    # As a file of its own: a process cannot read from memory.
    body.rollover()
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "calque_server.flatten", format, str(most)),
        stdin=body.fileno(),
        stdout=parts.fileno(),
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        status = await process.wait()
    except asyncio.CancelledError:
        process.kill()
        raise
    if status:
        raise Refused(413, "the import takes too much memory")


async def _write(call: Call, parts: IO[bytes]) -> dict[str, int]:
    parts.seek(0)
    head = json.loads(parts.readline())
    if "status" in head:
        raise Refused(head["status"], head["message"])
    for tag in head["languages"]:
        call.require("import", tag)
    taken, begin = Taken(head["replace"]), parts.tell()
    # The source first: it says in which order texts stand.
    for source in (True, False):
        parts.seek(begin)
        while line := parts.readline():
            part = msgspec.json.decode(line, type=Part)
            if (part.locale == call.project.source_locale) == source:
                await call.write(catalogs.take_part, part, call.actor, taken)
    await call.write(catalogs.finish, call.actor, taken)
    return taken.counts()

"""Publishing through the server: the files are made beside the writer."""

from __future__ import annotations

from . import releases
from .events import Actor
from .projects import Project
from .releases import Require
from .state import State


async def publish(
    state: State,
    project: Project,
    channel: str,
    note: str,
    actor: Actor,
    require: Require,
) -> int:
    """Publish the working texts; the number of the release.

    Returns when the channel serves it. Raises Refused as `releases.publish`.
    """
    made = await state.database.read(releases.make, project)
    number = await state.database.write(
        releases.publish, project, channel, note, actor, made, require
    )
    await state.feed.caught_up(project.id)
    return number

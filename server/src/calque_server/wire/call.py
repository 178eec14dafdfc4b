"""Calls of programs: a key, or anybody where a project is open; and their answers."""

import msgspec
from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import Response

from .. import intake, keys, names, projects
from ..access import Call, bearer
from ..devices import shown
from ..errors import Refused
from ..events import Actor
from ..intake import Stored
from ..keys import Key
from ..projects import Project
from ..proposals import Wording
from ..state import state_of

_encode = msgspec.json.Encoder().encode
_ANYBODY = {"access-control-allow-origin": "*"}
_PREFLIGHT = {
    **_ANYBODY,
    "access-control-allow-methods": "GET, POST, DELETE",
    "access-control-allow-headers": "content-type, x-application-id, x-rest-api-key, "
    "n-meta, sdk-version, authorization, if-match",
    "access-control-max-age": "86400",
}


class ProgramCall(Call):
    """A call of a program; `application_id` is of its key or its header."""

    application_id: int | None = None

    def sent_by(self, device: str) -> Actor:
        """A device as the log names it."""
        return Actor(f"device {shown(device)}")

    async def store(self, wording: Wording) -> Stored:
        """Store a proposal; returns when it is on the disk."""
        by = self.sent_by(wording.device), self.state.settings.limits, self.who is None
        return await self.database.write(intake.store, self.project, wording, *by)


async def caller(request: Request) -> ProgramCall:
    """The caller of a wire's path.

    Raises Refused: 401 for a key that does not count, 403 for one of another
    project, 404 without a project.
    """
    state = state_of(request)
    secret = bearer(request) or request.headers.get("x-rest-api-key", "")
    slug = request.path_params.get("project")
    identifier = request.headers.get("x-application-id", "")
    given = secret, slug, identifier
    key, project, application_id = await state.database.read(_found, *given)
    if key is None:
        if not project.options["open"]:
            raise Refused(401, "a key is required")
    elif key.project_id != project.id:
        raise Refused(403, "the key belongs to another project")
    elif key.application and identifier not in ("", key.application):
        raise Refused(401, "the key belongs to another application")
    else:
        state.by_key.take(str(key.id))
    made = ProgramCall(request, key, project)
    made.application_id = application_id
    return made


def _found(
    connection: Connection, secret: str, slug: str | None, identifier: str
) -> tuple[Key | None, Project, int | None]:
    """The key, the project and the application that a call names."""
    key = keys.of_secret(connection, secret) if secret else None
    if slug is not None:
        project = projects.find(connection, slug)
    elif key:
        project = projects.by_id(connection, key.project_id)
    else:
        return None, *keys.project_of(connection, identifier)
    return key, project, key.application_id if key else None


def json_answer(
    value: object, status: int = 200, headers: dict[str, str] | None = None
) -> Response:
    """A value as JSON that no cache keeps; bytes are JSON already."""
    body = value if isinstance(value, bytes) else _encode(value)
    together = {"cache-control": "no-store", **_ANYBODY, **(headers or {})}
    return Response(body, status, together, "application/json")


def refusal(error: Refused) -> Response:
    """A refusal as the wires write it."""
    said = {"message": names.plain(error.message)}
    said |= {"text": error.text} if error.text else {}
    return json_answer(said, error.status, error.headers)


def preflight(_: Request) -> Response:
    """Let pages of other origins call; no cookie counts on these paths."""
    return Response(status_code=204, headers=_PREFLIGHT)

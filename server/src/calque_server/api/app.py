"""The server's own API, described by /openapi.json."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from .. import __version__
from ..errors import Refused
from ..state import State
from . import content, decisions, releases, screens, webhooks
from .shapes import Problem

PATH = "/api/calque/v1"
_PROBLEMS = {
    400: "The request cannot be read",
    401: "A key or a session is needed",
    403: "Not allowed",
    404: "Not there",
    409: "Decided already",
    412: "Changed meanwhile",
    413: "Too long",
    422: "Cannot be taken",
    428: "If-Match is needed",
    429: "Too many requests",
}


def make_api(state: State) -> FastAPI:
    """The API over the state of a server."""
    responses: dict[int | str, dict[str, Any]] = {
        code: {
            "description": title,
            "content": {
                "application/problem+json": {
                    "schema": {"$ref": "#/components/schemas/Problem"}
                }
            },
        }
        for code, title in _PROBLEMS.items()
    }
    api = FastAPI(
        title="Calque server",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        responses=responses,
        servers=[{"url": PATH}],
        root_path_in_servers=False,
    )
    api.state.calque = state
    for part in (decisions, content, releases, screens, webhooks):
        api.include_router(part.router, prefix="/projects/{project}")
    api.add_exception_handler(Refused, _refused)
    api.add_exception_handler(RequestValidationError, _invalid)
    api.add_exception_handler(HTTPException, _failed)
    _describe(api)
    return api


def _describe(api: FastAPI) -> None:
    made = api.openapi

    def described() -> dict[str, Any]:
        schema = made()
        shapes = schema.setdefault("components", {}).setdefault("schemas", {})
        shapes["Problem"] = Problem.model_json_schema()
        schema["components"]["securitySchemes"] = {
            "key": {"type": "http", "scheme": "bearer"}
        }
        schema["security"] = [{"key": []}]
        return schema

    api.openapi = described  # type: ignore[method-assign]


async def _refused(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, Refused)
    details = dict(error.details)
    wait = details.pop("retry_after", None)
    headers = {} if wait is None else {"retry-after": str(wait)}
    return _problem(error.status, error.message, headers, **details)


async def _invalid(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return _problem(422, f"{where}: {first['msg']}", {})


async def _failed(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    return _problem(error.status_code, str(error.detail), dict(error.headers or {}))


def _problem(
    status: int, detail: str, headers: dict[str, str], **more: Any
) -> JSONResponse:
    title = _PROBLEMS.get(status, "Error")
    body = {
        "type": "about:blank",
        "title": title,
        "status": status,
        "detail": detail.encode("utf-8", "replace").decode(),
        **more,
    }
    return JSONResponse(body, status, headers, "application/problem+json")

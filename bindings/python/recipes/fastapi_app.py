"""FastAPI, or any ASGI framework: the language of each request.

uvicorn fastapi_app:app
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fastapi import FastAPI

from calque import Translator

# The answers are JSON: whoever puts a text into HTML escapes it there.
translator = Translator.from_folder(
    Path(__file__).parent / "locales",
    "en",
    options={"fallbackLng": "en", "interpolation": {"escapeValue": False}},
)


class LanguageMiddleware:
    """Translates into the best language for as long as a request takes.

    The language is that of the request's context: tasks that it starts and threads
    that endpoints run in have it too, other requests have their own.
    """

    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Handle a request."""
        if scope["type"] not in {"http", "websocket"}:
            await self.app(scope, receive, send)
            return
        wanted = dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1")
        lng = translator.best_language(wanted, closest=True) or "en"
        with translator.using(lng):
            await self.app(scope, receive, send)


app = FastAPI()
app.add_middleware(LanguageMiddleware)


@app.get("/files/{count}")
async def files(count: int) -> dict[str, str]:
    """A plural, in the task of the request."""
    return {"title": translator.t("title"), "files": translator.t("files", count=count)}


@app.get("/greeting")
def greeting(name: str = "Ada") -> str:
    """A text, in a thread of the pool."""
    return translator.t("greeting", name=name)

"""A transport of one's own: a callable that takes a request.

Here it answers from a dict; a program would ask the HTTP client that it has.
"""

from __future__ import annotations

import json

from calque import Translator, UnreachableError
from calque.transport import Request, Response, fetch

PAGES = {
    "https://example.org/locales/en.json": {"greeting": "Hello {{name}}!"},
    "https://example.org/locales/da.json": {"greeting": "Hej {{name}}!"},
}


def transport(request: Request) -> Response:
    """Answer a request; called on a thread of its own."""
    if "example.net" in request.url:
        raise ConnectionError("no route")
    page = PAGES.get(request.url)
    return (
        Response(404) if page is None else Response(200, body=json.dumps(page).encode())
    )


resources = {}
for lng in ("en", "da", "fr"):
    url = f"https://example.org/locales/{lng}.json"
    answer = fetch(url, transport=transport, timeout=5)
    print(lng, answer.status)
    if answer.status == 200:
        resources[lng] = {"translation": json.loads(answer.body)}

with Translator("v4", {"lng": "da", "resources": resources}) as translator:
    print(translator.t("greeting", name="Ada"))

try:
    fetch("https://example.net/", transport=transport)
except UnreachableError as error:
    print(error.message)

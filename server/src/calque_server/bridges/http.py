"""Bridges to JSON APIs: their calls, and proposals that go one by one."""

import json
import urllib.error
import urllib.request
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from . import Held, Item, Place, Result

_SECONDS = 60


class Api:
    """The API at a URL, with the headers that every call has."""

    def __init__(self, url: str, headers: dict[str, str]) -> None:
        self._url = url.rstrip("/")
        self._headers = {"content-type": "application/json", **headers}

    def call(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """The status and the JSON of a response; `path` may be a whole URL of it.

        Raises OSError when nobody answers, for 401 and 429, and for errors of the
        other side: such a call is tried again later.
        """
        url = path if path.startswith(f"{self._url}/") else self._url + path
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(url, data, self._headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=_SECONDS) as answer:
                status, text = answer.status, answer.read()
        except urllib.error.HTTPError as error:
            status, text = error.code, error.read()
        if status in (401, 429) or status >= 500:
            shown = text.decode(errors="replace")[:200]
            raise OSError(f"{method} {path}: {status} {shown}")
        try:
            return status, json.loads(text) if text else None
        except ValueError as error:
            raise OSError(f"{method} {path}: the response is not JSON") from error


class Suggestions(ABC):
    """A turn at a place that takes proposals as suggestions, one by one."""

    def __init__(self, settings: Any, place: Place) -> None:
        self._settings = settings
        self._place = place

    def push(self, new: Sequence[Item], sent: Sequence[Item]) -> dict[int, Result]:
        """Suggest each proposal."""
        results: dict[int, Result] = {}
        for item in new:
            try:
                results[item.id] = self._suggest(item)
            except Held as held:
                results[item.id] = held
        return results

    @abstractmethod
    def _suggest(self, item: Item) -> str:
        """Suggest a proposal; its remote id. Raises Held."""

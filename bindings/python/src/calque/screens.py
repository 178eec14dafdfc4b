"""Screens of a native program, sent to a proposal server: texts, places, a picture.

    label = texts.register("home.title", set_title)
    screen = Screen(texts, 390, 844)
    screen.place(label, 20, 60, 350, 44)
    project = f"{server}/api/calque/v1/projects/shop"
    screen.send(f"{project}/screens/start", key, transport=http)

People see the screen on a page of the server and choose a text in its place.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from .errors import HTTPStatusError, RefusedError
from .localization import split_identifier
from .status import Status
from .transport import fetch

if TYPE_CHECKING:
    from .localization import Localization
    from .transport import Transport

__all__ = ["Screen"]


class Screen:
    """Components of a localization and their places on one screen of the program.

    `width` and `height` are the size of the screen; any unit will do that the places
    have, too. Not to be used from several threads at once.
    """

    def __init__(self, texts: Localization, width: int, height: int) -> None:
        self._texts = texts
        self._size = {"width": width, "height": height}
        self._places: dict[int, tuple[float, float, float, float]] = {}

    def place(
        self, component: int, x: float, y: float, width: float, height: float
    ) -> None:
        """Place a component, by the number from `Localization.register`.

        `x` and `y` are those of its left upper corner. Later components lie in front;
        a component that is placed again moves.
        """
        self._places.pop(component, None)
        self._places[component] = (x, y, width, height)

    def components(self) -> list[dict[str, object]]:
        """The components as they are sent: `section`, `key`, `value` and the place.

        Those that were unregistered meanwhile are left out.
        """
        found: list[dict[str, object]] = []
        for component, place in self._places.items():
            identifier = self._texts.component_identifier(component) or ""
            parts = split_identifier(identifier)
            if parts is not None:
                x, y, width, height = place
                found.append(
                    {
                        "section": parts[0],
                        "key": parts[1],
                        "value": self._texts.get(identifier, ""),
                        "x": x,
                        "y": y,
                        "width": width,
                        "height": height,
                    }
                )
        return found

    def send(
        self,
        url: str,
        key: str,
        *,
        transport: Transport,
        picture: bytes | None = None,
        timeout: float = 30,
    ) -> None:
        """Send the screen in place of the one that the server has by this URL.

        `key` may be a public key of the scope `app`. `picture` is a PNG of at most
        2 MiB; the server shows outlines where there is none. `timeout` is in seconds,
        for each of the requests.

        Raises RefusedError when the localization has no language, HTTPStatusError when
        the server refuses the screen or the picture, and as `calque.transport.fetch`.
        """
        locale = self._texts.locale
        if locale is None:
            raise RefusedError("the localization has no language", Status.REFUSED)
        screen = {"locale": locale, **self._size, "components": self.components()}
        bodies = [(url, "application/json", json.dumps(screen).encode())]
        if picture is not None:
            bodies.append((f"{url}/picture", "image/png", picture))
        for address, kind, body in bodies:
            answer = fetch(
                address,
                transport=transport,
                method="PUT",
                headers={"Authorization": f"Bearer {key}", "Content-Type": kind},
                body=body,
                timeout=timeout,
            )
            if not 200 <= answer.status < 300:
                told = answer.body.decode("utf-8", "replace")[:500]
                raise HTTPStatusError(
                    f"the server answered with status {answer.status}: {told}",
                    Status.HTTP_STATUS,
                    source=address,
                    detail=answer.status,
                )

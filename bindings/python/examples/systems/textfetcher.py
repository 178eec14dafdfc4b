"""TextFetcher, as its own documentation shows it.

usage: textfetcher.py URL of a server with `versions.json` and `eula.txt`
"""

import sys
import tempfile
import threading
from enum import Enum
from pathlib import Path

from calque.http import HTTPTransport
from calque.texts import Texts, Version

server = sys.argv[1]
cache = tempfile.TemporaryDirectory()
fetcher = Texts(
    session_id="SomeIdentifierA", cache_directory=cache.name, transport=HTTPTransport()
)
fetcher.set_resource_bundle(Path.cwd() / "bundle")
fetcher.set_resource_timeout(10)


class TextType(Enum):
    """Texts by an enumeration."""

    EULA = "eula"
    TEXT2 = "Text2"


class Screen:
    """A receiver of rising versions, which the texts do not keep alive."""

    def __init__(self) -> None:
        self.needs_to_accept = threading.Event()

    def version_increased(self, identifier: str, to: Version, before: Version) -> None:
        """Note that the licence is to be accepted again."""
        if identifier == "eula":
            self.needs_to_accept.set()


screen = Screen()
receiver = fetcher.on_increase(screen.version_increased, weak=True)

for text in TextType:
    fetcher.register(
        text.value,
        bundle_file="EULA.txt" if text is TextType.EULA else f"{text.value}.txt",
        remote_file=f"{server}/eula.txt" if text is TextType.EULA else None,
    )

# The text at hand comes at once.
print("Text retrieved:", fetcher.get("eula").text, end="")

# Versions from the bundle and the server; then the latest text.
fetcher.set_version_source("Versions.json", f"{server}/versions.json")
latest = fetcher.latest("eula")
print(latest.text, end="")
print("with Version:", latest.version)

request = fetcher.request(TextType.EULA.value)
print("Version:", request.result().version)
print(str(request.done()).lower())
print(str(screen.needs_to_accept.wait(60)).lower())
fetcher.off(receiver)
fetcher.clear_caches()
print(str(fetcher.get("eula") is None).lower())

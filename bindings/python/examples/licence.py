"""A licence that is kept up to date, from the server of the URL in the argument."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from calque.http import HTTPTransport
from calque.texts import Texts, Version


def tell(identifier: str, version: Version, previous: Version) -> None:
    """Say that a version rose."""
    print(f"{identifier} rose from {previous} to {version}")


async def main(url: str, folder: Path) -> None:
    """Show the licence that came with the program, and then the latest."""
    (folder / "licence.txt").write_text("Be kind.")
    with (
        HTTPTransport() as transport,
        Texts(
            cache_directory=folder / "cache",
            resource_bundle=folder,
            transport=transport,
        ) as texts,
    ):
        texts.on_increase(tell)
        texts.register("licence", bundle_file="licence.txt")
        at_hand = texts.get("licence")
        print(at_hand.text if at_hand else "nothing yet")
        texts.set_version_source(remote_file=f"{url}/versions.json")
        texts.register("licence", remote_file=f"{url}/licence.txt")
        latest = await texts.alatest("licence")
        print(f"{latest.version}: {latest.text}")


with tempfile.TemporaryDirectory() as made:
    asyncio.run(main(sys.argv[1], Path(made)))

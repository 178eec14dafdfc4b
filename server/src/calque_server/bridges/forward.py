"""Proposals straight to a bridge, without the receiver: lines of JSON in and out.

A line is a proposal: `id`, `section`, `key`, `locale`, `value`, and `remote_id` when it
was sent before. Answers are lines, too: what was sent or held back, and decisions on
what was sent before. Whoever calls keeps the lines and the cursor.
"""

import json
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ..errors import invalid
from . import Bridge, Held, Item, Place, made

_NEEDED = ("id", "section", "key", "locale", "value")


def forward(
    kind: str, settings: str, format: str, cursor: str, lines: Iterable[str]
) -> Iterator[dict[str, Any]]:
    """Send what has no remote id, and ask about the rest.

    Raises Refused for lines and settings that cannot be read, and OSError when the
    other side does not answer.
    """
    items = [_item(line) for line in lines if line.strip()]
    with tempfile.TemporaryDirectory(prefix="calque-bridge-") as folder:
        place = Place("en", format, Path(folder))
        other: Bridge = made(kind, settings, place)
        sent = [item for item in items if item.remote_id]
        found, cursor = other.poll(cursor, sent)
        for decision in found:
            shown = {"accepted": decision.accepted, "value": decision.value}
            shown |= {"reason": decision.reason, "who": decision.who}
            yield {"id": decision.proposal_id, **shown}
        decided = {decision.proposal_id for decision in found}
        new = [item for item in items if not item.remote_id]
        left = [item for item in sent if item.id not in decided]
        for id_, result in other.push(new, left).items():
            name = "held" if isinstance(result, Held) else "remote_id"
            yield {"id": id_, name: str(result)}
    yield {"cursor": cursor}


def _item(line: str) -> Item:
    try:
        given = json.loads(line)
        id_, section, key, locale, value = (given[name] for name in _NEEDED)
        texts = [section, key, locale, value, given.get("remote_id", "")]
        if not isinstance(id_, int) or not all(isinstance(each, str) for each in texts):
            raise ValueError("id must be a number, the rest strings")
    except (ValueError, KeyError, TypeError) as error:
        raise invalid(f"not a proposal: {line.strip()[:80]}: {error}") from error
    return Item(
        id_,
        section,
        key,
        locale,
        value,
        None,
        None,
        str(given.get("device", "a program")),
        str(given.get("decided_by", "")),
        tuple(key.split(".")),
        given.get("remote_id", ""),
    )

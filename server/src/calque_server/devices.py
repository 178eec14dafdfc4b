"""Devices: who sent a proposal without an account.

The guid of a program's user is a secret: it lets its device change and withdraw its
proposals, and read the replies to them. The tables have a hash of it, bound to the key
that brought it, so that nobody who sees a proposal can act for its device.
"""

from .errors import invalid
from .hashing import sha256

# The binding of proposals that an earlier version stored: it noted no key.
BEFORE = "before"
OPEN = "open"


def device_of(binding: str, guid: str) -> str:
    """The hash by which the tables know a device; `binding` names the key."""
    return sha256(f"{binding}\0{guid}")[:40]


def binding(key_id: int | None, application_id: int | None) -> str:
    """The owner of a guid: the application of its key, its key, or none."""
    if application_id is not None:
        return f"application {application_id}"
    return OPEN if key_id is None else f"key {key_id}"


def of_key(key_id: int | None, application_id: int | None, guid: str) -> str:
    """The device of a guid that a key brought. Raises Refused with 422."""
    if not 0 < len(guid) <= 100 or "\0" in guid:
        raise invalid("a guid must have 1 to 100 characters")
    return device_of(binding(key_id, application_id), guid)


def member(person_id: int) -> str:
    """The same for a person with an account: no guid leads there."""
    return f"member-{person_id}"


def shown(device: str) -> str:
    """How the log and the pages call a device."""
    return device if device.startswith("member-") else device[:8]

"""Settings of the server; each has a default."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, fields

_RATES = ("_rate", "_burst", "_per_device", "_per_project")


@dataclass(frozen=True)
class Limits:
    """How much one caller may send. Rates are per second, bursts are counts."""

    device_rate: float = 2.0
    device_burst: int = 300
    address_rate: float = 20.0
    address_burst: int = 2000
    key_rate: float = 500.0
    key_burst: int = 10_000
    # Wrong passwords for one name, and for all names, from one network.
    sign_in_rate: float = 0.1
    sign_in_burst: int = 10
    guess_rate: float = 0.5
    guess_burst: int = 100
    # Proposals that wait: of one device, and of all strangers to a project.
    open_per_device: int = 2000
    open_per_project: int = 20_000
    value_bytes: int = 4096
    body_bytes: int = 65_536
    import_bytes: int = 67_108_864
    import_texts: int = 2_000_000
    missing_keys: int = 5000
    # Seconds for the head of a request, and for each part of a body.
    head_seconds: float = 10.0
    body_seconds: float = 20.0

    @classmethod
    def none(cls) -> Limits:
        """Rate limits that are never reached, for measuring."""
        many = 1_000_000_000
        rates = [each.name for each in fields(cls) if each.name.endswith(_RATES)]
        return cls(**dict.fromkeys(rates, many))


@dataclass(frozen=True)
class Settings:
    """The settings of one server process."""

    database_url: str = "sqlite:///calque.db"
    host: str = "127.0.0.1"
    port: int = 8000
    # Where people reach the server, when that is not where it listens.
    public_url: str = ""
    # Forwarded addresses are believed when the server stands behind a proxy.
    behind_proxy: bool = False
    session_days: int = 30
    # The header in which a proxy names who is signed in there; empty for none.
    user_header: str = ""
    # Whether webhooks may go to private networks, and without TLS.
    private_webhooks: bool = False
    # Whether /metrics shows numbers of the server, to anybody who reaches it.
    metrics: bool = False
    limits: Limits = field(default_factory=Limits)

    @classmethod
    def from_environment(cls, **given: object) -> Settings:
        """Settings from DATABASE_URL and CALQUE_SERVER_*; `given` go first.

        Raises ValueError for a number that cannot be read.
        """
        chosen: dict[str, object] = {}
        for each in fields(cls):
            name = f"CALQUE_SERVER_{each.name.upper()}"
            if each.name == "database_url":
                name = "DATABASE_URL"
            written = os.environ.get(name)
            if written is not None and each.name != "limits":
                chosen[each.name] = _parsed(written, each.default)
        if os.environ.get("CALQUE_SERVER_LIMITS") == "none":
            chosen["limits"] = Limits.none()
        chosen.update({key: value for key, value in given.items() if value is not None})
        return cls(**chosen)  # type: ignore[arg-type]


def _parsed(written: str, default: object) -> object:
    if isinstance(default, bool):
        return written.lower() in ("1", "true", "yes")
    return int(written) if isinstance(default, int) else written

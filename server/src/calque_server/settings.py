"""Settings of the server; each has a default."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, fields


@dataclass(frozen=True)
class Limits:
    """How much one caller may send. Rates are per second, bursts are counts."""

    guid_rate: float = 2.0
    guid_burst: int = 300
    address_rate: float = 20.0
    address_burst: int = 2000
    key_rate: float = 500.0
    key_burst: int = 10_000
    sign_in_rate: float = 0.1
    sign_in_burst: int = 10
    open_per_guid: int = 2000
    value_bytes: int = 4096
    body_bytes: int = 65_536
    import_bytes: int = 67_108_864
    missing_keys: int = 5000

    @classmethod
    def none(cls) -> Limits:
        """Rate limits that are never reached, for measuring."""
        many = 1_000_000_000
        return cls(many, many, many, many, many, many, many, many, many)


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
    # People may sign in at this provider of OpenID Connect, which pages call by name.
    oidc_issuer: str = ""
    oidc_client_id: str = ""
    oidc_client_secret: str = field(default="", repr=False)
    oidc_name: str = "OpenID Connect"
    # Whether webhooks may go to private networks, and without TLS.
    private_webhooks: bool = False
    # Whether /metrics shows numbers of the server, to anybody who reaches it.
    metrics: bool = False
    limits: Limits = field(default_factory=Limits)

    @classmethod
    def from_environment(cls, **given: object) -> Settings:
        """Settings from DATABASE_URL and CALQUE_SERVER_*; `given` go first.

        Raises ValueError for a number that is none.
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

"""Secrets and addresses as hashes, and secrets that are made."""

import hashlib
import ipaddress
import secrets
from functools import lru_cache


def new_secret() -> str:
    """A secret of 192 bits, as letters, digits, - and _."""
    return secrets.token_urlsafe(24)


def sha256(value: str | bytes) -> str:
    """The SHA-256 of a value in hexadecimal digits."""
    data = value.encode() if isinstance(value, str) else value
    return hashlib.sha256(data).hexdigest()


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """The network that an address counts for: /24 of IPv4, /64 of IPv6."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    prefix = 24 if parsed.version == 4 else 64
    return str(ipaddress.ip_network((parsed, prefix), strict=False))

"""The tables, the same on SQLite and PostgreSQL. Times are milliseconds."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)
# SQLite counts rows up by itself only in columns of type INTEGER.
_Number = BigInteger().with_variant(Integer, "sqlite")


def _table(name: str, *columns: Any) -> Table:
    """A table whose rows are counted up, but for one that has a key of its own."""
    if not any(getattr(column, "primary_key", False) for column in columns):
        columns = (Column("id", _Number, primary_key=True), *columns)
    return Table(name, metadata, *columns)


def _of(table: str, *, null: bool = False, key: bool = False) -> Column[int]:
    target = ForeignKey(f"{table}.id", ondelete="CASCADE")
    return Column(f"{table}_id", _Number, target, nullable=null, primary_key=key)


def _number(name: str, default: str | None = None, null: bool = False) -> Column[int]:
    return Column(name, BigInteger, nullable=null, server_default=default)


def _small(name: str, default: str | None = None, null: bool = False) -> Column[int]:
    return Column(name, Integer, nullable=null, server_default=default)


def _words(
    name: str, length: int, default: str | None = None, **more: bool
) -> Column[str]:
    given = {"nullable": False, "server_default": default, **more}
    return Column(name, String(length), **given)  # type: ignore[arg-type]


def _long(name: str, default: str | None = None) -> Column[str]:
    return Column(name, Text, nullable=False, server_default=default)


def _where(condition: str) -> dict[str, Any]:
    return {f"{name}_where": text(condition) for name in ("sqlite", "postgresql")}


project = _table(
    "project",
    _words("slug", 64, unique=True),
    _words("name", 200),
    _words("source_locale", 64),
    _words("format", 8),
    _long("settings", "{}"),
    _number("created"),
)

application = _table(
    "application",
    _of("project"),
    _words("identifier", 100, unique=True),
    _words("name", 200),
    _long("origins", "[]"),
    _number("created"),
)

api_key = _table(
    "api_key",
    _of("project"),
    _of("application", null=True),
    _words("name", 200),
    _words("prefix", 16),
    _words("sha256", 64, unique=True),
    _words("scope", 16),
    _number("created"),
    _number("revoked", null=True),
)

locale = _table(
    "locale",
    _of("project"),
    _words("tag", 64),
    _words("name", 100, ""),
    _words("direction", 3, "ltr"),
    _small("active", "1"),
    UniqueConstraint("project_id", "tag"),
)

namespace = _table(
    "namespace",
    _of("project"),
    _words("name", 128),
    # A JSON array of platforms; empty for all.
    _long("platforms", "[]"),
    UniqueConstraint("project_id", "name"),
)

# One row for each leaf of a catalog. `path` is a JSON array of the members that lead
# to it, `key` the same as i18next writes it.
text_ = _table(
    "text",
    _of("namespace"),
    _long("key"),
    _long("path"),
    _long("stem"),
    _small("ordinal"),
    UniqueConstraint("namespace_id", "path"),
    Index("ix_text_namespace_id_key", "namespace_id", "key"),
    Index("ix_text_namespace_id_stem", "namespace_id", "stem"),
)

# `kind` is "text", or "json" for a value that is not a string.
translation = _table(
    "translation",
    _of("text", key=True),
    _of("locale", key=True),
    _long("value"),
    _words("kind", 4, "text"),
    _small("ordinal"),
    _number("revision", "1"),
    _number("updated"),
    _words("updated_by", 100),
    Index("ix_translation_locale_id", "locale_id"),
)

proposal = _table(
    "proposal",
    _of("project"),
    _of("application", null=True),
    _of("text", null=True),
    _words("section", 128),
    _long("key"),
    _words("locale", 64),
    _words("platform", 32, ""),
    # Who sent it: a hash for a device, `member-ID` for a person with an account.
    _words("device", 100),
    _words("author", 100, ""),
    _long("value"),
    _words("state", 12),
    _number("base_revision"),
    _long("base_value", ""),
    _long("findings", "[]"),
    _words("level", 8, ""),
    _number("created"),
    _number("updated"),
    _number("decided", null=True),
    _words("decided_by", 100, ""),
    _long("reason", ""),
    # To the translation that an acceptance wrote, for taking it back.
    _number("accepted_revision", null=True),
    Index(
        "uq_proposal_waiting",
        *("project_id", "section", "key", "locale", "device"),
        unique=True,
        **_where("state IN ('open', 'held')"),
    ),
    Index("ix_proposal_project_id_state_id", "project_id", "state", "id"),
    Index("ix_proposal_project_id_device", "project_id", "device", "state"),
    # Of those alone that the background checks have to look at.
    Index("ix_proposal_unchecked", "id", **_where("level = 'new'")),
)

posting = _table(
    "posting",
    _words("id", 36, primary_key=True),
    _of("project"),
    _of("proposal", null=True),
    _number("sequence"),
    _long("body"),
    _number("created"),
    Index("ix_posting_proposal_id", "proposal_id", "sequence"),
)

# Append only: the log, and the cursor of its followers.
event = _table(
    "event",
    _of("project", null=True),
    _words("kind", 32),
    _words("subject", 200, ""),
    _words("actor", 120, ""),
    _words("address_hash", 32, ""),
    _long("body", "{}"),
    _number("created"),
    Index("ix_event_project_id_id", "project_id", "id"),
)

release = _table(
    "release",
    _of("project"),
    _small("number"),
    _small("parent", null=True),
    _long("note", ""),
    _words("created_by", 100),
    _number("created"),
    # The last event that the texts of the release contain.
    _number("event_id"),
    UniqueConstraint("project_id", "number"),
)

release_file = _table(
    "release_file",
    _of("release", key=True),
    _words("path", 400, primary_key=True),
    _words("sha256", 64),
)

blob = _table(
    "blob",
    _words("sha256", 64, primary_key=True),
    Column("bytes", LargeBinary, nullable=False),
    Column("gzip", LargeBinary),
)

channel = _table(
    "channel",
    _of("project", key=True),
    _words("name", 32, primary_key=True),
    _of("release"),
    _number("revision"),
    _number("changed"),
)

missing_key = _table(
    "missing_key",
    _of("project"),
    _words("namespace", 128),
    _long("key"),
    _words("locale", 64),
    _long("value"),
    _number("count"),
    _small("ignored", "0"),
    _number("first"),
    _number("last"),
    UniqueConstraint("project_id", "namespace", "key", "locale"),
)

person = _table(
    "person",
    _words("login", 100, unique=True, nullable=True),
    _words("name", 100),
    _words("password", 200, ""),
    _number("created"),
)

# A person without a project in a membership belongs to every project: the owner.
membership = _table(
    "membership",
    _of("person"),
    _of("project", null=True),
    _words("role", 16),
    _long("locales", "[]"),
    UniqueConstraint("person_id", "project_id"),
)

session = _table(
    "session",
    _words("sha256", 64, primary_key=True),
    _of("person"),
    _number("created"),
    _number("expires"),
)

invitation = _table(
    "invitation",
    _words("sha256", 64, primary_key=True),
    _of("person"),
    _number("expires"),
    _number("used", null=True),
)

# `cursor` is the last event that the receiver took; nothing is sent before `next_try`.
webhook = _table(
    "webhook",
    _of("project"),
    _words("url", 500),
    _words("secret", 64),
    _number("cursor"),
    _small("failures", "0"),
    _number("next_try", "0"),
    _number("created"),
)

# A place where proposals are decided outside: a git repository, Weblate, Tolgee.
# `settings` is a JSON object, `cursor` how far its decisions are read.
bridge = _table(
    "bridge",
    _of("project"),
    _words("kind", 16),
    _long("settings"),
    _long("cursor", ""),
    _long("error", ""),
    # Nobody works on it before this time: the next turn, or the end of a lease.
    _number("next_run", "0"),
    _number("created"),
)

# A proposal on its way to a bridge. `state` is waiting, sent, held back or done.
bridged = _table(
    "bridged",
    _of("bridge", key=True),
    _of("proposal", key=True),
    _words("state", 8),
    _words("remote_id", 200, ""),
    # The value that was sent: a proposal that changed meanwhile is sent again.
    _long("value", ""),
    _long("note", ""),
    _small("tries", "0"),
    _number("next_try", "0"),
    Index("ix_bridged_bridge_id_state", "bridge_id", "state"),
)

"""The tables, the same on SQLite and PostgreSQL. Times are milliseconds."""

from __future__ import annotations

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


def _id() -> Column[int]:
    return Column("id", _Number, primary_key=True, autoincrement=True)


def _of(table: str, *, nullable: bool = False) -> Column[int]:
    target = ForeignKey(f"{table}.id", ondelete="CASCADE")
    return Column(f"{table}_id", _Number, target, nullable=nullable)


def _part(table: str) -> Column[int]:
    target = ForeignKey(f"{table}.id", ondelete="CASCADE")
    return Column(f"{table}_id", _Number, target, primary_key=True)


def _time(name: str, *, nullable: bool = False) -> Column[int]:
    return Column(name, BigInteger, nullable=nullable)


def _words(name: str, length: int, default: str | None = None) -> Column[str]:
    return Column(name, String(length), nullable=False, server_default=default)


def _long(name: str, default: str | None = None) -> Column[str]:
    return Column(name, Text, nullable=False, server_default=default)


project = Table(
    "project",
    metadata,
    _id(),
    Column("slug", String(64), nullable=False, unique=True),
    _words("name", 200),
    _words("source_locale", 64),
    _words("format", 8),
    _long("settings", "{}"),
    _time("created"),
)

application = Table(
    "application",
    metadata,
    _id(),
    _of("project"),
    Column("identifier", String(100), nullable=False, unique=True),
    _words("name", 200),
    _long("origins", "[]"),
    _time("created"),
)

api_key = Table(
    "api_key",
    metadata,
    _id(),
    _of("project"),
    _of("application", nullable=True),
    _words("name", 200),
    _words("prefix", 16),
    Column("sha256", String(64), nullable=False, unique=True),
    _words("scope", 16),
    _time("created"),
    _time("revoked", nullable=True),
)

locale = Table(
    "locale",
    metadata,
    _id(),
    _of("project"),
    _words("tag", 64),
    _words("name", 100, ""),
    _words("direction", 3, "ltr"),
    Column("active", Integer, nullable=False, server_default="1"),
    UniqueConstraint("project_id", "tag"),
)

namespace = Table(
    "namespace",
    metadata,
    _id(),
    _of("project"),
    _words("name", 128),
    # A JSON array of platforms; empty for all.
    _long("platforms", "[]"),
    UniqueConstraint("project_id", "name"),
)

# One row for each leaf of a catalog. `path` is a JSON array of the members that lead
# to it, `key` the same as i18next writes it.
text_ = Table(
    "text",
    metadata,
    _id(),
    _of("namespace"),
    _long("key"),
    _long("path"),
    _long("stem"),
    Column("ordinal", Integer, nullable=False),
    UniqueConstraint("namespace_id", "path"),
    Index("ix_text_namespace_id_key", "namespace_id", "key"),
    Index("ix_text_namespace_id_stem", "namespace_id", "stem"),
)

# `kind` is "text", or "json" for a value that is not a string.
translation = Table(
    "translation",
    metadata,
    _part("text"),
    _part("locale"),
    _long("value"),
    _words("kind", 4, "text"),
    Column("ordinal", Integer, nullable=False),
    Column("revision", BigInteger, nullable=False, server_default="1"),
    _time("updated"),
    _words("updated_by", 100),
    Index("ix_translation_locale_id", "locale_id"),
)

proposal = Table(
    "proposal",
    metadata,
    _id(),
    _of("project"),
    _of("application", nullable=True),
    _of("text", nullable=True),
    _words("section", 128),
    _long("key"),
    _words("locale", 64),
    _words("platform", 32, ""),
    # Who sent it: a hash for a device, `member-ID` for a person with an account.
    _words("device", 100),
    _words("author", 100, ""),
    _long("value"),
    _words("state", 12),
    Column("base_revision", BigInteger, nullable=False),
    _long("base_value", ""),
    _long("findings", "[]"),
    _words("level", 8, ""),
    _time("created"),
    _time("updated"),
    _time("decided", nullable=True),
    _words("decided_by", 100, ""),
    _long("reason", ""),
    # To the translation that an acceptance wrote, for taking it back.
    Column("accepted_revision", BigInteger),
    Index(
        "uq_proposal_waiting",
        "project_id",
        "section",
        "key",
        "locale",
        "device",
        unique=True,
        sqlite_where=text("state IN ('open', 'held')"),
        postgresql_where=text("state IN ('open', 'held')"),
    ),
    Index("ix_proposal_project_id_state_id", "project_id", "state", "id"),
    Index("ix_proposal_project_id_device", "project_id", "device", "state"),
    # Of those alone that the background checks have to look at.
    Index(
        "ix_proposal_unchecked",
        "id",
        sqlite_where=text("level = 'new'"),
        postgresql_where=text("level = 'new'"),
    ),
)

posting = Table(
    "posting",
    metadata,
    Column("id", String(36), primary_key=True),
    _of("project"),
    _of("proposal", nullable=True),
    Column("sequence", BigInteger, nullable=False),
    _long("body"),
    _time("created"),
    Index("ix_posting_proposal_id", "proposal_id", "sequence"),
)

# Append only: the log, and the cursor of its followers.
event = Table(
    "event",
    metadata,
    _id(),
    _of("project", nullable=True),
    _words("kind", 32),
    _words("subject", 200, ""),
    _words("actor", 120, ""),
    _words("address_hash", 32, ""),
    _long("body", "{}"),
    _time("created"),
    Index("ix_event_project_id_id", "project_id", "id"),
)

release = Table(
    "release",
    metadata,
    _id(),
    _of("project"),
    Column("number", Integer, nullable=False),
    Column("parent", Integer),
    _long("note", ""),
    _words("created_by", 100),
    _time("created"),
    # The last event that the texts of the release contain.
    Column("event_id", BigInteger, nullable=False),
    UniqueConstraint("project_id", "number"),
)

release_file = Table(
    "release_file",
    metadata,
    _part("release"),
    Column("path", String(400), primary_key=True),
    _words("sha256", 64),
)

blob = Table(
    "blob",
    metadata,
    Column("sha256", String(64), primary_key=True),
    Column("bytes", LargeBinary, nullable=False),
    Column("gzip", LargeBinary),
)

channel = Table(
    "channel",
    metadata,
    _part("project"),
    Column("name", String(32), primary_key=True),
    _of("release"),
    Column("revision", BigInteger, nullable=False),
    _time("changed"),
)

missing_key = Table(
    "missing_key",
    metadata,
    _id(),
    _of("project"),
    _words("namespace", 128),
    _long("key"),
    _words("locale", 64),
    _long("value"),
    Column("count", BigInteger, nullable=False),
    Column("ignored", Integer, nullable=False, server_default="0"),
    _time("first"),
    _time("last"),
    UniqueConstraint("project_id", "namespace", "key", "locale"),
)

person = Table(
    "person",
    metadata,
    _id(),
    Column("login", String(100), unique=True),
    _words("name", 100),
    _words("password", 200, ""),
    _time("created"),
)

# A person without a project in a membership belongs to every project: the owner.
membership = Table(
    "membership",
    metadata,
    _id(),
    _of("person"),
    _of("project", nullable=True),
    _words("role", 16),
    _long("locales", "[]"),
    UniqueConstraint("person_id", "project_id"),
)

session = Table(
    "session",
    metadata,
    Column("sha256", String(64), primary_key=True),
    _of("person"),
    _time("created"),
    _time("expires"),
)

invitation = Table(
    "invitation",
    metadata,
    Column("sha256", String(64), primary_key=True),
    _of("person"),
    _time("expires"),
    _time("used", nullable=True),
)

# `cursor` is the last event that the receiver took; nothing is sent before `next_try`.
webhook = Table(
    "webhook",
    metadata,
    _id(),
    _of("project"),
    _words("url", 500),
    _words("secret", 64),
    Column("cursor", BigInteger, nullable=False),
    Column("failures", Integer, nullable=False, server_default="0"),
    Column("next_try", BigInteger, nullable=False, server_default="0"),
    _time("created"),
)

# A place where proposals are decided outside: a git repository, Weblate, Tolgee.
# `settings` is a JSON object, `cursor` how far its decisions are read.
bridge = Table(
    "bridge",
    metadata,
    _id(),
    _of("project"),
    _words("kind", 16),
    _long("settings"),
    _long("cursor", ""),
    _long("error", ""),
    # Nobody works on it before this time: the next turn, or the end of a lease.
    Column("next_run", BigInteger, nullable=False, server_default="0"),
    _time("created"),
)

# A proposal on its way to a bridge. `state` is waiting, sent, held back or done.
bridged = Table(
    "bridged",
    metadata,
    _part("bridge"),
    _part("proposal"),
    _words("state", 8),
    _words("remote_id", 200, ""),
    # The value that was sent: a proposal that changed meanwhile is sent again.
    _long("value", ""),
    _long("note", ""),
    Column("tries", Integer, nullable=False, server_default="0"),
    Column("next_try", BigInteger, nullable=False, server_default="0"),
    Index("ix_bridged_bridge_id_state", "bridge_id", "state"),
)

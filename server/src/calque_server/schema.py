"""The tables, the same on SQLite and PostgreSQL. Times are milliseconds."""

from collections.abc import Iterable
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


def _table(name: str, *groups: Any) -> Table:
    """A table whose rows are counted up, but for one that has a key of its own."""
    parts: list[Any] = []
    for group in groups:
        parts += group if isinstance(group, list) else [group]
    if not any(getattr(part, "primary_key", False) for part in parts):
        parts.insert(0, Column("id", _Number, primary_key=True))
    return Table(name, metadata, *parts)


def _of(table: str, *, null: bool = False, key: bool = False) -> Column[int]:
    target = ForeignKey(f"{table}.id", ondelete="CASCADE")
    return Column(f"{table}_id", _Number, target, nullable=null, primary_key=key)


def _columns(
    type_: Any, names: Iterable[str], default: str | None, null: bool = False
) -> list[Column[Any]]:
    given: dict[str, Any] = {"nullable": null, "server_default": default}
    return [Column(name, type_, **given) for name in names]


def _numbers(*names: str, default: str | None = None, null: bool = False) -> Any:
    return _columns(BigInteger, names, default, null)


def _small(*names: str, default: str | None = None, null: bool = False) -> Any:
    return _columns(Integer, names, default, null)


def _words(default: str | None = None, null: bool = False, **lengths: int) -> Any:
    """Texts by name, each with its greatest length."""
    given = lengths.items()
    return [_columns(String(most), [name], default, null)[0] for name, most in given]


def _long(*names: str, default: str | None = None) -> Any:
    return _columns(Text, names, default)


def _key(name: str, length: int) -> Column[str]:
    return Column(name, String(length), primary_key=True)


project = _table(
    "project",
    _words(slug=64, name=200, source_locale=64, format=8),
    _long("settings", default="{}"),
    _numbers("created"),
    UniqueConstraint("slug"),
)

application = _table(
    "application",
    _of("project"),
    _words(identifier=100, name=200),
    _long("origins", default="[]"),
    _numbers("created"),
    UniqueConstraint("identifier"),
)

api_key = _table(
    "api_key",
    _of("project"),
    _of("application", null=True),
    _words(name=200, prefix=16, sha256=64, scope=16),
    _numbers("created"),
    _numbers("revoked", null=True),
    UniqueConstraint("sha256"),
)

locale = _table(
    "locale",
    _of("project"),
    _words(tag=64),
    _words("", name=100),
    _words("ltr", direction=3),
    _small("active", default="1"),
    UniqueConstraint("project_id", "tag"),
)

# `platforms` is a JSON array; empty for all.
namespace = _table(
    "namespace",
    _of("project"),
    _words(name=128),
    _long("platforms", default="[]"),
    UniqueConstraint("project_id", "name"),
)

# One row for each leaf of a catalog. `path` is a JSON array of the members that lead
# to it, `key` the same as i18next writes it.
text_ = _table(
    "text",
    _of("namespace"),
    _long("key", "path", "stem"),
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
    _words("text", kind=4),
    _small("ordinal"),
    _numbers("revision", default="1"),
    _numbers("updated"),
    _words(updated_by=100),
    Index("ix_translation_locale_id", "locale_id"),
)

# `device` is a hash, or `member-ID` for a person with an account; `accepted_revision`
# is of the translation that an acceptance wrote, for taking it back.
proposal = _table(
    "proposal",
    _of("project"),
    _of("application", null=True),
    _of("text", null=True),
    _words(section=128, locale=64, device=100, state=12),
    _words("", platform=32, author=100, level=8, decided_by=100),
    _long("key", "value"),
    _long("base_value", "reason", default=""),
    _long("findings", default="[]"),
    _numbers("base_revision", "created", "updated"),
    _numbers("decided", "accepted_revision", null=True),
    Index(
        "uq_proposal_waiting",
        *("project_id", "section", "key", "locale", "device"),
        unique=True,
        sqlite_where=text("state IN ('open', 'held')"),
        postgresql_where=text("state IN ('open', 'held')"),
    ),
    Index("ix_proposal_project_id_state_id", "project_id", "state", "id"),
    Index("ix_proposal_project_id_device", "project_id", "device", "state"),
)

posting = _table(
    "posting",
    _key("id", 36),
    _of("project"),
    _of("proposal", null=True),
    _numbers("sequence", "created"),
    _long("body"),
    Index("ix_posting_proposal_id", "proposal_id", "sequence"),
)

# Append only: the log, and the cursor of its followers.
event = _table(
    "event",
    _of("project", null=True),
    _words(kind=32),
    _words("", subject=200, actor=120),
    _long("body", default="{}"),
    _numbers("created"),
    Index("ix_event_project_id_id", "project_id", "id"),
)

# `event_id` is the last event that the texts of the release contain.
release = _table(
    "release",
    _of("project"),
    _small("number"),
    _small("parent", null=True),
    _long("note", default=""),
    _words(created_by=100),
    _numbers("created", "event_id"),
    UniqueConstraint("project_id", "number"),
)

release_file = _table(
    "release_file", _of("release", key=True), _key("path", 400), _words(sha256=64)
)

blob = _table(
    "blob",
    _key("sha256", 64),
    Column("bytes", LargeBinary, nullable=False),
    Column("gzip", LargeBinary),
)

channel = _table(
    "channel",
    _of("project", key=True),
    _key("name", 32),
    _of("release"),
    _numbers("revision", "changed"),
)

missing_key = _table(
    "missing_key",
    _of("project"),
    _words(namespace=128, locale=64),
    _long("key", "value"),
    _numbers("count", "first", "last"),
    _small("ignored", default="0"),
    UniqueConstraint("project_id", "namespace", "key", "locale"),
)

person = _table(
    "person",
    _words(null=True, login=100),
    _words(name=100),
    _words("", password=200),
    _numbers("created"),
    UniqueConstraint("login"),
)

# A person without a project in a membership belongs to every project: the owner.
membership = _table(
    "membership",
    _of("person"),
    _of("project", null=True),
    _words(role=16),
    _long("locales", default="[]"),
    UniqueConstraint("person_id", "project_id"),
)

session = _table(
    "session", _key("sha256", 64), _of("person"), _numbers("created", "expires")
)

invitation = _table(
    "invitation",
    _key("sha256", 64),
    _of("person"),
    _numbers("expires"),
    _numbers("used", null=True),
)

# `cursor` is the last event that the receiver took; nothing is sent before `next_try`.
webhook = _table(
    "webhook",
    _of("project"),
    _words(url=500, secret=64),
    _numbers("cursor", "created"),
    _numbers("next_try", default="0"),
    _small("failures", default="0"),
)

# A place where proposals are decided outside: a git repository, Weblate, Tolgee.
# `settings` is a JSON object, `cursor` how far its decisions are read. Nobody works on
# it before `next_run`: the next turn, or the end of a lease.
bridge = _table(
    "bridge",
    _of("project"),
    _words(kind=16),
    _long("settings"),
    _long("cursor", "error", default=""),
    _numbers("next_run", default="0"),
    _numbers("created"),
)

# A proposal on its way to a bridge. `state` is waiting, sent, held or done; `value` is
# what was sent: a proposal that changed meanwhile is sent again.
bridged = _table(
    "bridged",
    _of("bridge", key=True),
    _of("proposal", key=True),
    _words(state=8),
    _words("", remote_id=200),
    _long("value", "note", default=""),
    _small("tries", default="0"),
    _numbers("next_try", default="0"),
    Index("ix_bridged_bridge_id_state", "bridge_id", "state"),
)

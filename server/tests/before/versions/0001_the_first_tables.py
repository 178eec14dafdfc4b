"""The first tables

Revision ID: 0001
Revises:
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

# SQLite numbers rows itself in a column of this very type alone.
NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "blob",
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("bytes", sa.LargeBinary(), nullable=False),
        sa.Column("gzip", sa.LargeBinary(), nullable=True),
        sa.PrimaryKeyConstraint("sha256", name=op.f("pk_blob")),
    )
    op.create_table(
        "person",
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("login", sa.String(length=100), nullable=True),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("password", sa.String(length=200), server_default="", nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_person")),
        sa.UniqueConstraint("login", name=op.f("uq_person_login")),
    )
    op.create_table(
        "project",
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("slug", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("source_locale", sa.String(length=64), nullable=False),
        sa.Column("format", sa.String(length=8), nullable=False),
        sa.Column("settings", sa.Text(), server_default="{}", nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_project")),
        sa.UniqueConstraint("slug", name=op.f("uq_project_slug")),
    )
    op.create_table(
        "request_key",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_request_key")),
    )
    op.create_table(
        "application",
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("project_id", NUMBER, nullable=False),
        sa.Column("identifier", sa.String(length=100), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("origins", sa.Text(), server_default="[]", nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["project_id"],
            ["project.id"],
            name=op.f("fk_application_project_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_application")),
        sa.UniqueConstraint("identifier", name=op.f("uq_application_identifier")),
    )
    op.create_table(
        "document",
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("project_id", NUMBER, nullable=False),
        sa.Column("identifier", sa.String(length=200), nullable=False),
        sa.Column("locale", sa.String(length=64), nullable=False),
        sa.Column("version", sa.String(length=64), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("updated", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["project_id"],
            ["project.id"],
            name=op.f("fk_document_project_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_document")),
        sa.UniqueConstraint(
            "project_id",
            "identifier",
            "locale",
            name=op.f("uq_document_project_id_identifier_locale"),
        ),
    )
    op.create_table(
        "event",
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("project_id", NUMBER, nullable=True),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("subject", sa.String(length=200), server_default="", nullable=False),
        sa.Column("actor", sa.String(length=120), server_default="", nullable=False),
        sa.Column(
            "address_hash", sa.String(length=32), server_default="", nullable=False
        ),
        sa.Column("body", sa.Text(), server_default="{}", nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["project_id"],
            ["project.id"],
            name=op.f("fk_event_project_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event")),
    )
    op.create_index(
        "ix_event_project_id_id", "event", ["project_id", "id"], unique=False
    )
    op.create_table(
        "invitation",
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("person_id", NUMBER, nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.Column("used", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["person_id"],
            ["person.id"],
            name=op.f("fk_invitation_person_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("sha256", name=op.f("pk_invitation")),
    )
    op.create_table(
        "locale",
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("project_id", NUMBER, nullable=False),
        sa.Column("tag", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=100), server_default="", nullable=False),
        sa.Column(
            "direction", sa.String(length=3), server_default="ltr", nullable=False
        ),
        sa.Column("active", sa.Integer(), server_default="1", nullable=False),
        sa.ForeignKeyConstraint(
            ["project_id"],
            ["project.id"],
            name=op.f("fk_locale_project_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_locale")),
        sa.UniqueConstraint("project_id", "tag", name=op.f("uq_locale_project_id_tag")),
    )
    op.create_table(
        "membership",
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("person_id", NUMBER, nullable=False),
        sa.Column("project_id", NUMBER, nullable=True),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.Column("locales", sa.Text(), server_default="[]", nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"],
            ["person.id"],
            name=op.f("fk_membership_person_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["project_id"],
            ["project.id"],
            name=op.f("fk_membership_project_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_membership")),
        sa.UniqueConstraint(
            "person_id", "project_id", name=op.f("uq_membership_person_id_project_id")
        ),
    )
    op.create_table(
        "missing_key",
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("project_id", NUMBER, nullable=False),
        sa.Column("namespace", sa.String(length=128), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("locale", sa.String(length=64), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("count", sa.BigInteger(), nullable=False),
        sa.Column("ignored", sa.Integer(), server_default="0", nullable=False),
        sa.Column("first", sa.BigInteger(), nullable=False),
        sa.Column("last", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["project_id"],
            ["project.id"],
            name=op.f("fk_missing_key_project_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_missing_key")),
        sa.UniqueConstraint(
            "project_id",
            "namespace",
            "key",
            "locale",
            name=op.f("uq_missing_key_project_id_namespace_key_locale"),
        ),
    )
    op.create_table(
        "namespace",
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("project_id", NUMBER, nullable=False),
        sa.Column("name", sa.String(length=128), nullable=False),
        sa.Column("platforms", sa.Text(), server_default="[]", nullable=False),
        sa.ForeignKeyConstraint(
            ["project_id"],
            ["project.id"],
            name=op.f("fk_namespace_project_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_namespace")),
        sa.UniqueConstraint(
            "project_id", "name", name=op.f("uq_namespace_project_id_name")
        ),
    )
    op.create_table(
        "release",
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("project_id", NUMBER, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("parent", sa.Integer(), nullable=True),
        sa.Column("note", sa.Text(), server_default="", nullable=False),
        sa.Column("created_by", sa.String(length=100), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("event_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["project_id"],
            ["project.id"],
            name=op.f("fk_release_project_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_release")),
        sa.UniqueConstraint(
            "project_id", "number", name=op.f("uq_release_project_id_number")
        ),
    )
    op.create_table(
        "session",
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("person_id", NUMBER, nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"],
            ["person.id"],
            name=op.f("fk_session_person_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("sha256", name=op.f("pk_session")),
    )
    op.create_table(
        "api_key",
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("project_id", NUMBER, nullable=False),
        sa.Column("application_id", NUMBER, nullable=True),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("prefix", sa.String(length=16), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("scope", sa.String(length=16), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("revoked", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["application_id"],
            ["application.id"],
            name=op.f("fk_api_key_application_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["project_id"],
            ["project.id"],
            name=op.f("fk_api_key_project_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_api_key")),
        sa.UniqueConstraint("sha256", name=op.f("uq_api_key_sha256")),
    )
    op.create_table(
        "channel",
        sa.Column("project_id", NUMBER, nullable=False),
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("release_id", NUMBER, nullable=False),
        sa.Column("revision", sa.BigInteger(), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["project_id"],
            ["project.id"],
            name=op.f("fk_channel_project_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["release_id"],
            ["release.id"],
            name=op.f("fk_channel_release_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("project_id", "name", name=op.f("pk_channel")),
    )
    op.create_table(
        "release_file",
        sa.Column("release_id", NUMBER, nullable=False),
        sa.Column("path", sa.String(length=400), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["release_id"],
            ["release.id"],
            name=op.f("fk_release_file_release_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("release_id", "path", name=op.f("pk_release_file")),
    )
    op.create_table(
        "text",
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("namespace_id", NUMBER, nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("stem", sa.Text(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("comment", sa.Text(), server_default="", nullable=False),
        sa.Column("max_length", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["namespace_id"],
            ["namespace.id"],
            name=op.f("fk_text_namespace_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_text")),
        sa.UniqueConstraint(
            "namespace_id", "path", name=op.f("uq_text_namespace_id_path")
        ),
    )
    op.create_index(
        "ix_text_namespace_id_key", "text", ["namespace_id", "key"], unique=False
    )
    op.create_index(
        "ix_text_namespace_id_stem", "text", ["namespace_id", "stem"], unique=False
    )
    op.create_table(
        "proposal",
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("project_id", NUMBER, nullable=False),
        sa.Column("application_id", NUMBER, nullable=True),
        sa.Column("text_id", NUMBER, nullable=True),
        sa.Column("section", sa.String(length=128), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("locale", sa.String(length=64), nullable=False),
        sa.Column("platform", sa.String(length=32), server_default="", nullable=False),
        sa.Column("guid", sa.String(length=100), nullable=False),
        sa.Column("author", sa.String(length=100), server_default="", nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("state", sa.String(length=12), nullable=False),
        sa.Column("base_revision", sa.BigInteger(), nullable=False),
        sa.Column("base_value", sa.Text(), server_default="", nullable=False),
        sa.Column("findings", sa.Text(), server_default="[]", nullable=False),
        sa.Column("level", sa.String(length=8), server_default="", nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("updated", sa.BigInteger(), nullable=False),
        sa.Column("decided", sa.BigInteger(), nullable=True),
        sa.Column(
            "decided_by", sa.String(length=100), server_default="", nullable=False
        ),
        sa.Column("reason", sa.Text(), server_default="", nullable=False),
        sa.Column("accepted_revision", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["application_id"],
            ["application.id"],
            name=op.f("fk_proposal_application_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["project_id"],
            ["project.id"],
            name=op.f("fk_proposal_project_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["text_id"],
            ["text.id"],
            name=op.f("fk_proposal_text_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_proposal")),
    )
    op.create_index(
        "ix_proposal_counts",
        "proposal",
        ["project_id", "state", "locale", "section", "level", "id"],
        unique=False,
    )
    op.create_index("ix_proposal_level", "proposal", ["level", "id"], unique=False)
    op.create_index(
        "ix_proposal_locale",
        "proposal",
        ["project_id", "state", "locale", "id"],
        unique=False,
    )
    op.create_index(
        "ix_proposal_project_id_guid",
        "proposal",
        ["project_id", "guid", "state"],
        unique=False,
    )
    op.create_index(
        "ix_proposal_project_id_state_id",
        "proposal",
        ["project_id", "state", "id"],
        unique=False,
    )
    op.create_index("ix_proposal_text_id", "proposal", ["text_id"], unique=False)
    op.create_index(
        "uq_proposal_open",
        "proposal",
        ["project_id", "section", "key", "locale", "guid"],
        unique=True,
        sqlite_where=sa.text("state = 'open'"),
        postgresql_where=sa.text("state = 'open'"),
    )
    op.create_table(
        "translation",
        sa.Column("text_id", NUMBER, nullable=False),
        sa.Column("locale_id", NUMBER, nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("kind", sa.String(length=4), server_default="text", nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("revision", sa.BigInteger(), server_default="1", nullable=False),
        sa.Column("updated", sa.BigInteger(), nullable=False),
        sa.Column("updated_by", sa.String(length=100), nullable=False),
        sa.ForeignKeyConstraint(
            ["locale_id"],
            ["locale.id"],
            name=op.f("fk_translation_locale_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["text_id"],
            ["text.id"],
            name=op.f("fk_translation_text_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("text_id", "locale_id", name=op.f("pk_translation")),
    )
    op.create_index(
        "ix_translation_locale_id", "translation", ["locale_id"], unique=False
    )
    op.create_table(
        "posting",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("project_id", NUMBER, nullable=False),
        sa.Column("proposal_id", NUMBER, nullable=True),
        sa.Column("sequence", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["project_id"],
            ["project.id"],
            name=op.f("fk_posting_project_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["proposal_id"],
            ["proposal.id"],
            name=op.f("fk_posting_proposal_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_posting")),
    )
    op.create_index(
        "ix_posting_proposal_id", "posting", ["proposal_id", "sequence"], unique=False
    )

"""The receiver: devices as hashes, proposals that are held, bridges

Revision ID: 0005
Revises: 0004
"""

import re

import sqlalchemy as sa
from alembic import op

from calque_server.devices import BEFORE, device_of, shown

revision = "0005"
down_revision = "0004"

_GONE = ("screen", "identity", "request_key")
_INDEXES = (
    "uq_proposal_open",
    "ix_proposal_project_id_guid",
    "ix_proposal_text_id",
    "ix_proposal_counts",
    "ix_proposal_locale",
    "ix_proposal_level",
)
_number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    connection = op.get_bind()
    for name in _INDEXES:
        op.drop_index(name, "proposal")
    op.execute("ALTER TABLE proposal RENAME COLUMN guid TO device")
    _hide_guids(connection)
    waiting = sa.text("state IN ('open', 'held')")
    op.create_index(
        "uq_proposal_waiting",
        "proposal",
        ["project_id", "section", "key", "locale", "device"],
        unique=True,
        sqlite_where=waiting,
        postgresql_where=waiting,
    )
    op.create_index(
        "ix_proposal_project_id_device", "proposal", ["project_id", "device", "state"]
    )
    new = sa.text("level = 'new'")
    op.create_index(
        "ix_proposal_unchecked",
        "proposal",
        ["id"],
        sqlite_where=new,
        postgresql_where=new,
    )
    for name in _GONE:
        op.drop_table(name)
    for name in ("comment", "max_length"):
        op.execute(f"ALTER TABLE text DROP COLUMN {name}")
    # Long texts are no longer served. Those that are there stay in their table.
    if not connection.execute(sa.text("SELECT COUNT(*) FROM document")).scalar():
        op.drop_table("document")
    _make_bridges()


def _hide_guids(connection: sa.Connection) -> None:
    """Put hashes in the place of guids, in proposals and in the log."""
    rows = connection.execute(
        sa.text("SELECT DISTINCT device, author <> '' FROM proposal")
    ).all()
    for guid, named in rows:
        member = re.fullmatch(r"person-(\d+)", guid) if named else None
        device = f"member-{member[1]}" if member else device_of(BEFORE, guid)
        connection.execute(
            sa.text(
                "UPDATE proposal SET device = :device WHERE device = :guid "
                "AND (author <> '') = :named"
            ),
            {"device": device, "guid": guid, "named": bool(named)},
        )
    actors = sa.text("SELECT DISTINCT actor FROM event WHERE actor LIKE 'guid %'")
    for (actor,) in connection.execute(actors).all():
        device = device_of(BEFORE, actor.removeprefix("guid "))
        connection.execute(
            sa.text("UPDATE event SET actor = :shown WHERE actor = :actor"),
            {"shown": f"device {shown(device)}", "actor": actor},
        )
    subjects = "SELECT id, subject FROM event WHERE kind = 'author_rejected'"
    for id_, guid in connection.execute(sa.text(subjects)).all():
        connection.execute(
            sa.text("UPDATE event SET subject = :device WHERE id = :id"),
            {"device": device_of(BEFORE, guid), "id": id_},
        )


def _make_bridges() -> None:
    op.create_table(
        "bridge",
        sa.Column("id", _number, autoincrement=True, nullable=False),
        sa.Column("project_id", _number, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("cursor", sa.Text(), server_default="", nullable=False),
        sa.Column("error", sa.Text(), server_default="", nullable=False),
        sa.Column("next_run", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["project_id"],
            ["project.id"],
            name=op.f("fk_bridge_project_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bridge")),
    )
    op.create_table(
        "bridged",
        sa.Column("bridge_id", _number, nullable=False),
        sa.Column("proposal_id", _number, nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("remote_id", sa.String(200), server_default="", nullable=False),
        sa.Column("value", sa.Text(), server_default="", nullable=False),
        sa.Column("note", sa.Text(), server_default="", nullable=False),
        sa.Column("tries", sa.Integer(), server_default="0", nullable=False),
        sa.Column("next_try", sa.BigInteger(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(
            ["bridge_id"],
            ["bridge.id"],
            name=op.f("fk_bridged_bridge_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["proposal_id"],
            ["proposal.id"],
            name=op.f("fk_bridged_proposal_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("bridge_id", "proposal_id", name=op.f("pk_bridged")),
    )
    op.create_index("ix_bridged_bridge_id_state", "bridged", ["bridge_id", "state"])

"""The receiver: devices as hashes, proposals that are held, bridges

Revision ID: 0005
Revises: 0004
"""

import re

import sqlalchemy as sa
from alembic import op

from calque_server import findings, projects, rows
from calque_server.devices import BEFORE, device_of, shown
from calque_server.proposals import find_place
from calque_server.schema import bridge, bridged, proposal

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
_NEW = ("uq_proposal_waiting", "ix_proposal_project_id_device")


def upgrade() -> None:
    connection = op.get_bind()
    for name in _INDEXES:
        op.drop_index(name, "proposal")
    op.execute("ALTER TABLE proposal RENAME COLUMN guid TO device")
    _hide_guids(connection)
    # As the tables are now: when they change again, their shape of 0005 belongs here.
    for index in proposal.indexes:
        if index.name in _NEW:
            index.create(connection)
    for name in _GONE:
        op.drop_table(name)
    for name in ("comment", "max_length"):
        op.execute(f"ALTER TABLE text DROP COLUMN {name}")
    op.execute("ALTER TABLE event DROP COLUMN address_hash")
    # Long texts are no longer served. Those that are there stay in their table.
    if not connection.execute(sa.text("SELECT COUNT(*) FROM document")).scalar():
        op.drop_table("document")
    bridge.create(connection)
    bridged.create(connection)
    # Proposals used to be checked a moment after they were stored.
    for row in connection.execute(sa.select(proposal).filter_by(level="new")).all():
        project = projects.by_id(connection, row.project_id)
        place = find_place(connection, project, row)
        listed, level = findings.check(connection, project, row, place)
        values = {"findings": listed, "level": level}
        rows.change(connection, proposal, {"id": row.id}, **values)


def _hide_guids(connection: sa.Connection) -> None:
    """Put hashes in the place of guids, in proposals and in the log."""
    known = "SELECT DISTINCT device, author <> '' FROM proposal"
    for guid, named in connection.execute(sa.text(known)).all():
        member = re.fullmatch(r"person-(\d+)", guid) if named else None
        device = f"member-{member[1]}" if member else device_of(BEFORE, guid)
        where = "WHERE device = :guid AND (author <> '') = :named"
        given = {"device": device, "guid": guid, "named": bool(named)}
        change = sa.text(f"UPDATE proposal SET device = :device {where}")
        connection.execute(change, given)
    actors = sa.text("SELECT DISTINCT actor FROM event WHERE actor LIKE 'guid %'")
    for (actor,) in connection.execute(actors).all():
        device = f"device {shown(device_of(BEFORE, actor.removeprefix('guid ')))}"
        change = sa.text("UPDATE event SET actor = :shown WHERE actor = :actor")
        connection.execute(change, {"shown": device, "actor": actor})
    subjects = "SELECT id, subject FROM event WHERE kind = 'author_rejected'"
    for id_, guid in connection.execute(sa.text(subjects)).all():
        change = sa.text("UPDATE event SET subject = :device WHERE id = :id")
        connection.execute(change, {"device": device_of(BEFORE, guid), "id": id_})

"""The tables of version 0.1 before the receiver, where upgrades begin

Revision ID: 0004
"""

revision = "0004"
down_revision = None


def upgrade() -> None:
    raise RuntimeError("a new database is made from the tables, not by upgrades")

"""Accounts at providers of OpenID Connect

Revision ID: 0002
Revises: 0001
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "identity",
        sa.Column("issuer", sa.String(length=400), nullable=False),
        sa.Column("subject", sa.String(length=255), nullable=False),
        sa.Column(
            "person_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"],
            ["person.id"],
            name=op.f("fk_identity_person_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("issuer", "subject", name=op.f("pk_identity")),
        sa.UniqueConstraint(
            "issuer", "person_id", name=op.f("uq_identity_issuer_person_id")
        ),
    )

"""Format 2: what was folded from the entries is kept; the version is where Alembic keeps it."""

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Make a table for it, empty, and give up the old table of the version."""
    op.create_table(
        "folds",
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("head", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.drop_table("ledger")

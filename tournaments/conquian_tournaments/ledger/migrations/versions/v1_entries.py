"""Format 1: the entries, and the secrets beside them. Its version is in a table of its own."""

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None

# Keys are compared byte by byte, whatever the language of a database.
_KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Make the tables."""
    version = op.create_table("ledger", sa.Column("format", sa.Integer, nullable=False))
    op.bulk_insert(version, [{"format": 1}])
    op.create_table(
        "entries",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("key", _KEY, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("head", sa.Text, nullable=False),
        sa.UniqueConstraint("kind", "key"),
    )
    op.create_table(
        "secrets",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )

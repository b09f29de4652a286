"""The tables of a ledger."""

import sqlalchemy as sa

FORMAT = 2

metadata = sa.MetaData()

format_ = sa.Table("ledger", metadata, sa.Column("format", sa.Integer, nullable=False))

entries = sa.Table(
    "entries",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("key", sa.Text, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("head", sa.Text, nullable=False),
    sa.UniqueConstraint("kind", "key"),
)

# What was folded from the entries, up to which of them; kept for speed and can be thrown away.
folds = sa.Table(
    "folds",
    metadata,
    sa.Column("version", sa.Integer, primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("head", sa.Text, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)

# What must not be published before the end. The file is its owner's alone.
secrets = sa.Table(
    "secrets",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)

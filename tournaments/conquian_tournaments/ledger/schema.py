"""The tables of a ledger, as they are now; `migrations` tells how they came to be so."""

from typing import Final

import sqlalchemy as sa

FORMAT: Final = "2"
EARLIER: Final = ("1",)
"""Formats that can be brought up to this one."""

metadata = sa.MetaData()

# Where Alembic keeps a schema's version.
format_ = sa.Table(
    "alembic_version",
    metadata,
    sa.Column("version_num", sa.String(32), nullable=False),
    sa.PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)

# Where format 1 kept it.
first_format = sa.Table("ledger", sa.MetaData(), sa.Column("format", sa.Integer, nullable=False))

entries = sa.Table(
    "entries",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.Text, nullable=False),
    # Compared byte by byte, whatever the language of a database.
    sa.Column(
        "key",
        sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
        nullable=False,
    ),
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

# What must not be published before the end.
secrets = sa.Table(
    "secrets",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)

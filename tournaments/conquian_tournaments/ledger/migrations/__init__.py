"""How a ledger of an earlier format becomes one of the next; run by Alembic.

Each module of `versions` makes one format of the one before it, by `alembic.op`. Its `revision` is
the format, as `alembic_version` has it. No migration changes what is in the chain.
"""

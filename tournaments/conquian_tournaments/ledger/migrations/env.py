"""Runs the migrations over the connection that `upgrade` gives, within its transaction."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()

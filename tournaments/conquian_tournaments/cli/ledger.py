"""`conquian ledger`."""

from conquian_tournaments.cli import commands, options

app = commands.group("Ledgers themselves.", example="conquian ledger upgrade league.toml")


@app.callback()
def _group() -> None:
    pass


@commands.command(app, "upgrade", example="conquian ledger upgrade league.toml")
def upgrade(file: options.LedgerFile) -> None:
    """Bring a ledger of an earlier version of conquian up to this one.

    Its entries and their chain stay as they are, and so does its head.
    """
    from conquian_tournaments.cli import upgrading

    upgrading.upgrade_file(file)

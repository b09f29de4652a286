"""A tournament file's fields that say where remote bots come in."""

from collections.abc import Sequence
from pathlib import Path

from conquian_server.launcher import checks
from conquian_server.referee import Tls

from conquian_tournaments.fields import Fields
from conquian_tournaments.tournament import Entrant, Gate

_MOST_SECONDS = 86_400
_DEFAULT_WAIT = 60.0  # seconds
_FIELDS = ("listen", "wait_seconds", "tls")


def read_gate(fields: Fields, folder: Path, entrants: Sequence[Entrant]) -> Gate | None:
    """Where remote bots come in; None where there are none.

    Raises:
        FileError: a field is missing or unfit, or there are no remote bots.
    """
    if not any(entrant.remote for entrant in entrants):
        for key in _FIELDS:
            if fields.has(key):
                raise fields.error(key, "is for remote entrants, of which there are none")
        return None
    if fields.has("seed"):
        raise fields.error("seed", "can't be given where remote bots play: it tells all decks")
    return Gate(
        listen=fields.required("listen", checks.text),
        wait_seconds=fields.optional("wait_seconds", checks.seconds(_MOST_SECONDS), _DEFAULT_WAIT),
        tls=_tls(fields, folder),
    )


def _tls(fields: Fields, folder: Path) -> Tls | None:
    if not fields.has("tls"):
        fields.table("tls")  # it is known
        return None
    table = fields.table("tls")
    clients = table.optional("clients", checks.text, None)
    tls = Tls(
        certificate=folder / table.required("certificate", checks.text),
        key=folder / table.required("key", checks.text),
        clients=None if clients is None else folder / clients,
    )
    table.check_all_known()
    return tls

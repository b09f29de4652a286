"""The work of `conquian rules verify` and `conquian rules show`."""

import typer
from conquian_server import rules
from conquian_server.rules import BadRecord

from conquian_tournaments.cli.errors import complain
from conquian_tournaments.cli.inputs import file_and_line, json_line, json_lines
from conquian_tournaments.cli.output import print_json, with_id
from conquian_tournaments.cli.screen import print_lines
from conquian_tournaments.report import tell_record


def verify(file: str, *, as_json: bool) -> bool:
    """Print which records of a file are not valid, and return whether all are."""
    checked = bad = 0
    for line in json_lines(file):
        given = line.value()
        fault = _fault(given)
        checked, bad = checked + 1, bad + (fault is not None)
        if as_json:
            print_json(with_id(given, _verdict(line.number, fault)))
        elif fault:
            typer.echo(f"{line.where}: {fault}")
    typer.echo(_summary(checked, bad), err=True)
    return not bad


def show(file: str, line: int | None, *, no_color: bool) -> bool:
    """Print the deal that a line of a file records, and return whether the record is valid."""
    found = json_line(*file_and_line(file, line))
    try:
        print_lines(tell_record(rules.read_record(found.value())), no_color=no_color)
    except BadRecord as fault:
        complain(f"{found.where}: {fault}")
        return False
    return True


def _fault(given: object) -> BadRecord | None:
    try:
        rules.verify(rules.read_record(given))
    except BadRecord as fault:
        return fault
    return None


def _verdict(line: int, fault: BadRecord | None) -> dict[str, object]:
    return {
        "line": line,
        "valid": fault is None,
        "index": fault and fault.index,
        "code": fault and fault.code,
        "reason": fault and fault.reason,
    }


def _summary(checked: int, bad: int) -> str:
    records = "1 record" if checked == 1 else f"{checked} records"
    return f"{records}: {f'{bad} bad' if bad else 'all valid'}"

"""`conquian doctor`: is this machine ready for bots?"""

from conquian_tournaments.cli import commands, options

app = commands.group("This machine.", example="conquian doctor")


@commands.command(app, "doctor", example="conquian doctor\nconquian doctor --json")
def doctor(json: options.Json = False, no_color: options.NoColor = False) -> None:
    """Look at this machine as bots will find it.

    It lists compilers and interpreters, those that are too old, and the packages that have what is
    missing; whether a sandbox holds strangers' bots, tried with a program inside; what each bot
    gets; the cores for bots; and where the documentation lies.

    The exit status is 0, whatever is missing.
    """
    from conquian_tournaments.cli import examining

    examining.show(json=json, no_color=no_color)

"""`python -m conquian_tournaments.cli` is `conquian`."""

from conquian_tournaments.cli import main

main()

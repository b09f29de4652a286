"""`python -m conquian_tournaments.cli` is `conquian`."""

from conquian_tournaments.cli import main

if __name__ == "__main__":  # and not in worker processes, which import this module too
    main()

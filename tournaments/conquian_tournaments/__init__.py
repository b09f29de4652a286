"""Tournaments between bots: schedule, runner, ledger, rating, standings, report and the command line."""

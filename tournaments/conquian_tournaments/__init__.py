"""Tournaments of bots: schedule, runner, ledger, rating, standings, report and commands."""

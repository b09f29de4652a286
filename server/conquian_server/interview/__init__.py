"""Asking bots outside of matches: what they decide where, and how they behave on a stream."""

"""The rules of Conquian: pure, exact, and nothing but the game."""

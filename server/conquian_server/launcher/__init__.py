"""Bot folders and bot processes: what a bot.toml says, and how its program is started and ended."""

"""Where strangers' bots run: bubblewrap, limits, a filter of system calls, a user for each."""

"""The state machine of a leg: deals, clocks and faults, without I/O."""

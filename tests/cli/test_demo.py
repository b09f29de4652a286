"""`conquian demo`."""


def test_demo_is_a_whole_deal(conquian) -> None:
    """The demo tells a deal from its hands to its points, the same for the same seed."""
    told = conquian("demo")
    assert told.exit_code == 0
    assert told.stdout.startswith("classic: Greedy in seat 0 against Random in seat 1\n")
    assert "\npoints: " in told.stdout
    assert told.stdout == conquian("demo").stdout


def test_seeds_differ(conquian) -> None:
    """Another seed is another deal."""
    assert conquian("demo").stdout != conquian("demo", "--seed", "another").stdout

"""The messages of the contract, generated from `proto/conquian/v1` by `make proto`."""

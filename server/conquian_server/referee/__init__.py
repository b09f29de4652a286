"""The gRPC server at which bots play."""

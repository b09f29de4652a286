"""What a bot must be able to do, as numbered checks that tell its author what is wrong."""

"""What a bot must be able to do, as numbered checks that tell its author what is wrong."""

from conquian_server.conformance.bench import BenchLauncher
from conquian_server.conformance.check import Check, Status, Verdict
from conquian_server.conformance.suite import CHECKS, check_bot

__all__ = ["CHECKS", "BenchLauncher", "Check", "Status", "Verdict", "check_bot"]

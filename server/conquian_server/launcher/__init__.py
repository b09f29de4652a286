"""Bots as folders and as processes: finding, building, starting and ending them."""

from conquian_server.launcher.build import build
from conquian_server.launcher.catalog import find_bot, shipped_bots
from conquian_server.launcher.command import command_for
from conquian_server.launcher.content import content_hash
from conquian_server.launcher.cores import Core, cores_for
from conquian_server.launcher.errors import (
    BotNotFound,
    BuildError,
    FolderGoneError,
    LauncherError,
    ManifestError,
    RegistryError,
    SandboxError,
    StartError,
)
from conquian_server.launcher.launcher import Launcher
from conquian_server.launcher.manifest import BotManifest, read_manifest
from conquian_server.launcher.process import BotProcess, ExitReport
from conquian_server.launcher.registry import Content, Registered, Registry
from conquian_server.launcher.tier import check_sandbox, no_sandbox, tier_of
from conquian_server.launcher.trust import Tier, Trust

__all__ = [
    "BotManifest",
    "BotNotFound",
    "BotProcess",
    "BuildError",
    "Content",
    "Core",
    "ExitReport",
    "FolderGoneError",
    "Launcher",
    "LauncherError",
    "ManifestError",
    "Registered",
    "Registry",
    "RegistryError",
    "SandboxError",
    "StartError",
    "Tier",
    "Trust",
    "build",
    "check_sandbox",
    "command_for",
    "content_hash",
    "cores_for",
    "find_bot",
    "no_sandbox",
    "read_manifest",
    "shipped_bots",
    "tier_of",
]

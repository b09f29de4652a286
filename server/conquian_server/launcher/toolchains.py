"""What bots in other languages are built and run with: from which version on, and who has it."""

import re
import shutil
from collections.abc import Mapping
from types import MappingProxyType

PACKAGES: Mapping[str, str] = MappingProxyType(
    {
        "awk": "mawk",
        "bash": "bash",
        "bwrap": "bubblewrap",
        "cargo": "cargo",
        "cmake": "cmake",
        "g++": "g++",
        "gcc": "gcc",
        "go": "golang-go",
        "grpc_cpp_plugin": "protobuf-compiler-grpc",
        "libgrpc++": "libgrpc++-dev",
        "java": "default-jre-headless",
        "javac": "default-jdk-headless",
        "make": "make",
        "mvn": "maven",
        "node": "nodejs",
        "npm": "npm",
        "perl": "perl",
        "php": "php-cli",
        "pkg-config": "pkg-config",
        "protoc": "protobuf-compiler",
        "ruby": "ruby",
        "rustc": "rustc",
    }
)
"""The Debian package that has a program or a library, by its name."""

OLDEST: Mapping[str, str] = MappingProxyType(
    {
        "cargo": "1.88",
        "cmake": "3.20",
        "go": "1.22",
        "java": "17",
        "javac": "17",
        "mvn": "3.8",
        "node": "20",
    }
)
"""The first version of a program that the SDKs do with, by its name; others do with any."""

NEWER: Mapping[str, str] = MappingProxyType(
    {
        "cargo": "rustup.rs",
        "cmake": "cmake.org",
        "go": "go.dev/dl",
        "java": "adoptium.net",
        "javac": "adoptium.net",
        "mvn": "maven.apache.org",
        "node": "nodejs.org",
    }
)
"""The site that has newer ones than a distribution, by the program's name."""

_OF_LANGUAGE: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "cpp": ("g++", "make", "cmake", "protoc", "grpc_cpp_plugin"),
        "go": ("go",),
        "java": ("javac", "mvn"),
        "rust": ("cargo",),
        "typescript": ("node", "npm"),
    }
)


def missing_programs(language: str) -> tuple[str, ...]:
    """Programs that bots of a language are usually built with, and that are not on the PATH."""
    wanted = _OF_LANGUAGE.get(language, ())
    return tuple(program for program in wanted if shutil.which(program) is None)


def is_too_old(program: str, version: str) -> bool:
    """Whether a version of a program is too old for the SDKs; one that is not known is not."""
    found = _numbers(version)
    return bool(found) and found < _numbers(OLDEST.get(program, ""))


def advice(program: str) -> str:
    """How to get a program that is missing, in words."""
    package = PACKAGES.get(program)
    if package is None:
        return "is it installed?"
    words = f"on Debian or Ubuntu it is in the package {package} (apt install {package})"
    if program not in OLDEST:
        return words
    return f"{words}; where that is older than {OLDEST[program]}, take it from {NEWER[program]}"


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", version)))

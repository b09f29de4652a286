"""The programs that bots in other languages are built and run with, and who provides them."""

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
"""The Debian package that has a program, by the program's name."""

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


def advice(program: str) -> str:
    """How to get a program that is missing, in words."""
    package = PACKAGES.get(program)
    if package is None:
        return "is it installed?"
    return f"on Debian or Ubuntu it is in the package {package} (apt install {package})"

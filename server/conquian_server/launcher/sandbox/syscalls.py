"""What a bot may not ask of the kernel: a filter of system calls.

Everything is allowed but what only programs need that administrate a machine, look into other
processes or have been the way out of sandboxes.
"""

import errno
import os
from functools import cache
from typing import Final

_ADMINISTRATION: Final = (
    "acct",
    "add_key",
    "bpf",
    "chroot",
    "delete_module",
    "fanotify_init",
    "finit_module",
    "init_module",
    "io_uring_enter",
    "io_uring_register",
    "io_uring_setup",
    "kcmp",
    "kexec_file_load",
    "kexec_load",
    "keyctl",
    "lookup_dcookie",
    "name_to_handle_at",
    "open_by_handle_at",
    "perf_event_open",
    "pidfd_getfd",
    "pivot_root",
    "process_madvise",
    "process_vm_readv",
    "process_vm_writev",
    "ptrace",
    "quotactl",
    "reboot",
    "request_key",
    "sched_setaffinity",
    "setns",
    "swapoff",
    "swapon",
    "syslog",
    "unshare",
    "userfaultfd",
    "vhangup",
)

_MOUNTING: Final = (
    "fsconfig",
    "fsmount",
    "fsopen",
    "fspick",
    "mount",
    "mount_setattr",
    "move_mount",
    "open_tree",
    "umount2",
)

# Who is stopped and ended by its process group must not leave it.
_LEAVING_THE_GROUP: Final = ("setpgid", "setsid")

# The CLONE_NEW… of <linux/sched.h>, but that of time, which `clone` does not take.
_NEW_NAMESPACES: Final = (
    0x00020000,  # mounts
    0x02000000,  # control groups
    0x04000000,  # host name
    0x08000000,  # System V objects
    0x10000000,  # users
    0x20000000,  # processes
    0x40000000,  # network
)

_ONLY_ASKING: Final = 0xFFFFFFFF  # the argument with which `personality` changes nothing
_INPUT_OF_TERMINALS: Final = 0x5412  # TIOCSTI

_LAST_PLAIN_FAMILY: Final = 10  # AF_INET6
_FAMILIES_BEFORE: Final = (3, 4, 5, 6, 7, 8, 9)  # of amateur radio and the like
_NETLINK: Final = 16


class NoFilterError(Exception):
    """The filter can't be made; the text says what is missing."""


@cache
def bot_filter() -> bytes:
    """The filter of a running bot, as a program for the kernel.

    Raises:
        NoFilterError: The library that makes it is missing.
    """
    return _filter(_LEAVING_THE_GROUP)


@cache
def build_filter() -> bytes:
    """The filter of a build, whose tools lead groups of their own and list network interfaces.

    Raises:
        NoFilterError: The library that makes it is missing.
    """
    return _filter((), netlink=True)


def _filter(more: tuple[str, ...], *, netlink: bool = False) -> bytes:
    try:
        import pyseccomp as seccomp  # noqa: PLC0415 - loads a library that may be missing
    except ImportError:
        raise NoFilterError("the package pyseccomp is missing: pip install pyseccomp") from None
    except RuntimeError:
        raise NoFilterError("libseccomp is missing: apt install libseccomp2") from None

    made = seccomp.SyscallFilter(seccomp.ALLOW)
    refused = seccomp.ERRNO(errno.EPERM)
    for name in (*_ADMINISTRATION, *_MOUNTING, *more):
        made.add_rule(refused, name)
    for flag in _NEW_NAMESPACES:
        made.add_rule(refused, "clone", seccomp.Arg(0, seccomp.MASKED_EQ, flag, flag))
    # The flags of clone3 are in memory, where a filter can't look; libraries then use clone.
    made.add_rule(seccomp.ERRNO(errno.ENOSYS), "clone3")
    made.add_rule(refused, "personality", seccomp.Arg(0, seccomp.NE, _ONLY_ASKING))
    # The kernel looks at the lower half of this argument alone.
    terminals = seccomp.Arg(1, seccomp.MASKED_EQ, 0xFFFFFFFF, _INPUT_OF_TERMINALS)
    made.add_rule(refused, "ioctl", terminals)
    unknown = seccomp.ERRNO(errno.EAFNOSUPPORT)
    for family in _FAMILIES_BEFORE:
        made.add_rule(unknown, "socket", seccomp.Arg(0, seccomp.EQ, family))
    last = _NETLINK if netlink else _LAST_PLAIN_FAMILY
    made.add_rule(unknown, "socket", seccomp.Arg(0, seccomp.GT, last))
    with os.fdopen(os.memfd_create("filter"), "r+b") as file:
        made.export_bpf(file)
        file.seek(0)
        return file.read()

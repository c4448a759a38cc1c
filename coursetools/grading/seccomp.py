"""The system calls that answers may not make: a filter for Linux' seccomp.

Memory is counted by process, so there must be none that belongs to no process: no memfds, no System V
segments, no mappings that only a parent keeps, no mounts in namespaces of one's own. A forbidden
call fails as if the right to it were missing. Numbers are those of `<asm/unistd.h>`, bytes those
of `struct sock_filter` and `struct seccomp_data`.
"""

import errno
import platform
import struct
from collections.abc import Iterator
from dataclasses import dataclass

LOAD, EQUAL, AT_LEAST, ANY_BIT, AND, RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
NUMBER, MACHINE, ARGUMENTS = 0, 4, 16  # where seccomp_data holds them
ALLOW, KILL, FAIL = 0x7FFF0000, 0x80000000, 0x00050000
NEW_NAMESPACES = 0x7E020000  # the CLONE_NEW… that clone takes
SHARED_ANONYMOUS = 0x21  # MAP_SHARED and MAP_ANONYMOUS
OTHER_NUMBERS = 0x40000000  # x32, and what is not a number

# The same on all machines: open_tree, move_mount, fsopen, fsconfig, fsmount, fspick, mount_setattr,
# io_uring_setup, io_uring_enter, io_uring_register, pidfd_getfd, memfd_secret.
EVERYWHERE = (428, 429, 430, 431, 432, 433, 442, 425, 426, 427, 438, 447)
CLONE3 = 435


@dataclass(frozen=True)
class Machine:
    """The numbers of one kind of machine.

    Attributes
    ----------
    audit : int
        AUDIT_ARCH_…
    clone, mmap : int
        Forbidden with certain flags.
    forbidden : tuple of int
        memfd_create, shmget, shmat, semget, msgget, mq_open, mount, umount2, pivot_root, chroot,
        unshare, setns, add_key, request_key, keyctl, bpf, perf_event_open, userfaultfd, ptrace,
        process_vm_readv, process_vm_writev.
    """

    audit: int
    clone: int
    mmap: int
    forbidden: tuple[int, ...]


MACHINES = {
    "x86_64": Machine(
        0xC000003E, 56, 9,
        (319, 29, 30, 64, 68, 240, 165, 166, 155, 161, 272, 308, 248, 249, 250, 321, 298, 323, 101, 310, 311),
    ),
    "aarch64": Machine(
        0xC00000B7, 220, 222,
        (279, 194, 196, 190, 186, 180, 40, 39, 41, 51, 97, 268, 217, 218, 219, 280, 241, 282, 117, 270, 271),
    ),
}  # fmt: skip


def seccomp_filter() -> bytes | None:
    """Assemble the filter for this machine.

    Returns
    -------
    bytes or None
        An array of `struct sock_filter`; None for a machine whose numbers are not known.
    """
    machine = MACHINES.get(platform.machine())
    return b"".join(_instructions(machine)) if machine is not None else None


def _instructions(machine: Machine) -> Iterator[bytes]:
    refused, unknown = FAIL | errno.EPERM, FAIL | errno.ENOSYS
    yield _instruction(LOAD, MACHINE)
    yield _instruction(EQUAL, machine.audit, 1, 0)
    yield _instruction(RETURN, KILL)
    yield _instruction(LOAD, NUMBER)
    yield from _returning(AT_LEAST, OTHER_NUMBERS, unknown)
    yield from _returning(EQUAL, CLONE3, unknown)  # the C library then uses clone
    for number in (*machine.forbidden, *EVERYWHERE):
        yield from _returning(EQUAL, number, refused)
    yield _instruction(EQUAL, machine.clone, 0, 4)
    yield _instruction(LOAD, ARGUMENTS)
    yield from _returning(ANY_BIT, NEW_NAMESPACES, refused)
    yield _instruction(RETURN, ALLOW)
    yield _instruction(EQUAL, machine.mmap, 0, 4)
    yield _instruction(LOAD, ARGUMENTS + 3 * 8)
    yield _instruction(AND, SHARED_ANONYMOUS)
    yield from _returning(EQUAL, SHARED_ANONYMOUS, refused)
    yield _instruction(RETURN, ALLOW)


def _returning(test: int, value: int, result: int) -> Iterator[bytes]:
    """Return a result where the test holds."""
    yield _instruction(test, value, 0, 1)
    yield _instruction(RETURN, result)


def _instruction(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, if_true, if_false, value)

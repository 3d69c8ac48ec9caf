"""Stands in for a kernel or a service that lacks something: for tests of what is said where it does.

`without(...)` gives a preexec function: a system call filter that answers some calls with an error, for the process
and all it starts. It takes nothing away from what is under test: the same program asks the same kernel.
"""

import ctypes
import ctypes.util
import errno
import os

ALLOW, ERRNO = 0x7FFF0000, 0x00050000
EQ = 4
PR_SET_NO_NEW_PRIVS = 38
CLONE_NEWUSER, CLONE_NEWNS = 0x10000000, 0x20000
libc = ctypes.CDLL(None, use_errno=True)


class Compare(ctypes.Structure):
    _fields_ = [("arg", ctypes.c_uint), ("op", ctypes.c_int), ("a", ctypes.c_uint64), ("b", ctypes.c_uint64)]


def without(*calls):
    """Each of `calls`: (name, errno) or (name, errno, argument, value): refused only where that argument has it."""
    seccomp = ctypes.CDLL("libseccomp.so.2")
    seccomp.seccomp_init.restype = ctypes.c_void_p
    seccomp.seccomp_load.argtypes = [ctypes.c_void_p]
    seccomp.seccomp_rule_add_array.argtypes = [ctypes.c_void_p, ctypes.c_uint32, ctypes.c_int, ctypes.c_uint, ctypes.c_void_p]
    context = seccomp.seccomp_init(ALLOW)
    for name, error, *match in calls:
        number = seccomp.seccomp_syscall_resolve_name(name.encode())
        compare = (Compare * 1)(Compare(match[0], EQ, match[1], 0)) if match else None
        if seccomp.seccomp_rule_add_array(context, ERRNO | error, number, 1 if match else 0, compare) != 0:
            raise OSError(f"no rule for {name}")

    def apply():
        libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        if seccomp.seccomp_load(context) != 0:
            os._exit(99)
    return apply


def in_own_namespaces(then):
    """A preexec function: user and mount namespaces of the same user, where `then` may mount and set limits."""
    def apply():
        uid, gid = os.getuid(), os.getgid()
        if libc.unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0:
            os._exit(98)
        for name, text in (("setgroups", "deny"), ("uid_map", f"{uid} {uid} 1"), ("gid_map", f"{gid} {gid} 1")):
            with open(f"/proc/self/{name}", "w", encoding="ascii") as handle:
                handle.write(text)
        then()
    return apply


def mount(kind, place, data=""):
    if libc.mount(b"none", place.encode(), kind.encode(), 0, data.encode()) != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"mounting {kind}: {os.strerror(number)}")


NO_NETFILTER = ("socket", errno.EPROTONOSUPPORT, 2, 12)
NO_LANDLOCK = ("landlock_create_ruleset", errno.ENOSYS)
NO_FILTERS = ("seccomp", errno.ENOSYS)

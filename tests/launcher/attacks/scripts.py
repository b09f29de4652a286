"""What the scripts of attacking bots begin with."""

PRELUDE = """
import ctypes, errno, json, os, signal, socket, subprocess, sys, threading, time

libc = ctypes.CDLL(None, use_errno=True)

def could(attempt):
    "Whether something that raises OSError where it is not allowed is allowed."
    try:
        attempt()
    except OSError:
        return False
    return True

def refused(name, *arguments):
    "The error that a function of the C library fails with, 0 where it does not fail."
    ctypes.set_errno(0)
    return ctypes.get_errno() if getattr(libc, name)(*arguments) == -1 else 0

def tell(**found):
    print(json.dumps(found), flush=True)

"""

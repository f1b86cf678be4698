"""Users of Windows: security identifiers, owners of objects, and access for one user alone."""

import sys

assert sys.platform == "win32"

import _winapi
import ctypes
from collections.abc import Callable
from ctypes import byref, wintypes
from functools import cache

_TOKEN_QUERY, _TOKEN_USER = 0x8, 1
_SE_KERNEL_OBJECT, _OWNER = 6, 0x1
_SDDL_REVISION = 1


class _SecurityAttributes(ctypes.Structure):
    """SECURITY_ATTRIBUTES: who may open an object, and whether child processes inherit its handle."""

    _fields_ = (
        ("length", wintypes.DWORD),
        ("descriptor", wintypes.LPVOID),
        ("is_inherited", wintypes.BOOL),
    )


_kept: list[_SecurityAttributes] = []  # what addresses point to


@cache
def access(description: str) -> int:
    """Return the address of the described access to a new object, which no child process inherits.

    The address is valid until the process ends. `description` is in the language of Windows for security descriptors.
    """
    descriptor = wintypes.LPVOID()
    convert = _security("ConvertStringSecurityDescriptorToSecurityDescriptorW")
    if not convert(description, _SDDL_REVISION, byref(descriptor), None):
        raise ctypes.WinError(ctypes.get_last_error())
    attributes = _SecurityAttributes(ctypes.sizeof(_SecurityAttributes), descriptor, False)
    _kept.append(attributes)
    return ctypes.addressof(attributes)


def private_access() -> int:
    """Return the address of access for the user of this process alone, who is also the owner.

    Without a named owner, it would be the group of administrators if the process runs as administrator.
    """
    user = user_sid()
    return access(f"O:{user}D:P(A;;GA;;;{user})")


@cache
def user_sid() -> str:
    """Return the security identifier of the user who runs this process, as text."""
    process = _winapi.GetCurrentProcess()
    token, size = wintypes.HANDLE(), wintypes.DWORD()
    if not _security("OpenProcessToken")(process, _TOKEN_QUERY, byref(token)):
        raise ctypes.WinError(ctypes.get_last_error())
    try:
        information = _security("GetTokenInformation")
        information(token, _TOKEN_USER, None, 0, byref(size))
        user = ctypes.create_string_buffer(size.value)  # begins with a pointer to the identifier
        if not information(token, _TOKEN_USER, user, size, byref(size)):
            raise ctypes.WinError(ctypes.get_last_error())
    finally:
        _winapi.CloseHandle(token.value or 0)
    return _sid_text(wintypes.LPVOID.from_buffer(user))


def owner_of(handle: int) -> str:
    """Return the security identifier of the owner of an open object, such as a pipe, as text."""
    owner, descriptor = wintypes.LPVOID(), wintypes.LPVOID()
    read = _security("GetSecurityInfo")
    problem = read(handle, _SE_KERNEL_OBJECT, _OWNER, byref(owner), None, None, None, byref(descriptor))
    if problem:
        raise ctypes.WinError(problem)
    try:
        return _sid_text(owner)
    finally:
        _free(descriptor)


def _sid_text(identifier: wintypes.LPVOID) -> str:
    text = wintypes.LPWSTR()
    if not _security("ConvertSidToStringSidW")(identifier, byref(text)):
        raise ctypes.WinError(ctypes.get_last_error())
    try:
        return text.value or ""
    finally:
        _free(text)


def _free(memory: wintypes.LPVOID | wintypes.LPWSTR) -> None:
    """Free memory that a call of Windows has allocated."""
    free = ctypes.WinDLL("kernel32").LocalFree
    free.argtypes, free.restype = (wintypes.LPVOID,), wintypes.LPVOID
    free(ctypes.cast(memory, wintypes.LPVOID))


# The parameters of the calls: without them, ctypes would pass handles and pointers as numbers of 32 bits.
_PARAMETERS = {
    "OpenProcessToken": (wintypes.HANDLE, wintypes.DWORD, wintypes.LPVOID),
    "GetTokenInformation": (wintypes.HANDLE, ctypes.c_int, wintypes.LPVOID, wintypes.DWORD, wintypes.LPVOID),
    "ConvertSidToStringSidW": (wintypes.LPVOID, wintypes.LPVOID),
    "ConvertStringSecurityDescriptorToSecurityDescriptorW": (
        *(wintypes.LPCWSTR, wintypes.DWORD, wintypes.LPVOID, wintypes.LPVOID),
    ),
    "GetSecurityInfo": (wintypes.HANDLE, ctypes.c_int, wintypes.DWORD, *[wintypes.LPVOID] * 5),
}


@cache
def _security(name: str) -> Callable[..., int]:
    """Return a call of the security library of Windows, with the types of its parameters."""
    call = getattr(ctypes.WinDLL("advapi32", use_last_error=True), name)
    call.argtypes = _PARAMETERS[name]
    return call  # type: ignore[no-any-return]  # ctypes knows no names

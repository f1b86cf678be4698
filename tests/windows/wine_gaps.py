"""Gaps of Wine 8 that Python and its packages meet before the product runs, and what fills them.

- numpy calls four functions of complex numbers that Wine's C library does not implement. They get machine code.
- Programs in Rust, such as pydantic's, need `bcryptprimitives.dll`, which Wine does not have. The DLL made here has no
  code: its one function is another name of one that Wine has.
- `shutil` and `platform` use `CopyFile2` and WMI, which Wine does not implement, where Python offers them.
"""

import struct

UNUSED_MODULES = ("_wmi.pyd",)
"""Modules of Python that call what Wine does not implement. Without them, Python goes another way."""

SITE_CUSTOMIZE = '''\
"""Fills gaps of Wine 8 before other modules are imported."""

import ctypes
import _winapi

CODE = {
    "crealf": "660f6ec1c3",  # movd xmm0, ecx; ret
    "cimagf": "48c1e920660f6ec1c3",  # shr rcx, 32; movd xmm0, ecx; ret
    "creal": "f20f1001c3",  # movsd xmm0, [rcx]; ret
    "cimag": "f20f104108c3",  # movsd xmm0, [rcx + 8]; ret
}
library, kernel = ctypes.CDLL("ucrtbase"), ctypes.WinDLL("kernel32")
for name, text in CODE.items():
    code, before = bytes.fromhex(text), ctypes.c_uint32()
    place = ctypes.cast(getattr(library, name), ctypes.c_void_p)
    kernel.VirtualProtect(place, ctypes.c_size_t(len(code)), 0x40, ctypes.byref(before))
    ctypes.memmove(place, code, len(code))
del _winapi.CopyFile2
'''

RANDOM_DLL = "bcryptprimitives.dll"
_SECTION = 0x1000  # where the only section is in memory
_PAGE = 0x200  # in the file, of headers and section


def random_dll() -> bytes:
    """The DLL for random numbers: headers and one section, which holds the table of exports."""
    exports = _exports(RANDOM_DLL, "ProcessPrng", "ADVAPI32.SystemFunction036")
    dos = b"MZ".ljust(0x3C, b"\0") + struct.pack("<I", 0x40)
    coff = struct.pack("<4sHHIIIHH", b"PE", 0x8664, 1, 0, 0, 0, 240, 0x2022)  # x64; a DLL
    optional = struct.pack(
        "<HBBIIIIIQIIHHHHHHIIIIHHQQQQII",
        *(0x20B, 14, 0, 0, _PAGE, 0, 0, _SECTION, 0x180000000, _SECTION, _PAGE),
        *(6, 0, 0, 0, 6, 0, 0, 2 * _SECTION, _PAGE, 0, 2, 0x160),
        *(0x100000, 0x1000, 0x100000, 0x1000, 0, 16),
    )
    directories = struct.pack("<II", _SECTION, len(exports)) + bytes(8 * 15)
    place = (len(exports), _SECTION, _PAGE, _PAGE, 0, 0, 0, 0, 0x40000040)  # data that can be read
    section = struct.pack("<8sIIIIIIHHI", b".rdata", *place)
    headers = dos + coff + optional + directories + section
    return headers.ljust(_PAGE, b"\0") + exports.ljust(_PAGE, b"\0")


def _exports(name: str, function: str, target: str) -> bytes:
    """A table with one function, which is `target` of another DLL."""
    functions = _SECTION + 40
    names, ordinals, texts = functions + 4, functions + 8, functions + 12
    name_at, function_at, target_at = (
        texts + sum(len(text) + 1 for text in before) for before in ((), (name,), (name, function))
    )
    directory = struct.pack("<IIHHIIIIIII", 0, 0, 0, 0, name_at, 1, 1, 1, functions, names, ordinals)
    tables = struct.pack("<IIHH", target_at, function_at, 0, 0)
    return directory + tables + b"".join(text.encode() + b"\0" for text in (name, function, target))

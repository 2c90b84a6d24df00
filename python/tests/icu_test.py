"""The part of ICU's data that the wheel has is all that character properties and names need."""

import ctypes
import pathlib

import pytest

import seedc

# (function, its arguments besides the character)
FUNCTIONS = [(name, ()) for name in ("u_charType", "u_tolower", "u_charDigitValue")]
FUNCTIONS += [("u_hasBinaryProperty", (number,)) for number in range(72)]
FUNCTIONS += [("u_getIntPropertyValue", (number,)) for number in range(0x1000, 0x1019)]


def name_of(library, suffix, code):
    buffer, status = ctypes.create_string_buffer(200), ctypes.c_int(0)
    getattr(library, "u_charName" + suffix)(code, 0, buffer, 200, ctypes.byref(status))
    return buffer.value, status.value


def test_the_data_is_that_of_the_system():
    (path,) = (pathlib.Path(seedc.__file__).parent / "lib").glob("libseedc-icuuc.so.*")
    suffix = "_" + path.suffix[1:]
    try:
        system = ctypes.CDLL(f"libicuuc.so{path.suffix}")
    except OSError:
        pytest.skip("this machine has no ICU of that version")
    ours = ctypes.CDLL(str(path))
    for name, arguments in FUNCTIONS:
        pair = [getattr(library, name + suffix) for library in (ours, system)]
        for function in pair:
            function.restype = ctypes.c_int8 if name == "u_hasBinaryProperty" else ctypes.c_int32
        assert all(pair[0](code, *arguments) == pair[1](code, *arguments) for code in range(0, 0x110000, 31)), (name, arguments)
    assert all(name_of(ours, suffix, code) == name_of(system, suffix, code) for code in range(0, 0x30000, 7))

"""Makes what tools/package/package.py has put together fit into a process that is somebody's Python.

    stage.py STAGE NANOBIND

Libraries of others get names of their own: a process loads one library of a name, and Python's modules `ssl` and `sqlite3`, or other
packages, may need another version of it. The compiler's own libraries go, which must be those of the process. Of ICU's data stay
character properties, names and normalisation; the rest, of languages, is not read by anything here, and is a third of the wheel.
The licence of nanobind, whose headers are compiled in, comes to the others; NANOBIND is the folder of metadata that pip installed with it.
"""

import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile

# Those of the process.
SHARED = re.compile(r"lib(stdc\+\+|gcc_s)\.so\.\d+")
# Looked for by its name when a model is asked.
LOADED_LATER = re.compile(r"libcurl\.so\.4")
OWN = re.compile(r"libseedc")
ICU_DATA = re.compile(r"libseedc-icudata\.so\.(\d+)")
# Properties and names of characters, and normalisation.
ICU_KINDS = (b".icu", b".nrm")


def output(*command):
    return subprocess.run(command, check=True, capture_output=True).stdout


def needed_by(path):
    return output("patchelf", "--print-needed", path).decode().split()


def rename_libraries(folder, commands):
    """libssl.so.3 becomes libseedc-ssl.so.3, for all that need it here."""
    libraries = [name for name in sorted(os.listdir(folder)) if not os.path.islink(os.path.join(folder, name)) and ".so" in name]
    new_names = {name: name.replace("lib", "libseedc-", 1) for name in libraries if not (OWN.match(name) or LOADED_LATER.fullmatch(name))}
    for path in [*(os.path.join(folder, name) for name in libraries), *commands]:
        changes = [part for name in needed_by(path) if name in new_names for part in ("--replace-needed", name, new_names[name])]
        if changes:
            output("patchelf", *changes, path)
        own = new_names.get(os.path.basename(path))
        if own:
            output("patchelf", "--set-soname", own, path)  # in one call with the others, patchelf 0.14 mixes them up
    for name, new_name in new_names.items():
        os.rename(os.path.join(folder, name), os.path.join(folder, new_name))
    return len(new_names)


def icu_data(path, symbol):
    """The bytes of ICU's common data: those of its one symbol."""
    for line in output("readelf", "--wide", "--syms", "--dyn-syms", path).decode().splitlines():
        fields = line.split()
        if fields and fields[-1] == symbol:
            address = int(fields[1], 16)
    for line in output("readelf", "--wide", "--sections", path).decode().splitlines():
        found = re.search(r"\.rodata\s+PROGBITS\s+(\w+)\s+(\w+)\s+(\w+)", line)
        if found:
            start, offset, size = (int(field, 16) for field in found.groups())
    with open(path, "rb") as file:
        file.seek(offset + address - start)
        return file.read(start + size - address)


def only_kinds(data):
    """The same with its items of ICU_KINDS alone: a header, how many there are, a table of (name, item) as offsets from the count,
    then names and items, these at multiples of 16."""
    (header_size,) = struct.unpack_from("<H", data)
    if data[2:4] != b"\xda\x27" or data[12:16] != b"CmnD":
        sys.exit("stage: ICU's data has another format than is known here")
    body = data[header_size:]
    (count,) = struct.unpack_from("<I", body)
    entries = [struct.unpack_from("<II", body, 4 + 8 * i) for i in range(count)]
    ends = [offset for _, offset in entries[1:]] + [len(body)]
    kept = []
    for (name_offset, offset), end in zip(entries, ends):
        name = body[name_offset : body.index(b"\0", name_offset)]
        if name.endswith(ICU_KINDS):
            kept.append((name, body[offset:end]))
    table_size = 4 + 8 * len(kept)
    names, table, items = b"", b"", b""
    items_begin = -(-(table_size + sum(len(name) + 1 for name, _ in kept)) // 16) * 16
    for name, item in kept:
        table += struct.pack("<II", table_size + len(names), items_begin + len(items))
        names += name + b"\0"
        items += item + b"\0" * (-len(item) % 16)
    return data[:header_size] + (struct.pack("<I", len(kept)) + table + names).ljust(items_begin, b"\0") + items


def trim_icu(folder):
    """Makes ICU's data library anew. The build's tests run with all of it; those of the wheel with this."""
    name = next(name for name in os.listdir(folder) if ICU_DATA.fullmatch(name))
    path, symbol = os.path.join(folder, name), f"icudt{ICU_DATA.fullmatch(name)[1]}_dat"
    data = only_kinds(icu_data(path, symbol))
    with tempfile.TemporaryDirectory() as scratch:
        with open(os.path.join(scratch, "data"), "wb") as file:
            file.write(data)
        with open(os.path.join(scratch, "data.s"), "w", encoding="ascii") as file:
            file.write(f'.section .rodata\n.balign 16\n.globl {symbol}\n.type {symbol}, @object\n{symbol}:\n.incbin "{scratch}/data"\n'
                       f'.size {symbol}, . - {symbol}\n.section .note.GNU-stack,"",@progbits\n')  # fmt: skip
        output("cc", "-shared", "-nostdlib", f"-Wl,-soname,{name}", "-o", path, os.path.join(scratch, "data.s"))
    return len(data)


def newest_c_library(paths):
    """(2, 36): the version of the C library that all of them need."""
    found = [(2, 36)] if any(b"GLIBC_ABI_DT_RELR" in output("readelf", "--wide", "--version-info", path) for path in paths) else [(2, 17)]
    for path in paths:
        versions = re.findall(rb"GLIBC_(\d+)\.(\d+)", output("readelf", "--wide", "--version-info", path))
        found += [(int(major), int(minor)) for major, minor in versions]
    return max(found)


def add_licence(folder, metadata):
    """Adds nanobind's to the texts, and nanobind to the list of packages."""
    version = re.search(r"nanobind-([\d.]+)\.dist-info", metadata)[1]
    shutil.copyfile(os.path.join(metadata, "licenses", "LICENSE"), os.path.join(folder, "licences", "nanobind"))
    path = os.path.join(folder, "seedc.spdx")
    with open(path, encoding="utf-8") as file:
        packages = file.read()
    entry = (f"PackageName: nanobind\nSPDXID: SPDXRef-nanobind\nPackageVersion: {version}\nPackageDownloadLocation: NOASSERTION\n"
             "FilesAnalyzed: false\nPackageLicenseConcluded: NOASSERTION\nPackageLicenseDeclared: BSD-3-Clause\n"
             "PackageCopyrightText: <text>see licences/nanobind</text>\nRelationship: SPDXRef-seedc CONTAINS SPDXRef-nanobind\n\n")  # fmt: skip
    before, first, after = packages.partition("\nLicenseID: ")
    with open(path, "w", encoding="utf-8") as file:
        file.write(before + "\n" + entry.rstrip("\n") + "\n" + first + after)


def main(stage, nanobind):
    folder, command = os.path.join(stage, "lib"), os.path.join(stage, "bin", "seedc")
    for name in os.listdir(folder):
        if SHARED.fullmatch(name):
            os.remove(os.path.join(folder, name))
    rename_libraries(folder, [command])
    trim_icu(folder)
    add_licence(os.path.join(stage, "share", "doc", "seedc"), nanobind)
    paths = [command, *(os.path.join(folder, name) for name in os.listdir(folder) if ".so" in name)]
    print("manylinux_{}_{}_x86_64".format(*newest_c_library(paths)))


if __name__ == "__main__":
    main(*sys.argv[1:])

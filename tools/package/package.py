"""Makes a folder that runs on other machines of what `cmake --install` has put into it, and packs it.

    package.py [--no-archive] STAGE ARCHIVE DEBIAN_PACKAGE…

STAGE gets, beside `bin/seedc`: in `lib` each library that it needs but for those of the C library; in `share/doc/seedc` the licences of
all Debian packages whose code is in it, and a list of them in SPDX's format. DEBIAN_PACKAGE… are those that it was built with: of them,
parts may be linked in. ARCHIVE is a .tar.zst whose one folder is called as itself."""
import argparse
import os
import re
import shutil
import subprocess
import sys

# Every Linux has these, and they fit only each other.
OF_THE_C_LIBRARY = re.compile(r"^(linux-vdso|ld-linux|lib(c|m|dl|rt|pthread|resolv|util|nsl|anl))\b")
# Looked for when it is needed, and not linked.
LOADED_LATER = ["libcurl.so.4"]

# Names of licences in Debian's copyright files, and in SPDX's list.
SPDX = {
    "apache-2": "Apache-2.0", "apache-2.0": "Apache-2.0", "asl-2.0": "Apache-2.0", "expat": "MIT", "mit": "MIT", "bsl-1.0": "BSL-1.0",
    "boost-1.0": "BSL-1.0", "bsd-2-clause": "BSD-2-Clause", "bsd-2": "BSD-2-Clause", "bsd-3-clause": "BSD-3-Clause", "bsd-3": "BSD-3-Clause",
    "zlib": "Zlib", "isc": "ISC", "cc0": "CC0-1.0", "cc0-1.0": "CC0-1.0", "gpl-2": "GPL-2.0-only", "gpl-2+": "GPL-2.0-or-later",
    "gpl-3": "GPL-3.0-only", "gpl-3+": "GPL-3.0-or-later", "lgpl-2": "LGPL-2.0-only", "lgpl-2+": "LGPL-2.0-or-later",
    "lgpl-2.1": "LGPL-2.1-only", "lgpl-2.1+": "LGPL-2.1-or-later", "lgpl-3": "LGPL-3.0-only", "lgpl-3+": "LGPL-3.0-or-later",
    "curl": "curl", "openldap-2.8": "OLDAP-2.8", "unlicense": "Unlicense", "psf-2": "PSF-2.0",
}  # fmt: skip


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout


def files_with_code(stage):
    for folder in ("bin", "lib"):
        for name in sorted(os.listdir(os.path.join(stage, folder))):
            path = os.path.join(stage, folder, name)
            with open(path, "rb") if os.path.isfile(path) and not os.path.islink(path) else open(os.devnull, "rb") as file:
                if file.read(4) == b"\x7fELF":
                    yield path


def needed_by(path):
    """{name: file} of the libraries that the system would load for it."""
    return dict(re.findall(r"^\s*(\S+) => (/\S+)", output("ldd", path), re.MULTILINE))


def system_library(name):
    for line in output("/sbin/ldconfig", "-p").splitlines():
        if line.strip().startswith(name + " ") and "x86-64" in line:
            return line.split(" => ")[1]
    sys.exit(f"package: there is no {name} on this machine")


def add_libraries(stage):
    """Copies what is needed into `lib`; [file on this machine]."""
    wanted = {name: system_library(name) for name in LOADED_LATER}
    for path in [*files_with_code(stage), *wanted.values()]:
        wanted.update(needed_by(path))
    copied = []
    for name, file in sorted(wanted.items()):
        target = os.path.join(stage, "lib", name)
        if OF_THE_C_LIBRARY.match(name) or os.path.exists(target):
            continue
        shutil.copyfile(os.path.realpath(file), target)
        os.chmod(target, 0o755)
        copied.append(os.path.realpath(file))
    for path in files_with_code(stage):
        origin = "$ORIGIN/../lib" if path.startswith(os.path.join(stage, "bin")) else "$ORIGIN"
        output("patchelf", "--force-rpath", "--set-rpath", origin, path)
    return copied


def debian_package(file):
    """That a file is of; its name may lead through a link, such as that of /lib."""
    names = [file, file.removeprefix("/usr")]
    for name in names:
        found = subprocess.run(["dpkg", "-S", name], capture_output=True, encoding="utf-8")
        if found.returncode == 0:
            return found.stdout.split(":")[0]
    sys.exit(f"package: no package has {file}")


def copyright_of(package):
    path = f"/usr/share/doc/{package}/copyright"
    if not os.path.exists(path):
        sys.exit(f"package: there is no {path}, and a licence is due\n  help: reinstall {package} where documentation is not left out")
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def licences_in(text):
    """What the copyright file names, as SPDX writes it."""
    names = set()
    for line in re.findall(r"^License:[ \t]*(\S.*)$", text, re.MULTILINE):
        for word in re.split(r"\s*(?:,|\band/or\b|\band\b|\bor\b|\bwith\b.*$)\s*", line, flags=re.IGNORECASE):
            if word:
                names.add(SPDX.get(word.lower(), "LicenseRef-" + re.sub(r"[^A-Za-z0-9.-]+", "-", word).strip("-")))
    return sorted(names) or ["NOASSERTION"]


def write_licences(folder, packages, version):
    """A text each, and the list."""
    os.makedirs(os.path.join(folder, "licences"), exist_ok=True)
    parts, references = [], set()
    for package in packages:
        text = copyright_of(package)
        with open(os.path.join(folder, "licences", package), "w", encoding="utf-8") as file:
            file.write(text)
        licences = licences_in(text)
        references |= {name for name in licences if name.startswith("LicenseRef-")}
        name = re.sub(r"[^A-Za-z0-9.-]", "-", package)
        parts.append(f"PackageName: {package}\nSPDXID: SPDXRef-{name}\nPackageVersion: {output('dpkg-query', '-W', '-f=${Version}', package)}\n"
                     "PackageSupplier: Organization: Debian\nPackageDownloadLocation: NOASSERTION\nFilesAnalyzed: false\n"
                     f"PackageLicenseConcluded: NOASSERTION\nPackageLicenseDeclared: {' AND '.join(licences)}\n"
                     f"PackageCopyrightText: <text>see licences/{package}</text>\nRelationship: SPDXRef-seedc CONTAINS SPDXRef-{name}\n")  # fmt: skip
    head = (f"SPDXVersion: SPDX-2.3\nDataLicense: CC0-1.0\nSPDXID: SPDXRef-DOCUMENT\nDocumentName: seedc-{version}\n"
            f"DocumentNamespace: urn:seedc:spdx:{version}\nCreator: Tool: seedc-package\nCreated: {output('date', '-u', '+%Y-%m-%dT%H:%M:%SZ').strip()}\n\n"
            f"PackageName: seedc\nSPDXID: SPDXRef-seedc\nPackageVersion: {version}\nPackageDownloadLocation: NOASSERTION\nFilesAnalyzed: false\n"
            "PackageLicenseConcluded: Apache-2.0\nPackageLicenseDeclared: Apache-2.0\nPackageCopyrightText: NOASSERTION\n"
            "Relationship: SPDXRef-DOCUMENT DESCRIBES SPDXRef-seedc\n")  # fmt: skip
    names = [f"LicenseID: {name}\nLicenseName: {name.removeprefix('LicenseRef-')}\nExtractedText: <text>see the files in licences that name it</text>\n"
             for name in sorted(references)]  # fmt: skip
    with open(os.path.join(folder, "seedc.spdx"), "w", encoding="utf-8") as file:
        file.write("\n".join([head, *parts, *names]))


def pack(stage, archive):
    parent, name = os.path.split(os.path.abspath(stage))
    output("tar", "--create", "--zstd", "--file", archive, "--sort=name", "--owner=0", "--group=0", "--numeric-owner", "-C", parent, name)


def main():
    parser = argparse.ArgumentParser(usage="package.py [--no-archive] STAGE ARCHIVE DEBIAN_PACKAGE…")
    parser.add_argument("--no-archive", action="store_true")
    parser.add_argument("stage")
    parser.add_argument("archive")
    parser.add_argument("packages", nargs="+")
    chosen = parser.parse_args()
    copied = add_libraries(chosen.stage)
    version = output(os.path.join(chosen.stage, "bin", "seedc"), "--version").split()[1]
    linked = [package for package in chosen.packages if package.endswith("-dev")]
    packages = sorted({debian_package(file) for file in copied} | set(linked))
    write_licences(os.path.join(chosen.stage, "share", "doc", "seedc"), packages, version)
    print(f"{len(copied)} libraries, {len(packages)} licences")
    if not chosen.no_archive:
        pack(chosen.stage, chosen.archive)


if __name__ == "__main__":
    main()

"""Runs clang-tidy over the sources that have changed since it last found them clean.

    tidy.py BUILD [--all] [FILE…]     BUILD: a configured and built tree, for its compile commands and generated headers

`tidy_clean.txt` has a line per clean source: a hash of its text, of the texts of the project's headers that it includes, at any
depth, and of .clang-tidy; so equal trees give equal lists. Without options only sources are looked at whose line is missing or
differs, with --all each one, and with FILEs these. What is clean gets its line, what is not loses it; the list may then be
committed. The status is 1 if something was found."""
import argparse
import concurrent.futures
import functools
import hashlib
import json
import os
import re
import subprocess
import sys

from tree import ROOT, tracked

LIST = ROOT / "test/fences/tidy_clean.txt"
TOOL = "clang-tidy-19"
INCLUDE = re.compile(rb'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


@functools.cache
def bytes_of(name):
    return (ROOT / name).read_bytes()


@functools.cache
def included(name):
    """Headers of the project that the file includes itself: named from the root, or generated and left out."""
    return [found.decode() for found in INCLUDE.findall(bytes_of(name)) if (ROOT / found.decode()).is_file()]


def hash_of(name):
    reached, rest = {name}, [name]
    while rest:
        new = set(included(rest.pop())) - reached
        reached |= new
        rest += new
    total = hashlib.sha256(bytes_of(".clang-tidy"))
    for each in sorted(reached):
        total.update(each.encode() + b"\0" + hashlib.sha256(bytes_of(each)).digest())
    return total.hexdigest()[:16]


def read_list():
    lines = LIST.read_text(encoding="utf-8").splitlines() if LIST.exists() else []
    return {name: digest for digest, name in (line.split(" ", 1) for line in lines)}


def findings(name, build):
    """What clang-tidy says of the file; nothing if it is clean."""
    run = subprocess.run([TOOL, "--quiet", "-p", build, name], cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    return "" if run.returncode == 0 else run.stdout + run.stderr


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    build = ROOT / options.build
    compiled = {os.path.relpath(entry["file"], ROOT) for entry in json.loads((build / "compile_commands.json").read_text())}
    names = [name for name in tracked("*.cpp") if name in compiled]
    known, digests = read_list(), {name: hash_of(name) for name in names}
    clean = {name: digest for name, digest in known.items() if digests.get(name) == digest}
    wanted = [name for name in options.files or names if options.all or options.files or name not in clean]
    print(f"{TOOL}: {len(wanted)} of {len(names)} files", file=sys.stderr)
    found = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, output in zip(wanted, pool.map(lambda name: findings(name, str(build)), wanted)):
            clean.pop(name, None)
            if output:
                print(output, end="", flush=True)
                found += 1
            else:
                clean[name] = digests[name]
    # A file that this build does not compile keeps its line.
    clean |= {name: digest for name, digest in known.items() if name not in digests and (ROOT / name).is_file()}
    text = "".join(f"{clean[name]} {name}\n" for name in sorted(clean))
    if not LIST.exists() or text != LIST.read_text(encoding="utf-8"):
        LIST.write_text(text, encoding="utf-8")
    print(f"{TOOL}: {found} files with findings", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

"""Runs clang-tidy over the sources that have changed since it last found them clean.

    tidy.py BUILD [--all] [FILE…]     BUILD: a configured and built tree, for its compile commands and generated headers

`tidy_clean.txt` has a line per clean source or header, with a hash of its text and of .clang-tidy. Without options those files are
looked at whose line is missing or differs, with --all each one, and with FILEs these; a header is looked at through one source that
includes it. What is clean gets its line, what is not loses it; the list may then be committed. The status is 1 if something was
found."""
import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

from tree import ROOT, tracked

LIST = ROOT / "test/fences/tidy_clean.txt"
TOOL = "clang-tidy-19"
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)
GROUP = re.compile(r"/unity_\d+_cxx\.cxx$")


def hash_of(name):
    return hashlib.sha256((ROOT / ".clang-tidy").read_bytes() + b"\0" + (ROOT / name).read_bytes()).hexdigest()[:16]


def read_list():
    lines = LIST.read_text(encoding="utf-8").splitlines() if LIST.exists() else []
    return {name: digest for digest, name in (line.split(" ", 1) for line in lines)}


def write_list(clean):
    text = "".join(f"{clean[name]} {name}\n" for name in sorted(clean))
    if not LIST.exists() or text != LIST.read_text(encoding="utf-8"):
        LIST.write_text(text, encoding="utf-8")


def command_of_each(build):
    """The build's compile commands, with one per source where a group is compiled as one; clang-tidy reads them in `build/tidy`."""
    entries = []
    for entry in json.loads((build / "compile_commands.json").read_text()):
        group = entry["file"]
        sources = INCLUDE.findall(pathlib.Path(group).read_text(encoding="utf-8")) if GROUP.search(group) else [group]
        entries += [entry | {"file": source, "command": entry["command"].replace(group, source)} for source in sources]
    (build / "tidy").mkdir(exist_ok=True)
    (build / "tidy/compile_commands.json").write_text(json.dumps(entries))
    return entries


def windows(compiled):
    """For each header the sources through which it can be looked at, the one of its own name first."""
    includers = collections.defaultdict(set)
    for name in tracked("*.cpp", "*.h"):
        for header in INCLUDE.findall((ROOT / name).read_text(encoding="utf-8")):
            includers[header].add(name)
    for header in tracked("*.h"):
        reached, rest = set(), [header]
        while rest:
            new = includers[rest.pop()] - reached
            reached |= new
            rest += new
        stem = pathlib.PurePath(header).stem
        order = sorted(reached & compiled, key=lambda name: (pathlib.PurePath(name).stem != stem, name not in includers[header], name))
        yield header, order


def findings(name, build):
    """What clang-tidy says of the source and of the project's headers that it includes; "" if it is clean."""
    run = subprocess.run([TOOL, "--quiet", "-p", build / "tidy", name], cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    return "" if run.returncode == 0 else run.stdout


def sources_to_read(wanted, compiled):
    """For each source to read the files that are looked at through it."""
    through = collections.defaultdict(set)
    for name in wanted & compiled:
        through[name].add(name)
    for header, sources in windows(compiled):
        if header in wanted and sources:
            through[next((name for name in sources if name in through), sources[0])].add(header)
    return through


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    build = ROOT / options.build
    compiled = {os.path.relpath(entry["file"], ROOT) for entry in command_of_each(build)}
    digests = {name: hash_of(name) for name in tracked("*.cpp", "*.h")}
    known = {name: digest for name, digest in read_list().items() if name in digests}
    # A source that this build does not compile keeps its line.
    clean = {name: digest for name, digest in known.items() if digests[name] == digest or name.endswith(".cpp") and name not in compiled}
    wanted = set(options.files) or {name for name in digests if options.all or name not in clean}
    through = sources_to_read(wanted, compiled)
    print(f"{TOOL}: {len(through)} of {len(compiled & digests.keys())} sources", file=sys.stderr)
    found = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, output in zip(through, pool.map(lambda name: findings(name, build), through)):
            print(output, end="", flush=True)
            found += bool(output)
            for file in through[name]:
                clean.pop(file, None)
                if not output:
                    clean[file] = digests[file]
            write_list(clean)
    print(f"{TOOL}: findings in {found} sources", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

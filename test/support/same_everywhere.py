"""Runs the commands of a test (`# SAME: ARGUMENTS`) in several environments; they must behave identically in each.

    same_everywhere.py threads|backends|locales|clocks TEST

`{out}` in a command is a file that it writes, which must be the same too.
"""
import os
import pathlib
import subprocess
import sys
import tempfile

MARK = "# SAME: "
FAKETIME = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1"


def threads(_):
    return {f"{count} threads": (["--threads", str(count)], {}) for count in (1, 2, 3, 8)}


def backends(_):
    return {name: (["--backend", name], {}) for name in ("interp", "jit", "auto")}


def locales(folder):
    """Debian has none but C.UTF-8, until they are asked for: Turkish has an i of its own, German a decimal comma."""
    places = {"C.UTF-8": ([], {"LC_ALL": "C.UTF-8"}), "C": ([], {"LC_ALL": "C"})}
    for name in ("tr_TR", "de_DE"):
        place = folder / f"{name}.UTF-8"
        # Status 1 means warnings.
        made = subprocess.run(["localedef", "--quiet", "-i", name, "-f", "UTF-8", place], stderr=subprocess.DEVNULL)
        if made.returncode > 1 or not place.is_dir():
            sys.exit(f"no locale {name}: is the package `locales` installed?")
        places[name] = [], {"LC_ALL": place.name, "LANG": place.name, "LANGUAGE": name, "LOCPATH": str(folder)}
    return places


def clocks(_):
    zones = {zone: ([], {"TZ": zone}) for zone in ("UTC", "Pacific/Kiritimati", "America/St_Johns", "no/zone")}
    if not os.path.exists(FAKETIME):
        sys.exit(f"no {FAKETIME}: is the package `libfaketime` installed?")
    for moment in ("1971-01-01 00:00:01", "2024-02-29 23:59:59", "2039-06-15 12:00:00"):
        zones[moment] = [], {"LD_PRELOAD": FAKETIME, "FAKETIME": f"@{moment}", "TZ": "UTC"}
    return zones


SURROUNDINGS = {"threads": threads, "backends": backends, "locales": locales, "clocks": clocks}


def done_by(command, options, settings, folder):
    output = folder / "out"
    output.unlink(missing_ok=True)
    arguments = [word.replace("{out}", str(output)) for word in command] + options
    done = subprocess.run(["seedc", *arguments], capture_output=True, env={**os.environ, **settings})
    return done.returncode, done.stdout, done.stderr, output.read_bytes() if output.exists() else None


def main():
    kind, test = sys.argv[1:]
    with open(test, encoding="utf-8") as lines:
        commands = [line[len(MARK):].split() for line in lines if line.startswith(MARK)]
    if not commands:
        sys.exit(f"{test} has no commands")
    differing = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (first, base), *others = SURROUNDINGS[kind](folder).items()
        for command in commands:
            expected = done_by(command, *base, folder)
            for other, surrounding in others:
                found = done_by(command, *surrounding, folder)
                if found != expected:
                    differing += 1
                    print(f"seedc {' '.join(command)}: {first} and {other} differ")
                    print(*(text for text in (*expected[:3], *found[:3])), sep="\n")
    sys.exit(1 if differing else 0)


main()

"""Measures what it takes to bound the outputs of a formula while no review has an answer: before `extract --until` asks anything, and in a run
whose reviews are all open. No model is asked.

    until.py [--items N] [--reviews N]

One formula decides each row alone; the other one has several passes: its rows depend on sums of other rows.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TOOLS = os.path.join(ROOT, "build", "release", "bin")
KINDS = [f"kind{number}" for number in range(4)]
AREAS = [f"area{number}" for number in range(3)]
FIELDS = [
    {"name": "kind", "type": "enum", "values": KINDS},
    {"name": "area", "type": "enum", "values": AREAS},
    {"name": "degree", "type": "int", "minimum": 0, "maximum": 5},
]
POINTS = [
    {"name": "KIND", "op": "define_value", "source": "extraction.kind", "table": {kind: number for number, kind in enumerate(KINDS)}},
    {"name": "AREA", "op": "define_value", "source": "extraction.area", "table": {area: number / 2 for number, area in enumerate(AREAS)}},
    {"name": "POINTS", "op": "define_value", "expr": "$KIND * $AREA + extraction.degree"},
    {"name": "ALL", "op": "count"},
    {"name": "S", "op": "sum", "expr": "$POINTS"},
]
ONE_PASS = [*POINTS, {"name": "RISK", "op": "expr", "expr": "S + 2 * ALL"}]
SEVERAL_PASSES = [
    *POINTS,
    {"name": "MEAN", "op": "expr", "expr": "S / ALL if ALL > 0 else 0"},
    {"name": "FAR", "op": "sum", "expr": "abs($POINTS - MEAN)"},
    {"name": "RISK", "op": "expr", "expr": "FAR + MEAN"},
]


def formula(folder, name, steps):
    path = os.path.join(folder, name + ".json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"extract": {"fields": FIELDS}, "compute": steps, "output": ["RISK"]}, file)
    return path


def open_rows(folder):
    path = os.path.join(folder, "open.jsonl")
    with open(os.path.join(folder, "reviews.jsonl"), encoding="utf-8") as reviews, open(path, "w", encoding="utf-8") as rows:
        for line in reviews:
            rows.write(json.dumps({"open": json.loads(line)["review_id"]}) + "\n")
    return path


def measured(label, *command):
    """Seconds, and megabytes at the peak, of a command that may end with 0 or 5."""
    begin = time.perf_counter()
    with subprocess.Popen([os.path.join(TOOLS, "seedc"), *command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        said = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 5):
        sys.exit(said)
    print(f"{label:<32} {time.perf_counter() - begin:6.2f} s {usage.ru_utime + usage.ru_stime:6.2f} s CPU {usage.ru_maxrss / 1024:6.0f} MB")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--items", type=int, default=10_000)
    parser.add_argument("--reviews", type=int, default=250_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        size = ["--items", str(options.items), "--reviews", str(options.reviews)]
        subprocess.run([os.path.join(TOOLS, "seedc-gen"), *size, "-o", folder], check=True, stdout=subprocess.DEVNULL)
        rows = open_rows(folder)
        for name, steps in (("one pass", ONE_PASS), ("several passes", SEVERAL_PASSES)):
            path = formula(folder, name.replace(" ", "_"), steps)
            for target in ("RISK", "top 10 by RISK"):
                measured(f"{name}, until {target}", "extract", path, "--data", folder, "--until", target, "--dry-run", "--store", folder + "/none")
            measured(f"{name}, a run, all open", "run", path, "--data", folder, "--extractions", rows, "--format", "jsonl")


if __name__ == "__main__":
    main()

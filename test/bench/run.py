"""Times whole commands on generated data, against the same work done by other tools in the same run.

    tools/dev bench [--items N] [--reviews N] [--runs N] [--json FILE]

Prints a table (medians, and the ratio to the first row of each group) and can write the figures with machine and sizes
as JSON. Ratios against a peer in the same run are what to look at: single times depend on the machine's day.
"""
import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BIN = os.path.join(ROOT, "build", "release", "bin")
PATTERN = "cozy|comfortable"
FORMULA = os.path.join(ROOT, "examples", "cafes", "risk.json")


def timed(command):
    """Seconds of wall time and peak memory in MB of a command that must end with status 0 or 1."""
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - begin
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        sys.exit(f"bench: {' '.join(command)} ended with {os.waitstatus_to_exitcode(status)}")
    return seconds, usage.ru_maxrss / 1024


def measure(command, runs):
    timed(command)  # to warm the page cache
    results = [timed(command) for _ in range(runs)]
    return statistics.median(r[0] for r in results), max(r[1] for r in results)


def groups(data, one_request, requests):
    seedc = os.path.join(BIN, "seedc")
    reviews = os.path.join(data, "reviews.jsonl")
    extractions = os.path.join(data, "risk.extractions.jsonl")
    text = [("seedc run, one pattern", [seedc, "run", one_request, "--data", data, "--format", "jsonl"])]
    if shutil.which("rg"):
        text.append(("ripgrep, the same pattern", ["rg", "-c", "-i", PATTERN, reviews]))
    text.append(("Python json + re", [sys.executable, os.path.join(ROOT, "test", "bench", "peer.py"), reviews, PATTERN]))
    many = [(f"seedc validate, --backend {backend}",
             [seedc, "validate", requests, "--data", data, "--backend", backend, "--format", "jsonl"])
            for backend in ("interp", "jit")]
    sample = os.path.join(ROOT, "examples", "cafes")
    small = [(f"seedc validate examples, --backend {backend}",
              [seedc, "validate", os.path.join(sample, "requests.jsonl"), "--data", sample, "--backend", backend])
             for backend in ("interp", "jit")]
    formula = [(f"seedc run, --backend {backend}",
                [seedc, "run", FORMULA, "--data", data, "--extractions", extractions, "--backend", backend,
                 "--format", "jsonl"])
               for backend in ("interp", "jit")]
    formula.append(("Python, reading and counting alone",
                    [sys.executable, os.path.join(ROOT, "test", "bench", "peer_formula.py"), FORMULA, reviews, extractions]))
    return [("one text condition over all reviews", text), ("a formula over its extractions", formula), ("the sample requests", many), ("the sample data", small)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--items", type=int, default=10_000)
    parser.add_argument("--reviews", type=int, default=250_000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--json", help="write the figures to this file")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="seedc-bench-") as folder:
        data = os.path.join(folder, "data")
        subprocess.run([os.path.join(BIN, "seedc-gen"), "--items", str(options.items), "--reviews", str(options.reviews),
                        "--seed", "1", "--extract", FORMULA, "-o", data], check=True)
        one_request = os.path.join(folder, "one.req")
        with open(one_request, "w", encoding="utf-8") as stream:
            stream.write(f"let cozy = review_text('{PATTERN}')\nAND(cozy)\n")
        size = sum(os.path.getsize(os.path.join(data, name)) for name in os.listdir(data))
        figures = []
        print(f"{options.items} items, {options.reviews} reviews, {size / 1e6:.0f} MB; median of {options.runs} runs")
        for title, rows in groups(data, one_request, os.path.join(ROOT, "examples", "cafes", "requests.jsonl")):
            print(f"\n{title}")
            print(f"  {'command':40} {'seconds':>8} {'ratio':>7} {'memory':>9}")
            first = None
            for name, command in rows:
                seconds, memory = measure(command, options.runs)
                first = first or seconds
                print(f"  {name:40} {seconds:8.3f} {seconds / first:7.2f} {memory:6.0f} MB")
                figures.append({"group": title, "name": name, "seconds": seconds, "ratio": seconds / first,
                                "memory_mb": memory})
        if options.json:
            with open(options.json, "w", encoding="utf-8") as stream:
                json.dump({"machine": platform.processor() or platform.machine(), "cores": os.cpu_count(),
                           "items": options.items, "reviews": options.reviews, "bytes": size, "figures": figures},
                          stream, indent=2)


if __name__ == "__main__":
    main()

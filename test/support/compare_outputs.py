"""Compares the outputs of a formula, as `seedc run --format jsonl` writes them: compare_outputs.py EXPECTED ACTUAL. Reals may differ
by 1e-12 of their size, all else not at all. Prints each value that differs and exits 1, or says how many are equal."""
import json
import math
import sys


def read(file):
    with open(file, encoding="utf-8") as stream:
        items = [json.loads(line) for line in stream]
    return {(item["business_id"], name): value for item in items for name, value in item["outputs"].items()}


def is_equal(expected, actual):
    if isinstance(expected, float) and isinstance(actual, float):
        return math.isclose(expected, actual, rel_tol=1e-12)
    return type(expected) is type(actual) and expected == actual


def main(expected_file, actual_file):
    expected, actual = read(expected_file), read(actual_file)
    missing = object()
    differing = [
        key
        for key in sorted(expected.keys() | actual.keys())
        if not is_equal(expected.get(key, missing), actual.get(key, missing))
    ]
    for item, name in differing:
        key = (item, name)
        print(f"{name} at {item}: expected {expected.get(key)}, got {actual.get(key)}")
    print(f"{len(differing)} values differ" if differing else f"{len(expected)} values equal")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

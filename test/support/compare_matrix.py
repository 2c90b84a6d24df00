"""Compares two matrices as `seedc validate --matrix` writes them: compare_matrix.py EXPECTED ACTUAL [PATTERN]. Only requests
whose ids match the pattern count (default: all). Prints each value that differs and exits 1, or says how many are equal."""
import json
import re
import sys


def read(file, pattern):
    with open(file, encoding="utf-8") as stream:
        matrix = json.load(stream)
    return {
        (request, item): value
        for request, values in matrix["requests"].items()
        if re.fullmatch(pattern, request)
        for item, value in zip(matrix["items"], values, strict=True)
    }


def main(expected_file, actual_file, pattern=".*"):
    expected, actual = read(expected_file, pattern), read(actual_file, pattern)
    differing = [key for key in expected.keys() | actual.keys() if expected.get(key) != actual.get(key)]
    for request, item in sorted(differing):
        key = (request, item)
        print(f"{request} at {item}: expected {expected.get(key)}, got {actual.get(key)}")
    print(f"{len(differing)} values differ" if differing else f"{len(expected)} values equal")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

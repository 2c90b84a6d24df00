"""Whether two files of JSON lines contain equal objects, with numbers compared by their spelling. Prints their number."""
import json
import sys


def read(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line, parse_float=str, parse_int=str) for line in file if line.strip()]


def main(left_path, right_path):
    left, right = read(left_path), read(right_path)
    if len(left) != len(right):
        sys.exit(f"{len(left)} objects, and {len(right)}")
    for number, pair in enumerate(zip(left, right), start=1):
        if pair[0] != pair[1]:
            sys.exit(f"object {number} differs:\n{pair[0]}\n{pair[1]}")
    print(f"{len(left)} objects equal")


if __name__ == "__main__":
    main(*sys.argv[1:])

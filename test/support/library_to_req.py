"""Writes a program of one request a condition of a library (`seedc conditions`): library_to_req.py LIBRARY [imported]. With
`imported` the names are imported from the library, else they mean what they mean by convention."""
import json
import os
import sys


def main(library, *options):
    with open(library, encoding="utf-8") as stream:
        names = json.load(stream)
    if "imported" in options:
        print(f"import {json.dumps(os.path.basename(library))}")
    for name in names:
        print(f"{json.dumps(name)}: {name}")


if __name__ == "__main__":
    main(*sys.argv[1:])

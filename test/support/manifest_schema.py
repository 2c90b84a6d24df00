"""Prints the JSON Schema of docs/manifest.md.

    manifest_schema.py DOCUMENT
"""
import re
import sys


def main(document):
    with open(document, encoding="utf-8") as stream:
        print(re.search(r"^```json\n(.*?)^```$", stream.read(), re.MULTILINE | re.DOTALL)[1])


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Validates JSON documents against a JSON Schema (2020-12).

    validate_json.py SCHEMA FILE...

A FILE that ends with .jsonl holds one document a line, any other holds one. Prints a line for each: where it is, and
`valid` or `invalid`. Exit status 1 if any is invalid.
"""
import json
import sys

import jsonschema


def documents(path):
    with open(path, encoding="utf-8") as stream:
        if not path.endswith(".jsonl"):
            yield path, json.load(stream)
            return
        for number, line in enumerate(stream, 1):
            yield f"{path}:{number}", json.loads(line)


def main(schema_path, *paths):
    with open(schema_path, encoding="utf-8") as stream:
        schema = json.load(stream)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    all_valid = True
    for path in paths:
        for place, document in documents(path):
            valid = validator.is_valid(document)
            all_valid &= valid
            print(f"{place}: {'valid' if valid else 'invalid'}")
    return 0 if all_valid else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

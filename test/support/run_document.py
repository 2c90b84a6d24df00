#!/usr/bin/env python3
"""Runs the examples of a Markdown page as a reader would, in a folder of their own beside `examples`.

    run_document.py PAGE.md --examples DIR [--update]

Fenced blocks say by their first line what they are:

    ```req first.req        a file to write; also json, jsonl
    ```req                  a program that must check without a word; names by convention are examples/cafes'
    ```json of FILE         JSON objects, each of which stands in that example
    ```req of FILE          that example, whole
    ```console              `$ command` and what it prints, both streams together

In what a command prints, a line `…` stands for any lines, and `…` at the end of a line for any rest. With --update the page is
written anew with what the commands print now.
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

FENCE = re.compile(r"^```(\w+)(?: +(.*?))? *$")


def blocks(lines):
    """(index of the first line, kind, argument, body) of every fenced block."""
    index = 0
    while index < len(lines):
        opening = FENCE.match(lines[index])
        if not opening:
            index += 1
            continue
        end = lines.index("```", index)
        yield index + 1, opening[1], opening[2] or "", lines[index + 1 : end]
        index = end + 1


def commands(body):
    """(command, index of its first line of output, output) of every command in a console block."""
    starts = [i for i, line in enumerate(body) if line.startswith("$ ")]
    for start, end in zip(starts, starts[1:] + [len(body)]):
        last = start
        while body[last].endswith("\\"):
            last += 1
        text = "\n".join(body[start : last + 1])[2:]
        yield text, last + 1, body[last + 1 : end]


def run(command, folder):
    result = subprocess.run(
        ["bash", "-c", command], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    return result.stdout.rstrip("\n").split("\n") if result.stdout else []


def line_matches(expected, actual):
    if expected.endswith("…"):
        return actual.startswith(expected[:-1])
    return expected == actual


def matches(expected, actual):
    if not expected:
        return not actual
    if expected[0] == "…":
        return any(matches(expected[1:], actual[i:]) for i in range(len(actual) + 1))
    return bool(actual) and line_matches(expected[0], actual[0]) and matches(expected[1:], actual[1:])


def json_objects(text):
    decoder, index, found = json.JSONDecoder(), 0, []
    while text[index:].strip():
        index += len(text[index:]) - len(text[index:].lstrip())
        value, index = decoder.raw_decode(text, index)
        found.append(value)
    return found


def contains(whole, part):
    if whole == part:
        return True
    children = whole.values() if isinstance(whole, dict) else whole if isinstance(whole, list) else []
    return any(contains(child, part) for child in children)


def check_excerpt(body, source):
    whole = json.loads(source.read_text())
    return [json.dumps(part) for part in json_objects("\n".join(body)) if not contains(whole, part)]


def check_program(body, folder):
    """What is found wrong, between the line that counts the data and the one that counts the findings."""
    program = folder / "example.req"
    program.write_text("\n".join(body) + "\n")
    return run("seedc check example.req --data examples/cafes", folder)[1:-1]


class Page:
    def __init__(self, path, folder):
        self.path = pathlib.Path(path)
        self.folder = folder
        self.lines = self.path.read_text().split("\n")
        self.faults = []
        self.updates = []

    def fault(self, line, text):
        self.faults.append(f"{self.path}:{line + 1}: {text}")

    def run(self):
        for first, kind, argument, body in blocks(self.lines):
            if kind == "console":
                self.run_console(first, body)
            elif kind == "req" and argument.startswith("of "):
                if "\n".join(body) + "\n" != (self.folder / argument[3:]).read_text():
                    self.fault(first, f"not what is in {argument[3:]}")
            elif argument.startswith("of "):
                for missing in check_excerpt(body, self.folder / argument[3:]):
                    self.fault(first, f"not in {argument[3:]}: {missing}")
            elif argument:
                (self.folder / argument).write_text("\n".join(body) + "\n")
            elif kind == "req":
                printed = check_program(body, self.folder)
                if printed:
                    self.fault(first, "not without findings:\n" + "\n".join(printed))

    def run_console(self, first, body):
        for command, output_begin, expected in commands(body):
            actual = run(command, self.folder)
            if not matches(expected, actual):
                self.fault(first + output_begin, f"$ {command} printed\n" + "\n".join(actual))
                self.updates.append((first + output_begin, len(expected), actual))

    def update(self):
        for begin, count, actual in reversed(self.updates):
            self.lines[begin : begin + count] = actual
        self.path.write_text("\n".join(self.lines))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("page")
    parser.add_argument("--examples", required=True)
    parser.add_argument("--update", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        shutil.copytree(arguments.examples, folder / "examples")
        page = Page(arguments.page, folder)
        page.run()
        if arguments.update:
            page.update()
    print("\n".join(page.faults))
    sys.exit(1 if page.faults else 0)


if __name__ == "__main__":
    os.environ.update(NO_COLOR="1", LC_ALL="C.UTF-8")
    os.environ.pop("COLUMNS", None)
    main()

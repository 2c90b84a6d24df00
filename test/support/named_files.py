#!/usr/bin/env python3
"""Looks that a package has what its pages and its command's help name.

    named_files.py FOLDER SEEDC

FOLDER has README.md, `docs` and `examples`. Prints each file that a link or the words `examples/…` name and that is not there, and how
many are named."""
import os
import pathlib
import re
import subprocess
import sys

LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
# What an example shows to be missing.
ABSENT = re.compile(r"there is no `(examples/[^`]+)`")
EXAMPLE = re.compile(r"(?<![\w/.])examples/[\w./-]*[\w/]")
ELSEWHERE = re.compile(r"^(https?:|mailto:)")


def of_page(page):
    """(page, path) of what its links name, from where it is."""
    text = page.read_text(encoding="utf-8")
    for link in LINK.findall(text):
        if not ELSEWHERE.match(link):
            yield page.name, page.parent / link


def helps(seedc):
    """{command: its help}"""

    def help_of(*command):
        wide = {**os.environ, "COLUMNS": "200"}
        return subprocess.run([seedc, *command, "--help"], stdout=subprocess.PIPE, encoding="utf-8", check=True, env=wide).stdout

    names = re.search(r"^Subcommands.*?\n(.*?)\n\n", help_of() + "\n\n", re.MULTILINE | re.DOTALL)[1]
    return {name: help_of(name) for name in re.findall(r"^  ([a-z]+) ", names, re.MULTILINE)}


def main(folder, seedc):
    folder = pathlib.Path(folder)
    pages = [*sorted(folder.glob("*.md")), *sorted((folder / "docs").glob("*.md"))]
    named = [entry for page in pages for entry in of_page(page)]
    texts = {page.name: page.read_text(encoding="utf-8") for page in pages} | helps(seedc)
    named += [(name, folder / example) for name, text in texts.items() for example in {*EXAMPLE.findall(text)} - {*ABSENT.findall(text)}]
    missing = sorted({f"{name} names {os.path.relpath(path, folder)}" for name, path in named if not path.exists()})
    print("\n".join([*missing, f"{len(pages)} pages, {len(texts) - len(pages)} commands, {len(named)} names, {len(missing)} missing"]))
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

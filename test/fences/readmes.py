"""Each folder with sources has a README.md, or is listed in that of a folder above; and what READMEs name is there: paths and files
in backticks, and the first column of lists such as `    limits   the largest of everything`."""
import os
import re
import sys

from tree import report, text_of, tracked

SOURCES = (".cpp", ".h", ".def", ".g4", ".py")
# Folders whose files are found without one: unit tests mirror the tree.
WITHOUT_README = re.compile(r"^test/unit/|^compiler/diag/explanations$")

PATH = re.compile(r"[\w.-]+(?:/[\w.-]+)*/?")
FILE = re.compile(r"[\w-]+\.(?:cpp|h|def|g4|py|cmake|md)")
LISTED = re.compile(r"^(?: {4}|  - |- `)((?:[a-z][\w./]*)(?:, [a-z][\w./]*)*)`? {2,}\S", re.MULTILINE)
# Not of the tree: placeholders, and what the build writes.
PLACEHOLDER = re.compile(r"[A-Z]{4,}|^build/|^docs/diagnostics\.md$")


class Tree:
    def __init__(self):
        self.files = set(tracked("*"))
        self.folders = {path for name in self.files for path in parents(name)}
        self.tops = {name.split("/")[0] for name in self.folders}
        self.base_names = {os.path.basename(name) for name in self.files}
        # `exec/score_loops` stands for the header and its source
        self.stems = {os.path.splitext(name)[0] for name in self.files}

    def has(self, path):
        return path in self.files or path in self.folders or path in self.stems

    def has_below(self, folder, stem):
        return any(path.startswith(f"{folder}/") and path.endswith(f"/{stem}") for path in self.stems)


def parents(name):
    while name := os.path.dirname(name):
        yield name


def listed_names(text):
    return [name for line in LISTED.findall(text) for name in line.split(", ")]


def named_paths(text, tops):
    """Words in backticks that look like a path of this project or a file of it."""
    for code in re.findall(r"`([^`\n]+)`", text):
        for word in code.split():
            if PATH.fullmatch(word) and not PLACEHOLDER.search(word) and (word.split("/")[0] in tops and "/" in word or FILE.fullmatch(word)):
                yield word.rstrip("/")


def problems_of(readme, tree):
    folder, text = os.path.dirname(readme), text_of(readme)
    for word in named_paths(text, tree.tops):
        if not tree.has(word) and not tree.has(os.path.normpath(f"{folder}/{word}")) and word not in tree.base_names:
            yield f"{readme}: there is no {word}"
    if folder in tree.folders and any(name.endswith(SOURCES) for name in tree.files if os.path.dirname(name) == folder):
        for name in listed_names(text):
            if not tree.has(f"{folder}/{name}") and not tree.has(name) and not tree.has_below(folder, name):
                yield f"{readme}: lists {name}, which is not there"


def has_readme(folder, tree):
    above = [f"{path}/README.md" for path in [folder, *parents(folder)] if f"{path}/README.md" in tree.files]
    if not above:
        return False
    rest = os.path.relpath(folder, os.path.dirname(above[0]))
    text = text_of(above[0])
    return rest == "." or f"`{rest}/" in text or rest in listed_names(text)


def main():
    tree = Tree()
    folders = {os.path.dirname(name) for name in tree.files if name.endswith(SOURCES)} - {""}
    problems = [f"{folder}: no README.md here, and none above that lists it" for folder in sorted(folders)
                if not WITHOUT_README.search(folder) and not has_readme(folder, tree)]
    for readme in sorted(name for name in tree.files if os.path.basename(name) == "README.md"):
        problems += problems_of(readme, tree)
    return report(problems)


if __name__ == "__main__":
    sys.exit(main())

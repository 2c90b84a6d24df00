"""What the fences look at: the tracked files, and C++ sources without comments and strings."""
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Comments, raw strings, strings and characters; a quote inside of a number is none.
HIDDEN = re.compile(r'//[^\n]*|/\*.*?\*/|R"([^()\s]*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<!\w)\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)


def tracked(*patterns):
    """Paths relative to the root of all tracked files that match one of the patterns (`*.cpp`) and are still there."""
    command = ["git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard", "-z", "--", *patterns]
    names = subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout.split("\0")
    return sorted(name for name in set(names) if name and (ROOT / name).is_file())


def sources(*patterns):
    """Paths of the C++ sources of the product, without the tests."""
    return [name for name in tracked(*(patterns or ("*.cpp", "*.h"))) if not name.startswith("test/")]


def text_of(name):
    return (ROOT / name).read_text(encoding="utf-8")


def blanked(text):
    """The text with blanks where comments and strings were; lines stay where they are."""
    return HIDDEN.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def matching_brace(text, opening):
    """Where the brace that is opened at `opening` is closed; the end of the text if it is not."""
    depth = 0
    for found in re.finditer(r"[{}]", text[opening:]):
        depth += 1 if found[0] == "{" else -1
        if depth == 0:
            return opening + found.start()
    return len(text)


def line_of(text, position):
    return text.count("\n", 0, position) + 1


def report(problems):
    """Prints the problems, and gives the exit status."""
    for problem in problems:
        print(problem)
    print(f"{len(problems)} problems")
    return 1 if problems else 0

"""No function is longer than 60 lines, from its first line to its closing brace."""
import re
import sys

from tree import blanked, line_of, matching_brace, report, sources, text_of

MOST_LINES = 60

# Longer ones that there are: file: lines.
EXCEPTIONS = {}

NOT_A_FUNCTION = re.compile(r"^\s*(?:export\s+)?(?:inline\s+)?(?:namespace|class|struct|union|enum|extern)\b|=\s*$")


def functions(text):
    """(first line, last line) of each body that belongs to something with a parameter list; what is inside of one is part of it."""
    start, position = 0, 0
    while found := re.compile(r"[;{}]").search(text, position):
        position = found.end()
        if found[0] == "{":
            head = text[start:found.start()]
            if "(" in head and not NOT_A_FUNCTION.search(head):
                position = matching_brace(text, found.start()) + 1
                begin = start + len(head) - len(head.lstrip())
                yield line_of(text, begin), line_of(text, position - 1)
            elif head.rstrip().endswith("="):
                position = matching_brace(text, found.start()) + 1
        start = position


def main():
    problems, count, unused = [], 0, dict(EXCEPTIONS)
    for name in sources():
        text = re.sub(r"^[ \t]*#(?:\\\n|.)*$", lambda found: re.sub(r"[^\n]", " ", found[0]), blanked(text_of(name)), flags=re.MULTILINE)
        for first, last in functions(text):
            count += 1
            if last - first + 1 > MOST_LINES:
                unused.pop(name, None)
            if last - first + 1 > EXCEPTIONS.get(name, MOST_LINES):
                problems.append(f"{name}:{first}: a function of {last - first + 1} lines; {MOST_LINES} are the most")
    problems += [f"the exception {name} is not needed any more" for name in unused]
    return report(problems if count > 1000 else [*problems, f"only {count} functions were found"])


if __name__ == "__main__":
    sys.exit(main())

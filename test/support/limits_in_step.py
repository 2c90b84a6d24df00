"""Whether SECURITY.md has the limits that `seedc limits --format markdown` prints; with `--write` they are written into it."""
import pathlib
import subprocess
import sys

BEGIN, END = "<!-- limits: begin -->\n", "<!-- limits: end -->\n"


def main(page, *options):
    table = subprocess.run(["seedc", "limits", "--format", "markdown"], check=True, capture_output=True, text=True).stdout
    text = pathlib.Path(page).read_text(encoding="utf-8")
    begin, end = text.index(BEGIN) + len(BEGIN), text.index(END)
    if "--write" in options:
        pathlib.Path(page).write_text(text[:begin] + table + text[end:], encoding="utf-8")
    elif text[begin:end] != table:
        print(f"{page} has other limits; `test/support/limits_in_step.py {page} --write` fixes it")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

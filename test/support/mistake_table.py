"""Checks a table of mistakes, as test/golden/formulas/CODE/table.test is one: each row is a wrong piece of a program, its mistake
underlined with the message, and the piece fixed, of which nothing may be reported.

    mistake_table.py CODE TABLE [--rewrite]     with `seedc` in the PATH; --rewrite puts what it reports now into the rows

A table is a list of parts, divided by empty lines. A part starts with `## TITLE` and a program with `@` where the pieces go, or with
a line `in` that goes to the `@` of the first program and has an `@` of its own. Its rows follow:

    # what the row is about
    wrong 2 * N_LOWD
              ^~~~~~ unknown step `N_LOWD`
    help  did you mean `N_LOUD`?
    right 2 * N_LOUD

A row without `help` expects none. The code of all messages is given as an argument; with `each` instead, a message ends with its
code, `unknown option [unknown-option]`, and may have notes. A program that begins with `{` is JSON, any other one shorthand."""
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

INDENT = "      "
UNDERLINE = re.compile(r" {6}( *)(\^~*) (.*)$")


@dataclasses.dataclass
class Row:
    title: str
    line: int
    program: str
    wrong: str = ""
    right: str = ""
    reports: list = dataclasses.field(default_factory=list)  # (first column, length, message, help), 0-based in `wrong`

    def text(self):
        lines = [self.title, f"wrong {self.wrong}"]
        for column, length, message, help_text in self.reports:
            lines.append(f"{INDENT}{' ' * column}^{'~' * (length - 1)} {message}")
            if help_text:
                lines.append(f"help  {help_text}")
        return "\n".join([*lines, f"right {self.right}"])


def read_row(block, line, program):
    row = Row(block[0], line, program)
    for text in block[1:]:
        key, value = text[:6], text[6:]
        if key == "wrong ":
            row.wrong = value
        elif key == "right ":
            row.right = value
        elif key == "help  ":
            row.reports[-1] = (*row.reports[-1][:3], value)
        elif found := UNDERLINE.match(text):
            row.reports.append((len(found[1]), len(found[2]), found[3], ""))
        else:
            sys.exit(f"{line}: neither of a row nor of a part: {text}")
    return row


def read_table(text):
    """The rows, and for each its lines in the table."""
    rows, first, program, line = [], "", "", 1
    for block_text in text.split("\n\n"):
        block = block_text.strip("\n").split("\n")
        if block[0].startswith("## ") and block[1].startswith("in    "):
            program = first.replace("@", block[1][6:])
        elif block[0].startswith("## "):
            program = "\n".join(block[1:]) + "\n"
            first = first or program
        elif program:
            rows.append((read_row(block, line, program), block_text.strip("\n")))
        line += block_text.count("\n") + 2
    return rows


def diagnostics_of(program, folder):
    """What `seedc check` reports, and its status."""
    handle, path = tempfile.mkstemp(suffix=".json" if program.startswith("{") else ".req", dir=folder)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(program)
    run = subprocess.run(["seedc", "check", path, "--diagnostics", "json"], capture_output=True, encoding="utf-8", check=False)
    if run.stderr or run.returncode not in (0, 1, 2):
        return run.returncode, [{"code": "", "message": run.stderr}]
    return run.returncode, json.loads(run.stdout)["diagnostics"]


def report_of(row, diagnostic, code):
    """The diagnostic as a row has it; where it is elsewhere in the program or of another code, as text that no row has."""
    before = row.program.split("@")[0]
    first_line, first_column = before.count("\n") + 1, len(before) - before.rfind("\n")
    message = diagnostic["message"] + (f" [{diagnostic['code']}]" if code == "each" else "")
    is_of_code = code == "each" or (diagnostic["code"] == code and not diagnostic["related"])
    if not is_of_code or diagnostic["severity"] != "error":
        return (0, 1, f"not of this table: {json.dumps(diagnostic)}", "")
    if diagnostic["line"] != first_line or diagnostic["end_line"] != first_line:
        return (0, 1, f"in line {diagnostic['line']}: {diagnostic['message']}", diagnostic.get("help", ""))
    length = max(diagnostic["end_column"] - diagnostic["column"], 1)
    return (diagnostic["column"] - first_column, length, message, diagnostic.get("help", ""))


def check(row, code, folder):
    """What is reported of the wrong piece, and what is wrong with the row."""
    status, wrong = diagnostics_of(row.program.replace("@", row.wrong), folder)
    reports = [report_of(row, diagnostic, code) for diagnostic in wrong]
    problems = []
    if status != 2 or reports != row.reports:
        problems.append(f"seedc reports:\n{dataclasses.replace(row, reports=reports).text()}")
    status, right = diagnostics_of(row.program.replace("@", row.right), folder)
    if status != 0 or right:
        problems.append(f"of the fixed piece {row.right} it reports: {[one['message'] for one in right]}")
    return reports, problems


def main(code, path, *options):
    text = pathlib.Path(path).read_text(encoding="utf-8")
    rows = read_table(text)
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda row: check(row[0], code, folder), rows))
    if "--rewrite" in options:
        for (row, written), (reports, _) in zip(rows, results):
            text = text.replace(written, dataclasses.replace(row, reports=reports).text())
        pathlib.Path(path).write_text(text, encoding="utf-8")
    failed = 0
    for (row, _), (_, problems) in zip(rows, results):
        failed += bool(problems)
        for problem in problems:
            print(f"{path}:{row.line}: {row.title}: {problem}\n")
    print(f"{len(rows)} rows, {failed} wrong")
    return 1 if failed or not rows else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

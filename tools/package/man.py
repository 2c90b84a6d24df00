"""Manual pages, made from what the commands say of themselves.

    man.py SEEDC VERSION FOLDER     writes FOLDER/seedc.1, FOLDER/seedc-run.1, …, compressed

The parts of a help are its first line, `Usage:`, titles with a colon over rows of a name and a description, and `Examples:`."""
import gzip
import os
import re
import subprocess
import sys

# `  --top K                     list only the first K items`: a name may be followed by its description, or stand alone.
ROW = re.compile(r"^  (\S(?:.*?\S)?)(?:  +(\S.*))?$")
CONTINUED = re.compile(r"^ {20,}(\S.*)$")
TITLE = re.compile(r"^(\w[\w ]*):$")


def help_of(seedc, *command):
    environment = {**os.environ, "COLUMNS": "80", "NO_COLOR": "1"}
    return subprocess.run([seedc, *command, "--help"], check=True, capture_output=True, encoding="utf-8", env=environment).stdout


def escaped(text):
    return re.sub(r"^([.'])", r"\\&\1", text.replace("\\", "\\e").replace("-", "\\-"), flags=re.MULTILINE)


class Help:
    """`about`, `usage`, sections [(title, [(name, description)])], and `examples` and `notes` as lines."""

    def __init__(self, text):
        lines = text.splitlines()
        self.about = lines[0].rstrip(".")
        self.usage = next(line.removeprefix("Usage: ") for line in lines if line.startswith("Usage: "))
        self.sections, self.examples, self.notes = [], [], []
        rest = lines[lines.index("Usage: " + self.usage) + 1 :]
        for number, line in enumerate(rest):
            if line.startswith("Examples:") or line.startswith("Example:"):
                self.examples = [part.removeprefix("Examples:").removeprefix("Example:").strip() if i == 0 else part[10:]
                                 for i, part in enumerate(rest[number:])]
                return
            self._add(line)

    def _add(self, line):
        rows = self.sections[-1][1] if self.sections else None
        if title := TITLE.match(line):
            self.sections.append((title[1], []))
        elif rows and (more := CONTINUED.match(line)):
            name, description = rows[-1]
            rows[-1] = (name, f"{description} {more[1]}".strip())
        elif rows is not None and (row := ROW.match(line)):
            rows.append((row[1], row[2] or ""))
        elif line.strip():
            self.notes.append(line)


def page(name, text, version, others):
    found = Help(text)
    out = [f'.TH {name.upper()} 1 "" "seedc {version}" "User Commands"', ".ad l", ".SH NAME", escaped(f"{name} - {found.about}"),
           ".SH SYNOPSIS", ".B " + escaped(found.usage)]
    for title, rows in found.sections:
        out.append(f".SH {title.upper()}")
        for option, description in rows:
            out += [".TP", ".B " + escaped(option), escaped(description)]
    if found.notes:
        out += [".SH NOTES", *(line for note in found.notes for line in (escaped(note), ".br"))]
    if found.examples:
        out += [".SH EXAMPLES", ".nf", *map(escaped, found.examples), ".fi"]
    out += [".SH EXIT STATUS", "0 done, 1 the answer is no, 2 a bad program or usage, 3 bad or missing data, 4 a service failed, 5 stopped by"
            " a limit or a budget."]
    out += [".SH SEE ALSO", ", ".join(f".BR {escaped(other)} (1)" if i == 0 else escaped(f"{other}(1)") for i, other in enumerate(others))]
    return "\n".join(out) + "\n"


def write(folder, name, text):
    with open(os.path.join(folder, f"{name}.1.gz"), "wb") as raw, gzip.GzipFile("", "wb", mtime=0, fileobj=raw) as out:
        out.write(text.encode())


def main():
    seedc, version, folder = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    overview = help_of(seedc)
    commands = [name for title, rows in Help(overview).sections if title == "Subcommands" for name, _ in rows]
    pages = [f"seedc-{command}" for command in commands]
    write(folder, "seedc", page("seedc", overview, version, pages))
    for command in commands:
        write(folder, f"seedc-{command}", page(f"seedc-{command}", help_of(seedc, command), version, ["seedc"]))


if __name__ == "__main__":
    main()

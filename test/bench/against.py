"""Compares seedc with that of another commit, turn by turn on the same data, and marks what got slower."""

import dataclasses
import os
import statistics
import subprocess

import answers
import report
from measure import Failed, measure, say
from workload import ROOT

FOLDER = os.path.join(ROOT, "build", "against")

# A change is marked if it is at least so large, and has the same sign in every turn.
MARKED = 1.05


def built(revision):
    """The seedc of a commit, built in a checkout of its own, which is kept for the next time."""
    git = ["git", "-C", ROOT]
    found = subprocess.run([*git, "rev-parse", "--verify", f"{revision}^{{commit}}"], capture_output=True, text=True)
    if found.returncode != 0:
        raise Failed(f"`{revision}` is no commit: {found.stderr.strip()}")
    commit = found.stdout.strip()
    folder = os.path.join(FOLDER, commit[:12])
    if not os.path.isdir(folder):
        subprocess.run([*git, "worktree", "add", "--quiet", "--detach", folder, commit], check=True)
    say(f"building seedc of {commit[:12]}")
    subprocess.run([os.path.join(folder, "tools", "dev"), "build", "release", "seedc"], check=True, cwd=folder)
    return os.path.join(folder, "build", "release", "bin", "seedc")


@dataclasses.dataclass
class Compared:
    table: str
    disagreements: list


def compare(launcher, define, before, now, runs):
    """One group of the suite, asked by both. `before` and `now` are workloads."""
    groups = {"before": define(before), "now": define(now)}
    title = groups["now"].title
    say(title)
    seedcs = {"before": before.tools.seedc, "now": now.tools.seedc}
    commands = {
        (when, name): command
        for name in groups["now"].commands
        for when, command in ((when, groups[when].commands[name]) for when in groups)
        if seedcs[when] in command.argv
    }
    both = measure(launcher, commands, runs)
    found = answers.disagreements({f"{name}, {when}": each.answer for (when, name), each in both.items()})
    measured = {
        when: {**groups[when].measured, **{name: each for (each_when, name), each in both.items() if each_when == when}}
        for when in groups
    }
    lines = [line for line in groups["now"].lines if is_measured(line, measured["now"])]
    return Compared(table(title, lines, measured), found)


def is_measured(line, measured):
    reading = line.readings.get("seedc")
    needed = [name for each in (reading, line.beside) if each for name in (each.command, each.less)]
    return reading is not None and all(name is None or name in measured for name in needed)


def table(title, lines, measured):
    rows = [["", "before", "now", "factor", ""]]
    rows += [row(line, measured["before"], measured["now"]) for line in lines]
    widths = (40, 12, 12, 9, 0)
    laid_out = [
        "".join(f"{text:<{width}}" if i == 0 else f"{text:>{width}}" for i, (text, width) in enumerate(zip(each[:4], widths)))
        + ("  " + each[4] if each[4] else "")
        for each in rows
    ]
    return "\n".join([title] + ["  " + text.rstrip() for text in laid_out])


def row(line, before, now):
    values = [line.value("seedc", measured) for measured in (before, now)]
    factors = turns(line, before, now)
    factor = statistics.median(factors) if factors else 1.0
    return [line.name, *(report.written(value, line.unit) for value in values), f"{factor:.2f}", mark(factors, line.unit)]


def turns(line, before, now):
    """How many times as long it takes now, or as much memory, by turn."""
    if line.unit in ("B", "x"):
        command = line.readings["seedc"].command
        pairs = zip([before[command].peak_bytes()], [now[command].peak_bytes()])
    else:
        reading = line.readings["seedc"]
        pairs = zip(reading.each(before), reading.each(now))
    return [after / earlier for earlier, after in pairs if earlier > report.NOISE]


def mark(factors, unit):
    words = ("MORE", "less") if unit in ("B", "x") else ("SLOWER", "faster")
    if factors and min(factors) > 1 and statistics.median(factors) >= MARKED:
        return words[0]
    if factors and max(factors) < 1 and statistics.median(factors) <= 1 / MARKED:
        return words[1]
    return ""

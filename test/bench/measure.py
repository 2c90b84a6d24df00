"""Runs commands and records the time, the peak memory and the answer of each."""

import dataclasses
import json
import os
import statistics
import subprocess
import sys
from typing import Callable

LAUNCHER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "launcher.py")

# So that the suite ends in time: a command that has taken longer in all is not run again, and one that takes as long as
# this at once needs no run to warm the caches first.
SECONDS_A_COMMAND = 20.0
SECONDS_UNWARMED = 2.0


def say(text):
    print(f"bench: {text}", file=sys.stderr, flush=True)


@dataclasses.dataclass
class Command:
    """`answer` reads a dict from what it prints on stdout and stderr. A peer that `times_itself` prints
    {"answer": …, "seconds": {PHASE: s}}. `statuses` are those of success."""

    argv: list
    environment: dict = dataclasses.field(default_factory=dict)
    answer: Callable = None
    times_itself: bool = False
    statuses: tuple = (0,)


@dataclasses.dataclass
class Run:
    """Seconds by phase (`whole` is the process), seconds of all cores together, and bytes of memory at the peak."""

    seconds: dict
    cpu_seconds: float
    peak_bytes: int


@dataclasses.dataclass
class Measured:
    """The runs of one command. All answer alike, so one answer is kept."""

    argv: list
    answer: dict = None
    runs: list = dataclasses.field(default_factory=list)

    def peak_bytes(self):
        return max(run.peak_bytes for run in self.runs)


class Failed(Exception):
    """A command ended with a status that is none of its."""


class Launcher:
    """Runs commands one at a time; use as a context."""

    def __init__(self, folder):
        self._outputs = [os.path.join(folder, name) for name in ("stdout", "stderr")]
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", LAUNCHER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.stdin.close()
        self._process.wait()

    def run(self, command):
        """One run, and its answer."""
        result = self._launch(command)
        stdout, stderr = (read(path) for path in self._outputs)
        if result["status"] not in command.statuses:
            raise Failed(f"`{' '.join(command.argv)}` ended with status {result['status']}\n{stderr}")
        seconds = {"whole": result["seconds"]}
        if command.times_itself:
            seconds.update(json.loads(stdout)["seconds"])
        return Run(seconds, result["cpu_seconds"], result["peak_bytes"]), (
            command.answer(stdout, stderr) if command.answer else {}
        )

    def _launch(self, command):
        order = {"argv": command.argv, "environment": command.environment, "outputs": self._outputs}
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())


def read(path):
    """What a command printed; an object file is no text, and nothing is asked of it."""
    with open(path, encoding="utf-8", errors="replace") as stream:
        return stream.read()


def measure(launcher, commands, runs):
    """Name of command -> Measured. Commands take turns, so that two are compared under equal conditions. The first turn
    is to warm the caches and counts only for slow commands."""
    measured = {name: Measured(command.argv) for name, command in commands.items()}
    spent = dict.fromkeys(commands, 0.0)
    for turn in range(runs + 1):
        say(f"  run {turn} of {runs}" if turn else "  to warm the caches")
        for name, command in commands.items():
            if spent[name] > SECONDS_A_COMMAND:
                continue
            if turn == 0 or spent[name] > turn:
                say(f"    {name}")
            run, answer = launcher.run(command)
            spent[name] += run.seconds["whole"]
            measured[name].runs.append(run)
            if turn == 0:
                measured[name].answer = answer
    for each in measured.values():
        if each.runs[0].seconds["whole"] < SECONDS_UNWARMED:
            each.runs = each.runs[1:]
    return measured


@dataclasses.dataclass
class Reading:
    """A phase of a command, or what it takes beyond a phase of another, turn by turn."""

    command: str
    phase: str = "whole"
    less: str = None
    less_phase: str = "whole"

    def each(self, measured):
        """Seconds by turn."""
        runs = [run.seconds[self.phase] for run in measured[self.command].runs]
        if self.less is None:
            return runs
        base = [run.seconds[self.less_phase] for run in measured[self.less].runs]
        return [run - other for run, other in zip(runs, base)]

    def seconds(self, measured):
        return max(0.0, statistics.median(self.each(measured)))

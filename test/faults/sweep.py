"""Makes every system call fail once, at each point in turn, and checks the outcome of the command.

    sweep.py --injector LIBRARY [--scenario NAME] [--class NAME] [--most N] [--all] [--json FILE]

For each scenario (scenarios.py) the undisturbed run counts its calls, class by class; then one call after another fails, once or
from there on, in each way of WAYS. After each it must hold that
- no signal ended the command, and it did not hang;
- it did as it does undisturbed, or ended with a documented status and one error that names what failed;
- each result file is the old one or the new one, and nothing is left beside it;
- the next run, undisturbed, does as it always does.
Where the process is killed instead, the next run moreover clears away what was left; where it is asked to stop (SIGTERM), nothing is
left. Of classes with more points than `--most`, all the first ones are taken and a sample of the rest, the same each time. `--all`
takes every point; of allocations, which are hundreds of thousands, the first by each way through the code (a site, injector.c) in
the first scenario that comes by it.
"""
import argparse
import concurrent.futures
import dataclasses
import errno
import hashlib
import json
import os
import pathlib
import random
import re
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time

from scenarios import Scenario, all_scenarios

CLASSES = ["open", "read", "write", "sync", "rename", "unlink", "map", "size", "alloc", "random", "close", "thread", "stat", "load", "socket"]


@dataclasses.dataclass(frozen=True)
class Way:
    """How a call fails, and whether those after it do too."""

    name: str
    how: str
    goes_on: bool = False
    is_harmless: bool = False  # what every program must bear
    by_signal: int = 0  # which comes in place of a failure


def fails_by(name, goes_on=False, is_harmless=False):
    return Way(name + ("…" if goes_on else ""), str(getattr(errno, name)), goes_on, is_harmless)


SHORT = Way("short", "short", is_harmless=True)
KILL = Way("kill", "kill", by_signal=signal.SIGKILL)
STOP = Way("stop", "stop", by_signal=signal.SIGTERM)
WAYS = {
    "open": [fails_by("EMFILE"), fails_by("EMFILE", goes_on=True), KILL, STOP],
    "read": [fails_by("EIO"), fails_by("EINTR", is_harmless=True), SHORT],
    "write": [fails_by("ENOSPC"), fails_by("ENOSPC", goes_on=True), fails_by("EIO"), fails_by("EINTR", is_harmless=True), SHORT, KILL, STOP],
    "sync": [fails_by("EIO"), KILL, STOP],
    "rename": [fails_by("EIO"), KILL, STOP],
    "unlink": [fails_by("EIO"), KILL, STOP],
    "map": [fails_by("ENOMEM"), fails_by("ENOMEM", goes_on=True)],
    "size": [fails_by("ENOSPC"), KILL, STOP],
    "alloc": [fails_by("ENOMEM"), fails_by("ENOMEM", goes_on=True)],
    "random": [fails_by("ENOSYS")],
    "close": [fails_by("EIO"), KILL, STOP],
    "thread": [fails_by("EAGAIN"), fails_by("EAGAIN", goes_on=True)],
    "stat": [fails_by("EIO"), STOP],
    "load": [fails_by("ENOENT")],
    "socket": [fails_by("ENOBUFS")],
}
SECONDS = 60
STOPPED = 128 + signal.SIGINT  # what was asked to stop ended in order
RUNS_FOR_SITES = 3
CALLS_OF_THREADS = 500  # by so many the number of a call may differ
ERROR = re.compile(r"^seedc: error: (.*)$", re.M)
DIAGNOSTIC = re.compile(r"^\S+:\d+:\d+: error: ", re.M)  # of a program; it names the file
# Where curl does not tell want of memory from an unknown name, or from an address it cannot convert.
UNTOLD = re.compile("could not resolve host|URL using bad/illegal format", re.I)
NAMED = re.compile(r"`.+`|the results|standard input|memory|thread|service|URL|native code")


@dataclasses.dataclass
class Outcome:
    status: int
    stdout: bytes
    stderr: str
    files: dict
    counts: list


def digest_of(folder, scenario):
    """Every file below the folder, by its content."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            found[str(path.relative_to(folder))] = hashlib.sha256(scenario.steady(path.read_bytes())).hexdigest()
    return found


class Sweep:
    def __init__(self, scenario: Scenario, injector, seen_sites):
        """`seen_sites`, those of earlier scenarios, grows."""
        self.scenario = scenario
        self.injector = injector
        self.seen_sites = seen_sites
        self.good_states = {}
        self.lock = threading.Lock()
        self.undisturbed = self.in_fresh_folder(lambda folder: self.run(folder, {}))
        if self.undisturbed.status != scenario.status:
            sys.exit(f"{scenario.name}: undisturbed, status {self.undisturbed.status}\n{self.undisturbed.stderr}")
        self.before = self.in_fresh_folder(lambda folder: digest_of(folder, scenario))

    def in_fresh_folder(self, act):
        with tempfile.TemporaryDirectory(prefix="seedc-faults-") as name:
            folder = pathlib.Path(name)
            for path, content in self.scenario.files.items():
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                (folder / path).write_bytes(content)
            return act(folder)

    def run(self, folder, faults):
        """The command in the folder; what is counted lies outside of it."""
        with tempfile.NamedTemporaryFile(prefix="seedc-counts-") as counts:
            env = {**os.environ, "LC_ALL": "C.UTF-8", "XDG_CACHE_HOME": str(folder / "cache"), **self.scenario.environment}
            env |= {"LD_PRELOAD": self.injector, "SEEDC_FAULT_COUNTS": counts.name, **faults}
            command = ["seedc", *self.scenario.command]
            try:
                done = subprocess.run(command, cwd=folder, env=env, input=self.scenario.stdin, capture_output=True, timeout=SECONDS)
            except subprocess.TimeoutExpired as hung:
                return Outcome(-signal.SIGALRM, b"", (hung.stderr or b"").decode(errors="replace"), {}, [0] * (len(CLASSES) + 1))
            counted = counts.read()
        numbers = list(struct.unpack(f"{len(counted) // 8}Q", counted))
        return Outcome(done.returncode, done.stdout, done.stderr.decode(errors="replace"), digest_of(folder, self.scenario), numbers)

    def points(self, kind, most):
        """Each as what the injector is told of it."""
        if most is None and kind == "alloc":
            return self.new_sites(kind)
        return [{"SEEDC_FAULT_AT": str(number)} for number in self.numbers(kind, most)]

    def numbers(self, kind, most):
        count = self.undisturbed.counts[CLASSES.index(kind)]
        if most is None or count <= most:
            return range(1, count + 1)
        first = most // 4
        pick = random.Random(self.scenario.name + kind)
        return [*range(1, first + 1), *sorted(pick.sample(range(first + 1, count + 1), most - first))]

    def new_sites(self, kind):
        """From several runs: threads come by other ways each time, and give calls other numbers."""
        first = {}
        with tempfile.NamedTemporaryFile(prefix="seedc-sites-") as file:
            for _ in range(RUNS_FOR_SITES):
                self.in_fresh_folder(lambda folder: self.run(folder, {"SEEDC_FAULT_CLASS": kind, "SEEDC_FAULT_SITES": file.name}))
            for line in file.read().decode().splitlines():
                site, number = line.split()
                first[site] = min(int(number), first.get(site, sys.maxsize))
        new = sorted((number, site) for site, number in first.items() if site not in self.seen_sites)
        self.seen_sites.update(first)
        return [{"SEEDC_FAULT_SITE": site, "SEEDC_FAULT_AT": str(max(1, number - CALLS_OF_THREADS))} for number, site in new]

    def ways(self, kind):
        return [way for way in WAYS[kind] if self.scenario.writes or not way.by_signal]

    def complaint(self, kind, way, point):
        """What is wrong after this fault, or None."""
        faults = {"SEEDC_FAULT_CLASS": kind, "SEEDC_FAULT_HOW": way.how, **point}
        if way.goes_on:
            faults["SEEDC_FAULT_ON"] = "1"

        def act(folder):
            outcome = self.run(folder, faults)
            wrong = self.wrong_with(outcome, kind, way) or self.wrong_afterwards(folder, outcome.files)
            return wrong and f"{wrong}\n    status {outcome.status}: {outcome.stderr.strip()[:600]}"

        return self.in_fresh_folder(act)

    def wrong_with(self, outcome, kind, way):
        is_fired = outcome.counts[-1] > 0
        is_ended = is_fired and way.by_signal and outcome.status == -way.by_signal
        if is_fired and way.by_signal == signal.SIGKILL:
            return None if is_ended else "it went on after SIGKILL"
        if outcome.status < 0 and not is_ended:
            return "it hung" if outcome.status == -signal.SIGALRM else f"ended by {signal.Signals(-outcome.status).name}"
        if wrong := self.wrong_files(outcome.files, kind):
            return wrong
        if is_ended or (is_fired and way.by_signal and outcome.status == STOPPED):
            return None
        if self.scenario.is_server and is_fired and not way.is_harmless and outcome.status in (0, 1):
            return wrong_with_session(outcome, self.scenario.stdin, was_cut=kind == "write")
        is_same = outcome.status == self.undisturbed.status
        if is_same and self.shown(outcome) != self.shown(self.undisturbed):
            return "the status is as ever, and the result is not"
        if is_same:
            return None
        if way.is_harmless or not is_fired:
            return "it failed by what does no harm"
        if outcome.status not in (2, 3, 4, 5):
            return "a status that is not documented"
        errors = ERROR.findall(outcome.stderr)
        if not errors and kind != "alloc" and DIAGNOSTIC.search(outcome.stderr):
            return None
        if len(errors) != 1:
            return f"{len(errors)} errors told"
        if kind == "alloc" and not re.search("memory", errors[0]) and not UNTOLD.search(errors[0]):
            return "it does not say that memory ran out"
        return None if NAMED.search(errors[0]) else "the error does not name what failed"

    def shown(self, outcome):
        return outcome.stdout, [outcome.files.get(name) for name in self.scenario.outputs]

    def wrong_files(self, files, kind):
        """What stands in the folder that should not."""
        for name in self.scenario.outputs:
            if files.get(name) not in (self.before.get(name), self.undisturbed.files.get(name)):
                return f"{name} is neither the old file nor the new one"
        known = self.before.keys() | self.undisturbed.files.keys()
        left = [name for name in files if name not in known and not self.scenario.may_appear(name)]
        return f"left behind: {left}" if left and kind != "unlink" else None

    def wrong_afterwards(self, folder, files):
        """The next run depends on the files alone, and is not made again where they are known to be good."""
        state = json.dumps(files, sort_keys=True)
        with self.lock:
            if state in self.good_states:
                return None
        next_run = self.run(folder, {})
        if next_run.status != self.undisturbed.status or self.shown(next_run) != self.shown(self.undisturbed):
            return f"the next run is another one: status {next_run.status}\n{next_run.stderr}"
        if wrong := self.wrong_files(next_run.files, "next"):
            return f"after the next run: {wrong}"
        with self.lock:
            self.good_states[state] = True
        return None


def messages_of(stream):
    """The messages of a stream, and whether it ends with a part of one."""
    found = []
    while stream:
        head, _, rest = stream.partition(b"\r\n\r\n")
        length = re.fullmatch(rb"Content-Length: (\d+)", head)
        if not length or len(rest) < int(length[1]):
            return found, True
        found.append(json.loads(rest[: int(length[1])]))
        stream = rest[int(length[1]) :]
    return found, False


def wrong_with_session(outcome, sent, was_cut):
    """A server that goes on answers everything; one that is not heard, or hears nothing, ends with status 1."""
    answers, is_cut = messages_of(outcome.stdout)
    if is_cut and not was_cut:
        return "it sent a part of a message"
    asked = [message["id"] for message in messages_of(sent)[0] if "id" in message]
    answered = [answer["id"] for answer in answers if "id" in answer]
    if outcome.status == 0 and sorted(answered) != asked:
        return f"of the requests {asked} it answered {answered}"
    return None


def report_of(results):
    """As GoogleTest writes it: a test for each scenario, class and way."""
    tests = [
        {"classname": "faults", "name": name, "status": "RUN", "result": "COMPLETED", **({"failures": wrong} if wrong else {})}
        for name, (_, wrong) in results.items()
    ]
    return {"testsuites": [{"name": "faults", "testsuite": tests}]}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--injector", required=True)
    parser.add_argument("--scenario", action="append", help="only this one")
    parser.add_argument("--class", dest="kind", action="append", choices=CLASSES, help="only this one")
    parser.add_argument("--most", type=int, default=1000, help="points of a class in a scenario")
    parser.add_argument("--all", action="store_true", help="every point, of allocations every site")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--json", help="a report to write")
    options = parser.parse_args()
    begun, results, seen_sites = time.monotonic(), {}, set()
    with all_scenarios() as scenarios, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for scenario in scenarios:
            if options.scenario and scenario.name not in options.scenario:
                continue
            sweep = Sweep(scenario, os.path.abspath(options.injector), seen_sites)
            made = 0
            for kind in options.kind or CLASSES:
                points = sweep.points(kind, None if options.all else options.most)
                for way in sweep.ways(kind) if points else []:
                    complaints = list(pool.map(lambda point, kind=kind, way=way: sweep.complaint(kind, way, point), points))
                    wrong = [f"{' '.join(point.values())}: {complaint}" for point, complaint in zip(points, complaints) if complaint]
                    name = f"{scenario.name}.{kind}.{way.name}"
                    results[name] = len(points), wrong
                    made += len(points)
                    for text in wrong[:3]:
                        print(f"wrong: {name} at {text}", flush=True)
                    if len(wrong) > 3:
                        print(f"wrong: {name}: {len(wrong)} of {len(points)} points", flush=True)
            print(f"{scenario.name}: {made} points", flush=True)
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(report_of(results)))
    points, failed = (sum(values) for values in zip(*((count, len(wrong)) for count, wrong in results.values())))
    print(f"{points} points, {failed} failed, {time.monotonic() - begun:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

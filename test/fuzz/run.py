"""Runs the fuzz targets under libFuzzer, several at once, and reports their findings.

README.md explains the targets. The table goes to standard output, progress to standard error. Corpora grow under
build/fuzz/corpus, findings and logs lie beside them. Exit status: 0 nothing found, 1 something found, 2 bad usage.
"""

import argparse
import concurrent.futures
import dataclasses
import os
import re
import subprocess
import sys
import threading

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HERE = os.path.join(ROOT, "test", "fuzz")
BUILD = os.path.join(ROOT, "build", "fuzz")
MOST_MEGABYTES = 2560
MOST_SECONDS_OF_AN_INPUT = 30  # with a processor of its own
SECONDS_TO_MINIMISE = 60
SECONDS_BETWEEN_STATUS = 30


def say(text):
    print(text, file=sys.stderr, flush=True)


def binary_of(target):
    return os.path.join(BUILD, "bin", "fuzz_" + target)


def all_targets():
    names = os.listdir(os.path.join(BUILD, "bin"))
    return sorted(name.removeprefix("fuzz_") for name in names if name.startswith("fuzz_"))


def environment(**more):
    scratch = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    settings = {
        "ASAN_OPTIONS": "abort_on_error=1:allocator_may_return_null=0",
        "UBSAN_OPTIONS": "print_stacktrace=1",
        "ASAN_SYMBOLIZER_PATH": "/usr/bin/llvm-symbolizer-19",
        "XDG_CACHE_HOME": os.path.join(BUILD, "cache"),
        **({"TMPDIR": scratch} if scratch else {}),
    }
    return {**os.environ, **settings, **more}


def folder_of(kind, target):
    folder = os.path.join(BUILD, kind, target)
    os.makedirs(folder, exist_ok=True)
    return folder


@dataclasses.dataclass
class Campaign:
    """The run of one target: libFuzzer writes a log, which is read while it grows."""

    target: str
    seconds_of_an_input: int
    log: str = ""
    finding: str = ""
    cause: str = ""

    def __post_init__(self):
        self.log = os.path.join(folder_of("logs", self.target), "log")

    def text(self):
        try:
            with open(self.log, encoding="utf-8", errors="replace") as stream:
                return stream.read()
        except FileNotFoundError:
            return ""

    def last_number(self, pattern):
        found = re.findall(pattern, self.text(), re.MULTILINE)
        return int(found[-1]) if found else 0

    def executions(self):
        return self.last_number(r"^stat::number_of_executed_units: +(\d+)") or self.last_number(r"^#(\d+)")

    def per_second(self):
        return self.last_number(r"^stat::average_exec_per_sec: +(\d+)") or self.last_number(r"exec/s: (\d+)")

    def edges(self):
        return self.last_number(r" cov: (\d+)")

    def evaluations(self):
        return self.last_number(r"^evaluations: (\d+)")

    def run(self, seconds):
        seeds = folder_of("seeds", self.target)
        findings = folder_of("findings", self.target)
        made = subprocess.run([binary_of(self.target)], env=environment(SEEDC_FUZZ_SEEDS=seeds), capture_output=True)
        if made.returncode != 0:
            self.cause = made.stderr.decode(errors="replace").strip() or "the seeds cannot be made"
            self.finding = binary_of(self.target)
            return
        before = set(os.listdir(findings))
        status = self.fuzz(seconds, seeds, findings)
        new = sorted(name for name in set(os.listdir(findings)) - before if not name.startswith("slow-unit-"))
        if status == 0 and not new:
            return
        self.cause = self.describe_cause(status)
        say(f"{self.target} has stopped: {self.cause}")
        self.finding = self.minimised(os.path.join(findings, new[-1])) if new else self.log

    def fuzz(self, seconds, seeds, findings):
        dictionary = os.path.join(HERE, "dictionaries", self.target + ".dict")
        regressions = os.path.join(HERE, "regressions", self.target)
        command = [
            binary_of(self.target),
            f"-max_total_time={seconds}",
            f"-timeout={self.seconds_of_an_input}",
            f"-rss_limit_mb={MOST_MEGABYTES}",
            "-print_final_stats=1",
            f"-artifact_prefix={findings}/",
            *([f"-dict={dictionary}"] if os.path.exists(dictionary) else []),
            folder_of("corpus", self.target),
            seeds,
            *([regressions] if os.path.isdir(regressions) else []),
        ]
        with open(self.log, "wb") as log:
            return subprocess.run(command, env=environment(), stdout=log, stderr=log).returncode

    def describe_cause(self, status):
        pattern = r"(it does not hold that .*|runtime error: .*|SUMMARY: .*|terminate called .*|ERROR: libFuzzer: .*)"
        found = re.search(pattern, self.text())
        return found.group(1) if found else f"it ended with status {status}"

    def minimised(self, artifact):
        """A smaller input that stops the target too; only of crashes, as others take their time."""
        if not os.path.basename(artifact).startswith("crash-"):
            return artifact
        smaller = artifact.replace("crash-", "small-")
        command = [binary_of(self.target), "-minimize_crash=1", f"-max_total_time={SECONDS_TO_MINIMISE}",
                   f"-exact_artifact_path={smaller}", artifact]
        subprocess.run(command, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return smaller if os.path.exists(smaller) else artifact


class Status:
    """A line now and then about those that run."""

    def __init__(self, campaigns):
        self.campaigns = campaigns
        self.done = threading.Event()
        self.thread = threading.Thread(target=self.tell, daemon=True)

    def tell(self):
        while not self.done.wait(SECONDS_BETWEEN_STATUS):
            counts = [f"{each.target} {each.executions():,}" for each in self.campaigns if each.executions()]
            say("executions: " + ", ".join(counts))

    def __enter__(self):
        self.thread.start()

    def __exit__(self, *_):
        self.done.set()
        self.thread.join()


def print_table(campaigns):
    rows = [("target", "executions", "per second", "edges", "findings")]
    for each in campaigns:
        rows.append((each.target, f"{each.executions():,}", f"{each.per_second():,}", f"{each.edges():,}",
                     "1" if each.finding else "0"))
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        numbers = "  ".join(cell.rjust(width) for cell, width in zip(row[1:], widths[1:]))
        print(f"{row[0].ljust(widths[0])}  {numbers}".rstrip())
    compared = sum(each.evaluations() for each in campaigns)
    if compared:
        print(f"values of programs at items held against the plain reading: {compared:,}")


def print_findings(campaigns):
    for each in campaigns:
        if not each.finding:
            continue
        print(f"\n{each.target}: {each.cause}")
        print(f"  input: {os.path.relpath(each.finding, ROOT)}")
        print(f"  again: {os.path.relpath(binary_of(each.target), ROOT)} {os.path.relpath(each.finding, ROOT)}")
        print(f"  once mended, keep it: test/fuzz/regressions/{each.target}/")


def positive(text):
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"`{text}` is no number of targets: at least 1")
    return int(text)


def parse_arguments():
    parser = argparse.ArgumentParser(
        prog="tools/dev fuzz",
        description=__doc__.splitlines()[0],
        epilog="example: tools/dev fuzz --minutes 10 ir snapshot",
    )
    parser.add_argument("--minutes", type=float, default=1, help="of each target (default: 1)")
    parser.add_argument("--jobs", type=positive, default=os.cpu_count(), metavar="N",
                        help="how many run at once (default: the processors)")
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="default: all of them")
    arguments = parser.parse_args()
    unknown = [name for name in arguments.targets if name not in all_targets()]
    if unknown:
        parser.error(f"unknown target `{unknown[0]}`: there are {', '.join(all_targets())}")
    return arguments


def main():
    arguments = parse_arguments()
    targets = arguments.targets or all_targets()
    sharing = -(-min(arguments.jobs, len(targets)) // os.cpu_count())
    campaigns = [Campaign(target, sharing * MOST_SECONDS_OF_AN_INPUT) for target in targets]
    seconds = max(1, int(60 * arguments.minutes))
    with Status(campaigns), concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        list(pool.map(lambda campaign: campaign.run(seconds), campaigns))
    print_table(campaigns)
    print_findings(campaigns)
    return 1 if any(each.finding for each in campaigns) else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)

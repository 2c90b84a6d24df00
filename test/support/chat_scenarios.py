#!/usr/bin/env python3
"""Scenarios that extraction must survive, with generated reviews and the test server. Prints one line, or what failed.

    chat_scenarios.py faults [--reviews N] [--rate R]    a tenth of all calls fails in some way; some reviews can never be answered
    chat_scenarios.py kills [--reviews N] [--kills N]    killed at random moments, then run to the end
    chat_scenarios.py budgets [--reviews N]              stopped by requests, tokens and money, with faults
    chat_scenarios.py interrupt [--reviews N]            stopped by Ctrl-C, then run to the end
    chat_scenarios.py terminal [--reviews N]             stopped by Ctrl-C on a terminal: what it shows
    chat_scenarios.py two [--reviews N]                  two processes at once on one store
"""
import argparse
import contextlib
import json
import os
import pathlib
import pty
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

from with_chat_server import chat_server, environment, stats_of

WORDS = """the staff was clean friendly sticky table soup cold restroom spotless came out late again service portion price
never return love garden window noise's “great” place – waiter’s smile""".split()
FORMULA = {
    "task_name": "visits",
    "filter": {"keywords": ["clean"]},
    "extract": {
        "fields": [
            {"name": "lapse", "type": "enum", "values": {"none": "all clean", "mild": "", "bad": ""}, "quote": True},
            {"name": "waited", "type": "int", "description": "minutes"},
            {"name": "share", "type": "float"},
            {"name": "again", "type": "bool"},
            {"name": "dish", "type": "string"},
        ]
    },
    "compute": [{"name": "N", "op": "count", "where": {"extraction.lapse": "bad"}}],
    "output": ["N"],
}
CONCURRENCY = 16
LEDGER = re.compile(r"(\d+) asked = (\d+) stored \+ (\d+) bought(?: \+ (\d+) failed)?(?: \+ (\d+) left at the budget)?")


def check(holds, what):
    if not holds:
        sys.exit(f"wrong: {what}")


def make_data(folder, count):
    pick = random.Random(1)
    with open(folder / "restaurants.jsonl", "w", encoding="utf-8") as items:
        for i in range(10):
            items.write(json.dumps({"business_id": f"b{i}", "name": f"Place {i}"}) + "\n")
    with open(folder / "reviews.jsonl", "w", encoding="utf-8") as reviews:
        for i in range(count):
            text = f"Visit {i}. clean " + " ".join(pick.choices(WORDS, k=30))
            reviews.write(json.dumps({"review_id": f"r{i}", "business_id": f"b{i % 10}", "text": text}) + "\n")
    (folder / "formula.json").write_text(json.dumps(FORMULA))


class Bench:
    """A dataset, and runs of `seedc extract` on it."""

    def __init__(self, folder, count):
        self.folder = pathlib.Path(folder)
        self.count = count
        make_data(self.folder, count)

    def start(self, port, output, *options):
        command = ["seedc", "extract", self.folder / "formula.json", "--data", self.folder, "-o", self.folder / output]
        command += ["--concurrency", str(CONCURRENCY), "--retry-delay", "0.01", *options]
        return subprocess.Popen(command, env=environment(port, self.folder), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)

    def run(self, port, output, *options):
        """Exit status, and the ledger: asked, stored, bought, failed, left."""
        process = self.start(port, output, *options)
        told = process.communicate()[1]
        found = LEDGER.search(told)
        check(found, "no ledger in\n" + told)
        asked, stored, bought, failed, left = (int(number or 0) for number in found.groups())
        check(asked == self.count == stored + bought + failed + left, "the ledger does not balance\n" + told)
        return process.returncode, (stored, bought, failed, left)

    def stored(self):
        store = self.folder / "seedc" / "answers.sqlite"
        if not store.exists():
            return 0
        with contextlib.closing(sqlite3.connect(store)) as database:
            if not database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                return 0
            return database.execute("SELECT count(*) FROM answers").fetchone()[0]

    def rows(self, output):
        lines = (self.folder / output).read_text(encoding="utf-8").splitlines()
        ids = [json.loads(line) for line in lines]
        check(len({line.get("review_id", line.get("open")) for line in ids}) == len(lines) == self.count, "a review has two rows, or none")
        rows = {row["review_id"]: line for row, line in zip(ids, lines, strict=True) if "review_id" in row}
        order = [int(key[1:]) % 10 * self.count + int(key[1:]) for key in rows]
        check(order == sorted(order), "rows are not in review order")
        return rows

    def baseline(self):
        with chat_server() as port:
            status, ledger = self.run(port, "baseline.jsonl", "--store", self.folder / "baseline.sqlite")
        check(status == 0 and ledger == (0, self.count, 0, 0), "the run without faults")
        return self.rows("baseline.jsonl")


def faults(bench, options):
    baseline = bench.baseline()
    hopeless = {7: "error", 11: "too_long", 13: "wrong_enum", 17: "refusal", 19: "invalid_json", 23: "bad_request", 29: "close"}
    rules = [word for number, fault in hopeless.items() for word in ("--rule", f"Visit {number}.={fault}")]
    with chat_server("--faults", str(options.rate), "--fault-seconds", "0.05", *rules) as port:
        status, (stored, bought, failed, left) = bench.run(port, "rows.jsonl")
        stats = stats_of(port)
    rows = bench.rows("rows.jsonl")
    check(status == 4 and left == 0 and stored == 0, f"status {status}")
    missing = {f"r{number}" for number in hopeless}
    check(set(baseline) - set(rows) == missing and failed == len(missing), f"left out: {set(baseline) - set(rows)}")
    check(all(baseline[key] == row for key, row in rows.items()), "an answer differs from that of the run without faults")
    check(len(stats["bought"]) == bought == len(rows), "the server counts other answers")
    check(max(stats["bought"].values()) == 1, "an answer was bought twice")
    print(f"{bench.count} reviews = {bought} bought + {failed} failed; {stats['calls']} calls")


def kills(bench, options):
    baseline = bench.baseline()
    pick = random.Random(options.kills)
    begun = time.monotonic()
    bench.start(0, "none.jsonl", "--dry-run").communicate()
    start_up = time.monotonic() - begun
    work = bench.count * 0.02 / CONCURRENCY
    in_flight = 0
    with chat_server("--delay", "0.02") as port:
        for _ in range(options.kills):
            process = bench.start(port, "rows.jsonl")
            time.sleep(pick.uniform(0, 2 * start_up + 2 * work / options.kills))
            process.send_signal(signal.SIGKILL)
            process.communicate()
            check(not (bench.folder / "rows.jsonl").exists() or bench.rows("rows.jsonl") == baseline, "half a file")
            in_flight += CONCURRENCY
            total = sum(stats_of(port)["bought"].values())
            check(total <= bench.stored() + in_flight, f"{total} bought, {bench.stored()} stored")
        status, (stored, bought, _, _) = bench.run(port, "rows.jsonl")
        stats = stats_of(port)
    check(status == 0, f"status {status}")
    check((bench.folder / "rows.jsonl").read_bytes() == (bench.folder / "baseline.jsonl").read_bytes(), "the output differs")
    total = sum(stats["bought"].values())
    check(total <= bench.count + in_flight, f"{total} answers were bought")
    check(bought + stored == bench.count, "the last run")
    again = total - bench.count
    print(f"{options.kills} kills: {again} answers bought again, at most {in_flight} in flight; the last run bought {bought}")


def budgets(bench, options):
    del options
    price = 2.0
    with chat_server("--faults", "0.1", "--fault-seconds", "0.02") as port:
        before = stats_of(port)
        for name, limit in [("requests", 0), ("requests", 1), ("requests", 57), ("tokens", 3000), ("tokens", 40000), ("usd", 0.05)]:
            money = ["--usd-per-million-prompt", str(price), "--usd-per-million-completion", str(price)]
            status, (_, bought, _, left) = bench.run(port, "rows.jsonl", f"--max-{name}", str(limit), *money)
            after = stats_of(port)
            calls, tokens = after["calls"] - before["calls"], after["tokens"] - before["tokens"]
            spent = {"requests": calls, "tokens": tokens, "usd": tokens * price / 1e6}[name]
            check(status == 5 and left > 0, f"status {status}, {left} left at {limit} {name}")
            check(spent <= limit, f"{spent} {name} of {limit}")
            check(limit < 10 or bought > 0, f"nothing was bought for {limit} {name}")
            before = after
        check(bench.run(port, "rows.jsonl")[0] == 0, "the run without a budget")
        check(max(stats_of(port)["bought"].values()) == 1, "an answer was bought twice")
    print("no budget overshot")


def interrupt(bench, options):
    del options
    baseline = bench.baseline()
    with chat_server("--delay", "0.05") as port:
        process = bench.start(port, "rows.jsonl")
        while not stats_of(port)["bought"]:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        told = process.communicate()[1]
        check(process.returncode == 130 and "cancelled" in told and "failed" not in told, f"status {process.returncode}\n{told}")
        rows = bench.rows("rows.jsonl")
        check(rows.items() <= baseline.items() and len(rows) < len(baseline), "the rows so far")
        check(bench.run(port, "rows.jsonl")[1][:2] == (len(rows), bench.count - len(rows)), "answers under way were lost")
        check(bench.rows("rows.jsonl") == baseline, "the rows")
    interrupt_twice(bench)
    print("stopped in order")


def interrupt_twice(bench):
    """The second Ctrl-C does not wait for the answers under way, and leaves no file behind."""
    with chat_server("--delay", "5") as port:
        process = bench.start(port, "twice.jsonl", "--store", bench.folder / "twice.sqlite")
        while not stats_of(port)["calls"]:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        time.sleep(0.5)
        check(process.poll() is None, "the first one did not wait")
        process.send_signal(signal.SIGINT)
        process.communicate()
        check(process.returncode == -signal.SIGINT, f"status {process.returncode}")
        check(not list(bench.folder.glob("*.seedc.tmp*")), "a temporary file is left")


CLEAR = "\r\x1b[K"


def terminal(bench, options):
    """Each text is on a line of its own: the line of progress is cleared before it."""
    del options
    with chat_server("--delay", "0.05") as port:
        command = ["seedc", "extract", bench.folder / "formula.json", "--data", bench.folder, "-o", bench.folder / "rows.jsonl"]
        process, side = pty.fork()
        if process == 0:
            os.execvpe("seedc", command, environment(port, bench.folder))
        told = ""
        with contextlib.suppress(OSError):  # the end, on a terminal
            while piece := os.read(side, 4096).decode():
                if "extracting" in piece and "extracting" not in told:
                    os.write(side, b"\x03")
                told += piece
    status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    check(status == 130 and "cancelled" in told, f"status {status}\n{told!r}")
    for after in told.replace("^C", "").split("\rextracting ")[1:]:
        text = after.split("\x1b[K", 1)[1]
        check(not text or text.startswith(CLEAR), f"not cleared before {text!r}")
    check("failed" not in told.rsplit("\rextracting ", 1)[1].split(CLEAR, 1)[1], f"cancelled is not failed: {told!r}")
    print("each text has a line of its own")


def two(bench, options):
    del options
    baseline = bench.baseline()
    with chat_server("--delay", "0.005") as port:
        processes = [bench.start(port, f"rows{i}.jsonl") for i in range(2)]
        for process in processes:
            process.communicate()
            check(process.returncode == 0, f"status {process.returncode}")
        check(bench.run(port, "rows.jsonl")[1] == (bench.count, 0, 0, 0), "not all answers are stored")
        check(set(stats_of(port)["bought"].values()) == {1}, "an answer was bought twice")
    for name in ("rows0.jsonl", "rows1.jsonl", "rows.jsonl"):
        check(bench.rows(name) == baseline, name)
    print("two processes, one store, the same rows")


def main():
    scenarios = {"faults": faults, "kills": kills, "budgets": budgets, "interrupt": interrupt, "terminal": terminal, "two": two}
    parser = argparse.ArgumentParser()
    parser.add_argument("scenario", choices=scenarios)
    parser.add_argument("--reviews", type=int, default=2000)
    parser.add_argument("--rate", type=float, default=0.1)
    parser.add_argument("--kills", type=int, default=25)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        scenarios[options.scenario](Bench(folder, options.reviews), options)


if __name__ == "__main__":
    main()

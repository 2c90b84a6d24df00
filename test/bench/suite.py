"""Defines the benchmarks: groups of commands that run the same query in several tools, and their lines in the table."""

import dataclasses
import os

import answers
from measure import Reading
from workload import (
    FORMULA,
    MATCH_DATE,
    MATCH_STARS,
    PATTERN,
    PEERS,
    REQUESTS,
    SAMPLE,
    UNINDEXED,
)

TOOLS = ("seedc", "DuckDB", "ripgrep", "Python", "plain")

MS = 1e-3

# The plain evaluator needs 3 KB of memory for each review: at 28x it would not fit into 24 GB.
PLAIN_REVIEWS = 2_500_000


@dataclasses.dataclass
class Line:
    """One line of the table: a reading for each tool. Its unit is seconds, GB/s of the `amount` of bytes, the `amount`
    a second (/s), peak memory in bytes (B), peak memory as a part of the amount (x), or how many times as long it takes
    as `beside`, over the amount (times). `least` and `aim` are design targets for seedc at 1x on
    two cores. Lines that `grow` are compared from one size of the data to the next."""

    name: str
    readings: dict
    unit: str = "s"
    least: float = None
    aim: float = None
    amount: int = None
    grows: bool = False
    beside: Reading = None

    def value(self, tool, measured):
        reading = self.readings[tool]
        if self.unit in ("B", "x"):
            return measured[reading.command].peak_bytes() / (self.amount or 1)
        seconds = reading.seconds(measured)
        if self.unit == "times":
            return seconds / self.beside.seconds(measured) / (self.amount or 1)
        if self.unit == "/s":
            return self.amount / seconds
        return self.amount / seconds / 1e9 if self.unit == "GB/s" else seconds

    def more_is_better(self):
        return self.unit in ("GB/s", "/s")


@dataclasses.dataclass
class Group:
    """`measured` has what was run before."""

    key: str
    title: str
    commands: dict
    lines: list
    measured: dict = dataclasses.field(default_factory=dict)


def load(work):
    commands = {
        "seedc": work.run(work.program("columns"), work.data, answer=answers.loaded),
        "DuckDB": work.duckdb("load", work.data, REQUESTS, answer=answers.peer),
        "Python": work.python("plain.py", "load", work.data, answer=answers.peer),
        "seedc, ids": work.run(work.program("nothing"), work.data, answer=answers.loaded),
        "DuckDB, ids": work.duckdb("ids", work.data, answer=answers.peer),
        "simdjson": work.on_demand(answer=answers.peer),
    }
    readings = {
        "seedc": Reading("seedc"),
        "DuckDB": Reading("DuckDB", "first"),
        "Python": Reading("Python", "first"),
    }
    ids_alone = {"seedc": Reading("seedc, ids"), "DuckDB": Reading("DuckDB, ids", "first")}
    in_memory = {tool: readings[tool] for tool in ("seedc", "DuckDB")}
    return Group(
        "load",
        f"load JSONL, {work.json_bytes / 1e6:.0f} MB: all that the sample requests read",
        commands,
        [
            Line("whole process", readings, grows=True),
            Line("GB/s of JSON", readings, "GB/s", least=1.5, aim=2.3, amount=work.json_bytes),
            Line(
                "times simdjson, which keeps nothing",
                {"seedc": readings["seedc"]},
                "times",
                least=1.53,
                aim=1,
                beside=Reading("simdjson", "first"),
            ),
            Line("GB/s of JSON, ids alone", ids_alone, "GB/s", least=1.5, aim=2.3, amount=work.json_bytes),
            Line("peak memory", in_memory, "B"),
            Line("peak memory / JSON", in_memory, "x", least=1.5, amount=work.json_bytes),
        ],
    )


def snapshot(work):
    commands = {
        "seedc, an attribute": work.run(work.program("attribute"), work.snapshot, answer=answers.matches),
        "DuckDB, an attribute": work.duckdb("open", work.database, answer=answers.peer),
        "seedc, a pattern": work.run(work.program("pattern"), work.snapshot),
        "DuckDB, a pattern": work.duckdb("text", work.database, PATTERN),
    }
    attribute = {"seedc": Reading("seedc, an attribute"), "DuckDB": Reading("DuckDB, an attribute", "first")}
    pattern = {"seedc": Reading("seedc, a pattern"), "DuckDB": Reading("DuckDB, a pattern", "first")}
    return Group(
        "snapshot",
        "snapshot, and DuckDB's own file: whole process",
        commands,
        [
            Line(
                "make it of the JSONL, once",
                {"seedc": Reading("seedc"), "DuckDB": Reading("DuckDB", "first")},
                least=1.5,
                aim=1,
                grows=True,
            ),
            Line("add a tenth more reviews, once", {"seedc": Reading("seedc, update")}, grows=True),
            Line("open it, ask for an attribute", attribute, least=50 * MS, aim=5 * MS, grows=True),
            Line("open it, ask for a pattern", pattern, least=20 * MS, aim=10 * MS),
            Line("peak memory for an attribute", attribute, "B"),
            Line("peak memory for a pattern", pattern, "B"),
        ],
        work.made,
    )


def requests(work):
    commands = {
        "seedc, no condition": work.run(work.program("nothing"), work.snapshot),
        "seedc, snapshot": work.run(work.requests, work.snapshot, answer=answers.requests),
        "seedc, JSONL": work.run(work.requests, work.data, answer=answers.requests),
        "DuckDB, its file": work.duckdb(
            "requests", work.database, work.requests, answer=answers.peer_as("requests")
        ),
        "DuckDB, JSONL": work.duckdb(
            "requests", work.data, work.requests, answer=answers.peer_as("requests")
        ),
        "seedc, every fifth": work.run(work.path("fifth.jsonl"), work.snapshot, answer=answers.fifth),
    }
    fifth = {"seedc": Reading("seedc, every fifth", less="seedc, no condition")}
    if work.size.reviews <= PLAIN_REVIEWS:
        commands["plain, every fifth"] = work.plain(
            work.path("fifth.jsonl"), answer=answers.peer_as("fifth")
        )
        fifth["plain"] = Reading("plain, every fifth", "again")
    opened = {
        "seedc": Reading("seedc, snapshot", less="seedc, no condition"),
        "DuckDB": Reading("DuckDB, its file", "again"),
    }
    file = {"seedc": Reading("seedc, snapshot"), "DuckDB": Reading("DuckDB, its file", "first")}
    is_sample = work.requests == REQUESTS
    return Group(
        "requests",
        f"the {work.request_count} sample requests" if is_sample else f"the {work.request_count} requests of {work.requests}",
        commands,
        [
            Line("once open", opened, grows=True, **({"least": 200 * MS, "aim": 10 * MS} if is_sample else {})),
            Line("whole process, from a snapshot", file),
            Line(
                "whole process, from JSONL",
                {"seedc": Reading("seedc, JSONL"), "DuckDB": Reading("DuckDB, JSONL", "first")},
                grows=True,
            ),
            Line("every fifth of them, once open", fifth),
            Line("peak memory, from a snapshot", file, "B"),
            Line("peak memory, from JSONL", {"seedc": Reading("seedc, JSONL")}, "B"),
        ],
    )


def many(work):
    """Once with few numbers, of which requests soon repeat each other's conditions, and once with any."""
    commands = {"seedc, no condition": work.run(work.program("nothing"), work.snapshot)}
    lines = []
    for numbers, counts in (("few", (100, 10_000, 100_000)), ("any", (100, 10_000, 100_000))):
        first = None
        for count in counts:
            requests = work.many_requests(count, numbers)
            name = f"seedc, {count:,} of {numbers} numbers"
            commands[name] = work.seedc("run", *requests.files, "--data", work.snapshot)
            opened = Reading(name, less="seedc, no condition")
            lines.append(Line(f"{count:,} of {requests.conditions:,} conditions", {"seedc": opened}))
            if first is None:
                first, first_opened = requests, opened
                continue
            factor = requests.conditions / first.conditions
            lines.append(
                Line(
                    f"by condition, times that of {first.count}",
                    {"seedc": opened},
                    "times",
                    2,
                    amount=factor,
                    beside=first_opened,
                )
            )
            lines.append(Line("  peak memory", {"seedc": Reading(name)}, "B"))
    return Group("many", "requests combined of the conditions of the others, once open", commands, lines)


def text(work):
    def over(name, pattern):
        return {
            f"seedc, {name}": work.run(work.program(name), work.snapshot, answer=answers.matches),
            f"DuckDB, {name}": work.duckdb("text", work.database, pattern, answer=answers.peer),
            f"ripgrep, {name}": work.ripgrep(pattern, *work.texts, answer=answers.lines_counted),
        }

    def line(title, name, least, aim=None):
        return Line(
            title,
            {
                "seedc": Reading(f"seedc, {name}", less="seedc, no condition"),
                "DuckDB": Reading(f"DuckDB, {name}", "again"),
                "ripgrep": Reading(f"ripgrep, {name}"),
            },
            least=least,
            aim=aim,
            grows=True,
        )

    commands = {
        "seedc, JSONL": work.run(work.program("pattern"), work.data, answer=answers.matches),
        "DuckDB, JSONL": work.duckdb("text-json", work.reviews, PATTERN, answer=answers.peer),
        "ripgrep, JSONL": work.ripgrep(PATTERN, work.reviews),
        "Python, JSONL": work.python("plain.py", "text", work.reviews, PATTERN, answer=answers.peer),
        "seedc, no condition": work.run(work.program("nothing"), work.snapshot),
        **over("pattern", PATTERN),
    }
    json_lines = {
        "seedc": Reading("seedc, JSONL"),
        "DuckDB": Reading("DuckDB, JSONL", "first"),
        "ripgrep": Reading("ripgrep, JSONL"),
        "Python": Reading("Python, JSONL", "first"),
    }
    return Group(
        "text",
        f"a text pattern, `{PATTERN}`, in {work.text_bytes / 1e6:.0f} MB of text",
        commands,
        [
            Line("whole process, from JSONL", json_lines, grows=True),
            line("once open, by the index", "pattern", 30 * MS, 1 * MS),
        ],
    )


def scan(work):
    """A group of its own: other matches are right than those of the pattern that the index knows."""
    commands = {
        "seedc, no condition": work.run(work.program("nothing"), work.snapshot),
        "seedc": work.run(work.program("unindexed"), work.snapshot, answer=answers.matches),
        "DuckDB": work.duckdb("text", work.database, UNINDEXED, answer=answers.peer),
        "ripgrep": work.ripgrep(UNINDEXED, *work.texts, answer=answers.lines_counted),
    }
    readings = {
        "seedc": Reading("seedc", less="seedc, no condition"),
        "DuckDB": Reading("DuckDB", "again"),
        "ripgrep": Reading("ripgrep"),
    }
    return Group(
        "scan",
        f"a text pattern that no index knows, `{UNINDEXED}`",
        commands,
        [Line("once open, by a scan", readings, least=30 * MS, grows=True)],
    )


def match(work):
    """Several conditions on one review, beside the pattern alone."""
    commands = {
        "seedc, pattern": work.run(work.program("pattern"), work.snapshot),
        "seedc": work.run(work.program("match"), work.snapshot, answer=answers.matches),
        "DuckDB": work.duckdb(
            "match", work.database, PATTERN, str(MATCH_STARS), MATCH_DATE, answer=answers.peer
        ),
    }
    whole = {"seedc": Reading("seedc"), "DuckDB": Reading("DuckDB", "first")}
    return Group(
        "match",
        f"review_match with `{PATTERN}`, stars >= {MATCH_STARS} and date >= {MATCH_DATE}",
        commands,
        [
            Line("whole process, from a snapshot", whole, grows=True),
            Line(
                "times the pattern alone", {"seedc": Reading("seedc")}, "times", 1.5, beside=Reading("seedc, pattern")
            ),
        ],
    )


def formula(work):
    extractions = ("--extractions", work.extractions)
    commands = {
        "seedc, rows alone": work.run(work.path("rows.json"), work.snapshot, *extractions),
        "seedc, snapshot": work.run(FORMULA, work.snapshot, *extractions, answer=answers.scores),
        "seedc, JSONL": work.run(FORMULA, work.data, *extractions, answer=answers.scores),
        "DuckDB, its file": work.duckdb(
            "formula", work.database, work.extractions, REQUESTS, answer=answers.peer_as("scores")
        ),
        "DuckDB, JSONL": work.duckdb(
            "formula", work.data, work.extractions, REQUESTS, answer=answers.peer_as("scores")
        ),
        "Python": work.python(
            "plain_formula.py", work.data, work.extractions, answer=answers.peer_as("scores")
        ),
    }
    beyond_rows = {
        "seedc": Reading("seedc, snapshot", less="seedc, rows alone"),
        "DuckDB": Reading("DuckDB, its file", "again", less="DuckDB, its file", less_phase="rows"),
    }
    json_lines = {
        "seedc": Reading("seedc, JSONL"),
        "DuckDB": Reading("DuckDB, JSONL", "first"),
        "Python": Reading("Python", "first"),
    }
    return Group(
        "formula",
        "the formula risk.json and its extractions",
        commands,
        [
            Line("beyond finding its rows", beyond_rows, least=15 * MS, aim=5 * MS),
            Line(
                "whole process, from a snapshot",
                {"seedc": Reading("seedc, snapshot"), "DuckDB": Reading("DuckDB, its file", "first")},
            ),
            Line("whole process, from JSONL", json_lines),
        ],
    )


def backends(work):
    """A formula whose rows are all reviews: at which size native code is worth its compilation."""

    def every(backend):
        return work.run(
            work.path("every.json"),
            work.snapshot,
            *("--backend", backend),
            answer=lambda *output: {"every": answers.scores(*output)["scores"]},
        )

    commands = {
        "seedc, no condition": work.run(work.program("nothing"), work.snapshot),
        **{backend: every(backend) for backend in ("interp", "jit", "auto")},
    }

    def line(title, backend):
        return Line(title, {"seedc": Reading(backend, less="seedc, no condition")}, grows=True)

    return Group(
        "backends",
        f"a formula over {work.size.reviews:,} rows, all reviews, by backend: once open",
        commands,
        [line("interpreter", "interp"), line("native code", "jit"), line("chosen by seedc", "auto")],
    )


def groups(work):
    """The same aggregates for each of eight values of a field, beside those of all rows."""
    work.generate_groups()
    extractions = ("--extractions", os.path.join(work.path("groups"), "extractions.jsonl"))
    commands = {
        "seedc, alone": work.run(work.path("alone.json"), work.groups_snapshot, *extractions),
        "seedc": work.run(work.path("grouped.json"), work.groups_snapshot, *extractions),
    }
    readings = {"seedc": Reading("seedc")}
    return Group(
        "groups",
        "a group by a field of eight values with four aggregates, 250,000 rows",
        commands,
        [
            Line("whole process, from a snapshot", readings),
            Line("times the aggregates without groups", readings, "times", 1.5, beside=Reading("seedc, alone")),
        ],
    )


def stream(work):
    """Each item is answered before the next is sent, so nothing can be done for several at once."""
    work.generate_stream()
    seedc = [work.tools.seedc, "run", work.program("stream"), work.path("stream.json"), "--data", "-", "--by-item"]
    python = [work.tools.python, os.path.join(PEERS, "plain_stream.py")]
    commands = {
        name: work.python("converse.py", work.stream, "2", *command, answer=answers.peer)
        for name, command in {"seedc": seedc, "Python": python}.items()
    }
    readings = {tool: Reading(tool, "first") for tool in commands}
    return Group(
        "stream",
        f"{work.stream_items:,} lines of a bundle, four requests and a formula, each answered before the next",
        commands,
        [Line("lines a second", readings, "/s", least=10_000, amount=work.stream_items - 1)],
    )


def small(work):
    """The sample data: what a process costs, and compiling."""

    def native(program, **options):
        return work.run(program, SAMPLE, "--backend", "jit", **options)

    one = work.path("one.jsonl")
    commands = {
        "start": work.seedc("--version"),
        "one, object": work.seedc("emit", one, "--stage", "obj"),
        "all, object": work.seedc("emit", REQUESTS, "--stage", "obj"),
        "one, interp": work.run(one, SAMPLE, "--backend", "interp", answer=answers.requests),
        "one, jit": native(one, answer=answers.requests),
        "all, interp": work.run(
            REQUESTS, SAMPLE, "--backend", "interp", answer=lambda *output: {"all": answers.requests(*output)}
        ),
        "all, jit": native(REQUESTS, answer=lambda *output: {"all": answers.requests(*output)}),
    }

    def line(title, *reading, **options):
        return Line(title, {"seedc": Reading(*reading)}, **options)

    return Group(
        "small",
        f"the sample data, {os.path.relpath(SAMPLE)}: seedc's own time",
        commands,
        [
            line("a process that does nothing", "start", least=3 * MS),
            line("one request to native code", "one, object", "whole", "start", least=6 * MS, aim=3 * MS),
            line("sample requests to native code", "all, object", "whole", "start", least=60 * MS, aim=20 * MS),
            line("one request, interpreter", "one, interp", least=60 * MS, aim=15 * MS),
            line("one request, native", "one, jit", least=60 * MS),
            line("sample requests, interpreter", "all, interp"),
            line("sample requests, native", "all, jit"),
        ],
    )


def reasoning(work):
    found = {"statuses": (0, 1)}  # 1: an item has no request, a claim is refuted
    commands = {
        "no condition": work.run(work.program("nothing"), work.snapshot),
        "an item": work.seedc("suggest", "--data", work.snapshot, "--item", work.first_item, **found),
        "all items": work.seedc("suggest", "--data", work.snapshot, "--all", **found),
        "claims": work.seedc("prove", REQUESTS, "--claims", work.path("claims.txt"), **found),
    }

    def line(title, *reading, **options):
        return Line(title, {"seedc": Reading(*reading)}, **options)

    return Group(
        "reasoning",
        "requests that single items out, and claims about the sample requests",
        commands,
        [
            line("suggest for an item", "an item", "whole", "no condition", least=1),
            line("suggest for all items", "all items", "whole", "no condition", least=120),
            line("prove, claims", "claims", unit="/s", amount=work.claim_count, least=20),
        ],
    )


GROUPS = {
    "load": load,
    "snapshot": snapshot,
    "requests": requests,
    "many": many,
    "text": text,
    "scan": scan,
    "match": match,
    "formula": formula,
    "backends": backends,
    "groups": groups,
    "stream": stream,
    "small": small,
    "reasoning": reasoning,
}
# These do not grow with the size of the data, or much faster than it; they are measured with the first.
ONCE = ("many", "groups", "stream", "small", "reasoning")

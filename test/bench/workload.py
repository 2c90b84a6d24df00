"""Generated data of one size, and everything made of it before the clock runs: a snapshot, a database, texts for
ripgrep, and the programs that are asked."""

import argparse
import copy
import dataclasses
import itertools
import json
import os
import random
import shutil
import subprocess

from many_requests import conditions_of, many_requests
from measure import Command, Measured, say

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SAMPLE = os.path.join(ROOT, "examples", "cafes")
REQUESTS = os.path.join(SAMPLE, "requests.jsonl")
FORMULA = os.path.join(SAMPLE, "risk.json")
PEERS = os.path.join(ROOT, "test", "bench", "peers")

# At 1x. At 28x there are as many reviews as in Yelp's own dataset, 7 million.
ITEMS, REVIEWS = 10_000, 250_000
REQUESTS_A_FILE = 10_000  # more have more tokens than a program may

PATTERN = "cozy|comfortable"  # words that an index knows
MATCH_STARS, MATCH_DATE = 4, "2020-01-01"
UNINDEXED = "c.zy"  # three letters in a row that stand fast: none, so an index has nothing to look up

PROGRAMS = {
    "nothing": "AND()\n",
    "attribute": 'let drive_thru = item_meta(attributes.DriveThru, true: "True")\nAND(drive_thru)\n',
    "pattern": f"let found = review_text('{PATTERN}')\nAND(found)\n",
    "match": f'let found = review_match("{PATTERN}", stars >= {MATCH_STARS}, date >= "{MATCH_DATE}")\nAND(found)\n',
    "unindexed": f"let found = review_text('{UNINDEXED}')\nAND(found)\n",
    # Reads what the sample requests read of reviews, and then has no reason to look at it.
    "columns": """let never = item_meta(attributes.DriveThru, true: "nowhere", missing: -1)
let text = review_text('matcha')
let circle = review_text('cozy', social_filter: {friends: ["Xavier"]})
let fans = review_text('work', weight_by: {field: user.fans})
let busy = review_meta(user.review_count, op: gte, value: 200)
let elite = review_meta(user.elite, op: not_empty)
let useful = review_meta(useful, op: gte, value: 15, min_stars: 4)
let recent = review_group_rating(
  group_filter: {field: date, operator: gte, value: "2020-01-01"}, metric: avg_stars, threshold: 4.0, operator: gte)
let liked = review_group_rating_negative(condition: {generous_avg_gte: 4.0, harsh_avg_lt: 3.0})
AND(never, text, circle, fans, busy, elite, useful, recent, liked)
""",
    "stream": """tv: item_meta(attributes.HasTV, true: "True")
cozy: review_text("cozy|comfortable|snug")
quiet: AND(review_text("quiet|calm|peaceful"), NOT(review_text("loud(ly)?|nois(y|e)")))
work: AND(item_meta(attributes.WiFi, contains: "free"), review_text("work(ing|ed)?\\\\b|laptop|study"))
""",
}

AGGREGATES = [
    {"name": "N", "op": "count"},
    {"name": "COST", "op": "sum", "expr": "extraction.cost"},
    {"name": "DEAREST", "op": "max", "field": "extraction.cost"},
    {"name": "USEFUL", "op": "sum", "expr": "meta.useful"},
]
KINDS = {name: "" for name in "abcdefgh"}
GROUP_FIELDS = {"fields": [{"name": "kind", "type": "enum", "values": KINDS}, {"name": "cost", "type": "int"}]}
GROUPS = {"name": "BY", "op": "group", "by": "extraction.kind", "compute": AGGREGATES}
# The same aggregates over all rows of an item, and over those of each kind.
GROUP_FORMULAS = {
    "alone": {"extract": GROUP_FIELDS, "compute": AGGREGATES, "output": [step["name"] for step in AGGREGATES]},
    "grouped": {"extract": GROUP_FIELDS, "compute": [GROUPS], "output": ["BY"]},
}
# Every review is a row.
EVERY_FORMULA = {
    "compute": [
        {"name": "N", "op": "count"},
        {"name": "LOW", "op": "count", "where": {"meta.stars": {"<=": 2}}},
        {"name": "RECENT", "op": "count", "where": {"meta.year": {">=": 2019}, "meta.stars": {"<=": 3}}},
        {"name": "WEIGHT", "op": "sum", "expr": "(5 - meta.stars) / 4 + log(meta.useful + 1)"},
        {"name": "LAST", "op": "max", "field": "meta.year", "where": {"meta.stars": {"<=": 2}}, "default": 2005},
        {"name": "BEST", "op": "max", "field": "meta.useful"},
        {"name": "SCORE", "op": "expr", "expr": "WEIGHT / N * (LOW + RECENT) + BEST if N > 0 else 0"},
    ],
    "output": ["N", "SCORE", "LAST"],
}
STREAM_FORMULA = {
    "filter": {"keywords": ["clean", "spotless", "sticky", "restroom", "dirty", "came out cold"]},
    "extract": {"fields": []},
    "compute": [
        {"name": "N", "op": "count"},
        {"name": "GOOD", "op": "count", "where": {"meta.stars": {">=": 4}}},
        {"name": "USEFUL", "op": "sum", "expr": "log(meta.useful + 1)"},
        {"name": "RATIO", "op": "expr", "expr": "GOOD / N if N > 0 else 0"},
        {
            "name": "HANDLING",
            "op": "lookup",
            "source": "context.categories",
            "table": {"sandwiches": 1.2, "bakeries": 0.9, "coffee & tea": 0.8},
            "match": "substring_max",
            "default": 1.0,
        },
        {"name": "SCORE", "op": "expr", "expr": "RATIO * 10 * HANDLING + USEFUL"},
    ],
    "output": ["N", "GOOD", "SCORE"],
}
STREAM_ITEMS = 100_000  # with two short reviews each


@dataclasses.dataclass
class ManyRequests:
    """Files of so many requests, and how many different conditions these have."""

    count: int
    files: list
    conditions: int


@dataclasses.dataclass
class Size:
    name: str
    items: int
    reviews: int


def size_of(text):
    """`10` is ten times the 1x data."""
    try:
        scale = float(text)
    except ValueError:
        scale = 0
    if not 0.01 <= scale <= 100:
        raise argparse.ArgumentTypeError(f"`{text}` is not from 0.01 to 100")
    return Size(f"{scale:g}x", round(ITEMS * scale), round(REVIEWS * scale))


def requests_file(path):
    """The absolute path of a file of requests, one JSON object per line."""
    try:
        with open(path, encoding="utf-8") as stream:
            for line in stream:
                json.loads(line)["structure"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise argparse.ArgumentTypeError(f"`{path}` has no request in each line: {error}") from error
    return os.path.abspath(path)


class Workload:
    """Paths in `folder`, made by the constructor. `requests` is the file of requests that is asked, `made` has the one
    run each of making the snapshot and the database."""

    def __init__(self, folder, size, tools, launcher, requests=REQUESTS):
        self.size, self.tools, self._folder, self.requests = size, tools, folder, requests
        self.data = self.path("data")
        self.reviews = os.path.join(self.data, "reviews.jsonl")
        self.extractions = os.path.join(self.data, "risk.extractions.jsonl")
        self.snapshot, self.database = self.path("data.snapshot"), self.path("data.duckdb")
        self.groups_snapshot = self.path("groups.snapshot")
        self.stream_items = min(STREAM_ITEMS, 10 * size.items)
        self.stream = os.path.join(self.path("stream"), "dataset.jsonl")
        self._generate()
        with open(os.path.join(self.data, "restaurants.jsonl"), encoding="utf-8") as lines:
            self.first_item = json.loads(next(lines))["business_id"]
        self._write_programs()
        self.json_bytes = sum(
            os.path.getsize(os.path.join(self.data, name))
            for name in os.listdir(self.data)
            if name != os.path.basename(self.extractions)
        )
        self.texts = [self.path(f"texts_{part}.txt") for part in range(os.cpu_count())]
        self.text_bytes = self._write_texts()
        say("making the snapshot and the database")
        self.made = {
            name: Measured(command.argv, runs=[launcher.run(command)[0]])
            for name, command in {
                "seedc": self.seedc("snapshot", self.data, "-o", self.snapshot),
                "DuckDB": self.duckdb("make", self.data, self.database, self.path("columns.jsonl")),
            }.items()
        }
        self.made["seedc, update"] = self._update(launcher)

    def _update(self, launcher):
        """One run of bringing a snapshot up to date to which a tenth more reviews come."""
        say("bringing a snapshot up to date")
        folder, snapshot = self.path("grown"), self.path("grown.snapshot")
        shutil.copytree(self.data, folder, copy_function=os.link)
        reviews = os.path.join(folder, os.path.basename(self.reviews))
        os.unlink(reviews)
        with open(self.reviews, "rb") as whole, open(reviews, "wb") as growing:
            before = self.size.reviews * 10 // 11
            growing.writelines(itertools.islice(whole, before))
            growing.flush()
            subprocess.run([self.tools.seedc, "snapshot", folder, "-o", snapshot], check=True)
            shutil.copyfileobj(whole, growing)
        command = self.seedc("snapshot", "--update", folder, "-o", snapshot)
        updated = Measured(command.argv, runs=[launcher.run(command)[0]])
        shutil.rmtree(folder)
        os.unlink(snapshot)
        return updated

    def of_other(self, seedc, launcher):
        """The same data and programs for another seedc, which makes snapshots of its own: their format may differ."""
        other = copy.copy(self)
        other.tools = dataclasses.replace(self.tools, seedc=seedc)
        other.snapshot, other.groups_snapshot = self.path("other.snapshot"), self.path("other-groups.snapshot")
        command = other.seedc("snapshot", self.data, "-o", other.snapshot)
        other.made = {"seedc": Measured(command.argv, runs=[launcher.run(command)[0]])}
        other.made["seedc, update"] = other._update(launcher)
        return other

    def path(self, name):
        return os.path.join(self._folder, name)

    def program(self, name):
        return self.path(name + ".req")

    def seedc(self, *arguments, **options):
        return Command([self.tools.seedc, *arguments], **options)

    def run(self, program, data, *arguments, **options):
        return self.seedc("run", program, "--data", data, "--format", "jsonl", *arguments, **options)

    def duckdb(self, *arguments, **options):
        return Command(
            [self.tools.venv_python, os.path.join(PEERS, "duckdb_peer.py"), *arguments],
            times_itself=True,
            **options,
        )

    def python(self, script, *arguments, **options):
        return Command(
            [self.tools.python, os.path.join(PEERS, script), *arguments], times_itself=True, **options
        )

    def plain(self, requests, **options):
        return Command([self.tools.plain_evaluator, self.data, requests], times_itself=True, **options)

    def on_demand(self, **options):
        return Command([self.tools.on_demand, self.data], times_itself=True, **options)

    def ripgrep(self, pattern, *files, **options):
        return Command(
            [self.tools.ripgrep, "--count", "--ignore-case", "--no-filename", pattern, *files], **options
        )

    def _generate(self):
        say(f"generating {self.size.items:,} items and {self.size.reviews:,} reviews")
        size = f"--items {self.size.items} --reviews {self.size.reviews} --seed 1".split()
        subprocess.run([self.tools.generator, *size, "--extract", FORMULA, "-o", self.data], check=True)

    def generate_stream(self):
        """A bundle of small items: what one line costs is not what its reviews cost."""
        say(f"generating a bundle of {self.stream_items:,} items")
        size = f"--items {self.stream_items} --reviews {2 * self.stream_items} --review-words 40 --seed 1".split()
        folder = os.path.dirname(self.stream)
        subprocess.run([self.tools.generator, *size, "--bundle", "-o", folder], check=True)

    def generate_groups(self):
        """250,000 reviews of 10,000 items, with a field of eight values."""
        say("generating 250,000 rows of eight groups")
        for name, formula in GROUP_FORMULAS.items():
            with open(self.path(name + ".json"), "w", encoding="utf-8") as stream:
                json.dump(formula, stream)
        folder = self.path("groups")
        size = "--items 10000 --reviews 250000 --review-words 10 --seed 1".split()
        subprocess.run([self.tools.generator, *size, "-o", folder], check=True)
        subprocess.run([self.tools.seedc, "snapshot", folder, "-o", self.groups_snapshot], check=True)
        chance = random.Random(1)
        reviews, rows = os.path.join(folder, "reviews.jsonl"), os.path.join(folder, "extractions.jsonl")
        with open(reviews, encoding="utf-8") as lines, open(rows, "w", encoding="utf-8") as stream:
            for line in lines:
                row = {"review_id": json.loads(line)["review_id"], "kind": chance.choice("abcdefgh"), "cost": chance.randint(1, 99)}
                print(json.dumps(row), file=stream)

    def many_requests(self, count, numbers):
        """So many requests that combine the conditions of the others, with few other numbers or with any."""
        say(f"writing {count:,} requests")
        with open(self.requests, encoding="utf-8") as stream:
            lines = list(many_requests(stream.readlines(), count, numbers))
        files = []
        for begin in range(0, count, REQUESTS_A_FILE):
            files.append(self.path(f"many-{numbers}-{count}-{begin}.jsonl"))
            with open(files[-1], "w", encoding="utf-8") as stream:
                stream.writelines(lines[begin : begin + REQUESTS_A_FILE])
        return ManyRequests(count, files, len(conditions_of(lines)))

    def _write_programs(self):
        for name, text in PROGRAMS.items():
            with open(self.program(name), "w", encoding="utf-8") as stream:
                stream.write(text)
        for name, formula in (("every", EVERY_FORMULA), ("stream", STREAM_FORMULA)):
            with open(self.path(name + ".json"), "w", encoding="utf-8") as stream:
                json.dump(formula, stream)
        with open(REQUESTS, encoding="utf-8") as stream:
            sample = stream.readlines()
        with open(self.requests, encoding="utf-8") as stream:
            requests = stream.readlines()
        self.request_count = len(requests)
        with open(self.path("columns.jsonl"), "w", encoding="utf-8") as stream:
            stream.writelines(sample + requests)  # what the database has columns for
        with open(self.path("one.jsonl"), "w", encoding="utf-8") as stream:
            stream.write(sample[0])
        with open(self.path("fifth.jsonl"), "w", encoding="utf-8") as stream:
            stream.writelines(requests[::5])
        self._write_claims([json.loads(request)["id"] for request in requests])
        with open(FORMULA, encoding="utf-8") as stream:
            formula = json.load(stream)
        formula.update(compute=[{"name": "ROWS", "op": "count"}], output=["ROWS"])
        with open(self.path("rows.json"), "w", encoding="utf-8") as stream:
            json.dump(formula, stream)

    def _write_claims(self, ids):
        """Whether each request implies the one after it, and excludes that."""
        claims = [f"{one} {kind} {next_one}" for one, next_one in zip(ids, ids[1:]) for kind in ("implies", "disjoint")]
        self.claim_count = len(claims)
        with open(self.path("claims.txt"), "w", encoding="utf-8") as stream:
            stream.write("".join(claim + "\n" for claim in claims))

    def _write_texts(self):
        """The texts alone, a line each, in as many files as ripgrep has cores."""
        say("writing the texts for ripgrep")
        streams = [open(path, "w", encoding="utf-8") for path in self.texts]
        with open(self.reviews, encoding="utf-8") as lines:
            for number, line in enumerate(lines):
                text = json.loads(line)["text"]
                print(text.replace("\n", " ").replace("\r", " "), file=streams[number % len(streams)])
        for stream in streams:
            stream.close()
        return sum(os.path.getsize(path) for path in self.texts)

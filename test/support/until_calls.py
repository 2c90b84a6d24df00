#!/usr/bin/env python3
"""How many calls settle a verdict, with known answers for every review, and whether the settled outputs are those of a full run.

    until_calls.py FORMULA DATA EXTRACTIONS OUTPUT…

A server answers with the rows of EXTRACTIONS. Prints the calls of a full run, and for each order the calls, the rounds, the outputs that
are not settled, and those that are said to be settled and differ from the full run's.
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from with_chat_server import chat_server, environment, stats_of


def lines_of(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def with_ids(data, folder):
    """The data with each review's id in its text: reviews of equal texts are asked about once."""
    shutil.copy(pathlib.Path(data) / "restaurants.jsonl", folder)
    with open(folder / "reviews.jsonl", "w", encoding="utf-8") as file:
        for review in lines_of(pathlib.Path(data) / "reviews.jsonl"):
            file.write(json.dumps({**review, "text": f"{review['text']} [{review['review_id']}]"}) + "\n")


def answers_of(formula, extractions):
    fields = [field["name"] for field in formula["extract"]["fields"]]
    return {f"[{row['review_id']}]": {name: row.get(name) for name in fields} for row in lines_of(extractions)}


def outputs_of(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


def asked(formula, data, answers, rows, *options):
    """The calls that it took, and what was said of them."""
    with tempfile.TemporaryDirectory() as cache, chat_server("--answers", str(answers)) as port:
        command = ["seedc", "extract", formula, "--data", data, "-o", str(rows), *options]
        done = subprocess.run(command, env=environment(port, cache), stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode != 0:
            sys.exit(done.stderr)
        return stats_of(port)["calls"], done.stderr


def wrong_outputs(part, whole):
    """Outputs that are said to be settled and differ."""
    for here, there in zip(part, whole, strict=True):
        for name, value in there["outputs"].items():
            if name not in here.get("bounds", {}) and here["outputs"][name] != value:
                yield there["business_id"], name, here["outputs"][name], value


def main():
    formula, data, extractions, *outputs = sys.argv[1:]
    until = [word for output in outputs for word in ("--until", output)]
    with tempfile.TemporaryDirectory() as folder:
        known, rows = pathlib.Path(folder, "answers.json"), pathlib.Path(folder, "rows.jsonl")
        with_ids(data, pathlib.Path(folder))
        data = folder
        with open(formula, encoding="utf-8") as file:
            known.write_text(json.dumps(answers_of(json.load(file), extractions)))
        run = ["seedc", "run", formula, "--data", data, "--format", "jsonl", "--extractions", str(rows)]
        calls, _ = asked(formula, data, known, rows)
        _, whole = outputs_of(run)
        print(f"full: {calls} calls")
        for order in ("review", "gain"):
            calls, said = asked(formula, data, known, rows, *until, "--order", order)
            rounds = re.search(r"in (\d+) rounds?", said)[1]
            status, part = outputs_of(run)
            open_ones = sum(output in item.get("bounds", {}) for item in part for output in outputs)
            wrong = list(wrong_outputs(part, whole))
            print(f"{order}: {calls} calls, {rounds} rounds, {open_ones} not settled, {len(wrong)} wrong, status {status}", *wrong[:3])


if __name__ == "__main__":
    main()

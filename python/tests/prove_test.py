"""Verdicts of `seedc prove` on random claims, against z3, which decides the same claims over all values that their conditions see.

A field is missing, a number, or neither; a text has any of some words, none of which occurs in what others leave over.
"""

import json
import pathlib
import random
import subprocess

import pytest

import seedc

z3 = pytest.importorskip("z3")

COMMAND = pathlib.Path(seedc.__file__).parent / "bin" / "seedc"
FIELDS = ["a", "b", "c"]
WORDS = ["cozy", "busy"]
BOUNDS = {"gte": lambda x, y: x >= y, "gt": lambda x, y: x > y, "lte": lambda x, y: x <= y, "lt": lambda x, y: x < y}
REQUESTS, CLAIMS, DEPTH = 12, 60, 4


def yes_or_no(holds):
    return z3.If(holds, 1, -1)


def bound(rng):
    """A bound of a number, as text and as its value: what `missing` says, and 0 of what is no number."""
    field, name, number, missing = rng.choice(FIELDS), rng.choice(list(BOUNDS)), rng.randint(0, 3), rng.choice([-1, 0, 1])
    option = f", missing: {missing}" if missing or rng.random() < 0.5 else ""
    is_missing, is_number, value = z3.Bool(f"{field}_missing"), z3.Bool(f"{field}_number"), z3.Real(field)
    holds = yes_or_no(BOUNDS[name](value, number))
    return f"item_meta({field}, {name}: {number}{option})", z3.If(is_missing, missing, z3.If(is_number, holds, 0))


def word(rng):
    """A word that a text has or not; a field that is missing has the text `none`."""
    chosen, is_negative = rng.choice(WORDS), rng.random() < 0.3
    option = "not_contains" if is_negative else "contains"
    has = z3.Bool(chosen)
    return f'item_meta(d, {option}: "{chosen}")', yes_or_no(z3.Not(has) if is_negative else has)


def least(values):
    return z3.If(z3.Or([v == -1 for v in values]), -1, z3.If(z3.Or([v == 0 for v in values]), 0, 1))


def most(values):
    return z3.If(z3.Or([v == 1 for v in values]), 1, z3.If(z3.Or([v == 0 for v in values]), 0, -1))


def at_least(count, values):
    certain, possible = (z3.Sum([z3.If(v >= level, 1, 0) for v in values]) for level in (1, 0))
    return z3.If(certain >= count, 1, z3.If(possible < count, -1, 0))


def request(rng, depth):
    if depth == 0 or rng.random() < 0.2:
        return (bound if rng.random() < 0.75 else word)(rng)
    operator = rng.choice(["AND", "OR", "NOT", "AT_LEAST"])
    if operator == "NOT":
        text, value = request(rng, depth - 1)
        return f"NOT({text})", -value
    texts, values = zip(*(request(rng, depth - 1) for _ in range(rng.randint(2, 3))))
    if operator == "AT_LEAST":
        count = rng.randint(1, len(values))
        return f"AT_LEAST({count}, {', '.join(texts)})", at_least(count, values)
    return f"{operator}({', '.join(texts)})", (least if operator == "AND" else most)(values)


def claim(rng, values):
    """A claim, and that an item refutes it."""
    left, right = rng.choice(list(values)), rng.choice(list(values))
    f, g = values[left], values[right]
    return rng.choice(
        [
            (f"never {left}", f == 1),
            (f"always {left}", f != 1),
            (f"decided {left}", f == 0),
            (f"{left} implies {right}", z3.And(f == 1, g != 1)),
            (f"{left} same {right}", f != g),
            (f"{left} disjoint {right}", z3.And(f == 1, g == 1)),
        ]
    )


def second_opinion(refutation):
    solver = z3.Solver()
    solver.add(refutation)
    found = solver.check()
    assert found in (z3.sat, z3.unsat)
    return "refuted" if found == z3.sat else "proved"


@pytest.mark.parametrize("seed", range(20))
def test_verdicts_are_those_of_z3(tmp_path, seed):
    rng = random.Random(seed)
    requests = {f"R{number}": request(rng, number % DEPTH) for number in range(REQUESTS)}
    program = tmp_path / "p.req"
    program.write_text("".join(f"{name}: {text}\n" for name, (text, _) in requests.items()), encoding="utf-8")
    claims = [claim(rng, {name: value for name, (_, value) in requests.items()}) for _ in range(CLAIMS)]
    command = [COMMAND, "prove", program, *(text for text, _ in claims), "--format", "jsonl"]
    run = subprocess.run(command, capture_output=True, encoding="utf-8")
    verdicts = [json.loads(line) for line in run.stdout.splitlines()]
    assert [each["claim"] for each in verdicts] == [text for text, _ in claims], run.stderr
    assert [(each["claim"], each["verdict"]) for each in verdicts] == [(text, second_opinion(refutation)) for text, refutation in claims]

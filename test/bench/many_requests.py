"""Requests by the thousand: combinations of the conditions of other requests, of which the numbers vary.

    python3 test/bench/many_requests.py REQUESTS COUNT [few|any] > many.jsonl

Of few numbers, as by default, the conditions are soon all used; with any, there are more the more requests there are.
"""

import dataclasses

import json
import random
import sys

MOST_PARTS = 4


@dataclasses.dataclass(frozen=True)
class Numbers:
    """The most that a condition counts to, and the digits of what it compares with."""

    most: int
    digits: int


NUMBERS = {"few": Numbers(most=6, digits=1), "any": Numbers(most=1000, digits=4)}


def conditions_of(requests):
    """Each piece of evidence once, with its aspect."""
    conditions = {}

    def walk(node):
        if "evidence" in node:
            conditions.setdefault(json.dumps(node["evidence"], sort_keys=True), node)
        for part in node.get("args", []):
            walk(part)

    for request in requests:
        walk(json.loads(request)["structure"])
    return list(conditions.values())


def varied(condition, numbers, chance):
    """The condition with other numbers, where it counts or compares."""
    evidence = dict(condition["evidence"])
    if evidence["kind"] == "review_text":
        evidence["min_matches"] = chance.randint(1, numbers.most)
    if evidence["kind"] == "review_sentiment" and "min_positive" in evidence:
        evidence["min_positive"] = chance.randint(1, numbers.most)
    if evidence["kind"] == "review_group_rating":
        evidence["threshold"] = round(chance.uniform(1, 5), numbers.digits)
    if evidence["kind"] == "social_rating":
        evidence["min_stars"] = chance.randint(1, 5)
        evidence["min_matches"] = chance.randint(1, numbers.most - 2)
    for bound in ("gte", "lte"):
        if isinstance(evidence.get(bound), (int, float)):
            evidence[bound] = round(evidence[bound] * chance.uniform(0.5, 1.5), numbers.digits)
    return {"aspect": condition.get("aspect", "aspect"), "evidence": evidence}


def tree(conditions, numbers, chance, is_root=True):
    parts = []
    for _ in range(chance.randint(2, MOST_PARTS)):
        part = varied(chance.choice(conditions), numbers, chance)
        if is_root and chance.random() < 0.25:
            part = tree(conditions, numbers, chance, is_root=False)
        elif chance.random() < 0.1:
            part = {"op": "NOT", "args": [part]}
        parts.append(part)
    return {"op": "AND" if is_root else "OR", "args": parts}


def many_requests(requests, count, numbers="few"):
    """Lines of requests; the same ones each time."""
    chance = random.Random(7)
    conditions = conditions_of(requests)
    for number in range(count):
        yield json.dumps({"id": f"M{number:06}", "structure": tree(conditions, NUMBERS[numbers], chance)}) + "\n"


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as stream:
        sys.stdout.writelines(many_requests(stream.readlines(), int(sys.argv[2]), *sys.argv[3:]))

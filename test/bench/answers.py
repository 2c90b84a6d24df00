"""Parses the answers that tools print, and checks whether they agree.

An answer is a dict; two agree if they do in every key that both have, so that a tool may answer a part of the
question.
"""

import json
import math
import re


def loaded(_stdout, stderr):
    """`data: 72 items, 1600 reviews`"""
    items, reviews = re.search(r"data: (\d+) items, (\d+) reviews", stderr).groups()
    return {"items": int(items), "reviews": int(reviews)}


def matches(stdout, _stderr):
    return {"matches": sorted(json.loads(stdout)["matches"])}


def requests(stdout, _stderr):
    lines = map(json.loads, stdout.splitlines())
    return {
        "requests": {
            line["id"]: {"matches": sorted(line["matches"]), "unknown": line["unknown"]} for line in lines
        }
    }


def fifth(*output):
    """Of every fifth request, so not to be held against the answer to all of them."""
    return {"fifth": requests(*output)["requests"]}


def scores(stdout, _stderr):
    return {"scores": {line["business_id"]: line["outputs"] for line in map(json.loads, stdout.splitlines())}}


def lines_counted(stdout, _stderr):
    return {"reviews": sum(map(int, stdout.split()))}


def peer(stdout, _stderr):
    return json.loads(stdout)["answer"]


def peer_as(key):
    return lambda stdout, stderr: {key: peer(stdout, stderr)}


def difference(one, other, place=""):
    """The first place where two values differ, or None. Reals may differ as the order of a sum makes them."""
    if isinstance(one, dict) and isinstance(other, dict):
        if one.keys() != other.keys():
            return f"{place}: only one has {sorted(one.keys() ^ other.keys())[:5]}"
        return next(filter(None, (difference(one[key], other[key], f"{place}.{key}") for key in one)), None)
    if isinstance(one, list) and isinstance(other, list) and one != other:
        lists = set(one), set(other)
        return f"{place}: {len(one)} against {len(other)}; {sorted(lists[0] ^ lists[1])[:5]} are in one only"
    close = (
        isinstance(one, float)
        and isinstance(other, float)
        and math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-12)
    )
    return None if close or one == other else f"{place}: {one} against {other}"


def disagreements(named):
    """Of all answers, by the name of the command: each is held against the first that has the same key."""
    first, found = {}, []
    for name, answer in named.items():
        for key, value in (answer or {}).items():
            reference, expected = first.setdefault(key, (name, value))
            differs = difference(expected, value, key)
            if differs:
                found.append(f"`{reference}` and `{name}` answer differently: {differs}")
    return found

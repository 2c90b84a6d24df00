"""The sample data, as files and as rows."""

import glob
import json
import pathlib

import pytest

import seedc

ROOT = pathlib.Path(__file__).resolve().parents[2]
CAFES = ROOT / "examples" / "cafes"


def lines_of(pattern):
    return [json.loads(line) for name in sorted(glob.glob(str(CAFES / pattern))) for line in open(name, encoding="utf-8")]


@pytest.fixture(scope="session")
def cafes():
    return seedc.open(CAFES)


@pytest.fixture(scope="session")
def rows():
    """The tables of the sample data as lists of dicts; names that a file assigns to reviews are in the reviews."""
    items, reviews = lines_of("restaurants.jsonl"), lines_of("review_*.jsonl")
    mapping = json.loads((CAFES / "user_mapping.json").read_text(encoding="utf-8"))
    of_item = {}
    for review in reviews:
        of_item.setdefault(review["business_id"], []).append(review)
    for index, entries in mapping["review_assignments"].items():
        for entry in entries:
            review = of_item[items[int(index)]["business_id"]][entry["review_idx"]]
            review["user"] = {**review.get("user", {}), "name": entry["name"]}
    judgements = json.loads((CAFES / "judgement_cache.json").read_text(encoding="utf-8"))
    return {
        "items": items,
        "reviews": reviews,
        "friends": [{"name": name, "friends": friends} for name, friends in mapping["friend_graph"].items()],
        "judgements": [
            {"review_id": key.split(":", 1)[0], "topic": key.split(":", 1)[1], "judgement": value["judgement"]} for key, value in judgements.items()
        ],
    }


@pytest.fixture(scope="session")
def all_requests():
    return CAFES / "requests.req"

"""The peer in plain Python.

    plain.py load DATA                 what the sample requests need of items and reviews, in lists
    plain.py text REVIEWS PATTERN      which items have a review that matches

Prints a JSON object of the answer and its seconds, as duckdb_peer.py does.
"""

import json
import os
import re
import sys
import time

ITEM = ("business_id", "city", "is_open", "categories", "attributes", "hours")
REVIEW = ("review_id", "business_id", "text", "stars", "useful", "date")
USER = ("name", "fans", "review_count", "average_stars", "elite")


def objects(path):
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def load(data):
    items = [tuple(item.get(key) for key in ITEM) for item in objects(os.path.join(data, "restaurants.jsonl"))]
    reviews = [
        tuple(review.get(key) for key in REVIEW) + tuple(review["user"].get(key) for key in USER)
        for review in objects(os.path.join(data, "reviews.jsonl"))
    ]
    return {"items": len(items), "reviews": len(reviews)}


def text(path, pattern):
    search = re.compile(pattern, re.IGNORECASE).search
    matching = [review["business_id"] for review in objects(path) if search(review["text"])]
    return {"matches": sorted(set(matching)), "reviews": len(matching)}


def report(work, *arguments):
    begin = time.perf_counter()
    answer = work(*arguments)
    json.dump({"answer": answer, "seconds": {"first": time.perf_counter() - begin}}, sys.stdout)


if __name__ == "__main__":
    report({"load": load, "text": text}[sys.argv[1]], *sys.argv[2:])

"""Writes a folder of items and reviews as a bundle, to standard output: bundle.py FOLDER [ITEMS]"""
import glob
import itertools
import json
import os
import sys


def records(folder, pattern):
    for path in sorted(glob.glob(os.path.join(folder, pattern))):
        with open(path, encoding="utf-8") as lines:
            yield from (json.loads(line) for line in lines if line.strip())


def main(folder, items=None):
    reviews = {}
    for review in records(folder, "review*.jsonl"):
        reviews.setdefault(review["business_id"], []).append(review)
    for item in itertools.islice(records(folder, "restaurants.jsonl"), items):
        bundle = {"business": item, "reviews": reviews.get(item["business_id"], [])}
        print(json.dumps(bundle, ensure_ascii=False), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:3]))

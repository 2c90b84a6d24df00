"""What a formula reads, in plain Python: relevant reviews by keyword, joined with their extractions, counted by field and
value for each item. A formula's arithmetic would come on top."""
import collections
import json
import sys


def main(formula, reviews, extractions):
    keywords = [word.lower() for word in json.load(open(formula, encoding="utf-8"))["filter"]["keywords"]]
    rows = {}
    with open(extractions, encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            rows[row.pop("review_id")] = row
    counts = collections.defaultdict(collections.Counter)
    with open(reviews, encoding="utf-8") as lines:
        for line in lines:
            review = json.loads(line)
            text = review["text"].lower()
            if review["review_id"] in rows and any(word in text for word in keywords):
                counts[review["business_id"]].update(rows[review["review_id"]].items())
    for item, counter in counts.items():
        print(item, sum(counter.values()))


main(*sys.argv[1:])

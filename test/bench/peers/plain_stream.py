"""The requests and the formula of the `stream` group in plain Python: reads bundle lines, answers each at once."""

import json
import math
import re
import sys

COZY, QUIET, LOUD, WORK = (
    re.compile(pattern, re.IGNORECASE).search
    for pattern in (
        r"cozy|comfortable|snug",
        r"quiet|calm|peaceful",
        r"loud(ly)?|nois(y|e)",
        r"work(ing|ed)?\b|laptop|study",
    )
)
KEYWORDS = ("clean", "spotless", "sticky", "restroom", "dirty", "came out cold")
HANDLING = {"sandwiches": 1.2, "bakeries": 0.9, "coffee & tea": 0.8}


def attribute(item, name, wanted, missing):
    value = (item.get("attributes") or {}).get(name)
    if value in (None, "None"):
        return missing
    return 1 if wanted(str(value)) else -1


def text(reviews, search):
    if not reviews:
        return 0
    return 1 if any(search(review["text"]) for review in reviews) else -1


def requests(item, reviews):
    return {
        "tv": attribute(item, "HasTV", lambda value: value == "True", missing=0),
        "cozy": text(reviews, COZY),
        "quiet": min(text(reviews, QUIET), -text(reviews, LOUD)),
        "work": min(attribute(item, "WiFi", lambda value: "free" in value, missing=-1), text(reviews, WORK)),
    }


def outputs(item, reviews):
    lowered = ((review, review["text"].lower()) for review in reviews)
    rows = [review for review, words in lowered if any(keyword in words for keyword in KEYWORDS)]
    good = sum(review["stars"] >= 4 for review in rows)
    categories = (item.get("categories") or "").lower()
    handling = max((value for key, value in HANDLING.items() if key in categories), default=1.0)
    ratio = good / len(rows) if rows else 0
    useful = sum(math.log(review["useful"] + 1) for review in rows)
    return {"N": len(rows), "GOOD": good, "SCORE": ratio * 10 * handling + useful}


def main():
    for line in sys.stdin:
        bundle = json.loads(line)
        item, reviews = bundle["business"], bundle["reviews"]
        for key, values in (("requests", requests(item, reviews)), ("outputs", outputs(item, reviews))):
            print(json.dumps({"business_id": item["business_id"], key: values}))
        sys.stdout.flush()


if __name__ == "__main__":
    main()

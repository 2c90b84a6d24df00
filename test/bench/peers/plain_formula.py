"""The formula examples/cafes/risk.json in plain Python: plain_formula.py DATA EXTRACTIONS"""

import collections
import math
import os
import sys

from plain import objects, report

KEYWORDS = ("clean", "spotless", "sticky", "restroom", "still frozen", "came out cold")
HANDLING = {
    "sandwiches": 1.2,
    "food trucks": 1.5,
    "noodles": 1.4,
    "tacos": 1.4,
    "juice bars": 1.5,
    "salad": 1.5,
    "ice cream": 1.6,
    "gelato": 1.6,
    "bakeries": 0.9,
    "coffee & tea": 0.8,
    "wine bars": 0.7,
}


def is_lapse(row):
    return row["lapse"] in ("mild", "moderate", "severe")


def relevant_rows(data, extractions):
    """business_id -> its relevant reviews, each with what was extracted from it."""
    extracted = {row["review_id"]: row for row in objects(extractions)}
    rows = collections.defaultdict(list)
    for review in objects(os.path.join(data, "reviews.jsonl")):
        text = review["text"].lower()
        if any(word in text for word in KEYWORDS) and review["review_id"] in extracted:
            rows[review["business_id"]].append({**review, **extracted[review["review_id"]]})
    return rows


def trend_of(recent_ratio, lapses):
    if recent_ratio > 0.7 and lapses > 1:
        return 1.3
    return 0.7 if recent_ratio < 0.3 and lapses > 0 else 1.0


def score(item, rows):
    lapses = [row for row in rows if is_lapse(row)]
    counts = collections.Counter((field, row[field]) for row in rows for field in ("lapse", "upkeep"))
    years = [int(row["date"][:4]) for row in lapses]
    trust = max(0.1, min(1.0, 0.8 + counts["upkeep", "praised"] * 0.05 - counts["upkeep", "neglected"] * 0.15))
    lapse_score = (
        counts["lapse", "mild"] + counts["lapse", "moderate"] * (3.5 - trust) + counts["lapse", "severe"] * 6.0
    )
    trend = trend_of(sum(year >= 2019 for year in years) / len(lapses) if lapses else 0.0, len(lapses))
    decay = max(0.3, 1.0 - (2021 - max(years, default=2005)) * 0.1)
    weight = sum((5 - row["stars"]) / 4 + math.log(row["useful"] + 1) for row in lapses)
    credibility = weight / len(lapses) if lapses else 1.0
    categories = (item.get("categories") or "").lower()
    handling = max((value for key, value in HANDLING.items() if key in categories), default=1.0)
    silence = 0.0 if rows else handling * 0.5
    risk = max(
        0.0, min(20.0, handling + silence + lapse_score * trend * decay * credibility / 2 + (1 - trust) * 3)
    )
    return {
        "N_REVIEWS": len(rows),
        "N_LAPSES": len(lapses),
        "N_RESTROOM": sum(row["area"] == "restroom" for row in lapses),
        "TRUST": trust,
        "LAPSE_SCORE": lapse_score,
        "TREND": trend,
        "DECAY": decay,
        "CREDIBILITY": credibility,
        "HANDLING": handling,
        "RISK": risk,
        "VERDICT": "low" if risk < 2.5 else "raised" if risk < 6.0 else "high",
    }


def scores(data, extractions):
    rows = relevant_rows(data, extractions)
    return {
        item["business_id"]: score(item, rows.get(item["business_id"], ()))
        for item in objects(os.path.join(data, "restaurants.jsonl"))
    }


report(scores, *sys.argv[1:])

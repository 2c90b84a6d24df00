"""Why an output of a formula is what it is, and how often it flips if values are wrong."""

import pathlib

import pytest

import seedc

CAFES = pathlib.Path(__file__).resolve().parents[2] / "examples" / "cafes"
ITEM = "fCmgvQ8RhpU7OPd3ulGvAj"


@pytest.fixture(scope="module")
def scores():
    return seedc.formula(CAFES / "risk.json").score(seedc.open(CAFES), CAFES / "risk.extractions.jsonl")


def test_why_finds_changes(scores):
    why = scores.why(ITEM, output="VERDICT", search_time=300)
    assert "it takes one change" in why.text
    assert why.data[0]["size"] == 1 and why.data[0]["thresholds"][0]["name"] == "RISK"
    assert scores.why(ITEM, output="VERDICT", to="raised").data[0]["outcome"] == "already"
    with pytest.raises(seedc.UsageError):
        scores.why(ITEM, output="VERDICT", search_time=0)


def test_sensitivity_is_the_same_for_a_seed(scores):
    one = scores.sensitivity("VERDICT", 0.05, item=ITEM, samples=1000, seed=7).data[0]["items"]
    assert [entry["item"] for entry in one] == [ITEM]
    ranked = scores.sensitivity("VERDICT", 0.05, sort="RISK", top=5, samples=1000, seed=7).data[0]
    assert [entry["rank"] for entry in ranked["items"]] == [1, 2, 3, 4, 5]
    assert all(0 <= entry["leaves"] <= 1 for entry in ranked["items"])
    everything = scores.sensitivity("VERDICT", 0.05, samples=1000, seed=7).data[0]["items"]
    assert one[0] in everything and len(everything) == 72
    assert "flips" in scores.sensitivity("VERDICT", 0.05).text


def test_sensitivity_needs_a_probability(scores):
    for probability in (0, -1, 1.5, float("nan")):
        with pytest.raises(seedc.UsageError):
            scores.sensitivity("VERDICT", probability)

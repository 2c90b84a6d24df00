"""Classifications judged by their evidence, with a function as the judge."""

import json
import warnings

import pytest

import seedc

LINES = [
    {"id": 1, "value": "25-34", "confidence": 0.9, "reasoning": "Email 3 is a card for a 30th birthday", "email_numbers": [3]},
    {"id": 2, "value": "18-24", "confidence": 0.6, "reasoning": "buys sneakers"},
    {"id": 3, "value": "65+", "confidence": 0.7, "reasoning": "Email 31 speaks of a pension"},
]


@pytest.fixture
def files(tmp_path):
    (tmp_path / "classifications.jsonl").write_text("".join(json.dumps(line) + "\n" for line in LINES), encoding="utf-8")
    (tmp_path / "emails.txt").write_text("Email 3: happy birthday", encoding="utf-8")
    (tmp_path / "rules.md").write_text("An age needs a date.", encoding="utf-8")
    return tmp_path


def judged(files, model, name="classifications.jsonl", **options):
    return seedc.judge(
        files / name, model, context=files / "emails.txt", guidelines=files / "rules.md", batch_size=20, **options
    )


def by_reasoning(asked):
    """A judge that blocks sneakers."""

    def judge(messages, schema):
        asked.append(messages[-1]["content"])
        is_good = "sneakers" not in messages[-1]["content"]
        fields = {
            "is_valid": is_good, "quality_score": 1.0 if is_good else 0.0, "issue": None if is_good else "a shoe is no age",
            "evidence_type": "explicit" if is_good else "inappropriate",
        }  # fmt: skip
        return {name: fields.get(name) for name in schema["properties"]} if schema else fields

    return judge


def test_a_function_judges(files):
    asked = []
    with warnings.catch_warnings():  # what is lowered is in the rows and the ledger
        warnings.simplefilter("error")
        answers = judged(files, by_reasoning(asked), store=files / "store")
    assert answers.incomplete is None and len(asked) == 2
    assert any("lowered from" in text for text in answers.ledger)
    first, second, third = answers.rows()
    assert (first["confidence"], first["blocked"], first["original_confidence"]) == (0.9, False, 0.9)
    assert (second["confidence"], second["blocked"], second["evidence_issue"]) == (0.0, True, "a shoe is no age")
    assert (third["evidence_quality"], third["blocked"]) == (0.0, True)
    assert any("3 lines = 2 judged + 1 with invalid citations" in text for text in answers.ledger)
    again = judged(files, by_reasoning(asked), store=files / "store")
    assert again.lines == answers.lines and len(asked) == 2
    dropped = judged(files, by_reasoning(asked), store=files / "store", drop_blocked=True)
    assert [row["id"] for row in dropped.rows()] == [1]
    open_to_all = judged(files, by_reasoning(asked), store=files / "store", threshold=0)
    assert not any(row["blocked"] for row in open_to_all.rows())


def test_a_judge_that_fails_blocks_nothing(files):
    answers = judged(files, lambda messages, schema: "no JSON", store=files / "store")
    assert isinstance(answers.incomplete, seedc.ServiceError)
    assert [row["evidence_type"] for row in answers.rows()][:2] == ["unknown", "unknown"]
    assert answers.rows()[0]["blocked"] is False


def test_mistakes(files):
    with pytest.raises(seedc.UsageError, match="store="):
        judged(files, by_reasoning([]))
    with pytest.raises(seedc.DataError, match="none.jsonl"):
        judged(files, by_reasoning([]), "none.jsonl", store=files / "store")
    with pytest.raises(seedc.LimitError, match="max_memory="):
        judged(files, by_reasoning([]), store=files / "store", max_memory=1000)

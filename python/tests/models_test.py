"""Fields filled by a model: a function of Python, or a service."""

import functools
import re
import subprocess
import sys
import time

import pytest

import seedc

from conftest import ROOT

MOOD = ROOT / "test" / "golden" / "Inputs" / "mood.json"
DATA = ROOT / "test" / "golden" / "Inputs" / "data"


def first_of(schema):
    """The first answer that a schema allows."""
    if "properties" in schema:
        return {name: first_of(part) for name, part in schema["properties"].items()}
    if "anyOf" in schema:
        return first_of(schema["anyOf"][0])
    if "enum" in schema:
        return schema["enum"][0]
    kind = schema.get("type")
    return {"integer": 1, "number": 1.0, "boolean": True, "string": "x", "array": []}.get(kind[0] if isinstance(kind, list) else kind)


@pytest.fixture
def data():
    return seedc.open(DATA)


def test_a_function_is_asked_once_for_each_review(data, tmp_path):
    asked = []

    def answer(messages, schema):
        asked.append(messages[-1]["content"])
        return first_of(schema)

    formula = seedc.formula(MOOD)
    answers = formula.extract(data, answer, store=tmp_path / "store")
    assert answers.incomplete is None and len(answers.rows()) == 10 and len(asked) == 10
    assert any("10 asked = 0 stored + 10 bought" in text for text in answers.ledger)
    again = formula.extract(data, answer, store=tmp_path / "store")
    assert again.lines == answers.lines and len(asked) == 10
    assert formula.score(data, answers).rows() == formula.score(data, answers.rows()).rows()


def test_what_is_left_out_of_the_data_is_warned_of(tmp_path):
    orphan = {"review_id": "r2", "business_id": "b", "text": "cozy"}
    data = seedc.Data([{"business_id": "a"}], [{"review_id": "r1", "business_id": "a", "text": "cozy"}, orphan])
    with pytest.warns(seedc.DataWarning, match="unknown item `b`") as warned:
        answers = seedc.formula(MOOD).extract(data, lambda messages, schema: first_of(schema), store=tmp_path / "store")
    assert len(warned) == 1 and warned[0].filename == __file__
    assert any("unknown item `b`" in text for text in answers.ledger)


def test_what_a_function_throws(data, tmp_path):
    class Mine(Exception):
        pass

    def answer(messages, schema):
        raise Mine("no")

    with pytest.raises(Mine):
        seedc.formula(MOOD).extract(data, answer, store=tmp_path / "store")
    with pytest.raises(seedc.UsageError, match="store="):
        seedc.formula(MOOD).extract(data, answer)


def test_answers_that_do_not_fit_are_missing(data, tmp_path):
    formula = seedc.formula(MOOD)
    answers = formula.extract(data, lambda messages, schema: "no JSON", store=tmp_path / "store")
    assert isinstance(answers.incomplete, seedc.ServiceError)
    assert len(answers.rows()) == 10 and all(row.keys() == {"open"} for row in answers.rows())
    scores = formula.score(data, answers)
    assert isinstance(scores.incomplete, seedc.Error) and scores.ledger["rows"] == 0


def test_lambdas_are_functions_of_their_own(data, tmp_path):
    formula = seedc.formula(MOOD)
    answers = [
        formula.extract(data, lambda messages, schema: first_of(schema), store=tmp_path / "store"),
        formula.extract(data, lambda messages, schema: "no JSON", store=tmp_path / "store"),
    ]
    assert answers[0].incomplete is None and answers[1].incomplete is not None


class Canned:
    """Gives the same answer to all."""

    def __init__(self, answer):
        self.answer = answer

    def __call__(self, messages, schema):
        return self.answer or first_of(schema)

    def method(self, messages, schema):
        return self(messages, schema)


def canned(answer, messages, schema):
    return Canned(answer)(messages, schema)


@pytest.mark.parametrize("made", [Canned, lambda answer: Canned(answer).method, lambda answer: functools.partial(canned, answer)])
def test_objects_that_can_be_called_do_not_share_answers(data, tmp_path, made):
    formula = seedc.formula(MOOD)
    answers = [formula.extract(data, made(answer), store=tmp_path / "store") for answer in ("", "no JSON")]
    assert answers[0].incomplete is None and answers[1].incomplete is not None


def test_a_partial_finds_its_answers_again(data, tmp_path):
    ledgers = [seedc.formula(MOOD).extract(data, functools.partial(canned, ""), store=tmp_path / "store").ledger for _ in range(2)]
    assert "0 stored + 10 bought" in ledgers[0][-1] and "10 stored + 0 bought" in ledgers[1][-1]


def test_progress_ends_the_call(data, tmp_path):
    with pytest.raises(seedc.CancelledError):
        seedc.formula(MOOD).extract(data, lambda messages, schema: first_of(schema), store=tmp_path / "store", progress=lambda *now: False)


@pytest.fixture
def service():
    server = subprocess.Popen([sys.executable, ROOT / "test" / "support" / "chat_server.py"], stdout=subprocess.PIPE, encoding="utf-8")
    yield f"http://127.0.0.1:{server.stdout.readline().split()[-1]}/v1"
    server.terminate()
    server.wait()


def test_a_service(data, service, tmp_path):
    model = seedc.Model(service, "test", store=tmp_path / "store", params={"top_p": 0.5})
    formula = seedc.formula(MOOD)
    assert "10" in formula.estimate(data, model)
    seen = []
    answers = formula.extract(data, model, progress=lambda *now: seen.append(now))
    assert answers.incomplete is None and len(answers.rows()) == 10 and seen


def test_a_spent_budget_names_its_option(data, service, tmp_path):
    answers = seedc.formula(MOOD).extract(data, seedc.Model(service, "test", store=tmp_path / "store", max_requests=3, concurrency=1))
    assert answers.incomplete.help.startswith("raise it (max_requests=); ")


def test_a_vote(data, service, tmp_path):
    model = seedc.Model(service, "test", store=tmp_path / "store", voters={"one": 2, "two": 1, "three": 1}, min_agreement=0.5)
    answers = seedc.formula(MOOD).extract(data, model)
    assert answers.incomplete is None and any("20 asked = 0 stored + 20 bought" in text for text in answers.ledger)
    assert {value for row in answers.rows() for name, value in row.items() if name.endswith(".agreement")} == {1.0}
    thrice = seedc.Model(service, "test", store=tmp_path / "store", votes=3)
    with pytest.warns(seedc.DataWarning, match="temperature"):
        assert len(seedc.formula(MOOD).extract(data, thrice).rows()) == 10


@pytest.mark.parametrize("options", [{"votes": 0}, {"voters": {"one": 0}}, {"min_agreement": 1.5}, {"min_agreement": float("nan")}])
def test_votes_that_are_none(options, tmp_path):
    with pytest.raises(seedc.UsageError) as refused:
        seedc.Model("http://127.0.0.1:9/v1", "test", store=tmp_path / "store", **options)
    assert refused.value.code == "wrong-number"


def test_every_option_of_the_library_has_its_name_here():
    names = re.findall(r'^      \{\w+, "(.+)"\},$', (ROOT / "library" / "setting_names.cpp").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(names) > 30 and [name for name in names if name not in seedc._session._NAMES] == []


def test_a_service_that_is_not_there(data, tmp_path):
    model = seedc.Model("http://127.0.0.1:9/v1", "test", store=tmp_path / "store", retries=0)
    answers = seedc.formula(MOOD).extract(data, model)
    assert isinstance(answers.incomplete, seedc.ServiceError) and answers.incomplete.help


class Busy:
    """A model that is not made for several threads: it counts how many call it at once."""

    def __init__(self):
        self.now = self.most = 0

    def __call__(self, messages, schema):
        self.now += 1
        self.most = max(self.most, self.now)
        time.sleep(0.02)
        self.now -= 1
        return first_of(schema)


def test_a_function_is_called_by_one_thread_unless_it_takes_more(data, tmp_path):
    formula = seedc.formula(MOOD)
    alone, shared = Busy(), Busy()
    formula.extract(data, alone, store=tmp_path / "alone")
    formula.extract(data, shared, store=tmp_path / "shared", concurrency=5)
    assert alone.most == 1 and 1 < shared.most <= 5
    with pytest.raises(seedc.UsageError, match="concurrency"):
        formula.extract(data, alone, store=tmp_path / "alone", concurrency=0)
    with pytest.raises(seedc.UsageError, match="concurrency= is given, and the model has its own"):
        formula.extract(data, seedc.Model("http://127.0.0.1:9", "m", store=tmp_path / "store"), concurrency=2)


def test_what_a_closure_uses_tells_it_apart(data, tmp_path):
    def made(number, service=object()):
        def answer(messages, schema):
            assert service is not None
            asked.append(number)
            return first_of(schema)

        return answer

    asked = []
    formula = seedc.formula(MOOD)
    for number in (1, 2, 1):
        formula.extract(data, made(number), store=tmp_path / "store")
    assert asked == [1] * 10 + [2] * 10


def test_an_answer_that_is_none_of_json_is_the_functions(data, tmp_path):
    with pytest.raises(seedc.UsageError, match="an answer of the function is not valid JSON: .* set is not"):
        seedc.formula(MOOD).extract(data, lambda messages, schema: {"mood": {1}}, store=tmp_path / "store")

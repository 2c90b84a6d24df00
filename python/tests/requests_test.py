"""Programs over data that is opened: results, texts, errors."""

import json
import pathlib
import pickle
import shutil
import threading
import warnings

import pytest

import seedc

from conftest import CAFES, ROOT, lines_of

FIRST = "R1: AND(drive_thru, OR(cozy_reviews, live_music))"


def test_first_request(cafes):
    result = seedc.compile(FIRST, cafes).run(cafes)
    assert result.matches == {"R1": ["0yfRtaK2ydjoeuCxkxO8xG"]}
    assert len(result.unknown["R1"]) == 6 and "fCmgvQ8RhpU7OPd3ulGvAj" in result.unknown["R1"]
    assert set(result.timings) == {"compile", "prepare", "run"} and all(seconds >= 0 for seconds in result.timings.values())
    assert str(result).startswith("R1: 1 of 72 items match, 6 unknown")


def test_matrix_agrees_with_matches_and_unknown(cafes, all_requests):
    result = seedc.compile(all_requests, cafes).run(cafes)
    matrix = result.matrix()
    assert len(matrix) == 55 and matrix.items == result.items and len(result.items) == 72
    for request in matrix:
        values = dict(zip(matrix.items, matrix[request]))
        assert {item for item, value in values.items() if value == 1} == set(result.matches[request])
        assert [item for item, value in values.items() if value == 0] == result.unknown[request]
    assert matrix.to_dict()[matrix.requests[0]] == dict(zip(matrix.items, matrix[matrix.requests[0]]))
    lines = [json.loads(line) for line in result.text("jsonl").splitlines()]
    assert {line["id"]: line["matches"] for line in lines} == result.matches


def test_gold_items(cafes):
    text = (CAFES / "requests.req").read_text(encoding="utf-8")
    result = seedc.compile(text, cafes).run(cafes)
    assert result.gold and set(result.status) >= set(result.gold)
    assert set(result.status.values()) <= {"ok", "no_match", "multi_match", "gold_not_match"}


def test_sources_of_a_program(cafes, tmp_path):
    expected = seedc.compile(FIRST, cafes).run(cafes).matches
    file = tmp_path / "first.req"
    file.write_text(FIRST)
    assert seedc.compile(file, cafes).run(cafes).matches == expected
    requests = [json.loads(line) for line in seedc.convert(FIRST, cafes, to="jsonl").splitlines()]
    assert seedc.compile(requests[0], cafes).run(cafes).matches == expected
    assert seedc.compile(requests, cafes).run(cafes).matches == expected
    with pytest.raises(seedc.UsageError, match="cannot be int"):
        seedc.compile(3, cafes)


@pytest.mark.parametrize("text", ["v.req", "folder/v.json", "v.jsonl", str(CAFES / "requests.req"), str(ROOT / "LICENSE")])
def test_names_of_files_are_not_programs(cafes, text):
    for call in (seedc.compile, seedc.check, seedc.convert):
        with pytest.raises(seedc.UsageError, match="is the name of a file") as thrown:
            call(text, cafes)
        assert thrown.value.code == "file-as-text" and thrown.value.help == f"give pathlib.Path({text!r})"


def test_text_that_looks_a_little_like_a_file(cafes, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "drive_thru").write_text("")
    assert seedc.compile("drive_thru", cafes).request_ids == ["1"]
    assert seedc.compile("R1: stars_gte_4.5", cafes).request_ids == ["R1"]


def test_formulas_are_read_at_once(cafes, tmp_path):
    text = (ROOT / "examples" / "first.json").read_text(encoding="utf-8")
    file = tmp_path / "formula"
    file.write_text(text)
    expected = seedc.formula(json.loads(text)).score(cafes).rows()
    for source in (text, "\n " + text, file, str(file)):
        assert seedc.formula(source).score(cafes).rows() == expected
    with pytest.raises(seedc.UsageError, match="cannot read `nope.json`") as thrown:
        seedc.formula("nope.json")
    assert thrown.value.code == "unreadable-program"
    for source, code in (([1], "wrong-type"), ('{"a":', "syntax"), ({"compute": [{"name": "A", "op": "nope"}]}, None)):
        with pytest.raises(seedc.ProgramError) as thrown:
            seedc.formula(source)
        assert thrown.value.code == (code or thrown.value.diagnostics[0].code) != ""
    with pytest.raises(seedc.UsageError, match="the program has no formula") as thrown:
        seedc.formula(CAFES / "requests.req")
    assert thrown.value.code == "many-formulas"


def test_scores_explain_themselves(cafes, tmp_path):
    scores = seedc.formula(CAFES / "risk.json").score(cafes, CAFES / "risk.extractions.jsonl")
    result = scores.result
    assert scores.text() == result.text() and scores.text("csv").startswith("business_id,")
    assert str(scores.explain("ql6qiRyIprFTUvXlY9F57j")) == str(result.explain("ql6qiRyIprFTUvXlY9F57j"))
    assert "TRUST" in str(scores.explain("ql6qiRyIprFTUvXlY9F57j", step="TRUST"))
    scores.report(tmp_path / "scores.html")
    assert b"hygiene risk" in (tmp_path / "scores.html").read_bytes()


def test_schema_stands_for_data(cafes):
    schema = cafes.schema()
    assert schema.to_dict()
    for given in (schema, schema.to_dict()):
        assert seedc.compile(FIRST, schema=given).run(cafes).matches == {"R1": ["0yfRtaK2ydjoeuCxkxO8xG"]}
    with pytest.raises(seedc.UsageError, match="data= and schema= are given"):
        seedc.compile(FIRST, cafes, schema=schema)


def test_mistakes_are_objects(cafes):
    with pytest.raises(seedc.ProgramError, match="unknown condition `live_musik`") as thrown:
        seedc.compile("R1: AND(drive_thru, live_musik)\nR2: drive_thru", cafes)
    found = thrown.value.diagnostics[0]
    assert (found.severity, found.code) == ("error", "unknown-name")
    assert (found.span.line, found.span.column, found.span.end_column) == (1, 21, 31)
    assert found.help == "did you mean `music_live`?" and "R1" not in found.message
    program = seedc.compile("R1: AND(drive_thru, live_musik)\nR2: drive_thru", cafes, allow_errors=True)
    result = program.run(cafes)
    sent = pickle.loads(pickle.dumps(thrown.value))
    assert (thrown.value.file, thrown.value.line, sent.line) == ("program", 1, 1)
    assert (str(sent), sent.code, sent.diagnostics) == (str(thrown.value), "unknown-name", thrown.value.diagnostics)
    assert result.status == {"R1": "error"} and result.matches["R2"] and result.matches["R1"] == []
    assert result.matrix().requests == ["R2"]


def test_fixes(cafes):
    for found in seedc.check("R1: AND(drive_thru, drive_thru)", cafes):
        assert found.code and found.message
    found = seedc.check("R1: AN(drive_thru)", cafes)
    assert found and found[0].severity == "error"
    with_fix = [each for each in seedc.check("R1: NOT(NOT(drive_thru))\nR2: item_meta(stars, gte: '4')", cafes) if each.fix]
    for each in with_fix:
        assert each.fix.span.line >= 1 and isinstance(each.fix.replacement, str)
    assert "unknown-name" in seedc.explain_code("unknown-name")


def test_layout_and_notation(cafes):
    assert seedc.fmt("R1:   AND( drive_thru,live_music )") == "R1: AND(drive_thru, live_music)\n"
    line = json.loads(seedc.convert("R1: drive_thru", cafes))
    assert line["id"] == "R1"
    assert "request R1 {" in seedc.convert(line, cafes)
    with pytest.raises(seedc.ProgramError):
        seedc.fmt("R1: AND(")
    with pytest.raises(seedc.UsageError, match="there is no notation 'xml'"):
        seedc.convert("R1: a", to="xml")


def test_explanations(cafes):
    result = seedc.compile(FIRST, cafes).run(cafes)
    item = "fCmgvQ8RhpU7OPd3ulGvAj"
    assert "unknown because of drive_thru" in str(result.explain(item))
    assert result.explain("Two Sisters Kitchen").data
    why = result.why(item)
    assert "takes one change" in why.text and why.data
    assert str(result.why())
    with pytest.raises(seedc.Error, match="nobody"):
        result.explain("nobody")


def test_names(cafes):
    assert "wifi_free" in str(cafes.names("wifi"))
    assert cafes.names("wifi").data
    assert "wifi" in str(cafes.explain_name("wifi_free"))
    assert "wifi_free" in cafes.conditions()


def test_snapshot(cafes, tmp_path):
    file = tmp_path / "cafes.snapshot"
    assert cafes.save(file) == file.stat().st_size
    opened = seedc.open(file, copy_snapshot=True)
    assert seedc.compile(FIRST, opened).run(opened).matches == {"R1": ["0yfRtaK2ydjoeuCxkxO8xG"]}


def test_a_snapshot_has_a_form(cafes, tmp_path):
    whole = cafes.save(tmp_path / "whole.snapshot")
    plain = cafes.save(tmp_path / "plain.snapshot", word_index=False)
    file = tmp_path / "small.snapshot"
    small = cafes.save(file, compress_texts=True)
    assert file.stat().st_size == small < plain < whole
    program = seedc.compile("review_text('cozy')", cafes)
    assert program.run(seedc.open(file)).matches == program.run(cafes).matches


def test_a_snapshot_is_brought_up_to_date(tmp_path):
    folder, file, anew = tmp_path / "cafes", tmp_path / "cafes.snapshot", tmp_path / "anew.snapshot"
    shutil.copytree(CAFES, folder)
    last = folder / "review_3.jsonl"
    lines = last.read_bytes().splitlines(keepends=True)
    last.write_bytes(b"".join(lines[:100]))
    seedc.open(folder).save(file)
    last.write_bytes(b"".join(lines))
    grown = seedc.open(folder)
    assert grown.update(file) == file.stat().st_size
    grown.save(anew)
    updated, made = seedc.open(file), seedc.open(anew)
    assert updated.schema().text == made.schema().text == grown.schema().text
    program = seedc.compile("a: review_text('cozy')\nb: review_text('cat that sleeps')\nc: review_meta(stars, op: gte, value: 4)", grown)
    assert program.run(updated).matches == program.run(made).matches == program.run(grown).matches


def test_a_snapshot_is_kept_and_used(cafes, tmp_path):
    folder = tmp_path / "kept"
    first = seedc.open(CAFES, cached=folder)
    program = seedc.compile(FIRST, first)
    assert program.run(first).matches == program.run(cafes).matches
    assert [file.suffix for file in folder.iterdir()] == [".snapshot"]
    assert program.run(seedc.open(CAFES, cached=folder)).matches == program.run(cafes).matches


def test_data_is_of_one_state(tmp_path):
    """Whatever becomes of its files meanwhile: a snapshot that is open stays as it was, and of files that changed no more is read."""

    def write(name):
        (tmp_path / "items.jsonl").write_text(json.dumps({"business_id": "a", "name": name, "kind": name}) + "\n")

    program = seedc.compile('R1: item_meta(name, is: "old")')
    write("old")
    seedc.open(tmp_path).save(tmp_path / "s")
    folder, snapshot = seedc.open(tmp_path), seedc.open(tmp_path / "s")
    assert program.run(folder).matches == program.run(snapshot).matches == {"R1": ["a"]}
    write("new")
    seedc.open(tmp_path).save(tmp_path / "s")
    assert program.run(folder).matches == program.run(snapshot).matches == {"R1": ["a"]}
    other = seedc.compile('R1: item_meta(kind, is: "old")')
    assert other.run(snapshot).matches == {"R1": ["a"]}
    with pytest.raises(seedc.DataError, match="not what they were when it was read first\n.*open the data again"):
        other.run(folder)
    assert program.run(seedc.open(tmp_path / "s")).matches == {"R1": []}


def test_one_program_in_many_threads(cafes, all_requests):
    program = seedc.compile(all_requests, cafes)
    expected = program.run(cafes).matches
    found = []
    threads = [threading.Thread(target=lambda: found.append(program.run(cafes).matches)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 8


def test_missing_data(tmp_path):
    with pytest.raises(seedc.DataError) as thrown:
        seedc.open(tmp_path / "nothing")
    assert thrown.value.message and "nothing" in str(thrown.value)


def test_usage(cafes):
    for threads in (0, 2**40):
        with pytest.raises(seedc.UsageError, match=f"threads={threads}"):
            seedc.open(CAFES, threads=threads)
    with pytest.raises(ValueError, match="timeout=-1"):
        seedc.compile(FIRST, cafes, timeout=-1)
    with pytest.raises(TypeError, match="progress= is int"):
        seedc.compile(FIRST, cafes, progress=3)
    with pytest.raises(TypeError, match="data is str, and not seedc.Data"):
        seedc.compile(FIRST, str(CAFES))
    with pytest.raises(TypeError, match="data is str, and not seedc.Data"):
        seedc.compile(FIRST, cafes).run(str(CAFES))
    with pytest.raises(TypeError, match="data is NoneType, and not seedc.Data"):
        seedc.compile(FIRST, cafes).distinguish(None)
    with pytest.raises(TypeError, match="data is str, and not seedc.Data"):
        seedc.compare(FIRST, FIRST, str(CAFES))
    with pytest.raises(TypeError, match="params is int, and not a dict"):
        seedc.compile(FIRST, cafes, params=5)
    risk = seedc.formula(CAFES / "risk.json")
    with pytest.raises(TypeError, match="data is NoneType, and not seedc.Data"):
        risk.extract(None, lambda messages, schema: "{}")
    with pytest.raises(TypeError, match="model is NoneType, and neither seedc.Model nor a function"):
        risk.extract(cafes, None)
    with pytest.raises(TypeError, match="model is function, and not seedc.Model"):
        risk.estimate(cafes, lambda messages, schema: "{}")
    with pytest.raises(seedc.DataError, match="items.jsonl:1: `business_id` is missing"):
        seedc.Data([{"id": 1}]).schema()
    assert str(CAFES) in repr(cafes) and "1 requests" in repr(seedc.compile(FIRST, cafes))
    with pytest.raises(seedc.UsageError, match="no backend 'gpu'"):
        seedc.compile(FIRST, cafes, backend="gpu")
    with pytest.raises(seedc.UsageError, match="top=-1 makes no sense"):
        seedc.compile(FIRST, cafes).run(cafes, top=-1)
    with pytest.raises(seedc.UsageError, match="count=18446744073709551616"):
        cafes.suggest("x", count=2**64)
    with pytest.raises(seedc.UsageError, match="count=0 makes no sense"):
        cafes.suggest("x", count=0)
    with pytest.raises(seedc.UsageError, match="empty text"):
        seedc.formula("")


def test_formulas_of_one_name_are_not_mixed(cafes):
    formula = {"compute": [{"name": "N", "op": "count"}], "output": ["N"]}
    result = seedc.compile([formula, {**formula, "task_name": "other"}], cafes).run(cafes)
    assert list(result.scores) == ["program", "other"]
    result = seedc.compile([formula, formula], cafes).run(cafes)
    with pytest.raises(seedc.UsageError, match="2 formulas are called 'program'"):
        result.scores  # noqa: B018
    with pytest.raises(seedc.UsageError, match="task_name"):
        result.ledger  # noqa: B018


def test_what_json_has_not_is_no_program():
    for params in ({"K": complex(1)}, {"K": float("nan")}, {"K": "\ud800"}):
        with pytest.raises(seedc.UsageError, match="parameter 'K'") as thrown:
            seedc.compile(FIRST, params=params)
        assert thrown.value.code == "not-json"
    for source in ('R1: review_text("\ud800")', {"id": "\ud800"}):
        with pytest.raises(seedc.UsageError, match="is no character"):
            seedc.compile(source)


@pytest.mark.parametrize("backend", ["jit", "interp"])
def test_backends_agree(cafes, all_requests, backend):
    assert seedc.compile(all_requests, cafes, backend=backend).run(cafes).matches == seedc.compile(all_requests, cafes).run(cafes).matches


def test_versions():
    import importlib.metadata

    assert importlib.metadata.version("seedc") == seedc.__version__
    assert seedc.__version__ in seedc.build_text()
    assert json.loads(seedc.formula_schema()) and seedc.formula_prompt()


def test_licences_and_types_are_installed():
    import importlib.metadata

    files = {str(file) for file in importlib.metadata.files("seedc")}
    assert any(file.endswith("sboms/seedc.spdx") for file in files) and all(
        any(f"licenses/third-party/{package}" in file for file in files) for package in ("libicu72", "nanobind")
    )
    assert {"seedc/py.typed", "seedc/_core.pyi"} <= files


def test_command():
    import subprocess
    import sys

    command = pathlib.Path(sys.executable).parent / "seedc"
    run = subprocess.run([command, "run", "-", "--data", CAFES, "--format", "jsonl"], input=FIRST, capture_output=True, encoding="utf-8")
    assert json.loads(run.stdout)["matches"] == ["0yfRtaK2ydjoeuCxkxO8xG"], run.stderr
    assert subprocess.run([command, "run", "none.req", "--data", CAFES], capture_output=True).returncode == 2


def test_lists_of_dicts(rows, cafes, all_requests):
    data = seedc.Data(**rows)
    assert seedc.compile(all_requests, data).run(data).matches == seedc.compile(all_requests, cafes).run(cafes).matches


def test_reviews_in_items():
    data = seedc.Data([{"business_id": "a", "name": "A", "reviews": [{"review_id": "1", "stars": 5, "text": "so cozy"}]}, {"business_id": "b", "name": "B"}])
    assert seedc.compile("R1: cozy_reviews", data).run(data).matches == {"R1": ["a"]}


@pytest.mark.parametrize(
    "tables, message",
    [
        ({"items": [3]}, "row 1 of `items` is int"),
        ({"items": [{"business_id": "a", "x": float("nan")}]}, "row 1 of `items` is not valid JSON"),
        ({"items": [{"business_id": "a", "x": {1, 2}}]}, "row 1 of `items` is not valid JSON"),
        ({"items": [{"business_id": "a"}], "friends": [{"name": "a"}]}, "row 1 of `friends` has no `friends`"),
        ({"items": [{"business_id": "a"}], "friends": [{"name": "a", "friends": []}] * 2}, "row 2 of `friends` is for 'a', as one before it"),
        ({"items": [{"business_id": "a"}], "judgements": [{"review_id": "a:b", "topic": "t", "judgement": "yes"}]}, "has a colon"),
    ],
)
def test_wrong_rows(tables, message):
    with pytest.raises(seedc.DataError, match=message):
        seedc.Data(**tables)


def test_temporary_files_are_not_named():
    data = seedc.Data([{"x": 1}])
    with pytest.raises(seedc.DataError) as thrown:
        data.schema()
    twice = seedc.Data([{"business_id": "a"}] * 2, [{"review_id": "r"}])
    with pytest.warns(seedc.DataWarning, match="^items.jsonl:2: warning: business_id `a` already exists, left out"):
        result = seedc.compile('R1: review_text("x")', twice).run(twice)
    assert str(twice.left_out()).splitlines()[0] == "items.jsonl:2: business_id `a` already exists"
    assert "seedc-" not in repr(result) and "reviews.jsonl:1: `business_id` is missing" in repr(result)
    assert str(thrown.value) == "the data has no readable items\n  help: items.jsonl:1: `business_id` is missing or not a string"


def test_temporary_files_are_removed(rows):
    data = seedc.Data(rows["items"], rows["reviews"])
    folder = pathlib.Path(next(iter(data._finalizer.peek()[2])))
    assert folder.is_dir()
    del data
    import gc

    gc.collect()
    assert not folder.exists()


def test_formula(cafes):
    formula = seedc.formula(CAFES / "risk.json")
    for rows in (CAFES / "risk.extractions.jsonl", lines_of("risk.extractions.jsonl")):
        scores = formula.score(cafes, rows)
        assert len(scores) == 72 and scores.ledger["reviews"] == 1600
        assert {"business_id", "outputs"} <= set(scores.rows()[0])
    nulls = sum(value is None for row in scores.rows() for value in row["outputs"].values())
    table = pytest.importorskip("pyarrow").table(scores.nulls())
    assert table.num_rows == nulls


def test_parameters(cafes):
    program = {
        "task_name": "many",
        "params": {"K": 2},
        "filter": {"keywords": ["coffee"]},
        "compute": [{"name": "N", "op": "count"}, {"name": "ENOUGH", "op": "expr", "expr": "N >= K"}],
        "output": ["N", "ENOUGH"],
    }
    formula = seedc.formula(program)
    for k in (1, 2, 10**6):
        for row in formula.score(cafes, params={"K": k}).rows():
            assert row["outputs"]["ENOUGH"] == (row["outputs"]["N"] >= k)
    with pytest.raises(seedc.Error, match="`L`"):
        formula.score(cafes, params={"L": 1})


@pytest.mark.parametrize(
    ("params", "message"),
    [({"S": None}, "NoneType"), ({"S": [1]}, "list"), ({"S": {"a": 1}}, "dict"), ({"S=x": "y"}, "'S=x' is not the name"), ({1: "y"}, "1 is not the name")],
)
def test_what_is_no_parameter(params, message):
    program = {"params": {"S": "x"}, "compute": [{"name": "N", "op": "count"}], "output": ["S", "N"]}
    with pytest.raises(seedc.UsageError, match=message):
        seedc.compile(program, params=params)


def test_formulas_are_explained(cafes):
    rows = lines_of("risk.extractions.jsonl")
    program = seedc.compile(CAFES / "risk.json", cafes)
    item = "fCmgvQ8RhpU7OPd3ulGvAj"
    from_file = program.run(cafes, extractions=CAFES / "risk.extractions.jsonl").explain(item)
    from_rows = program.run(cafes, extractions=rows).explain(item)
    assert "RISK" in from_file.text and from_rows.data == from_file.data
    assert "N_MILD" in str(program.run(cafes, extractions=rows).explain(item, step="N_MILD"))
    with pytest.raises(seedc.UsageError, match="extractions="):
        program.run(cafes)


def test_rows_of_a_file_that_changed_explain_nothing(tmp_path):
    data = seedc.Data([{"business_id": "a"}], [{"review_id": "r", "business_id": "a", "text": "t"}])
    formula = seedc.formula(
        {"extract": {"fields": [{"name": "n", "type": "int"}]}, "compute": [{"name": "S", "op": "sum", "expr": "extraction.n"}], "output": ["S"]}
    )
    rows = tmp_path / "rows.jsonl"
    rows.write_text('{"review_id": "r", "n": 1}\n')
    scores = formula.score(data, rows)
    assert "S = 1" in scores.explain("a").text
    rows.write_text('{"review_id": "r", "n": 50}\n')
    with pytest.raises(seedc.DataError, match="not what they were when they were read\n.*run again") as thrown:
        scores.why("a", output="S").text  # noqa: B018
    assert thrown.value.code == "rows-changed"


def test_report(cafes, tmp_path):
    result = seedc.compile(FIRST, cafes).run(cafes)
    page = tmp_path / "report.html"
    result.report(page, title="Cafés <first>")
    text = page.read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>") and "<h1><bdi>Cafés &lt;first&gt;</bdi></h1>" in text
    assert '"author":"' in text and "\nt 0 " in text
    result.report(page, texts=False, names=False)
    text = page.read_text(encoding="utf-8")
    assert '"author":"' not in text and "\nt 0 " not in text and '"options":{"texts":false,"names":false}' in text
    with pytest.warns(seedc.DataWarning, match="larger than 2.0 KB"):
        result.report(page, max_size=2000)
    link = tmp_path / "link.html"
    link.symlink_to(page)
    page.write_text("")
    result.report(link)
    assert link.is_symlink() and page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    link.unlink()
    with pytest.raises(OSError) as thrown:
        result.report(tmp_path / "no" / "such.html")
    assert thrown.value.filename.endswith("such.html") and [each.name for each in tmp_path.iterdir()] == ["report.html"]


def test_suggestions_are_requests_that_the_item_alone_meets(cafes):
    found = cafes.suggest("0yfRtaK2ydjoeuCxkxO8xG", kinds=["attributes", "values"], count=2)
    assert len(found) == 2 and found.complete and found.twins == ()
    for suggestion in found:
        matches = seedc.compile(f"S: {suggestion}", cafes).run(cafes).matches
        assert matches == {"S": ["0yfRtaK2ydjoeuCxkxO8xG"]}
        assert all(condition.without for condition in suggestion.conditions)
    assert found[0].cost <= found[1].cost
    with pytest.raises(seedc.UsageError, match="no item"):
        cafes.suggest("nobody")


WISHES = """
few: review_text("cozy")
many: review_text("cozy", min_matches: 3)
back: review_text('(co|do)\\1zy')
"""


def test_claims_are_decided_for_every_item():
    asked = ["many implies few", "few implies many", "never back", "never nobody"]
    proved, refuted, undecided, wrong = seedc.prove(WISHES, asked)
    assert [each.claim for each in (proved, refuted, undecided, wrong)] == asked
    assert proved and proved.verdict == "proved" and proved.counterexample is None
    assert not refuted and refuted.verdict == "refuted" and not refuted.reason
    assert not undecided and undecided.verdict == wrong.verdict == "undecided"
    assert undecided.reason and "nobody" in wrong.reason


def test_what_refutes_a_claim_is_an_item(tmp_path):
    (refuted,) = seedc.prove(WISHES, "few implies many")
    line = tmp_path / "dataset.jsonl"
    line.write_text(json.dumps(refuted.counterexample))
    for data in (seedc.open(line), seedc.Data([refuted.counterexample])):
        matches = seedc.compile(WISHES, data).run(data).matches
        assert matches["few"] and not matches["many"]


def test_strong_implications_are_also_of_no():
    claim = "item_meta(stars, gte: 4, missing: 0) implies item_meta(stars, gte: 3, missing: -1)"
    assert seedc.prove("R1: item_meta(stars)", claim)[0]
    assert seedc.prove("R1: item_meta(stars)", claim, strong=True)[0].verdict == "refuted"


def test_programs_are_compared_by_what_their_requests_match(tmp_path):
    newer = """
few: review_text("cozy", min_matches: 2)
many: review_text('cozy', min_matches: 3)
fresh: review_text("snug")
"""
    few, many, fresh, back = seedc.compare(WISHES, newer)
    assert (few.request, few.change) == ("few", "narrower") and few and few.gained is None
    assert (many.request, many.change) == ("many", "same") and not many
    assert (fresh.change, back.change) == ("added", "removed") and fresh and back
    line = tmp_path / "dataset.jsonl"
    line.write_text(json.dumps(few.lost))
    data = seedc.open(line)
    assert seedc.compile(WISHES, data).run(data).matches["few"] and not seedc.compile(newer, data).run(data).matches["few"]
    older, newer = (f"R: item_meta(stars, gte: 4, missing: {missing})" for missing in (0, -1))
    assert not seedc.compare(older, newer)[0] and seedc.compare(older, newer, strong=True)[0]
    with pytest.raises(seedc.ProgramError):
        seedc.compare("R1: AND(", newer)
    with pytest.raises(seedc.UsageError, match="claim_timeout=-1"):
        seedc.compare(WISHES, WISHES, claim_timeout=-1)


def test_claims_about_wrong_programs_are_errors():
    with pytest.raises(seedc.ProgramError):
        seedc.prove("R1: AND(", "never R1")
    with pytest.raises(seedc.UsageError, match="claim_timeout=0"):
        seedc.prove(WISHES, "never few", claim_timeout=0)


def test_requests_are_distinguished(cafes):
    gold = "0yfRtaK2ydjoeuCxkxO8xG"
    program = seedc.compile(f'request R1 {{\n  gold: "{gold}"\n  where: drive_thru\n}}', cafes)
    found = program.distinguish(cafes, count=1)
    assert str(found).startswith("R1: multi_match, 6 other items match")
    (request,) = found.data
    assert (request["status"], request["gold"], request["others"]) == ("multi_match", gold, 6)
    (edit,) = request["edits"]
    both = ", ".join(["drive_thru", *(condition["name"] for condition in edit["add"])])
    assert edit["drop"] == [] and seedc.compile(f"R1: AND({both})", cafes).run(cafes).matches == {"R1": [gold]}
    with pytest.raises(seedc.UsageError, match="R2"):
        program.distinguish(cafes, request="R2")


BROKEN = [{"business_id": "a", "stars": 4}, {"business_id": "a"}]
ORPHAN = [{"review_id": "r1", "business_id": "a", "text": "cozy"}, {"review_id": "r2", "business_id": "b", "text": "cozy"}]


def test_records_left_out_are_warned_of_once():
    data = seedc.Data(BROKEN, ORPHAN)
    program = seedc.compile('R1: review_text("cozy")', data)
    with pytest.warns(seedc.DataWarning, match=r"(?s)items.jsonl:2: .*already exists.*unknown item `b`") as warned:
        result = program.run(data)
    assert len(warned) == 1 and warned[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert program.run(data).matches == result.matches == {"R1": ["a"]}
    assert [(found.severity, found.code, found.span) for found in result.diagnostics] == [("warning", "broken-record", None)] * 2
    assert result.diagnostics[1].message.endswith("reviews.jsonl:2: a review of the unknown item `b`, left out")
    assert result.diagnostics[1].message in repr(result)
    assert "unknown item `b`" in result._repr_html_()


def test_what_is_left_out():
    left_out = seedc.Data(BROKEN, ORPHAN).left_out()
    assert left_out and left_out.total == 2
    assert [(file.records, file.used, file.left_out) for file in left_out.files] == [(2, 1, 1), (2, 1, 1)]
    assert [(record.line, record.reason) for record in left_out.records] == [
        (2, "business_id `a` already exists"),
        (2, "a review of the unknown item `b`"),
    ]
    assert str(left_out).endswith("reviews.jsonl:2: a review of the unknown item `b`")
    assert not seedc.open(CAFES).left_out()


def test_a_table_of_orphans(rows):
    pyarrow = pytest.importorskip("pyarrow")
    data = seedc.Data(pyarrow.table({"business_id": ["a"]}), pyarrow.table({"review_id": ["1", "2"], "business_id": ["a", "x"], "text": ["cozy", "snug"]}))
    with pytest.warns(seedc.DataWarning, match="unknown item `x`"):
        seedc.compile('R1: review_text("cozy")', data).run(data)
    assert data.left_out().total == 1


def test_a_run_finds_what_the_data_does_not_have(cafes):
    result = seedc.compile("R1: item_meta(nowhere, true: 1)", cafes).run(cafes)
    [found] = result.diagnostics
    assert (found.severity, found.code, found.span.line) == ("warning", "unknown-path", 1)
    assert "no item has `nowhere`" in repr(result) and "no item has `nowhere`" in result._repr_html_()
    assert seedc.compile(FIRST, cafes).run(cafes).diagnostics == []


def test_reviews_without_texts():
    tables = [{"business_id": "a"}], [{"review_id": "r1", "business_id": "a", "text": 7}]
    data = seedc.Data(*tables)
    program = seedc.compile('R1: review_text("cozy")', data)
    with pytest.warns(seedc.DataWarning) as warned:
        result = program.run(data)
    assert ["`text` is not a string" in str(warned[0].message), "no review has a `text`" in str(warned[1].message)] == [True, True]
    assert result.matches == {"R1": []} and "no review has a `text`" in result.diagnostics[-1].message and result.diagnostics[-1].help
    with pytest.raises(seedc.DataError, match="`text` is not a string"):
        program.run(seedc.Data(*tables, strict=True))
    with pytest.raises(seedc.DataError, match="no review has a `text`"):
        program.run(seedc.Data(tables[0], [{"review_id": "r1", "business_id": "a"}], strict=True))

"""Programs over DataFrames: the values are those of one process, whatever happens to the partitions."""

import json
import os
import signal
import threading
import time

import pytest

import seedc
import seedc.spark

from conftest import CAFES, SHARED, tables_of

from pyspark.sql import functions as F

shared_data = pytest.mark.skipif(not SHARED.is_dir(), reason="no conformance data")


def of_spark(answers):
    """{item: {column: value}}"""
    return {row.pop("business_id"): row for row in (row.asDict(recursive=True) for row in answers.collect())}


def of_one_process(result):
    """The same of a result of requests."""
    matrix = result.matrix()
    return {item: {request: matrix[request][number] for request in matrix} for number, item in enumerate(result.items)}


def counted(value):
    """A ledger, whatever order its lists are in."""
    if isinstance(value, dict):
        return {key: counted(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return sorted((counted(entry) for entry in value), key=json.dumps)
    return value


def test_requests_have_the_values_of_one_process(frames, rows):
    data = seedc.open(CAFES)
    result = seedc.compile(CAFES / "requests.req", data).run(data)
    answers = seedc.spark.run(
        frames["items"], frames["reviews"], CAFES / "requests.req", friends=frames["friends"], judgements=rows["judgements"], partitions=7
    )
    assert of_spark(answers) == of_one_process(result)
    summary = seedc.spark.summary(answers)
    assert summary.matches == {request: len(items) for request, items in result.matches.items()}
    assert summary.unknown == {request: len(items) for request, items in result.unknown.items()}
    assert summary.items == {request: sorted(items) for request, items in result.matches.items()}
    assert summary.gold == result.gold and summary.status == result.status
    assert (summary.ledger["items"], summary.ledger["reviews"], summary.ledger["left_out"]["count"]) == (72, 1600, 0)
    assert summary.findings == []
    assert "1600 reviews" in repr(summary) and "<table>" in summary._repr_html_()


def test_the_schema_is_that_of_all_partitions(frames, rows):
    tables = {name: seedc.spark._arrow_of(name, table) for name, table in rows.items()}
    whole = seedc.Data(tables["items"], tables["reviews"], judgements=tables["judgements"]).schema().to_dict()
    made = seedc.spark.schema(frames["items"], frames["reviews"], judgements=rows["judgements"], partitions=6).to_dict()
    for schema in (whole, made):
        for paths in ("item_paths", "review_paths"):
            for path in schema[paths]:
                if path["distinct"] >= 200 and not path["whole"]:
                    path["commonest"] = sorted(entry["count"] for entry in path["commonest"])
            schema[paths].sort(key=lambda path: path["path"])
    assert made == whole


def extractions_of(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def assert_same_scores(spark_scores, scores):
    assert of_spark(spark_scores) == {row["business_id"]: row["outputs"] for row in scores.rows()}
    ledger = seedc.spark.summary(spark_scores).ledger
    assert counted(ledger["formulas"]) == counted([{"formula": scores.name, "ledger": scores.ledger}])


@pytest.mark.parametrize("name", ["risk", "value", "freshness"])
def test_formulas_have_the_values_of_one_process(frames, frame_of, name):
    data = seedc.open(CAFES)
    file = CAFES / f"{name}.extractions.jsonl"
    scores = seedc.formula(CAFES / f"{name}.json").score(data, file)
    answers = seedc.spark.score(frames["items"], frames["reviews"], CAFES / f"{name}.json", extractions=frame_of(extractions_of(file)), partitions=3)
    assert_same_scores(answers, scores)


def test_extractions_of_unknown_reviews_are_counted(frames, frame_of, tmp_path):
    rows = extractions_of(CAFES / "risk.extractions.jsonl")
    rows += [{**rows[0], "review_id": "nobody's"}, rows[1], {**rows[2], "review_id": None}]
    file = tmp_path / "extractions.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    scores = seedc.formula(CAFES / "risk.json").score(seedc.open(CAFES), file)
    assert_same_scores(seedc.spark.score(frames["items"], frames["reviews"], CAFES / "risk.json", extractions=frame_of(rows), partitions=3), scores)


def test_parameters(frames):
    steps = [{"name": "N", "op": "count"}, {"name": "ENOUGH", "op": "expr", "expr": "N >= K"}]
    formula = {"task_name": "many", "params": {"K": 2}, "filter": {"keywords": ["coffee"]}, "compute": steps, "output": ["N", "ENOUGH"]}
    scores = seedc.formula(formula).score(seedc.open(CAFES), params={"K": 5})
    answers = seedc.spark.score(frames["items"], frames["reviews"], formula, params={"K": 5}, partitions=2)
    assert of_spark(answers) == {row["business_id"]: row["outputs"] for row in scores.rows()}


@shared_data
def test_published_requests(frame_of):
    folder = SHARED / "philly_cafes"
    tables = tables_of(folder, "restaurants.jsonl", "reviews.jsonl")
    expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    items, reviews, friends, judgements = (frame_of(tables[name]) for name in ("items", "reviews", "friends", "judgements"))
    answers = seedc.spark.run(items, reviews, folder / "requests.jsonl", friends=friends, judgements=judgements)
    ids = [item["business_id"] for item in tables["items"]]
    values = of_spark(answers)
    assert {request: [values[item][request] for item in ids] for request in expected["requests"]} == expected["requests"]
    assert sum(map(len, expected["requests"].values())) == 5000
    assert seedc.spark.summary(answers).status == expected["status"]


@shared_data
@pytest.mark.parametrize(
    ("folder", "formula", "rows"),
    [("allergy", "formula.json", ""), *(("tasks", f"{name}.json", f"{name}.{kind}.") for name, kind in [("G1e", "missing"), ("G4c", "missing"), ("G5j", "missing"), ("G1_hygiene_V4", "full")])],
)
def test_published_formulas(frame_of, folder, formula, rows):
    folder = SHARED / folder
    tables = tables_of(folder, "restaurants.jsonl", "reviews.jsonl")
    file = folder / f"{rows}extractions.jsonl"
    scores = seedc.formula(folder / formula).score(seedc.open(folder), file)
    answers = seedc.spark.score(frame_of(tables["items"]), frame_of(tables["reviews"]), folder / formula, extractions=frame_of(extractions_of(file)), partitions=3)
    assert_same_scores(answers, scores)


def many(items, reviews_of):
    """Items `b0000`… and so many reviews of each."""
    import pyarrow as pa

    ids = [f"b{number:05}" for number in range(items)]
    owners = [item for item in ids for _ in range(reviews_of(item))]
    reviews = pa.table(
        {
            "review_id": [f"r{number}" for number in range(len(owners))],
            "business_id": owners,
            "text": ["so cozy " + "and so on " * (number % 40) if number % 3 == 0 else "loud" for number in range(len(owners))],
            "stars": [number % 5 + 1 for number in range(len(owners))],
        }
    )
    return pa.table({"business_id": ids, "stars": [number % 9 / 2 for number in range(items)]}), reviews


PROGRAM = """
cozy: review_text("cozy", min_matches: 3)
best: AND(item_meta(stars, gte: 4), review_match("cozy", stars = 5))
"""


def test_an_item_of_200000_reviews(frame_of):
    items, reviews = many(40, lambda item: 200_000 if item == "b00007" else 12)
    data = seedc.Data(items, reviews)
    answers = seedc.spark.run(frame_of(items), frame_of(reviews), PROGRAM, schema=data.schema(), partitions=4)
    assert of_spark(answers) == of_one_process(seedc.compile(PROGRAM).run(data))
    assert seedc.spark.summary(answers).ledger["reviews"] == len(reviews)


def executors():
    """The processes of this one's executors."""
    parents, commands = {}, {}
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{process}/stat", encoding="utf-8") as stat, open(f"/proc/{process}/cmdline", encoding="utf-8") as command:
                parents[int(process)] = int(stat.read().rsplit(")", 1)[1].split()[1])
                commands[int(process)] = command.read()
        except OSError:
            continue

    def is_ours(process):
        while process > 1:
            if process == os.getpid():
                return True
            process = parents.get(process, 0)
        return False

    return [process for process, command in commands.items() if "CoarseGrainedExecutorBackend" in command and is_ours(process)]


def test_a_worker_that_is_killed_changes_nothing(frame_of):
    items, reviews = many(4000, lambda item: 25)
    data = seedc.Data(items, reviews)
    answers = seedc.spark.run(frame_of(items), frame_of(reviews), PROGRAM, schema=data.schema(), partitions=40)
    ledgers = seedc.spark._jobs[answers].ledgers
    killed = []

    def kill():
        while not ledgers.value:
            time.sleep(0.02)
        killed.extend(executors()[:1])
        os.kill(killed[0], signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    values = of_spark(answers)
    killer.join()
    assert killed
    assert values == of_one_process(seedc.compile(PROGRAM).run(data))
    ledger = seedc.spark.summary(answers).ledger
    assert (ledger["items"], ledger["reviews"]) == (4000, 100_000)


def test_faults_are_counted_over_all_partitions(frame_of):
    items = [{"business_id": f"b{number}"} for number in range(30)] + [{"business_id": "b3"}, {"business_id": None}]
    reviews = [{"review_id": f"r{number}", "business_id": f"b{number % 30}", "text": "cozy"} for number in range(300)]
    reviews += [{"review_id": "r7", "business_id": "b7", "text": "again"}, {"review_id": None, "business_id": "b1", "text": "?"}]
    reviews += [{"review_id": f"x{number}", "business_id": f"unknown{number}", "text": "cozy"} for number in range(50)]
    answers = seedc.spark.run(frame_of(items), frame_of(reviews), 'R1: review_text("cozy")', partitions=6)
    summary = seedc.spark.summary(answers)
    assert (summary.ledger["items"], summary.ledger["reviews"]) == (30, 300)
    left_out = summary.ledger["left_out"]
    assert left_out["count"] == 54
    files = {file.pop("file"): file for file in left_out["files"]}
    assert files["items"] == {"records": 32, "used": 30, "left_out": 2}
    assert files["reviews"] == {"records": 352, "used": 300, "left_out": 52}
    assert any(example.startswith("items: ") for example in left_out["examples"])
    assert summary.matches == {"R1": 30}


def test_an_error_names_its_item(frames, frame_of):
    rows = [row for row in extractions_of(CAFES / "risk.extractions.jsonl")]
    missing = rows.pop(17)["review_id"]
    answers = seedc.spark.score(
        frames["items"], frames["reviews"], CAFES / "risk.json", extractions=frame_of(rows), require_extractions=True, partitions=3
    )
    owner = frames["reviews"].where(F.col("review_id") == missing).first()["business_id"]
    with pytest.raises(Exception, match=f"DataError: partition [0-2], item `{owner}`: .*no extraction"):
        answers.collect()


def test_what_no_partition_has_is_a_finding(frame_of):
    import pyarrow as pa

    ids, stars = [f"b{number}" for number in range(10)], [None, 4.0] + [None] * 8
    items = pa.table({"business_id": ids, "stars": pa.array(stars, pa.float64()), "kind": pa.nulls(10, pa.string())})
    program = "R1: item_meta(stars, gte: 3)\nR2: item_meta(kind, is: 1)"
    summary = seedc.spark.summary(seedc.spark.run(frame_of(items), None, program, partitions=4))
    assert len(summary.findings) == 1 and "`kind`" in summary.findings[0]
    assert summary.matches == {"R1": 1, "R2": 0}


def test_mistakes_are_found_before_anything_runs(spark, frames):
    items, reviews = frames["items"], frames["reviews"]
    with pytest.raises(seedc.DataError, match="`itemss?` has no column `business_id`"):
        seedc.spark.run(items.withColumnRenamed("business_id", "busines_id"), reviews, "R1: x")
    with pytest.raises(seedc.DataError, match="is not text"):
        seedc.spark.run(items.withColumn("business_id", F.lit(1)), reviews, "R1: x")
    with pytest.raises(seedc.ProgramError, match="live_musik"):
        seedc.spark.run(items, reviews, "R1: AND(drive_thru, live_musik)", partitions=2)
    with pytest.raises(seedc.UsageError, match="no requests"):
        seedc.spark.run(items, reviews, CAFES / "risk.json", schema=seedc.open(CAFES).schema())
    with pytest.raises(seedc.UsageError, match="fields|extractions"):
        seedc.spark.score(items, reviews, CAFES / "risk.json")
    with pytest.raises(seedc.UsageError, match="partitions=0"):
        seedc.spark.run(items, reviews, "R1: x", partitions=0)
    with pytest.raises(seedc.UsageError, match="is not what"):
        seedc.spark.summary(items)


def test_columns_that_the_program_does_not_read_stay_where_they_are(frames):
    schema = seedc.open(CAFES).schema()
    plan = seedc.spark.run(frames["items"], frames["reviews"], "R1: review_text('cozy')", schema=schema)._jdf.queryExecution().executedPlan().toString()
    assert "text" in plan and "business_id" in plan
    assert "useful" not in plan and "attributes" not in plan


def test_a_partial_action_counts_once(frames):
    answers = seedc.spark.run(frames["items"], frames["reviews"], 'R1: review_text("cozy")', schema=seedc.open(CAFES).schema(), partitions=5)
    answers.limit(1).collect()
    answers.count()
    answers.count()
    assert seedc.spark.summary(answers).ledger["items"] == 72


def of_data(program, items, reviews, **tables):
    """What one process makes of requests over tables."""
    data = seedc.Data(items, reviews, **tables)
    return seedc.compile(program, data).run(data)


def test_reviews_may_be_in_their_items(frame_of):
    import pyarrow as pa

    items, reviews = many(9, lambda item: 12)
    extractions = [{"review_id": f"r{number}", "mood": "good" if number % 4 else "bad"} for number in range(100)]
    nested = [[row for row in reviews.drop(["business_id"]).to_pylist() if int(row["review_id"][1:]) // 12 == item] for item in range(9)]
    whole = items.append_column("reviews", pa.array(nested))
    answers = seedc.spark.run(frame_of(whole), None, PROGRAM, partitions=3)
    assert of_spark(answers) == of_one_process(of_data(PROGRAM, items, reviews))
    assert seedc.spark.summary(answers).ledger["reviews"] == 108
    steps = [{"name": "N", "op": "count"}, {"name": "BAD", "op": "count", "where": {"mood": "bad"}}]
    fields = [{"name": "mood", "type": "enum", "values": ["good", "bad"]}]
    formula = {"task_name": "moods", "extract": {"fields": fields}, "compute": steps, "output": ["N", "BAD"]}
    assert_same_scores(
        seedc.spark.score(frame_of(whole), None, formula, extractions=frame_of(extractions), partitions=3),
        seedc.formula(formula).score(seedc.Data(items, reviews), extractions),
    )


def test_what_is_united_with_itself_counts_once(spark, frames):
    answers = seedc.spark.run(frames["items"], frames["reviews"], 'R1: review_text("cozy")', partitions=5)
    other = spark.range(0, 20, 1, 3).selectExpr("cast(id as string) as business_id", "cast(0 as byte) as R1")
    other.union(answers.where("R1 = 1")).union(answers.where("R1 <> 1")).count()
    answers.join(other.selectExpr("R1 as x")).count()
    summary = seedc.spark.summary(answers)
    result = of_one_process(seedc.compile('R1: review_text("cozy")').run(seedc.open(CAFES)))
    assert summary.matches["R1"] == sum(values["R1"] == 1 for values in result.values()) == len(summary.items["R1"])
    assert (summary.ledger["items"], summary.ledger["reviews"]) == (72, 1600)


def test_a_partial_union_counts_all(frame_of):
    items, reviews = many(40, lambda item: 2)
    answers = seedc.spark.run(frame_of(items.take([7])), frame_of(reviews), PROGRAM, partitions=8)  # most partitions have no rows
    answers.union(answers).take(1)
    assert seedc.spark.summary(answers).ledger["items"] == 1


def test_the_last_computation_counts(frame_of, tmp_path):
    items, reviews = many(40, lambda item: 2)
    has_come = str(tmp_path / "has come")
    changing = F.udf(lambda item: item != "b00000" or os.path.exists(has_come), "boolean").asNondeterministic()
    answers = seedc.spark.run(frame_of(items).where(changing("business_id")), frame_of(reviews), PROGRAM, partitions=3)
    assert answers.count() == 39
    (tmp_path / "has come").touch()
    assert answers.count() == 40
    assert seedc.spark.summary(answers).ledger["items"] == 40


def test_extractions_are_of_reviews_whose_items_are_there(frame_of):
    items = [{"business_id": "b1"}, {"business_id": "b2"}]
    reviews = [{"review_id": "r1", "business_id": owner, "text": "a"} for owner in ("gone", "b2")]
    steps = [{"name": "Y", "op": "count", "where": {"open": True}}]
    formula = {"task_name": "f", "extract": {"fields": [{"name": "open", "type": "bool"}]}, "compute": steps, "output": ["Y"]}
    extractions = [{"review_id": "r1", "open": True}]
    answers = seedc.spark.score(frame_of(items), frame_of(reviews), formula, extractions=frame_of(extractions), partitions=2)
    assert of_spark(answers) == {"b1": {"Y": 0}, "b2": {"Y": 1}}


def test_programs_in_json_are_read_as_they_are(frames, tmp_path):
    def request(gold, pattern="cozy"):
        return {"id": "A", "gold_restaurant": gold, "structure": {"op": "AND", "args": [{"evidence": {"kind": "review_text", "pattern": pattern}}]}}

    def summary_of(program):
        return seedc.spark.summary(seedc.spark.run(frames["items"], frames["reviews"], program, partitions=2))

    files = [tmp_path / "line.json", tmp_path / "lines.jsonl", tmp_path / "pretty.json"]
    files[0].write_text(json.dumps([request("0yfRtaK2ydjoeuCxkxO8xG")]), encoding="utf-8")
    files[1].write_text("\ufeff" + json.dumps(request("0yfRtaK2ydjoeuCxkxO8xG")) + "\n\n", encoding="utf-8")
    files[2].write_text(json.dumps(request("0yfRtaK2ydjoeuCxkxO8xG"), indent=2), encoding="utf-8")
    for program in files:
        assert set(summary_of(program).status) == {"A"}
    assert summary_of([request(None)]).status == {}
    assert summary_of('R1: review_text("a\u2028b\x85c")').matches == {"R1": 0}


def test_warnings_about_the_program_are_findings(frames):
    summary = seedc.spark.summary(seedc.spark.run(frames["items"], frames["reviews"], 'A: review_text("cozy", missing: 1)', partitions=2))
    assert len(summary.findings) == 1 and "[no-effect]" in summary.findings[0]


def test_timestamps_are_those_of_utc(spark, frame_of):
    import datetime

    items = [{"business_id": f"b{number}"} for number in range(4)]
    times = [datetime.datetime(2015, 1, 1, hour, tzinfo=datetime.timezone.utc) for hour in (0, 8, 23)] + [None]
    reviews = [{"review_id": f"r{number}", "business_id": f"b{number}", "date": time} for number, time in enumerate(times)]
    program = 'A: review_match(date >= "2015-01-01 08:00:00")'
    expected = of_one_process(of_data(program, *(seedc.spark._arrow_of("rows", rows) for rows in (items, reviews))))
    zone = spark.conf.get("spark.sql.session.timeZone")
    try:
        for other in ("UTC", "America/Los_Angeles"):
            spark.conf.set("spark.sql.session.timeZone", other)
            frame = frame_of(reviews)
            assert frame.schema["date"].dataType.typeName() == "timestamp"
            assert of_spark(seedc.spark.run(frame_of(items), frame, program, partitions=2)) == expected
    finally:
        spark.conf.set("spark.sql.session.timeZone", zone)


def test_mistakes_need_no_schema(spark, frames):
    context = spark.sparkContext
    context.setJobGroup("mistakes", "mistakes")
    try:
        for program in ("A: AND((", 'A: review_text("a", nope: 1)'):
            with pytest.raises(seedc.ProgramError):
                seedc.spark.run(frames["items"], frames["reviews"], program)
        with pytest.raises(seedc.ProgramError):
            seedc.spark.score(frames["items"], frames["reviews"], {"compute": [{"name": "A", "op": "cuont"}], "output": ["A"]})
        assert not context.statusTracker().getJobIdsForGroup("mistakes")
    finally:
        context.setLocalProperty("spark.jobGroup.id", None)


def test_arguments_of_other_kinds_are_refused(frames):
    items, reviews = frames["items"], frames["reviews"]
    with pytest.raises(seedc.UsageError, match="items= cannot be list"):
        seedc.spark.run([], reviews, "R1: x")
    with pytest.raises(seedc.UsageError, match="extractions= cannot be str"):
        seedc.spark.score(items, reviews, CAFES / "risk.json", extractions="risk.extractions.jsonl")
    with pytest.raises(seedc.UsageError, match="partitions=True"):
        seedc.spark.run(items, reviews, "R1: x", partitions=True)
    with pytest.raises(seedc.UsageError, match="judgements= has a column of several types"):
        seedc.spark.run(items, reviews, "R1: x", judgements=[{"judgement": "positive"}, {"judgement": True}])
    with pytest.raises(seedc.UsageError, match="cannot tell the columns `r` and `R`"):
        seedc.spark.run(items, reviews, 'r: review_text("a")\nR: review_text("b")', judgements=[])
    with pytest.raises(seedc.UsageError, match="cannot tell the columns `business_id` and `business_id`"):
        seedc.spark.run(items, reviews, 'business_id: review_text("a")')

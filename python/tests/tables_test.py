"""Tables in and out: polars, pandas, pyarrow and DuckDB."""

import datetime
import decimal
import gc
import json
import subprocess
import sys
import threading
import warnings

import pytest

import seedc

from conftest import CAFES, ROOT, lines_of

pa = pytest.importorskip("pyarrow")
polars = pytest.importorskip("polars")
pandas = pytest.importorskip("pandas")
duckdb = pytest.importorskip("duckdb")


@pytest.fixture(scope="module")
def tables(rows):
    return {name: pa.Table.from_pylist(table) for name, table in rows.items()}


@pytest.fixture(scope="module")
def expected(cafes, all_requests):
    return seedc.compile(all_requests, cafes).run(cafes).matches


def matches(data, all_requests):
    return seedc.compile(all_requests, data).run(data).matches


def chunked(table):
    """In batches of 7 rows, each a slice of the whole."""
    return pa.Table.from_batches(table.to_batches(max_chunksize=7))


def sliced(table):
    """The same rows as a slice of a longer table."""
    return pa.concat_tables([table, table, table]).combine_chunks().slice(len(table), len(table))


def dictionaries(table):
    return pa.table({name: column.dictionary_encode() if pa.types.is_string(column.type) else column for name, column in zip(table.column_names, table.columns)})


def retyped(kind):
    def change(table):
        return pa.table({name: column.cast(kind) if pa.types.is_string(column.type) else column for name, column in zip(table.column_names, table.columns)})

    return change


@pytest.mark.parametrize(
    "change",
    [lambda table: table, chunked, sliced, dictionaries, retyped(pa.large_utf8()), retyped(pa.string_view()), polars.from_arrow],
    ids=["whole", "chunked", "sliced", "dictionaries", "large_utf8", "string_view", "polars"],
)
def test_tables_mean_what_their_files_mean(tables, expected, all_requests, change):
    assert matches(seedc.Data(**{name: change(table) for name, table in tables.items()}), all_requests) == expected


def test_duckdb_in(tables, expected, all_requests, tmp_path):
    connection = duckdb.connect()
    relations = {}
    for name, table in tables.items():
        connection.register(f"given_{name}", table)
        relations[name] = connection.sql(f"select * from given_{name}")
    assert matches(seedc.Data(**relations), all_requests) == expected


def test_pandas_in():
    items = pandas.DataFrame({"business_id": ["a", "b"], "name": ["Nook", "Hall"], "kind": pandas.Categorical(["x", "y"])})
    reviews = pandas.DataFrame({"review_id": ["1", "2"], "business_id": ["a", "b"], "text": ["so cozy", "loud"], "stars": [5.0, float("nan")]})
    data = seedc.Data(items, reviews)
    assert seedc.compile("R1: cozy_reviews", data).run(data).matches == {"R1": ["a"]}


def test_values_of_other_types():
    items = pa.table({
        "business_id": ["a", "b"],
        "since": pa.array([datetime.date(2020, 1, 2), None]),
        "at": pa.array([datetime.datetime(2020, 1, 2, 3, 4, 5), None]),
        "price": pa.array([decimal.Decimal("7"), decimal.Decimal("8")], pa.decimal128(5, 0)),
        "attributes": pa.array([{"DriveThru": "True", "inner": {"x": [1, 2]}}, {"DriveThru": None, "inner": None}]),
        "hours": pa.array([[("Monday", "8:0-17:0")], []], pa.map_(pa.string(), pa.string())),
    })  # fmt: skip
    data = seedc.Data(items)
    program = 'R1: item_meta(since, is: "2020-01-02")\nR2: item_meta(at, is: "2020-01-02 03:04:05")\nR3: item_meta(price, gte: 8)\nR4: drive_thru\nR5: monday_at_09_00'
    assert seedc.compile(program, data).run(data).matches == {"R1": ["a"], "R2": ["a"], "R3": ["b"], "R4": ["a"], "R5": ["a"]}


def test_reviews_within_items_are_of_these():
    """Whatever they say, as in a bundle and in nested columns."""
    rows = [{"business_id": "a", "reviews": [{"review_id": "1", "business_id": "b", "text": "cozy"}, {"review_id": "2", "text": "x"}]}, {"business_id": "b", "reviews": None}]
    lines = [{"business": {"business_id": row["business_id"]}, "reviews": row["reviews"] or []} for row in rows]
    nested = pa.list_(pa.struct([("review_id", pa.string()), ("business_id", pa.string()), ("text", pa.string())]))
    table = pa.Table.from_pylist(rows, schema=pa.schema([("business_id", pa.string()), ("reviews", nested)]))
    for data in (seedc.Data(rows), seedc.Data(lines), seedc.Data(table)):
        assert seedc.compile('R1: review_text("cozy")', data).run(data).matches == {"R1": ["a"]}
    counted = seedc.Data([{"business_id": "a", "reviews": 120}])
    assert seedc.compile("R1: item_meta(reviews, gte: 100)", counted).run(counted).matches == {"R1": ["a"]}
    with pytest.raises(seedc.DataError, match="row 1 of `items` has a review that is int"):
        seedc.Data([{"business_id": "a", "reviews": [5]}])


def test_an_empty_table():
    with pytest.raises(seedc.DataError, match="no readable items"):
        data = seedc.Data(pa.table({"business_id": pa.array([], pa.string())}))
        seedc.compile('R1: item_meta(name, is: "x")', data).run(data)
    with pytest.raises(seedc.DataError, match="`items` has no rows"):
        seedc.Data([])
    reviews = pa.table({"review_id": pa.array([], pa.string()), "business_id": pa.array([], pa.string())})
    data = seedc.Data(pa.table({"business_id": ["a"]}), reviews)
    assert seedc.compile('R1: review_text("x")', data).run(data).matches == {"R1": []}


def test_a_table_without_the_id_column():
    with pytest.raises(seedc.Error, match="no column `business_id`.*\n.*`busines_id`"):
        seedc.Data(pa.table({"busines_id": ["a"]}))
    with pytest.raises(seedc.UsageError, match="`reviews` is a list and other tables are Arrow"):
        seedc.Data(pa.table({"business_id": ["a"]}), [{"review_id": "1"}])
    with pytest.raises(seedc.UsageError, match="`items` is str, and not a table"):
        seedc.Data("items")


def test_a_stream_that_fails():
    def batches():
        yield pa.record_batch({"business_id": ["a"]})
        raise OSError("the disk is gone")

    with pytest.raises(seedc.Error, match="the disk is gone"):
        seedc.Data(pa.RecordBatchReader.from_batches(pa.schema({"business_id": pa.string()}), batches()))


def test_results_out(cafes, all_requests):
    result = seedc.compile(all_requests, cafes).run(cafes)
    table = pa.table(result)
    table.validate(full=True)
    assert table.schema.names == ["request", "business_id", "value", "rank"] and table.num_rows == 55 * 72
    count = sum(len(ids) for ids in result.matches.values())
    assert polars.DataFrame(result).filter(polars.col("value") == 1).height == count
    assert int((pandas.DataFrame.from_arrow(result)["value"] == 1).sum()) == count
    assert duckdb.sql("select count(*) from result where value = 1").fetchall() == [(count,)]


def test_values_are_not_copied(cafes):
    """Two tables of one result have the same memory, and it lives as long as they do."""
    result = seedc.compile("R1: drive_thru", cafes).run(cafes)
    first, second = pa.table(result), pa.table(result)
    assert first["value"].chunk(0).buffers()[1].address == second["value"].chunk(0).buffers()[1].address
    values = first["value"].to_pylist()
    del result, second
    gc.collect()
    assert first["value"].to_pylist() == values


def test_columns_are_read_in_place(rows):
    """Data keeps the table's memory, and lets it go."""
    reviews = pa.Table.from_pylist(rows["reviews"])
    items = pa.Table.from_pylist(rows["items"])
    size = reviews.nbytes + items.nbytes
    before = pa.total_allocated_bytes()
    data = seedc.Data(items, reviews)
    assert pa.total_allocated_bytes() - before < size / 10
    del items, reviews
    gc.collect()
    assert pa.total_allocated_bytes() > before - size / 10
    assert seedc.compile("R1: cozy_reviews", data).run(data).matches["R1"]
    del data
    gc.collect()
    assert pa.total_allocated_bytes() < before - size / 2


def test_released_on_another_thread(cafes):
    streams = [seedc.compile("R1: drive_thru", cafes).run(cafes).__arrow_c_stream__() for _ in range(10)]
    tables = [pa.table(seedc.compile("R1: drive_thru", cafes).run(cafes)) for _ in range(10)]
    thread = threading.Thread(target=lambda: (streams.clear(), tables.clear()))
    thread.start()
    thread.join()


def test_a_moved_child(cafes):
    column = pa.table(seedc.compile("R1: drive_thru", cafes).run(cafes))["business_id"].chunk(0)
    gc.collect()
    assert len(column.to_pylist()) == 72


def test_formula_tables(cafes):
    files = CAFES / "risk.extractions.jsonl"
    formula = seedc.formula(CAFES / "risk.json")
    scores = formula.score(cafes, files)
    frame = polars.DataFrame(scores)
    assert frame.height == len(scores) == 72 and frame["business_id"].to_list() == [row["business_id"] for row in scores.rows()]
    assert [{name: row[name] for name in frame.columns[1:]} for row in frame.to_dicts()] == [row["outputs"] for row in scores.rows()]
    for extractions in (pa.Table.from_pylist(lines_of("risk.extractions.jsonl")), polars.DataFrame(lines_of("risk.extractions.jsonl"))):
        assert formula.score(cafes, extractions).rows() == scores.rows()
    result = seedc.compile(CAFES / "risk.json", cafes).run(cafes, extractions=pa.Table.from_pylist(lines_of("risk.extractions.jsonl")))
    with pytest.raises(seedc.UsageError, match="were a table"):
        result.explain("fCmgvQ8RhpU7OPd3ulGvAj")
    assert pa.table(result).equals(pa.table(scores)) and list(result.scores) == result._formulas


def test_sorted_scores(cafes):
    scores = seedc.formula(CAFES / "risk.json").score(cafes, CAFES / "risk.extractions.jsonl", sort="RISK", top=3)
    values = polars.DataFrame(scores)["RISK"].to_list()
    assert len(values) == len(scores) == 3 and values == sorted(values, reverse=True)


def free_gigabytes():
    with open("/proc/meminfo", encoding="utf-8") as lines:
        return next(int(line.split()[1]) / 2**20 for line in lines if line.startswith("MemAvailable"))


@pytest.mark.skipif(free_gigabytes() < 12, reason="needs 12 GB of memory")
def test_a_column_of_more_than_2_gigabytes():
    """One chunk, with offsets that 32 bits do not hold; the last text has a word of its own."""
    count, size = 2200, 10**6
    texts = memoryview(bytearray(b"abcde fghi" * (count * size // 10)))
    texts[-5:] = b" cozy"
    offsets = pa.py_buffer(memoryview(b"".join((number * size).to_bytes(8, "little") for number in range(count + 1))))
    column = pa.Array.from_buffers(pa.large_utf8(), count, [None, offsets, pa.py_buffer(texts)])
    ids = [str(number) for number in range(count)]
    reviews = pa.table({"review_id": ids, "business_id": ["a"] * (count - 1) + ["b"], "text": column})
    assert reviews["text"].nbytes > 2**31 and reviews["text"].num_chunks == 1
    data = seedc.Data(pa.table({"business_id": ["a", "b"]}), reviews)
    program = seedc.compile(f'R1: review_text("cozy")\nR2: review_text("fghiabc", min_matches: {count - 1})', threads=1)
    assert program.run(data).matches == {"R1": ["b"], "R2": ["a"]}


def test_a_large_text():
    text = "cozy " * 200_000
    reviews = pa.table({"review_id": [str(i) for i in range(100)], "business_id": ["a"] * 100, "text": pa.array([text] * 100, pa.large_utf8())})
    data = seedc.Data(pa.table({"business_id": ["a"]}), reviews)
    assert seedc.compile("R1: review_text(\"cozy\", min_matches: 100)", data).run(data).matches == {"R1": ["a"]}


def test_what_has_no_rows_yet():
    with pytest.raises(seedc.UsageError, match="`items` is LazyFrame, which has no rows yet") as thrown:
        seedc.Data(polars.LazyFrame({"business_id": ["a"]}))
    assert thrown.value.help == "give items.collect()"


def test_pandas_out(cafes):
    program = seedc.compile("R1: AND(drive_thru, OR(cozy_reviews, live_music))", cafes)
    result = program.run(cafes)
    frame = result.to_pandas()
    assert list(frame.columns) == ["request", "business_id", "value", "rank"] and str(frame["value"].dtype) == "int8"
    assert list(frame[frame["value"] == 1]["business_id"]) == result.matches["R1"]
    scores = seedc.formula(CAFES / "risk.json").score(cafes, CAFES / "risk.extractions.jsonl")
    assert list(scores.to_pandas()["VERDICT"]) == [row["outputs"]["VERDICT"] for row in scores.rows()]
    for table_of, name in ((result, "result"), (scores, "scores")):
        with pytest.raises(TypeError, match=rf"{name} cannot be iterated: {name}\.to_pandas\(\) makes a pandas.DataFrame"):
            pandas.DataFrame(table_of)
        assert len(polars.DataFrame(table_of)) == len(pa.table(table_of)) == duckdb.sql("select count(*) from table_of").fetchall()[0][0]


def test_values_of_several_types():
    """Such an output is utf8 with JSON in Arrow, whatever the data."""
    items = [{"business_id": "a", "name": "Nook"}, {"business_id": "b", "name": 7}, {"business_id": "c"}]
    formula = {"task_name": "t", "compute": [{"name": "N", "op": "expr", "expr": "context.name"}], "output": ["N"]}
    scores = seedc.formula(formula).score(seedc.Data(items))
    read = pa.table(scores)
    assert read.schema.field("N").metadata == {b"seedc.kind": b"json"}
    assert read["N"].to_pylist() == ['"Nook"', "7", None]
    assert list(scores.to_pandas()["N"])[:2] == ["Nook", 7] and pandas.isna(scores.to_pandas()["N"][2])
    assert [row["outputs"]["N"] for row in scores.rows()] == ["Nook", 7, None]


def test_values_of_several_types_in_lists_and_groups():
    data = seedc.Data([{"business_id": "a", "name": 7, "reviews": [{"review_id": "1", "stars": 5, "kind": {"z": [1, "q"]}}]}])
    inner = [{"name": "NAME", "op": "expr", "expr": "context.name"}, {"name": "KINDS", "op": "collect", "field": "meta.kind"}]
    group = {"name": "BY", "op": "group", "by": {"high": {"meta.stars": {">": 3}}}, "compute": inner}
    formula = {"task_name": "t", "compute": [{"name": "ALL", "op": "collect", "field": "meta.kind"}, group], "output": ["ALL", "BY"]}
    scores = seedc.formula(formula).score(data)
    (row,) = scores.to_pandas().drop(columns="business_id").to_dict("records")
    assert row == scores.rows()[0]["outputs"] == {"ALL": [{"z": [1, "q"]}], "BY": {"high": {"NAME": 7, "KINDS": [{"z": [1, "q"]}]}}}


def test_integers_stay_exact_beside_nulls():
    items = [{"business_id": "a", "n": 2**53 + 1}, {"business_id": "b"}]
    formula = {"task_name": "t", "compute": [{"name": "N", "op": "expr", "expr": "int(context.n)"}], "output": ["N"]}
    frame = seedc.formula(formula).score(seedc.Data(items)).to_pandas()
    assert frame["N"][0] == 2**53 + 1 and pandas.isna(frame["N"][1])


@pytest.mark.parametrize("table, row", [
    ("judgements", {"review_id": "r", "topic": "t", "judgement": float("nan")}),
    ("friends", {"name": "Al", "friends": [float("nan")]}),
])
def test_a_value_that_json_lacks_is_an_error_in_any_table(table, row):
    good = {"judgements": {"review_id": "q", "topic": "t", "judgement": "positive"}, "friends": {"name": "Bo", "friends": ["Al"]}}[table]
    with pytest.raises(seedc.DataError, match=f"row 2 of `{table}` is not valid JSON") as caught:
        seedc.Data([{"business_id": "a"}], **{table: [good, row]})
    assert caught.value.code == "not-json"


def test_columns_without_any_value(rows):
    items = polars.DataFrame([{**{key: item[key] for key in ("business_id", "name")}, "empty": None, "pair": {"x": None}, "list": []} for item in rows["items"][:3]])
    data = seedc.Data(items, polars.DataFrame([{"review_id": "r", "business_id": rows["items"][0]["business_id"], "text": "cozy"}]))
    result = seedc.compile("R1: item_meta(empty, not_true: 1)", data).run(data)
    assert len(result.matches["R1"]) == 3


def test_items_without_reviews_are_warned_of(rows):
    items = pa.Table.from_pylist([{"business_id": "a"}, {"business_id": "b"}])
    data = seedc.Data(items)
    with pytest.warns(seedc.DataWarning, match="no reviews"):
        seedc.compile('R1: review_text("cozy")', data).run(data)


def test_one_row_is_no_table(cafes):
    with pytest.raises(seedc.UsageError, match="one dict") as thrown:
        seedc.compile('R1: item_meta(stars)', cafes).run(cafes, extractions={"review_id": "r0", "n": 1})
    assert "a list of dicts" in thrown.value.help


def test_rows_that_do_not_count_are_said():
    data = seedc.Data([{"business_id": "a"}], [{"review_id": id, "business_id": "a", "text": "t"} for id in ("r0", "r1")])
    formula = seedc.formula(
        {"extract": {"fields": [{"name": "n", "type": "int"}]}, "compute": [{"name": "S", "op": "sum", "expr": "extraction.n"}], "output": ["S"]}
    )
    right, wrong = {"review_id": "r0", "n": 1}, [{"review_id": "zz", "n": 2}, {"review_id": "r1", "n": "x"}]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert formula.score(data, [right]).rows() == [{"business_id": "a", "outputs": {"S": 1}}]
    with pytest.warns(seedc.DataWarning) as warned:
        assert formula.score(data, [right, *wrong]).rows() == [{"business_id": "a", "outputs": {"S": 1}}]
    assert [str(each.message) for each in warned] == [
        'extractions:2: a row for the unknown review `zz`, left out\nextractions:3: `n` is "x", not an integer, read as missing'
    ]
    # the next run has other rows, of which the same may be said
    with pytest.warns(seedc.DataWarning, match="unknown review `zz`"):
        formula.score(data, [right, wrong[0]])


def test_a_table_in_a_list_is_no_row(cafes):
    table = pa.Table.from_pylist([{"review_id": "r0", "n": 1}])
    with pytest.raises(seedc.UsageError, match="row 1 of extractions= is Table"):
        seedc.compile("R1: item_meta(stars)", cafes).run(cafes, extractions=[table])
    with pytest.raises(seedc.UsageError, match="LazyFrame, which has no rows yet"):
        seedc.compile("R1: item_meta(stars)", cafes).run(cafes, extractions=polars.from_arrow(table).lazy())


def test_lines_of_a_bundle_with_what_is_beside_them():
    bundle = [{"business": {"business_id": "a"}, "reviews": [{"review_id": "r", "text": "cozy", "user": {"name": "Bob"}}]}]
    beside = {"judgements": [{"review_id": "r", "topic": "service", "judgement": "positive"}], "friends": [{"name": "Ann", "friends": ["Bob"]}]}
    program = seedc.compile('R1: review_sentiment("service")\nR2: 1HOP(["Bob"], "cozy")\nR3: 1HOP(["Ann"], "cozy")')
    assert program.run(seedc.Data(bundle, **beside)).matches == {"R1": ["a"], "R2": ["a"], "R3": []}


@pytest.mark.parametrize(
    "column",
    [pandas.array(["2021-01-01"], dtype="period[D]"), pandas.arrays.IntervalArray.from_tuples([(0, 1)])],
    ids=["period", "interval"],
)
def test_extension_types_are_no_numbers(column):
    """The number of a day is not a date."""
    items = pandas.DataFrame({"business_id": ["a"], "since": column})
    with pytest.raises(seedc.DataError, match="column `since` .* is of the extension type `pandas.*\n.*of Arrow's own"):
        seedc.Data(items)


def test_text_of_an_extension_type_is_text():
    field = pa.field("since", pa.string(), metadata={"ARROW:extension:name": "arrow.json", "ARROW:extension:metadata": ""})
    items = pa.table([pa.array(["a"]), pa.array(["x"])], schema=pa.schema([pa.field("business_id", pa.string()), field]))
    data = seedc.Data(items)
    assert seedc.compile('R1: item_meta(since, is: "x")', data).run(data).matches == {"R1": ["a"]}


def test_friends_and_judgements_have_their_columns():
    items = pa.table({"business_id": ["a"]})
    with pytest.raises(seedc.DataError, match="`judgements` .*`judgement`\n.*did you mean|`judgement`") as thrown:
        seedc.Data(items, judgements=pa.table({"review_id": ["r"], "topic": ["t"], "judgment": ["positive"]})).schema()
    assert "judgment" in thrown.value.help
    with pytest.raises(seedc.DataError, match="`friends`"):
        seedc.Data(items, friends=pa.table({"name": ["Ann"]})).schema()

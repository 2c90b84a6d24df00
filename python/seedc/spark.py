"""Programs over DataFrames of Spark, for data that one machine cannot hold or should not work on alone.

    answers = seedc.spark.run(items, reviews, "R1: AND(drive_thru, cozy_reviews)")     # a DataFrame: a row per item
    answers.write.parquet("answers")
    seedc.spark.summary(answers)                                                       # how many match, which, what was left out

Items and reviews become one DataFrame, partitioned and sorted by `business_id`, and each partition is answered item by item as its
rows come: it needs the memory of its largest item. The values are those of one process that has all of it. Executors need the
package, as the driver does."""

from __future__ import annotations

import json
import os
import weakref
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Union

from . import _core, _html, _session
from . import _spark_tasks as tasks
from ._data import Schema, Table
from ._errors import DataError, ProgramError, UsageError
from ._lines import json_lines
from ._program import Formula, Program, Source, compile, convert

if TYPE_CHECKING:
    from pyspark.sql import DataFrame  # type: ignore[import-not-found,unused-ignore]

__all__ = ["Summary", "run", "schema", "score", "summary"]

#: A table beside the items, which all executors get: of Spark, of Arrow, or a list of dicts.
Beside = Union[Table, "DataFrame"]
_Names = Union[Schema, Mapping[str, Any], str, "os.PathLike[str]"]


def run(
    items: DataFrame,
    reviews: DataFrame | None,
    program: Source,
    *,
    friends: Beside | None = None,
    judgements: Beside | None = None,
    schema: _Names | None = None,
    partitions: int | None = None,
) -> DataFrame:
    """A row per item: `business_id`, and a column per request with 1 (yes), 0 (unknown) or -1 (no).

    `reviews` has `review_id` and `business_id`; without it a column `reviews` of the items has those of each. `friends` has `name` and
    `friends`, `judgements` has `review_id`, `topic` and `judgement`, and both go to all executors. Names are looked up in `schema`; without one, that of the data is made in a pass of its
    own. `partitions` are as many as those of shuffles (`spark.sql.shuffle.partitions`) unless given."""
    frames = _checked(items, reviews, None)
    beside = _arrow_of("friends", friends), _arrow_of("judgements", judgements)
    compiled, known = _compiled(program, schema, None, lambda: _schema(_rows(frames, partitions), beside[1]))
    if not compiled.request_ids:
        raise UsageError("the program has no requests", "seedc.spark.score takes a formula", "no-requests")
    resolved = _resolved(program, known)
    work = tasks.Work(resolved, {}, None, tasks.REQUESTS, _stream_of(beside[0]), _stream_of(beside[1]), False)
    gold = {line["id"]: line["gold_restaurant"] for line in json_lines(resolved) if line.get("gold_restaurant") is not None}
    return _answered(_read_rows(frames, compiled, partitions), compiled, work, gold)


def score(
    items: DataFrame,
    reviews: DataFrame | None,
    formula: Source | Formula,
    *,
    extractions: DataFrame | None = None,
    params: Mapping[str, Any] | None = None,
    require_extractions: bool = False,
    schema: _Names | None = None,
    partitions: int | None = None,
) -> DataFrame:
    """A row per item: `business_id`, and a column per output of the formula, nullable.

    `extractions` has `review_id` and a column per field, as for `Formula.score`; the rest is as for `run`. A formula needs a schema
    only where it has names of conditions."""
    source = _text_of(formula._source if isinstance(formula, Formula) else formula)
    frames = _checked(items, reviews, extractions)
    compiled, known = _compiled(source, schema, params, lambda: _schema(_rows(frames, partitions), None))
    if len(compiled.formula_names) != 1:
        raise UsageError(f"the program has {len(compiled.formula_names)} formulas", "give one; seedc.spark.run takes requests", "many-formulas")
    text = None if known is None else _text_of_schema(known)
    work = tasks.Work(source, dict(params or {}), text, tasks.FORMULA, None, None, require_extractions)
    return _answered(_read_rows(frames, compiled, partitions), compiled, work, {})


def schema(
    items: DataFrame,
    reviews: DataFrame | None = None,
    *,
    judgements: Beside | None = None,
    partitions: int | None = None,
) -> Schema:
    """The schema of the data, to be kept for many runs: `Schema.text` is its text. It is made in one pass over all partitions, whose
    parts are joined."""
    return _schema(_rows(_checked(items, reviews, None), partitions), _arrow_of("judgements", judgements))


class Summary:
    """How a run went, over all partitions."""

    def __init__(self, ledger: dict[str, Any], requests: dict[str, dict[str, Any]], gold: dict[str, str]) -> None:
        #: How many items match each request.
        self.matches = {request: entry["matches"] for request, entry in requests.items()}
        #: At how many items each request is neither yes nor no.
        self.unknown = {request: entry["unknown"] for request, entry in requests.items()}
        #: Which items match, by their ids: all of them, or the first hundred.
        self.items = {request: entry["items"] for request, entry in requests.items()}
        #: The id of the gold item, of the requests that name one.
        self.gold = gold
        #: Of these requests: `ok`, `no_match`, `multi_match` or `gold_not_match`.
        self.status = {request: _status(requests[request]) for request in gold}
        #: `items` and `reviews` that were used, `left_out` (how many, of which table, and why), and where the reviews, rows and nulls
        #: of the formula went: the counts balance.
        self.ledger = ledger
        #: Warnings about the program, and what only the data shows: names and values that no partition has, searches that reached a limit.
        self.findings: list[str] = ledger.pop("findings")

    def __repr__(self) -> str:
        lines = [f"{request}: {count} match, {self.unknown[request]} unknown{self._of_gold(request)}" for request, count in self.matches.items()]
        left_out = self.ledger["left_out"]["count"]
        counts = f"data: {self.ledger['items']} items, {self.ledger['reviews']} reviews"
        return "\n".join([*lines, *self.findings, counts + (f", {left_out} records left out" if left_out else "")])

    def _of_gold(self, request: str) -> str:
        return f", {self.status[request]}" if request in self.status else ""

    def _repr_html_(self) -> str:
        rows = [
            [_html.escaped(request), str(count), str(self.unknown[request]), _html.escaped(self.status.get(request)), _html.escaped(", ".join(self.items[request][:5]))]
            for request, count in self.matches.items()
        ]
        table = _html.table(f"{self.ledger['items']} items", ["request", "matches", "unknown", "status", "items"], rows) if rows else ""
        return table + _html.block(f"<pre>{_html.escaped(repr(self))}</pre>")


def summary(answers: DataFrame) -> Summary:
    """How a run went whose answers `run` or `score` returned. If they were not all computed yet, they are now; what Spark computes
    again counts once."""
    if answers not in _jobs:
        raise UsageError("the DataFrame is not what seedc.spark.run or seedc.spark.score returned", "give that one, not one made of it", "not-of-spark")
    job = _jobs[answers]
    firsts = _whole_stage(job)
    if firsts is None:
        answers.write.format("noop").mode("overwrite").save()
        firsts = _whole_stage(job)
    if firsts is None:  # nothing was computed anew, as the answers are cached
        firsts = [first for kind, first, *_ in job.ledgers.value if kind == tasks.PART]
    parts = [job.ledgers.value[tasks.PART, first] for first in sorted(firsts, key=lambda first: first or "")]
    requests: dict[str, dict[str, Any]] = {request: {"matches": 0, "unknown": 0, "items": [], "has_gold": False} for request in job.requests}
    for part in parts:
        for request, counts in part["requests"].items():
            known = requests[request]
            known["matches"] += counts["matches"]
            known["unknown"] += counts["unknown"]
            known["items"] = sorted(known["items"] + counts["items"])[: tasks.MOST_IDS]
            known["has_gold"] = known["has_gold"] or counts["has_gold"]
    whole = _whole_ledger([part["ledger"] for part in parts])
    whole["findings"] = job.warnings + whole["findings"]
    return Summary(whole, requests, job.gold)


class _Job(NamedTuple):
    ledgers: Any  # an accumulator of what tasks.Task says
    partitions: int
    requests: list[str]
    gold: dict[str, str]
    warnings: list[str]


def _whole_stage(job: _Job) -> list[str | None] | None:
    """The partitions of the last stage that computed all, each by its first item; None if there is none. Its tasks are the partitions:
    in a union their numbers are others, and in a product there are more."""
    stages: dict[int, dict[int, Any]] = {}
    for (kind, *numbers), first in job.ledgers.value.items():
        if kind == tasks.TASK:
            stage, task = numbers
            stages.setdefault(stage, {})[task] = first
    for _, firsts in sorted(stages.items(), reverse=True):
        known = [first for first in firsts.values() if first != tasks.NO_ROWS]
        if set(firsts) == set(range(job.partitions)) and len(set(known)) == len(known):
            return known
    return None


_jobs: weakref.WeakKeyDictionary[Any, _Job] = weakref.WeakKeyDictionary()
_keys = iter(range(1, 2**62))


class _Rows(NamedTuple):
    """Items, extractions and reviews as one DataFrame, sorted by item."""

    frame: DataFrame
    partitions: int


def _answered(rows: _Rows, compiled: Program, work: tasks.Work, gold: dict[str, str]) -> DataFrame:
    from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema  # type: ignore[import-not-found,unused-ignore]

    context = rows.frame.sparkSession.sparkContext
    # What is wrong with the call is found now: nothing is run, but all types are checked.
    checked = tasks.Pulled(tasks.Ready(tasks._prepared(compiled), None, None), work, _no_rows(rows.frame))
    _check_names(rows.frame, checked.schema.names)
    answers = from_arrow_schema(_plain(checked.schema))
    key = os.getpid() << 32 | next(_keys)
    ledgers = context.accumulator({}, _param())
    task = tasks.Task(key, context.broadcast(work), to_arrow_schema(answers), ledgers, gold)
    frame = rows.frame.mapInArrow(task, answers)
    warnings = [_text(found._asdict()) for found in compiled.diagnostics]
    _jobs[frame] = _Job(ledgers, rows.partitions, compiled.request_ids if work.what == tasks.REQUESTS else [], gold, warnings)
    return frame


def _check_names(frame: DataFrame, names: list[str]) -> None:
    """Columns of the answers are told apart by Spark, which by default does so without regard to case."""
    is_exact = frame.sparkSession.conf.get("spark.sql.caseSensitive") == "true"
    known: dict[str, str] = {}
    for name in names:
        other = known.setdefault(name if is_exact else name.lower(), name)
        if other != name or names.count(name) > 1:
            raise UsageError(f"Spark cannot tell the columns `{other}` and `{name}` of the answers apart", "rename one in the program", "wrong-column")


def _param() -> Any:
    """Adds up what partitions say, each of which counts once."""
    from pyspark.accumulators import AccumulatorParam  # type: ignore[import-not-found,unused-ignore]

    class OfPartitions(AccumulatorParam):  # type: ignore[misc,unused-ignore]
        def zero(self, value: Any) -> Any:
            return {}

        def addInPlace(self, one: Any, other: Any) -> Any:
            one.update(other)
            return one

    return OfPartitions()


def _plain(schema: Any) -> Any:
    """A type without dictionaries, which Spark does not have."""
    import pyarrow as pa  # type: ignore[import-untyped,unused-ignore]

    def of(kind: Any) -> Any:
        return of(kind.value_type) if pa.types.is_dictionary(kind) else kind

    return pa.schema([pa.field(field.name, of(field.type), field.nullable) for field in schema])


def _no_rows(frame: DataFrame) -> Any:
    return tasks.reader_of(frame.sparkSession.createDataFrame([], frame.schema).toArrow().schema, iter(()))


def _compiled(
    source: Source, schema: _Names | None, params: Mapping[str, Any] | None, make: Callable[[], Schema]
) -> tuple[Program, _Names | None]:
    """The program, and the schema that it needs, which is made only where names are unknown without it."""
    try:
        return compile(source, schema=schema, params=params), schema
    except ProgramError as error:
        if schema is not None or all(found.code != "unknown-name" for found in error.diagnostics):
            raise
    made = make()
    return compile(source, schema=made, params=params), made


def _schema(rows: _Rows, judgements: Any) -> Schema:
    """Made by all partitions together; parts are joined by some tasks before the driver has them."""
    parts = rows.frame.mapInArrow(tasks.SchemaTask(), "part string")
    joiners = max(1, int(rows.partitions**0.5))
    collected = parts.repartition(joiners).mapInArrow(tasks.JoinTask(), "part string").collect()
    owner = _session.owner(None)
    call = _session.call(None, None)
    of_judgements = _core.part_schema(owner.core, _no_rows(rows.frame), judgements, call)
    return Schema(_core.join_schema(owner.core, [of_judgements, *sorted(row.part for row in collected)], call), owner)


def _checked(items: DataFrame, reviews: DataFrame | None, extractions: DataFrame | None) -> dict[str, DataFrame]:
    """The frames that are given, by the names of their rows."""
    for name, frame in (("items", items), ("reviews", reviews), ("extractions", extractions)):
        if not hasattr(frame, "mapInArrow") and (frame is not None or name == "items"):
            raise UsageError(f"{name}= cannot be {type(frame).__name__}", "give a DataFrame of Spark: spark.createDataFrame makes one", "wrong-kind")
    if extractions is not None and reviews is None and tasks.NESTED not in items.columns:
        raise UsageError("extractions are of reviews, and there are none", "give the reviews", "no-reviews")
    frames = {tasks.ITEM: items, tasks.EXTRACTION: extractions, tasks.REVIEW: reviews}
    given = {name: frame for name, frame in frames.items() if frame is not None}
    for name, frame in given.items():
        for column in {tasks.ITEM: [tasks.KEY], tasks.EXTRACTION: ["review_id"], tasks.REVIEW: [tasks.KEY, "review_id"]}[name]:
            _check_text(name, frame, column)
    return given


def _read_rows(given: dict[str, DataFrame], compiled: Program, partitions: int | None) -> _Rows:
    """With the columns that the program reads, and no others: each costs as much as the answers, or more, on its way."""
    read = json.loads(_core.prepared_columns(tasks._prepared(compiled)))
    if tasks.REVIEW not in given:
        read[tasks.ITEM].append(tasks.NESTED)

    def pruned(name: str, frame: DataFrame) -> DataFrame:
        return frame.select([_quoted(column) for column in frame.columns if name not in read or column in read[name]])

    return _rows({name: pruned(name, frame) for name, frame in given.items()}, partitions)


def _rows(given: dict[str, DataFrame], partitions: int | None) -> _Rows:
    from pyspark.sql import functions as F  # type: ignore[import-not-found,unused-ignore]

    types = {name: frame.schema for name, frame in given.items()}
    keyed = {name: _numbered(frame, name) for name, frame in given.items()}
    if tasks.EXTRACTION in given:
        of_row = F.col(f"{tasks.EXTRACTION}.review_id")
        if _is_text(given[tasks.EXTRACTION], "open"):  # a row without a review_id then names the review that it leaves open
            of_row = F.coalesce(of_row, F.col(f"{tasks.EXTRACTION}.open"))
        keyed[tasks.EXTRACTION] = keyed[tasks.EXTRACTION].join(_owners(keyed), of_row == F.col("of"), "left")
    one = None
    for kind, (name, frame) in enumerate(keyed.items()):
        key = F.col(tasks.KEY if name == tasks.EXTRACTION else f"{name}.{tasks.KEY}").alias(tasks.KEY)
        structs = [F.col(name) if other == name else F.lit(None).cast(types[other]).alias(other) for other in given]
        part = frame.select(key, F.lit(kind).alias(tasks.KIND), tasks.ROW, *structs)
        one = part if one is None else one.union(part)
    assert one is not None
    count = partitions if partitions is not None else int(given[tasks.ITEM].sparkSession.conf.get("spark.sql.shuffle.partitions"))
    if isinstance(count, bool) or not isinstance(count, int) or not 0 < count < 2**31:
        raise UsageError(f"partitions={partitions} makes no sense", "leave it out for as many as shuffles have", "wrong-number")
    return _Rows(one.repartition(count, tasks.KEY).sortWithinPartitions(tasks.KEY, tasks.KIND, tasks.ROW), count)


def _owners(keyed: dict[str, DataFrame]) -> DataFrame:
    """Which item each review is of: of several with one id that of the first whose item is there."""
    from pyspark.sql import functions as F  # type: ignore[import-not-found,unused-ignore]

    key = F.col(f"{tasks.ITEM}.{tasks.KEY}").alias(tasks.KEY)
    if tasks.REVIEW in keyed:
        of = F.col(f"{tasks.REVIEW}.review_id").alias("of")
        reviews = keyed[tasks.REVIEW].select(of, tasks.ROW, F.col(f"{tasks.REVIEW}.{tasks.KEY}").alias(tasks.KEY))
        reviews = reviews.join(keyed[tasks.ITEM].select(key), tasks.KEY, "left_semi")
    else:
        nested = keyed[tasks.ITEM].where(key.isNotNull()).select(key, tasks.ROW, F.explode(f"{tasks.ITEM}.{tasks.NESTED}").alias(tasks.REVIEW))
        reviews = nested.select(tasks.KEY, tasks.ROW, F.col(f"{tasks.REVIEW}.review_id").alias("of"))
    return reviews.groupBy("of").agg(F.min_by(tasks.KEY, tasks.ROW).alias(tasks.KEY))


def _numbered(frame: DataFrame, name: str) -> DataFrame:
    """Rows as a struct, with numbers that are in their order: so reviews of an item stay in it."""
    from pyspark.sql import functions as F  # type: ignore[import-not-found,unused-ignore]

    columns = [F.col(_quoted(column)) for column in frame.columns]
    return frame.select(F.struct(*columns).alias(name), F.monotonically_increasing_id().alias(tasks.ROW))


def _quoted(column: str) -> str:
    return "`" + column.replace("`", "``") + "`"


def _check_text(name: str, frame: DataFrame, column: str) -> None:
    import difflib

    if column not in frame.columns:
        near = difflib.get_close_matches(column, frame.columns, 1)
        raise DataError(f"`{name}s` has no column `{column}`", f"did you mean `{near[0]}`?" if near else f"each row needs its `{column}`", "wrong-column")
    if not _is_text(frame, column):
        raise DataError(f"column `{column}` of `{name}s` is not text", "cast it to string", "wrong-column")


def _is_text(frame: DataFrame, column: str) -> bool:
    return column in frame.columns and frame.schema[column].dataType.typeName() in ("string", "varchar", "char")


def _arrow_of(name: str, table: Beside | None) -> Any:
    import pyarrow as pa  # type: ignore[import-untyped,unused-ignore]

    if table is None or isinstance(table, pa.Table):
        return table
    if hasattr(table, "toArrow"):
        return table.toArrow()
    if hasattr(table, "__arrow_c_stream__"):
        return pa.table(table)
    if not isinstance(table, Sequence):
        raise UsageError(f"{name}= cannot be {type(table).__name__}", "give a DataFrame, a table, or a list of dicts", "wrong-kind")
    if not table:
        return None
    if isinstance(table, str) or not all(isinstance(row, Mapping) for row in table):
        raise UsageError(f"{name}= has a row that is no dict", "give a DataFrame, a table, or a list of dicts", "wrong-row")
    names = dict.fromkeys(key for row in table for key in row)  # of all rows; pyarrow takes those of the first
    try:
        return pa.table({column: [row.get(column) for row in table] for column in names})
    except (pa.ArrowInvalid, pa.ArrowTypeError) as error:
        raise UsageError(f"{name}= has a column of several types: {error}", "give all its values one type", "wrong-row") from None


def _stream_of(table: Any) -> bytes | None:
    import pyarrow as pa  # type: ignore[import-untyped,unused-ignore]

    if table is None:
        return None
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    made: bytes = sink.getvalue().to_pybytes()
    return made


def _text_of(source: Source) -> str:
    """The text of a program, whose file executors may not have."""
    if isinstance(source, os.PathLike):
        return Path(source).read_text(encoding="utf-8")
    if isinstance(source, str):
        return source if source.lstrip().startswith("{") else Path(source).read_text(encoding="utf-8")
    return json.dumps(source, ensure_ascii=False, allow_nan=False)


def _resolved(program: Source, schema: _Names | None) -> str:
    """The program with the meaning of each name, a request a line."""
    try:
        return convert(program, to="jsonl", schema=schema)
    except UsageError as error:
        if error.code != "already-in-notation":
            raise
    return convert(convert(program, to="req", schema=schema), to="jsonl", schema=schema)


def _text_of_schema(given: _Names) -> str:
    if isinstance(given, Schema):
        return given.text
    return json.dumps(given) if isinstance(given, Mapping) else Schema.open(given).text


def _status(counts: dict[str, Any]) -> str:
    if counts["matches"] == 0:
        return "no_match"
    if not counts["has_gold"]:
        return "gold_not_match"
    return "ok" if counts["matches"] == 1 else "multi_match"


def _whole_ledger(parts: list[dict[str, Any]]) -> dict[str, Any]:
    """The ledgers of all partitions as one."""
    parts = [deepcopy(part) for part in parts if part]
    found = [part.pop("findings")["diagnostics"] for part in parts]
    examples = [example for part in parts for example in part["left_out"].pop("examples")]
    whole: dict[str, Any] = {"items": 0, "reviews": 0, "left_out": {"count": 0, "files": []}, "formulas": []}
    for part in parts:
        whole = _added(whole, part)
    whole["left_out"]["examples"] = [f"{example['file']}: {example['reason']}" for example in examples[: tasks.MOST_EXAMPLES]]
    whole["findings"] = _findings_of_all(found)
    return whole


def _findings_of_all(parts: list[list[dict[str, Any]]]) -> list[str]:
    """What is missing in all partitions is missing; a search that reached its limit did so wherever it did."""
    texts = [{_text(finding): finding["code"] for finding in part} for part in parts]
    return list(dict.fromkeys(text for part in texts for text, code in part.items() if code == "match-limit" or all(text in other for other in texts)))


def _text(finding: dict[str, Any]) -> str:
    rest = f"\n  help: {finding['help']}" if finding.get("help") else ""
    return f"{finding['severity']}: {finding['message']} [{finding['code']}]{rest}"


def _added(one: Any, other: Any) -> Any:
    """Counts added up; entries of lists are those of the same texts."""
    if isinstance(one, dict):
        return {key: _added(one[key], other[key]) if key in one and key in other else one.get(key, other.get(key)) for key in {**one, **other}}
    if isinstance(one, list):
        entries: dict[str, Any] = {}
        for entry in [*one, *other]:
            name = json.dumps({key: value for key, value in entry.items() if isinstance(value, str)})
            entries[name] = _added(entries[name], entry) if name in entries else entry
        return list(entries.values())
    return one if isinstance(one, (str, bool)) else one + other

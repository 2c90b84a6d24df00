"""What the processes of Spark's executors do with a partition: rows sorted by item come as Arrow, answers go, item by item, and at the
end where all went."""

from __future__ import annotations

import json
import threading
from collections import deque
from collections.abc import Iterator
from typing import Any, NamedTuple

from . import _core, _session
from ._errors import DataError
from ._program import Program, compile

#: Of the columns that rows of items, extractions and reviews have beside their own.
KEY, KIND, ROW = "business_id", "kind", "row"
ITEM, EXTRACTION, REVIEW = "item", "extraction", "review"
#: The column of items that has their reviews, where these have no rows of their own.
NESTED = "reviews"
_STRUCTS = (ITEM, EXTRACTION, REVIEW)

REQUESTS, FORMULA = 0, 1
#: What Task says: of the rows that begin with an item where they went, and which of them a task of a stage had, if any.
PART, TASK, NO_ROWS = "part", "task", ()
#: So many works a process keeps ready.
_MOST_READY = 4
#: So many ids of matches are kept of each request, and so many reasons why records were left out.
MOST_IDS, MOST_EXAMPLES = 100, 20


class Work(NamedTuple):
    """What all partitions share, broadcast to them."""

    program: str
    params: dict[str, Any]
    schema: str | None
    what: int
    friends: bytes | None  # streams of Arrow
    judgements: bytes | None
    require_extractions: bool


class Ready(NamedTuple):
    """The same, made ready."""

    prepared: _core.Prepared
    friends: Any
    judgements: Any


_ready: dict[int, Ready] = {}
_lock = threading.Lock()


def ready(key: int, work: Any) -> Ready:
    """What a process has prepared of the work of that key, once. `work()` gives it."""
    with _lock:
        made = _ready.pop(key) if key in _ready else made_ready(work())
        _ready[key] = made  # the last is the one used last
        while len(_ready) > _MOST_READY:
            del _ready[next(iter(_ready))]
        return made


def made_ready(work: Work) -> Ready:
    schema = None if work.schema is None else json.loads(work.schema)
    program = compile(work.program, schema=schema, params=work.params, threads=1)
    return Ready(_prepared(program), _table(work.friends), _table(work.judgements))


def _prepared(program: Program) -> _core.Prepared:
    return program._ready(_session.call(None, None))


def _table(stream: bytes | None) -> Any:
    import pyarrow as pa  # type: ignore[import-untyped,unused-ignore]

    return None if stream is None else pa.ipc.open_stream(stream).read_all()


class Pulled:
    """The answers to rows, which are batches of Arrow. `schema` is that of the answers, `ledger` says at their end where all went."""

    def __init__(self, made: Ready, work: Work, rows: Any) -> None:
        import pyarrow as pa  # type: ignore[import-untyped,unused-ignore]

        self._pull = _core.Pull(made.prepared, rows, made.friends, made.judgements, work.what, 0, work.require_extractions)
        self._reader = pa.RecordBatchReader.from_stream(_Capsule(self._pull.stream()))
        self.schema = self._reader.schema

    def __iter__(self) -> Iterator[Any]:
        yield from self._reader  # a generator keeps this alive, to which the reader gives the ledger at its end

    @property
    def ledger(self) -> dict[str, Any]:
        made: dict[str, Any] = json.loads(self._pull.ledger() or "{}")
        return made


class _Capsule:
    def __init__(self, capsule: object) -> None:
        self._capsule = capsule

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._capsule


def reader_of(schema: Any, batches: Iterator[Any]) -> Any:
    """Rows as the library takes them: their structs."""
    import pyarrow as pa  # type: ignore[import-untyped,unused-ignore]

    names = [name for name in _STRUCTS if name in schema.names]
    return pa.RecordBatchReader.from_batches(pa.schema([schema.field(name) for name in names]), (batch.select(names) for batch in batches))


class _Fed:
    """Batches on their way to the library; those that are not answered yet are kept, to find the item of an error."""

    def __init__(self, batches: Iterator[Any]) -> None:
        self._batches = batches
        self._kept: deque[Any] = deque()
        self.schema: Any = None
        first = next((batch for batch in batches if batch.num_rows > 0), None)
        if first is not None:
            self.schema = first.schema
            self._first = [first]
            #: The id of the first item.
            self.first: str | None = first.column(KEY)[0].as_py()

    def __iter__(self) -> Iterator[Any]:
        if self.schema is None:
            return
        while self._first:
            self._kept.append(self._first[0])
            yield self._first.pop()
        for batch in self._batches:
            self._kept.append(batch)
            yield batch

    def answered(self, last: str) -> None:
        """All items up to that one are."""
        while self._kept and (self._kept[0].num_rows == 0 or (self._kept[0].column(KEY)[-1].as_py() or "").encode() <= last.encode()):
            self._kept.popleft()

    def items(self, last: str | None) -> Iterator[tuple[str | None, Any]]:
        """The ids of items that are not answered, and their rows."""
        import pyarrow as pa  # type: ignore[import-untyped,unused-ignore]
        import pyarrow.compute as pc  # type: ignore[import-untyped,unused-ignore]

        rows = pa.Table.from_batches(list(self._kept), self.schema)
        for key in pc.unique(rows.column(KEY)).to_pylist():
            if last is None or (key is not None and key.encode() > last.encode()):
                column = rows.column(KEY)
                yield key, rows.filter(pc.is_null(column) if key is None else pc.equal(column, key))


class Task:
    """Answers a partition."""

    def __init__(self, key: int, shared: Any, answers: Any, ledgers: Any, gold: dict[str, str]) -> None:
        self._key = key
        self._shared = shared  # Spark's broadcast of Work
        self._answers = answers  # the type of the answers, as Spark takes them
        self._ledgers = ledgers  # an accumulator
        self._gold = gold

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        from pyspark import TaskContext  # type: ignore[import-not-found,unused-ignore]

        made, work = ready(self._key, lambda: self._shared.value), self._shared.value
        context = TaskContext.get()
        partition = context.partitionId()
        task = (TASK, context.stageId(), partition)
        fed = _Fed(batches)
        counts = _Counts(self._gold)
        if fed.schema is None:
            self._ledgers.add({task: NO_ROWS})
            return
        last = None
        try:
            pulled = Pulled(made, work, reader_of(fed.schema, iter(fed)))
            for batch in pulled:
                if batch.num_rows > 0:
                    last = batch.column(KEY)[-1].as_py()
                    fed.answered(last)
                if work.what == REQUESTS:
                    counts.add(batch)
                yield cast(batch, self._answers)
        except (OSError, ValueError) as error:
            raise DataError(f"partition {partition}, {_item_of(made, work, fed, last)}{error}", "", "partition-failed") from None
        # The first item identifies a partition, whose number depends on what else is in the stage.
        self._ledgers.add({task: fed.first, (PART, fed.first): {"ledger": pulled.ledger, "requests": counts.of}})


def _item_of(made: Ready, work: Work, fed: _Fed, last: str | None) -> str:
    """Where an error is from: the first item that has one alone."""
    for key, rows in fed.items(last):
        try:
            for _ in Pulled(made, work, reader_of(rows.schema, iter(rows.to_batches()))):
                pass
        except (OSError, ValueError):
            return f"item `{key}`: "
    return f"after item `{last}`: " if last is not None else ""


class _Counts:
    """Of each request how many items match, how many are unknown, which match, and whether its gold item does."""

    def __init__(self, gold: dict[str, str]) -> None:
        self._gold = gold
        self.of: dict[str, dict[str, Any]] = {}

    def add(self, batch: Any) -> None:
        import pyarrow.compute as pc  # type: ignore[import-untyped,unused-ignore]

        ids = batch.column(KEY)
        for request in batch.schema.names[1:]:
            known = self.of.setdefault(request, {"matches": 0, "unknown": 0, "items": [], "has_gold": False})
            values = batch.column(request)
            matches = ids.filter(pc.equal(values, 1)).to_pylist()
            known["matches"] += len(matches)
            known["unknown"] += pc.sum(pc.equal(values, 0)).as_py() or 0
            known["items"] += matches[: MOST_IDS - len(known["items"])]
            known["has_gold"] = known["has_gold"] or self._gold.get(request) in matches


def cast(batch: Any, schema: Any) -> Any:
    import pyarrow as pa  # type: ignore[import-untyped,unused-ignore]

    return pa.RecordBatch.from_arrays([column.cast(field.type) for column, field in zip(batch.columns, schema)], schema=schema)


class SchemaTask:
    """What a partition has of the schema of all data, as a row."""

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        fed = _Fed(batches)
        if fed.schema is not None:
            core = _session.owner(1).core
            yield _row_of(_core.part_schema(core, reader_of(fed.schema, iter(fed)), None, _session.call(None, None)))


class JoinTask:
    """Parts of a schema joined to one."""

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        parts = [part for batch in batches for part in batch.column(0).to_pylist()]
        if parts:
            yield _row_of(_core.join_parts(_session.owner(1).core, parts, _session.call(None, None)))


def _row_of(text: str) -> Any:
    import pyarrow as pa  # type: ignore[import-untyped,unused-ignore]

    return pa.record_batch([pa.array([text], pa.string())], names=["part"])

"""Results of a run."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, cast

from . import _core, _session
from ._errors import Diagnostic, Error, UsageError, diagnostics_of_json, without_folders
from ._lines import json_lines
from ._report import Report
from ._rows import Rows
from ._session import ArrowStream

if TYPE_CHECKING:
    from ._data import Data


class Nulls:
    """Where the nulls of a formula come from: a table with `business_id`, `output`, `step` and `cause`."""

    def __init__(self, core: _core.Results, number: int) -> None:
        self._core = core
        self._number = number

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._core.nulls_stream(self._number)

    def __repr__(self) -> str:
        return "<seedc.Nulls>"


class Scores:
    """What a formula computed: a table with `business_id` and a column per output, which polars, pandas, pyarrow and DuckDB read in
    place through `__arrow_c_stream__`."""

    def __init__(self, result: Result, number: int, name: str) -> None:
        #: The run that computed it, with other formulas and requests of the program.
        self.result = result
        self._core = result._core
        self._number = number
        self.name = name
        #: Seconds of `compile`, `prepare` and `run`.
        self.timings = result.timings

    @property
    def incomplete(self) -> Error | None:
        """`result.incomplete`: None if all outputs of the run are settled."""
        return self.result.incomplete

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._core.formula_stream(self._number)

    def to_pandas(self) -> Any:
        """A pandas.DataFrame, by pyarrow. Values of several types, whose column in Arrow has them as JSON, are Python's; integers of which
        some are null have pandas' type `Int64`, as floats are not exact."""
        return _pandas_of(self)

    def text(self, format: str = "text") -> str:
        """`result.text(format)`: that of the whole run, where its program has more than this formula."""
        return self.result.text(format)

    def explain(
        self, item: str, *, step: str = "", all: bool = False, timeout: float | None = None, max_memory: int | None = None
    ) -> Report:
        """How each step came out at an item, or `step` alone: `result.explain` of the whole run."""
        return self.result.explain(item, step=step, all=all, timeout=timeout, max_memory=max_memory)

    def why(
        self,
        item: str,
        *,
        output: str,
        to: str | None = None,
        search_time: float | None = None,
        timeout: float | None = None,
        max_memory: int | None = None,
    ) -> Report:
        """The smallest change of an item's rows that gives `output` another value, or the value `to`; how far its thresholds are; and
        which rows it comes from. The search ends after `search_time` seconds (10). Of the whole run, where its program has more
        formulas with that output."""
        if search_time is not None and not search_time > 0:
            raise UsageError(f"search_time={search_time} makes no sense", "leave it out for ten seconds", "wrong-number")
        result, call = self.result, _session.call(timeout, max_memory)
        core = result._data._usable()

        def made(is_json: bool) -> str:
            with result._rows.as_files() as files:
                return result._program.why_output(core, item, output, to, search_time or 0.0, files, is_json, call)

        return Report(made)

    def sensitivity(
        self,
        output: str,
        probability: float,
        *,
        item: str | None = None,
        sort: str = "",
        top: int = 0,
        samples: int = 0,
        seed: int = 0,
        timeout: float | None = None,
        max_memory: int | None = None,
    ) -> Report:
        """How often `output` has another value if each extracted value is wrong with `probability`: at every item, those that flip most
        first, or at one. With `sort`, as `run` takes it, items are ranked, and of the first `top` (10) the report says how often they
        leave them. Where an item has more combinations of values than `samples` (10,000), so many are drawn from `seed`."""
        result, call = self.result, _session.call(timeout, max_memory)
        _session.whole("samples", samples)
        _session.whole("seed", seed)
        core = result._data._usable()

        def made(is_json: bool) -> str:
            with result._rows.as_files() as files:
                return result._program.sensitivity(core, output, probability, item, files, seed, samples, sort, _session.whole("top", top), is_json, call)

        return Report(made)

    def report(
        self,
        path: str | os.PathLike[str],
        *,
        title: str = "",
        max_size: int = 0,
        texts: bool = True,
        names: bool = True,
        timeout: float | None = None,
        max_memory: int | None = None,
    ) -> None:
        """`result.report(path)`: a page of HTML, of the whole run."""
        self.result.report(path, title=title, max_size=max_size, texts=texts, names=names, timeout=timeout, max_memory=max_memory)

    def nulls(self) -> Nulls:
        """Where its nulls come from."""
        return Nulls(self._core, self._number)

    @property
    def ledger(self) -> dict[str, Any]:
        """Where reviews, rows and nulls went: the counts balance."""
        return _ledgers(self._core)[self.name]

    def rows(self) -> list[dict[str, Any]]:
        """An object per item, in the table's order: `business_id`, `outputs` by name, and `nulls` with their causes."""
        return [line for line in json_lines(self._core.text("jsonl")) if "outputs" in line and line.pop("formula", self.name) == self.name]

    def __len__(self) -> int:
        return len(self.rows())

    def __iter__(self) -> Iterator[Any]:
        raise _not_iterable("scores")

    def __repr__(self) -> str:
        return f"<seedc.Scores {self.name}: {self._core.item_count()} items>"

    def _repr_html_(self) -> str:
        from . import _html

        return _html.scores(self.name, self.rows(), self.ledger)


def _not_iterable(name: str) -> TypeError:
    """What pandas.DataFrame(…) shows, which takes what can be iterated, and no streams of Arrow."""
    return TypeError(f"{name} cannot be iterated: {name}.to_pandas() makes a pandas.DataFrame, polars.DataFrame({name}) one of polars")


def _pandas_of(table: ArrowStream) -> Any:
    try:
        import pyarrow  # type: ignore[import-untyped,unused-ignore]
    except ImportError:
        raise UsageError("pyarrow is not installed, which makes tables of pandas", "pip install pyarrow", "needs-pyarrow") from None
    import pandas  # type: ignore[import-untyped,unused-ignore]

    read = pyarrow.table(table)
    frame = read.to_pandas()
    for field in read.schema:
        if pyarrow.types.is_int64(field.type) and read[field.name].null_count:
            frame[field.name] = read[field.name].to_pandas(types_mapper=lambda _: pandas.Int64Dtype())
        reader = _reader_of(field)
        if reader is not None:
            frame[field.name] = pandas.Series([reader(value) for value in read[field.name].to_pylist()], dtype=object)
    return frame


def _reader_of(field: Any) -> Callable[[Any], Any] | None:
    """Reads the JSON in values of a column of Arrow, also in lists and groups; None: there is none."""
    import pyarrow

    if (field.metadata or {}).get(b"seedc.kind") == b"json":
        return lambda value: None if value is None else json.loads(value)
    if pyarrow.types.is_list(field.type):
        of_value = _reader_of(field.type.value_field)
        return of_value and (lambda values: None if values is None else [of_value(value) for value in values])
    if pyarrow.types.is_struct(field.type):
        children = (field.type.field(number) for number in range(field.type.num_fields))
        readers = {child.name: reader for child in children if (reader := _reader_of(child)) is not None}
        same = lambda value: value  # noqa: E731
        return (lambda row: None if row is None else {name: readers.get(name, same)(value) for name, value in row.items()}) if readers else None
    return None


def _ledgers(core: _core.Results) -> dict[str, Any]:
    return {entry["formula"]: entry["ledger"] for entry in json.loads(core.ledger(True))}


def _write(path: str, page: bytes) -> None:
    """Beside the file, that of a link, which is replaced as a whole; what is not a file, such as a pipe, is written to."""
    target = os.path.realpath(path)
    is_file = os.path.isfile(target) or not os.path.exists(target)
    beside = f"{target}.{os.getpid()}.part" if is_file else path
    try:
        with open(beside, "wb") as file:
            file.write(page)
        if is_file:
            os.replace(beside, target)
    except OSError as error:
        if is_file and os.path.exists(beside):
            os.unlink(beside)
        error.filename = path
        raise


class Matrix:
    """The value of each request at each item: 1 yes, 0 unknown, -1 no. `items` are the rows, `requests` the columns."""

    def __init__(self, items: list[str], columns: dict[str, bytes]) -> None:
        self.items = items
        self.requests = list(columns)
        self._columns = columns

    def __getitem__(self, request: str) -> list[int]:
        """The values of a request, in the order of `items`."""
        return memoryview(self._columns[request]).cast("b").tolist()

    def __iter__(self) -> Iterator[str]:
        return iter(self.requests)

    def __len__(self) -> int:
        return len(self.requests)

    def to_dict(self) -> dict[str, dict[str, int]]:
        """{request: {item: value}}"""
        return {request: dict(zip(self.items, self[request])) for request in self.requests}

    def __repr__(self) -> str:
        return f"<seedc.Matrix: {len(self.items)} items, {len(self.requests)} requests>"

    def _repr_html_(self) -> str:
        from . import _html

        return _html.matrix(self.items, {request: self[request] for request in self.requests})


class Result:
    """What a run found. As a table (`__arrow_c_stream__`) it has a row per request and item: `request`, `business_id`, `value` (1 yes,
    0 unknown, -1 no) and `rank`; of a program with one formula and no request it is that of `scores`."""

    def __init__(
        self,
        core: _core.Results,
        program: _core.Program,
        data: Data,
        formulas: list[str],
        rows: Rows,
        timings: dict[str, float],
    ) -> None:
        self._core = core
        self._program = program
        self._data = data
        self._formulas = formulas
        self._rows = rows
        self._requests: list[tuple[Any, ...]] | None = None
        self._ids: list[str] | None = None
        self._diagnostics: list[Diagnostic] | None = None
        #: Seconds of `compile`, `prepare` and `run`.
        self.timings = timings

    def _named(self, item: int) -> str:
        """The name of an item, or its id if it has none."""
        return self._core.item_name(item) or self.items[item]

    def _all(self) -> list[tuple[Any, ...]]:
        if self._requests is None:
            self._requests = self._core.requests()
        return self._requests

    @property
    def items(self) -> list[str]:
        """The ids of all items, in the data's order."""
        if self._ids is None:
            self._ids = self._core.item_ids()
        return self._ids

    @property
    def matches(self) -> dict[str, list[str]]:
        """The ids of the items that each request matches: ranked if it ranks them, else in the data's order."""
        ids = self.items
        return {request: [ids[item] for item in matches] for request, _, _, matches, _, _, _ in self._all()}

    @property
    def unknown(self) -> dict[str, list[str]]:
        """The ids of the items at which each request is neither yes nor no."""
        ids = self.items
        return {entry[0]: [ids[item] for item, value in enumerate(entry[6]) if value == 0] for entry in self._all()}

    @property
    def gold(self) -> dict[str, str]:
        """The id of the gold item, of the requests that name one."""
        return {entry[0]: entry[1] for entry in self._all() if entry[1] is not None}

    @property
    def status(self) -> dict[str, str]:
        """Of the requests that name a gold item: `ok`, `no_match`, `multi_match` or `gold_not_match`; and `error` of those with
        mistakes."""
        return {entry[0]: entry[2] for entry in self._all() if entry[2] is not None}

    def matrix(self) -> Matrix:
        """The value of each request at each item. Requests with mistakes have none."""
        return Matrix(self.items, {entry[0]: entry[6] for entry in self._all() if entry[2] != "error"})

    @property
    def scores(self) -> dict[str, Scores]:
        """What each formula computed, by its name."""
        return {name: Scores(self, number, name) for number, name in enumerate(self._distinct_formulas())}

    @property
    def ledger(self) -> dict[str, Any]:
        """Of each formula, by its name: where reviews, rows and nulls went."""
        self._distinct_formulas()
        return _ledgers(self._core)

    def _distinct_formulas(self) -> list[str]:
        """Their names, of which none may mean two."""
        for name in self._formulas:
            if self._formulas.count(name) > 1:
                raise UsageError(f"{self._formulas.count(name)} formulas are called {name!r}", "give each a `task_name` of its own", "repeated-key")
        return self._formulas

    @property
    def incomplete(self) -> Error | None:
        """The error that says that outputs of formulas are not settled, as answers of a model are to come; None if all are. Such
        outputs are null, and their bounds are in the texts of the run."""
        return cast("Error | None", self._core.incomplete())

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """What only the run showed: records that were left out, names that the data does not have, searches that reached a limit.
        What is wrong with the program itself is in the program's `diagnostics`."""
        if self._diagnostics is None:
            self._diagnostics = diagnostics_of_json(json.loads(without_folders(self._core.findings_text(True)))["diagnostics"])
        return self._diagnostics

    def to_pandas(self) -> Any:
        """A pandas.DataFrame, by pyarrow."""
        return _pandas_of(self)

    def text(self, format: str = "text") -> str:
        """As the command `seedc run` prints it: `text`, `jsonl`, `json` or `csv`."""
        if format not in ("text", "jsonl", "json", "csv"):
            raise UsageError(f"there is no format {format!r}", "it is one of text, jsonl, json and csv", "unknown-option")
        return self._core.text(format)

    def explain(
        self,
        item: str,
        *,
        request: str = "",
        step: str = "",
        all: bool = False,
        timeout: float | None = None,
        max_memory: int | None = None,
    ) -> Report:
        """Why each request and formula has its result at an item: its id, or its name if no other has it."""
        return self._report(False, item, request, step, all, 0, timeout, max_memory)

    def why(
        self,
        item: str | None = None,
        *,
        request: str = "",
        top: int = 0,
        timeout: float | None = None,
        max_memory: int | None = None,
    ) -> Report:
        """The smallest changes that would turn the results of requests, at one item or over all, of which `top` of each kind are
        listed."""
        return self._report(True, item, request, "", False, top, timeout, max_memory)

    def report(
        self,
        path: str | os.PathLike[str],
        *,
        title: str = "",
        max_size: int = 0,
        texts: bool = True,
        names: bool = True,
        timeout: float | None = None,
        max_memory: int | None = None,
    ) -> None:
        """Writes the results with the evidence behind them as a page of HTML, one file that needs no network. Evidence is left out beyond
        `max_size` bytes (5,000,000), the texts of reviews and the names of users on request."""
        core = self._data._usable()
        with self._data._warned.call(timeout, max_memory) as call:
            page = self._core.report(core, title, _session.whole("max_size", max_size), texts, names, call)
        _write(os.fspath(path), page)

    def _report(
        self,
        is_why: bool,
        item: str | None,
        request: str,
        step: str,
        all: bool,
        top: int,
        timeout: float | None,
        max_memory: int | None,
    ) -> Report:
        core = self._data._usable()
        call = _session.call(timeout, max_memory)
        _session.whole("top", top)

        def made(is_json: bool) -> str:
            with self._rows.as_files() as files:
                return self._program.explain(core, is_why, item, request, step, files, all, top, is_json, call)

        return Report(made, "changes" if is_why else "explanations")

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        if not self._all() and len(self._formulas) == 1:
            return self._core.formula_stream(0)
        return self._core.requests_stream(False)

    def __iter__(self) -> Iterator[Any]:
        raise _not_iterable("result")

    def __repr__(self) -> str:
        return self._core.text("text") + "".join(line + "\n" for line in self._shown_diagnostics())

    def _repr_html_(self) -> str:
        from . import _html

        parts = [_html.requests(self._all(), self._core.item_count(), self._named)] if self._all() else []
        return "".join(parts + [scores._repr_html_() for scores in self.scores.values()]) + _html.notes(self._shown_diagnostics())

    def _shown_diagnostics(self) -> list[str]:
        most = 5
        more = len(self.diagnostics) - most
        return [str(found) for found in self.diagnostics[:most]] + ([f"and {more} more in diagnostics"] if more > 0 else [])

"""The rows that formulas compute with: read by a run, and again by what explains it."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Union

from ._errors import DataError, Diagnostic, UsageError
from ._left_out import warn
from ._models import Answers
from ._session import ArrowStream, is_plan

#: Rows for formulas: a file, a table, a list of dicts, or what a model answered.
Extractions = Union[str, os.PathLike[str], ArrowStream, Sequence[Mapping[str, Any]], Answers]


class Rows:
    """`files`, `lines` of JSON or a `table`: one of them, or none. Files are expected to stay as they are from here on."""

    def __init__(self, files: Sequence[str] = (), lines: str | None = None, table: Any = None) -> None:
        self.files = list(files)
        self.lines = lines
        self.table = table
        self._states = _states(self.files)

    @staticmethod
    def of(extractions: Any) -> Rows:
        """The argument of a run."""
        if extractions is None:
            return Rows()
        if isinstance(extractions, Answers):
            return Rows(lines=extractions.lines)
        if isinstance(extractions, (str, os.PathLike)):
            return Rows([os.fspath(extractions)])
        if hasattr(extractions, "__arrow_c_stream__"):
            return Rows(table=extractions)
        if isinstance(extractions, Mapping):
            raise UsageError("extractions= is one dict", "give a list of dicts, one for each review", "not-json")
        if is_plan(extractions):
            raise UsageError(f"extractions= is {type(extractions).__name__}, which has no rows yet", "give what its collect() returns", "wrong-kind")
        rows = list(extractions)
        if rows and all(isinstance(row, (str, os.PathLike)) for row in rows):
            return Rows([os.fspath(row) for row in rows])
        return Rows(lines="".join(_line(number, row) for number, row in enumerate(rows, 1)))

    def warn_of(self, found: Sequence[Diagnostic]) -> None:
        """Says which rows and values do not count: of each run, as the next one may have others."""
        names = tuple(f"{name}:" for name in self.files or ["extractions"])
        unusable = [finding.message for finding in found if finding.code == "broken-record" and finding.message.startswith(names)]
        if unusable:
            warn("\n".join(unusable))

    @contextlib.contextmanager
    def as_files(self) -> Iterator[list[str]]:
        """The rows as the run read them."""
        if self.table is not None:
            raise UsageError("the rows of formulas were a table, which is not kept to be explained", "run with extractions= as a file or a list of dicts", "rows-not-kept")
        if self.lines is None:
            if _states(self.files) != self._states:
                raise DataError(f"the rows in `{'`, `'.join(self.files)}` are not what they were when they were read", "run again", "rows-changed")
            yield self.files
            return
        import tempfile

        with tempfile.NamedTemporaryFile("w", prefix="seedc-", suffix=".jsonl", encoding="utf-8") as file:
            file.write(self.lines)
            file.flush()
            yield [file.name]


def _line(number: int, row: Any) -> str:
    if not isinstance(row, Mapping):
        raise UsageError(f"row {number} of extractions= is {type(row).__name__}", "give a file, a table itself, or a list of dicts", "wrong-kind")
    try:
        return json.dumps(dict(row), allow_nan=False) + "\n"
    except (TypeError, ValueError) as error:
        raise UsageError(f"row {number} of extractions= is not valid JSON: {error}", "give a file, a table, or a list of dicts", "not-json") from None


def _states(files: Sequence[str]) -> list[tuple[int, ...] | None]:
    """What changes whenever a file does; None of one that is not there."""
    return [_state(file) for file in files]


def _state(file: str) -> tuple[int, ...] | None:
    try:
        found = os.stat(file)
    except OSError:
        return None
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns

"""What is left out of data, and the warnings of the calls that read it."""

from __future__ import annotations

import contextlib
import os
import sys
import warnings
from collections.abc import Iterator
from typing import Any, NamedTuple

from . import _core, _session
from ._errors import DataWarning, without_folders
from ._session import Progress


class FileCount(NamedTuple):
    """The records of a file or table: `records` are `used` and `left_out`."""

    file: str
    records: int
    used: int
    left_out: int


class LeftOutRecord(NamedTuple):
    """A record that is left out. Lines and rows count from 1; 0: none is to blame."""

    file: str
    line: int
    reason: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.reason}" if self.line else f"{self.file}: {self.reason}"


class LeftOut(NamedTuple):
    """What is left out of data. True if something is."""

    total: int  #: how many
    files: tuple[FileCount, ...]
    records: tuple[LeftOutRecord, ...]  #: the first 20

    @classmethod
    def _of(cls, given: dict[str, Any]) -> LeftOut:
        return cls(
            given["count"],
            tuple(FileCount(**file) for file in given["files"]),
            tuple(LeftOutRecord(**record) for record in given["examples"]),
        )

    def __bool__(self) -> bool:
        return self.total > 0

    def __str__(self) -> str:
        more = self.total - len(self.records)
        return "\n".join([str(record) for record in self.records] + ([f"and {more} more"] if more else []))


class Warned:
    """What the calls on some data have warned of, once each, however often the data is used."""

    def __init__(self) -> None:
        self._texts: set[str] = set()

    @contextlib.contextmanager
    def call(self, timeout: float | None, max_memory: int | None, progress: Progress | None = None) -> Iterator[_core.Call]:
        """The options of a call, whose warnings are given once it has ended."""
        found: list[str] = []
        yield _session.call(timeout, max_memory, progress, lambda is_warning, text: found.append(without_folders(text)) if is_warning else None)
        for text in found:
            self.warn(text)

    def warn(self, text: str) -> None:
        if text not in self._texts:
            self._texts.add(text)
            warn(text)


def warn(text: str) -> None:
    """Where the caller of this package is."""
    warnings.warn(text, DataWarning, stacklevel=_outside())


_FOLDER = os.path.dirname(__file__)


def _outside() -> int:
    """How many calls up, seen from the caller, the first function is that is not of this package."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and (frame.f_code.co_filename.startswith(_FOLDER) or frame.f_code.co_filename == contextlib.__file__):
        level, frame = level + 1, frame.f_back
    return level

"""Sessions of the library, and the options of its calls."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Protocol

from . import _core
from ._errors import UsageError

#: How far a call is: the step, how much is done, of how much. If it returns False, the call ends.
Progress = Callable[[str, int, int], object]


class ArrowStream(Protocol):
    """What has the Arrow PyCapsule interface: tables of polars, pandas, pyarrow, DuckDB, and results of this package."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...


def is_plan(table: object) -> bool:
    """Whether it is a table that has no rows yet, such as a polars.LazyFrame."""
    return callable(getattr(table, "collect", None))


# What messages call the options of the library that have another name here; an empty text: they have none.
_NAMES = {
    "time_limit": "timeout=",
    "memory_limit": "max_memory=",
    "data": "data=",
    "schema": "schema=",
    "import_folders": "import_folders=",
    "extractions": "extractions=",
    "threads": "threads=",
    "SEEDC_BACKEND_INTERP": 'backend="interp"',
    "item": "item",
    "step": "step=",
    "top": "top=",
    "all": "all=True",
    "url": "url=",
    "url, name": "url=, name=",
    "key": "key=",
    "ca_file": "ca_file=",
    "store": "store=",
    "log": "log=",
    "call_timeout, concurrency": "call_timeout=, concurrency=",
    "requests_per_minute, concurrency": "requests_per_minute=, concurrency=",
    "max_requests": "max_requests=",
    "max_tokens": "max_tokens=",
    "max_usd": "max_usd=",
    "SEEDC_JSONL": 'text("jsonl")',
    "SEEDC_JSON": 'text("json")',
    "SEEDC_CSV": 'text("csv")',
    "SEEDC_RESULTS_MATRIX": "matrix()",
    "seedc_extract": "Formula.extract",
    "SEEDC_LAY_OUT": "seedc.fmt",
    "seedc_rewrite": "seedc.convert",
    "seedc_explain_code": 'seedc.explain_code("all")',
    "seedc_data_names": "data.names",
    "seedc_data_schema": "data.schema",
    "seedc_schema_text": "data.schema().text",
    "seedc_data_save": "data.save",
    "seedc_data_save_as": "data.save",
}


class Owner:
    """A session, and the process that made it."""

    def __init__(self, threads: int) -> None:
        self.process = os.getpid()
        self._core = _core.Session(threads, lambda option: _NAMES.get(option, ""))

    @property
    def core(self) -> _core.Session:
        """The session, unless this process was forked from the one that made it: threads of the library are not in a fork."""
        if os.getpid() != self.process:
            raise UsageError(
                "the data or program was made before this process was forked, and its threads are not in the fork",
                'open and compile in the new process, or start processes with multiprocessing.get_context("spawn")',
                "forked",
            )
        return self._core


_owners: dict[tuple[int, int], Owner] = {}
_lock = threading.Lock()


def owner(threads: int | None) -> Owner:
    """The session of so many threads; None: as many as there are cores."""
    if threads is not None and not 1 <= threads < 2**32:
        raise UsageError(f"threads={threads} makes no sense", "leave it out for as many threads as there are cores", "wrong-number")
    key = (os.getpid(), threads or 0)
    with _lock:
        if key not in _owners:
            _owners[key] = Owner(key[1])
        return _owners[key]


def _lock_again() -> None:
    global _lock
    _lock = threading.Lock()


os.register_at_fork(after_in_child=_lock_again)


def whole(name: str, value: int, least: int = 0) -> int:
    """The value of an option, which the library takes as a number of 64 bits."""
    if isinstance(value, int) and not least <= value < 2**64:
        raise UsageError(f"{name}={value} makes no sense", f"give a whole number from {least}", "wrong-number")
    return value


def call(
    timeout: float | None,
    max_memory: int | None,
    progress: Progress | None = None,
    log: Callable[[bool, str], object] | None = None,
) -> _core.Call:
    """The options of a call: seconds and bytes. `log` gets texts for people, and whether they are warnings."""
    for name, value in (("timeout", timeout), ("max_memory", max_memory)):
        if value is not None and not value > 0:
            raise UsageError(f"{name}={value} makes no sense", "leave it out for no limit", "wrong-number")
    whole("max_memory", max_memory or 0)
    if progress is not None and not callable(progress):
        raise TypeError(f"progress= is {type(progress).__name__}, and not a function of (step, done, total)")
    return _core.Call(timeout or 0.0, max_memory or 0, progress, log)

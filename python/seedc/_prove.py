"""Claims about requests, and changes of requests, decided for every possible item."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from . import _core, _session
from ._data import Data, Schema
from ._errors import UsageError
from ._lines import json_lines
from ._program import Source, _compiling, _input, compile
from ._session import Progress


class Verdict(NamedTuple):
    """Whether a claim holds. It is true where the claim is proved: `all(seedc.prove(…))`."""

    claim: str
    verdict: str
    """`proved`, `refuted` or `undecided`."""
    reason: str = ""
    """Why it is undecided, or empty."""
    counterexample: dict[str, Any] | None = None
    """An item that refutes it, with its reviews: a line of a bundle."""

    def __bool__(self) -> bool:
        return self.verdict == "proved"


def prove(
    source: Source,
    claims: str | Sequence[str],
    data: Data | None = None,
    *,
    strong: bool = False,
    claim_timeout: float | None = None,
    schema: Schema | Mapping[str, Any] | str | os.PathLike[str] | None = None,
    import_folders: Sequence[str | os.PathLike[str]] = (),
    timeout: float | None = None,
    max_memory: int | None = None,
    progress: Progress | None = None,
) -> list[Verdict]:
    """Decides claims about the requests of a program, for every possible item: `never F`, `always F`, `decided F`, `F implies G`,
    `F same G`, `F disjoint G`, where F and G are ids of requests, or conditions. With `strong`, `implies` is also of no. Names are
    looked up as by `compile`. After `claim_timeout` seconds (10) a claim is undecided."""
    limit = _seconds(claim_timeout)
    compile(source, data, schema=schema, import_folders=import_folders, timeout=timeout, max_memory=max_memory)  # throws if it has mistakes
    owner = data._owner if data is not None else _session.owner(None)
    asked = [claims] if isinstance(claims, str) else list(claims)
    compiling = _compiling(data, schema, import_folders)
    lines = _core.prove(
        owner.core, [_input(source)], asked, strong, limit, compiling, _session.call(timeout, max_memory, progress)
    )
    return [Verdict(**line) for line in json_lines(lines)]


class Change(NamedTuple):
    """How the matches of a request changed. It is true where they did, or may have: `any(seedc.compare(…))`."""

    request: str
    change: str
    """`same`, `narrower`, `wider`, `incomparable`, `added`, `removed` or `undecided`."""
    reason: str = ""
    """Why it is undecided, or empty."""
    lost: dict[str, Any] | None = None
    """An item that only the older request matches, with its reviews: a line of a bundle."""
    gained: dict[str, Any] | None = None
    """One that only the newer request matches."""

    def __bool__(self) -> bool:
        return self.change != "same"


def compare(
    older: Source,
    newer: Source,
    data: Data | None = None,
    *,
    strong: bool = False,
    claim_timeout: float | None = None,
    schema: Schema | Mapping[str, Any] | str | os.PathLike[str] | None = None,
    import_folders: Sequence[str | os.PathLike[str]] = (),
    timeout: float | None = None,
    max_memory: int | None = None,
    progress: Progress | None = None,
) -> list[Change]:
    """How the matches of each request changed from one program to another, for every possible item. With `strong`, requests are the
    same only if they also are no and unknown for the same items. Names are looked up as by `compile`. After `claim_timeout` seconds
    (10) a request is undecided."""
    limit = _seconds(claim_timeout)
    names: dict[str, Any] = {"schema": schema, "import_folders": import_folders, "timeout": timeout, "max_memory": max_memory}
    before, after = (compile(source, data, **names)._core for source in (older, newer))
    owner = data._owner if data is not None else _session.owner(None)
    lines = _core.compare(owner.core, before, after, strong, limit, _session.call(timeout, max_memory, progress))
    return [Change(**line) for line in json_lines(lines)]


def _seconds(claim_timeout: float | None) -> float:
    """0: the default."""
    if claim_timeout is None:
        return 0.0
    if not claim_timeout > 0:
        raise UsageError(f"claim_timeout={claim_timeout} makes no sense", "leave it out for ten seconds", "wrong-number")
    return claim_timeout

"""Programs: compiled, rewritten, run."""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Union

from . import _core, _session
from ._data import Data, Schema, usable
from ._errors import Diagnostic, ProgramError, UsageError, diagnostics_of
from ._left_out import Warned
from ._models import Answers, Asked, Model, ask
from ._report import Report
from ._results import Result, Scores
from ._rows import Extractions, Rows
from ._session import Progress

#: The text of a program (str), its file (pathlib.Path), or its JSON (dict, list).
Source = Union[str, Path, Mapping[str, Any], Sequence[Any]]

_BACKENDS = ("auto", "jit", "interp")
# A text that ends so is the name of a file.
_ENDINGS = (".req", ".json", ".jsonl")
_LAY_OUT, _TO_SHORTHAND, _TO_JSONL = 1, 2, 3


def _encodable(what: str, text: str) -> str:
    """The text, if it is one: a str may have halves of characters, such as a file name that is not UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise UsageError(f"{what} has {text[error.start]!r}, which is no character", "give text that can be encoded in UTF-8", "not-json") from None
    return text


def _input(source: Source) -> tuple[str, str | None]:
    """The name and text that the library takes."""
    if isinstance(source, str):
        _encodable("the program", source)
        if _names_a_file(source):
            raise UsageError(f"a str is the text of a program, and {source!r} is the name of a file", f"give pathlib.Path({source!r})", "file-as-text")
        return ("program", source)
    if isinstance(source, os.PathLike):
        return (os.fspath(source), None)
    if isinstance(source, (Mapping, Sequence)) and not isinstance(source, (bytes, bytearray)):
        try:
            return ("program", _encodable("the program", json.dumps(source, ensure_ascii=False, allow_nan=False)))
        except RecursionError:
            raise UsageError("the program has too many dicts and lists inside each other", "give its text, which says where", "not-json") from None
        except (TypeError, ValueError) as error:
            raise UsageError(f"the program is not valid JSON: {error}", "use numbers, strings, booleans, None, lists and dicts", "not-json") from None
    raise UsageError(f"a program cannot be {type(source).__name__}", "give its text, a pathlib.Path of its file, or its JSON as a dict or list", "wrong-kind")


def _names_a_file(text: str) -> bool:
    """Whether the text is that and no program: no request ends so, and one with a slash is no name of a condition that a file has too."""
    return "\n" not in text and text.count('"') == 0 and (text.endswith(_ENDINGS) or ("/" in text and os.path.isfile(text)))


def _parameters(params: Mapping[str, Any] | None) -> list[str]:
    """As the library takes them: numbers and booleans as JSON, strings as they are."""
    made = []
    if params is not None and not isinstance(params, Mapping):
        raise TypeError(f"params is {type(params).__name__}, and not a dict of names and values")
    for name, value in (params or {}).items():
        if not isinstance(name, str) or "=" in name:
            raise UsageError(f"{name!r} is not the name of a parameter", "params= has values by name", "unknown-option")
        if value is None or isinstance(value, (list, tuple, Mapping)):
            raise UsageError(f"the value of parameter {name!r} is {type(value).__name__}", "give a number, a string or a boolean", "wrong-kind")
        try:
            text = value if isinstance(value, str) else json.dumps(value, allow_nan=False)
        except (TypeError, ValueError) as error:
            raise UsageError(f"the value of parameter {name!r} is not valid JSON: {error}", "give a number, a string or a boolean", "not-json") from None
        made.append(_encodable(f"the value of parameter {name!r}", f"{name}={text}"))
    return made


def _each(given: Any) -> list[Any]:
    """One or several."""
    return [given] if isinstance(given, (str, os.PathLike)) else list(given)


def _compiling(
    data: Data | None,
    schema: Schema | Mapping[str, Any] | str | os.PathLike[str] | None,
    import_folders: Sequence[str | os.PathLike[str]] = (),
    params: Mapping[str, Any] | None = None,
    silenced: Sequence[str] = (),
) -> _core.Compiling:
    made = _core.Compiling()
    if data is not None and schema is not None:
        raise UsageError("data= and schema= are given", "give one of them: data has its own schema", "two-schemas")
    if data is not None:
        made.set_data(usable(data))
    if schema is not None:
        made.set_schema(_schema(schema)._core)
    made.set_lists([os.fspath(folder) for folder in _each(import_folders)], _parameters(params), _each(silenced))
    return made


def _schema(given: Schema | Mapping[str, Any] | str | os.PathLike[str]) -> Schema:
    if isinstance(given, Schema):
        return given
    if isinstance(given, Mapping):
        return Schema.parse(json.dumps(given))
    return Schema.open(given)


class Program:
    """A compiled program. It may be run many times, on any data, and by several threads at once."""

    def __init__(self, core: _core.Program, owner: _session.Owner, backend: str, compile_seconds: float) -> None:
        self._core = core
        self._owner = owner
        self._backend = backend
        self._compile_seconds = compile_seconds
        self._prepare_seconds = 0.0
        self._prepared: _core.Prepared | None = None
        self._lock = threading.Lock()

    @property
    def request_ids(self) -> list[str]:
        """In their order."""
        return self._core.request_ids()

    @property
    def formula_names(self) -> list[str]:
        """In their order."""
        return self._core.formula_names()

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """What is wrong with it: warnings, and errors if it was compiled with `allow_errors`."""
        return diagnostics_of(self._core.findings())

    def __repr__(self) -> str:
        return f"<seedc.Program: {len(self.request_ids)} requests, {len(self.formula_names)} formulas>"

    def _ready(self, call: _core.Call) -> _core.Prepared:
        if self._prepared is None:
            with self._lock:
                if self._prepared is None:
                    begin = time.perf_counter()
                    self._prepared = self._core.prepare(self._backend, call)
                    self._prepare_seconds = time.perf_counter() - begin
        return self._prepared

    def run(
        self,
        data: Data,
        *,
        extractions: Extractions | Sequence[str | os.PathLike[str]] | None = None,
        require_extractions: bool = False,
        sort: str = "",
        top: int = 0,
        timeout: float | None = None,
        max_memory: int | None = None,
        progress: Progress | None = None,
    ) -> Result:
        """Runs it. `extractions` are the rows that formulas compute with: a file, or one per formula, a table or a list of dicts.
        `sort` is an output of a formula, `NAME`, `NAME:asc` or `NAME:desc`; of each list only `top` are kept. Beyond `timeout`
        seconds or `max_memory` bytes it is stopped."""
        core_data = usable(data)
        self._owner.core  # noqa: B018
        rows = Rows.of(extractions)
        with data._warned.call(timeout, max_memory, progress) as call:
            prepared = self._ready(call)
            begin = time.perf_counter()
            core = prepared.run(core_data, rows.files, rows.lines, rows.table, require_extractions, sort, _session.whole("top", top), call)
        timings = {"compile": self._compile_seconds, "prepare": self._prepare_seconds, "run": time.perf_counter() - begin}
        result = Result(core, self._core, data, self.formula_names, rows, timings)
        if extractions is not None:
            rows.warn_of(result.diagnostics)
        return result

    def distinguish(
        self,
        data: Data,
        *,
        request: str = "",
        count: int = 3,
        depth: int = 4,
        timeout: float | None = None,
        max_memory: int | None = None,
        progress: Progress | None = None,
    ) -> Report:
        """Which conditions, added to each request or left out of it, would leave its gold item as the one match: `count` changes for
        each, of at most `depth` conditions."""
        core_data = usable(data)
        self._owner.core  # noqa: B018

        def made(is_json: bool) -> str:
            with data._warned.call(timeout, max_memory, progress) as call:
                return self._core.distinguish(core_data, request, _session.whole("count", count, 1), _session.whole("depth", depth, 1), is_json, call)

        return Report(made)


def compile(
    source: Source,
    data: Data | None = None,
    *,
    schema: Schema | Mapping[str, Any] | str | os.PathLike[str] | None = None,
    import_folders: Sequence[str | os.PathLike[str]] = (),
    params: Mapping[str, Any] | None = None,
    silenced: Sequence[str] = (),
    backend: str = "auto",
    allow_errors: bool = False,
    threads: int | None = None,
    timeout: float | None = None,
    max_memory: int | None = None,
    progress: Progress | None = None,
) -> Program:
    """Compiles a program. Its names are looked up in `data` or in `schema`; a program that defines all it uses needs neither. Throws
    ProgramError if it has mistakes, unless `allow_errors` is set: then its other requests run. `params` are values for parameters of
    formulas, by `NAME` or `FORMULA.NAME`; `silenced` are codes of warnings; `backend` is `auto`, `jit` or `interp`."""
    if backend not in _BACKENDS:
        raise UsageError(f"there is no backend {backend!r}", f"it is one of {', '.join(_BACKENDS)}", "unknown-option")
    compiling = _compiling(data, schema, import_folders, params, silenced)
    owner = data._owner if data is not None and threads is None else _session.owner(threads)
    begin = time.perf_counter()
    with _warned(data).call(timeout, max_memory, progress) as call:
        core = _core.compile(owner.core, [_input(source)], compiling, call)
    made = Program(core, owner, backend, time.perf_counter() - begin)
    if core.error_count() and not allow_errors:
        raise ProgramError(core.findings_text().rstrip("\n"), made.diagnostics)
    return made


def check(
    source: Source,
    data: Data | None = None,
    *,
    schema: Schema | Mapping[str, Any] | str | os.PathLike[str] | None = None,
    import_folders: Sequence[str | os.PathLike[str]] = (),
    silenced: Sequence[str] = (),
    timeout: float | None = None,
    max_memory: int | None = None,
) -> list[Diagnostic]:
    """What is wrong with a program: mistakes, and what is allowed and probably a mistake."""
    compiling = _compiling(data, schema, import_folders, None, silenced)
    owner = data._owner if data is not None else _session.owner(None)
    compiling.set_lints(True)
    compiling.set_report_unreadable(True)
    with _warned(data).call(timeout, max_memory) as call:
        return diagnostics_of(_core.compile(owner.core, [_input(source)], compiling, call).findings())


def _warned(data: Data | None) -> Warned:
    """Where a call's warnings go: none is given twice for the same data."""
    return Warned() if data is None else data._warned


def _rewritten(source: Source, what: int, owner: _session.Owner, compiling: _core.Compiling, call: _core.Call) -> str:
    text, program = _core.rewrite(owner.core, _input(source), what, compiling, call)
    if text is None:
        raise ProgramError(program.findings_text().rstrip("\n"), diagnostics_of(program.findings()))
    return text


def fmt(source: Source, *, timeout: float | None = None, max_memory: int | None = None) -> str:
    """A program laid out."""
    return _rewritten(source, _LAY_OUT, _session.owner(None), _core.Compiling(), _session.call(timeout, max_memory))


def convert(
    source: Source,
    data: Data | None = None,
    *,
    to: str | None = None,
    schema: Schema | Mapping[str, Any] | str | os.PathLike[str] | None = None,
    import_folders: Sequence[str | os.PathLike[str]] = (),
    timeout: float | None = None,
    max_memory: int | None = None,
) -> str:
    """A program of requests in another notation, `req` or `jsonl`; without `to`, JSON becomes `req` and text `jsonl`. Names are
    looked up as by `compile`."""
    notations = {"req": _TO_SHORTHAND, "jsonl": _TO_JSONL}
    if to is None:
        is_json = not isinstance(source, (str, Path)) or (isinstance(source, Path) and source.suffix in (".json", ".jsonl"))
        to = "req" if is_json or (isinstance(source, str) and source.lstrip()[:1] in ("{", "[")) else "jsonl"
    if to not in notations:
        raise UsageError(f"there is no notation {to!r}", f"it is one of {', '.join(notations)}", "unknown-option")
    compiling = _compiling(data, schema, import_folders)
    owner = data._owner if data is not None else _session.owner(None)
    return _rewritten(source, notations[to], owner, compiling, _session.call(timeout, max_memory))


def explain_code(code: str) -> str:
    """What the code of a diagnostic means, with an example and its fix."""
    return _session.owner(None).core.explain_code(code)


class Formula:
    """A formula, which scores items."""

    def __init__(self, source: Source) -> None:
        self._source = source
        program = compile(source, allow_errors=True)
        # names of conditions are known once there is data
        if any(found.severity == "error" and found.code != "unknown-name" for found in program.diagnostics):
            raise ProgramError(program._core.findings_text().rstrip("\n"), program.diagnostics)
        _only_formula(program)

    def score(
        self,
        data: Data,
        extractions: Extractions | None = None,
        *,
        params: Mapping[str, Any] | None = None,
        require_extractions: bool = False,
        sort: str = "",
        top: int = 0,
        backend: str = "auto",
        timeout: float | None = None,
        max_memory: int | None = None,
        progress: Progress | None = None,
    ) -> Scores:
        """A table: `business_id` and a column per output. `params` are values for the formula's parameters; the rest is as for
        `compile` and `Program.run`."""
        limits: dict[str, Any] = {"timeout": timeout, "max_memory": max_memory, "progress": progress}
        program = compile(self._source, data, params=params, backend=backend, **limits)
        name = _only_formula(program)
        rows: dict[str, Any] = {"extractions": extractions, "require_extractions": require_extractions}
        return program.run(data, **rows, sort=sort, top=top, **limits).scores[name]

    def extract(
        self,
        data: Data,
        model: Asked,
        *,
        store: str | os.PathLike[str] | None = None,
        concurrency: int | None = None,
        until: Sequence[str] = (),
        order: str = "gain",
        params: Mapping[str, Any] | None = None,
        timeout: float | None = None,
        max_memory: int | None = None,
        progress: Progress | None = None,
    ) -> Answers:
        """Asks a model for the formula's fields, for each review that it is about: a seedc.Model, or a function
        `f(messages, schema)` that returns the answer as JSON text or as a dict; answers of a function are kept in the file `store`
        under its name, and it is not asked again for what is there. It is called by one thread at a time, or by `concurrency` of them.
        With `until` reviews are asked only until these outputs are settled at each item, or the first ones (`top 10 by RISK`), whatever
        other answers would say; `order` is that of asking: `gain`, or `review`, that of the data. The result may be given to `score` as extractions. Reviews without an
        answer are open there, outputs that depend on them are null, and `incomplete` says why if not all that was needed was answered."""
        core_data = usable(data)
        program = compile(self._source, data, params=params, timeout=timeout, max_memory=max_memory)
        return ask(model, store, concurrency, data._warned, lambda options, stop, log: _core.extract(
            program._core, core_data, options, _until(until, order), stop, progress, _session.call(timeout, max_memory, None, log)
        ))

    def estimate(
        self,
        data: Data,
        model: Model,
        *,
        until: Sequence[str] = (),
        order: str = "gain",
        timeout: float | None = None,
        max_memory: int | None = None,
    ) -> str:
        """What `extract` would do and cost, as a text. Sends nothing."""
        core_data = usable(data)
        if not isinstance(model, Model):
            raise TypeError(f"model is {type(model).__name__}, and not seedc.Model, of which there are prices and limits")
        program = compile(self._source, data, timeout=timeout, max_memory=max_memory)
        call = _session.call(timeout, max_memory)
        return _core.estimate(program._core, core_data, model.options(), _until(until, order), call)


def _until(outputs: Sequence[str], order: str) -> _core.UntilOptions:
    """As the module takes them."""
    if order not in ("gain", "review"):
        raise UsageError(f"order={order!r} is neither gain nor review", "leave it out, or name one of them", "unknown-option")
    options = _core.UntilOptions()
    options.outputs = [outputs] if isinstance(outputs, str) else list(outputs)
    options.in_review_order = order == "review"
    return options


def _only_formula(program: Program) -> str:
    """The name of the one formula that the program is."""
    names = program.formula_names
    if len(names) != 1:
        count = "no formula" if not names else f"{len(names)} formulas"
        raise UsageError(f"the program has {count}", "give one; seedc.compile(…).run(…).scores has those of several", "many-formulas")
    return names[0]


def formula(source: str | os.PathLike[str] | Mapping[str, Any]) -> Formula:
    """A formula: the path of its file, its text, which begins with `{`, or its JSON as a dict. It is compiled, and throws ProgramError
    if it has mistakes."""
    if isinstance(source, str) and not source.strip():
        raise UsageError("the formula is an empty text", "give its file, its text, or its JSON as a dict", "wrong-kind")
    if isinstance(source, str) and source.lstrip()[:1] not in ("{", "["):
        source = Path(source)
    return Formula(source)  # type: ignore[arg-type]

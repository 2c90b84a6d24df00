"""Language models: the built-in client, and functions of Python that answer in a service's place."""

from __future__ import annotations

import contextlib
import functools
import json
import os
import threading
import types
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Union

from . import _core, _session
from ._errors import Error, UsageError, without_folders
from ._left_out import Warned
from ._lines import json_lines
from ._session import Progress

#: Gets the messages, each with `role` and `content`, and the JSON Schema of the answer; returns JSON as text or as a dict.
Answering = Callable[[list[dict[str, Any]], Any], Union[str, Mapping[str, Any]]]

_MOST = 2**64 - 1


class Model:
    """An OpenAI-compatible service, and what it may cost. `store` is the file where answers are kept, so that none is paid for twice.
    Of numbers None is the default, or no limit; `params` are parameters of every request and `headers` headers of every call. With
    `votes` there are several opinions on each review that is extracted, with `voters` of several models of the service, with their
    weights; a value that less than the share `min_agreement` of them give is missing."""

    def __init__(
        self,
        url: str,
        name: str,
        *,
        store: str | os.PathLike[str],
        key: str = "",
        ca_file: str | os.PathLike[str] = "",
        log: str | os.PathLike[str] = "",
        concurrency: int | None = None,
        requests_per_minute: float | None = None,
        tokens_per_minute: float | None = None,
        call_timeout: float | None = None,
        retries: int | None = None,
        retry_delay: float | None = None,
        max_requests: int | None = None,
        max_tokens: int | None = None,
        max_usd: float | None = None,
        usd_per_million_prompt: float | None = None,
        usd_per_million_completion: float | None = None,
        params: Mapping[str, Any] | None = None,
        max_tokens_field: str = "",
        response_format: str = "",
        headers: Mapping[str, str] | None = None,
        votes: int = 1,
        voters: Mapping[str, int] | Sequence[str] = (),
        min_agreement: float = 0.0,
    ) -> None:
        made = self._options = _core.ModelOptions()
        made.url, made.name, made.key = url, name, key
        made.store, made.ca_file, made.log = os.fspath(store), os.fspath(ca_file), os.fspath(log)
        made.max_tokens_field, made.response_format = max_tokens_field, response_format
        made.params = [f"{name}={json.dumps(value)}" for name, value in (params or {}).items()]
        made.headers = [f"{name}: {value}" for name, value in (headers or {}).items()]
        made.votes, made.min_agreement = votes, min_agreement
        weights = voters if isinstance(voters, Mapping) else dict.fromkeys(voters, 1)
        if votes < 1 or any(weight < 1 for weight in weights.values()):
            raise UsageError("votes= and the weights of voters= are whole numbers from 1", "leave a model out that has no weight", "wrong-number")
        if not 0 <= min_agreement <= 1:
            raise UsageError(f"min_agreement={min_agreement} is no share", "give a number from 0 to 1", "wrong-number")
        made.voters, made.voter_weights = list(weights), list(weights.values())
        made.concurrency = concurrency or 0
        # the library takes 0 for the default, and what is below for 0 itself
        for name, count in (("max_requests", max_requests), ("max_tokens", max_tokens)):
            setattr(made, name, 0 if count is None else count or _MOST)
        for name, number in (
            ("requests_per_minute", requests_per_minute),
            ("tokens_per_minute", tokens_per_minute),
            ("call_timeout", call_timeout),
            ("retry_delay", retry_delay),
            ("max_usd", max_usd),
            ("usd_per_million_prompt", usd_per_million_prompt),
            ("usd_per_million_completion", usd_per_million_completion),
        ):
            setattr(made, name, 0.0 if number is None else number or -1.0)
        made.retries = 0 if retries is None else retries or -1

    def options(self) -> _core.ModelOptions:
        """As the module takes them."""
        return self._options


#: A service, or a function that answers in its place.
Asked = Union[Model, Answering]


class Answers:
    """What a model answered: `lines` of JSON, also as `rows()`. `incomplete` is the error that says why some are missing, or None;
    `ledger` is what was asked, stored, bought and failed, as texts."""

    def __init__(self, lines: str, incomplete: Error | None, ledger: list[str]) -> None:
        self.lines = lines
        self.incomplete = incomplete
        self.ledger = ledger

    def rows(self) -> list[dict[str, Any]]:
        """The lines as dicts."""
        return json_lines(self.lines)

    def __repr__(self) -> str:
        return f"<seedc.Answers: {self.lines.count(chr(10))} rows{', incomplete' if self.incomplete else ''}>"


_Call = Callable[[_core.ModelOptions, Union[Callable[[], bool], None], Callable[[bool, str], object]], tuple[str, Any]]


def ask(model: Asked, store: str | os.PathLike[str] | None, concurrency: int | None, warned: Warned | None, call: _Call) -> Answers:
    """What `call` gives, for a model of either kind; `store` and `concurrency` are a function's. What it warns of is in the ledger, and
    given to `warned` once it has ended."""
    ledger: list[str] = []
    warnings: list[str] = []

    def log(is_warning: bool, text: str) -> None:
        ledger.append(text.rstrip("\n"))
        if is_warning:
            warnings.append(without_folders(text))

    lines, incomplete = _asked(model, store, concurrency, log, call)
    if warned is not None:
        for text in warnings:
            warned.warn(text)
    return Answers(lines, incomplete, ledger)


def _asked(
    model: Asked, store: str | os.PathLike[str] | None, concurrency: int | None, log: Callable[[bool, str], object], call: _Call
) -> tuple[str, Any]:
    if isinstance(model, Model):
        for option, given in (("store", store), ("concurrency", concurrency)):
            if given is not None:
                raise UsageError(f"{option}= is given, and the model has its own", f"leave {option}= out", "two-stores")
        return call(model.options(), None, log)
    if not callable(model):
        raise TypeError(f"model is {type(model).__name__}, and neither seedc.Model nor a function of messages and a schema")
    if store is None:
        raise UsageError("there is no file to keep the function's answers in", "name one as store=; it may be new", "answers-not-kept")
    # one call at a time, as most functions are not written for several
    calls = 1 if concurrency is None else _session.whole("concurrency", concurrency, 1)
    with _served(model) as (url, key, failed):
        options = Model(url, f"function {_name_of(model)}", store=store, key=key, retries=0, concurrency=calls).options()
        lines, incomplete = call(options, lambda: bool(failed), log)
    if failed:
        raise failed[0]
    return lines, incomplete


def _name_of(function: Answering) -> str:
    """What answers are kept under: its name, for a lambda with its line, with the numbers and texts of the variables around it that it
    uses, for a partial with its arguments, for another object, or a method of one, what `repr` says of the object. One of which that is
    only its address shares answers with none."""
    if isinstance(function, functools.partial):
        given = [*map(repr, function.args), *(f"{name}={value!r}" for name, value in function.keywords.items())]
        return f"{_name_of(function.func)}({', '.join(given)})"
    name: str | None = getattr(function, "__qualname__", None)
    if name is None:
        return _said_of(function)
    if isinstance(function, types.MethodType):
        return f"{name} of {_said_of(function.__self__)}"
    code = getattr(function, "__code__", None)
    if code is None:
        return name
    where = f" at {os.path.basename(code.co_filename)}:{code.co_firstlineno}" if name.endswith("<lambda>") else ""
    cells = zip(code.co_freevars, getattr(function, "__closure__", None) or ())
    values = [f"{variable}={value!r}" for variable, cell in cells if isinstance(value := _content(cell), _PLAIN)]
    return name + where + (f" with {_digest(values)}" if values else "")


#: What tells two functions that are made by one apart; other variables, such as the client of a service, do not.
_PLAIN = (str, int, float, bool, type(None))


def _digest(values: list[str]) -> str:
    """What stands for values of which some may be secret, such as a service's key."""
    import hashlib

    return hashlib.sha256("\0".join(values).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _content(cell: types.CellType) -> object:
    try:
        return cell.cell_contents
    except ValueError:  # not set yet
        return ...


def _said_of(thing: object) -> str:
    return repr(thing) if type(thing).__repr__ is not object.__repr__ else f"{type(thing).__qualname__} {uuid.uuid4()}"


@contextlib.contextmanager
def _served(function: Answering) -> Iterator[tuple[str, str, list[BaseException]]]:
    """(url, key, what it threw): the function as a service on this machine, which answers those that have the key."""
    import http.server
    import secrets

    key = secrets.token_urlsafe(32)
    failed: list[BaseException] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
            if not secrets.compare_digest(self.headers.get("Authorization", ""), f"Bearer {key}"):
                return self.answer(401, {"error": {"message": "no key"}})
            try:
                content = self.content(json.loads(body))
            except BaseException as error:  # is thrown where the function was given
                failed.append(error)
                return self.answer(400, {"error": {"message": f"the function threw {type(error).__name__}"}})
            usage = {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}
            choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": content}}
            self.answer(200, {"id": "0", "object": "chat.completion", "choices": [choice], "usage": usage})

        def content(self, request: dict[str, Any]) -> str:
            schema = request.get("response_format", {}).get("json_schema", {}).get("schema")
            answer = function(request["messages"], schema)
            try:
                return answer if isinstance(answer, str) else json.dumps(answer)
            except (TypeError, ValueError, RecursionError) as error:
                raise UsageError(f"an answer of the function is not valid JSON: {error}", "return JSON text, or a dict of what JSON has", "not-json") from None

        def answer(self, status: int, value: object) -> None:
            body = json.dumps(value).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            """Says nothing."""

    class Server(http.server.ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request: Any, client_address: Any) -> None:
            """A client that went away is none."""

    with Server(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/v1", key, failed
        finally:
            server.shutdown()
            thread.join()


def judge(
    classifications: str | os.PathLike[str],
    model: Asked,
    *,
    context: str | os.PathLike[str],
    guidelines: str | os.PathLike[str],
    batch_size: int,
    noun: str = "",
    threshold: float | None = None,
    drop_blocked: bool = False,
    store: str | os.PathLike[str] | None = None,
    concurrency: int | None = None,
    timeout: float | None = None,
    max_memory: int | None = None,
    progress: Progress | None = None,
) -> Answers:
    """Judges classifications by their evidence: the lines of the file `classifications` with their evaluation. `context` is a file
    with the batch of `batch_size` that was classified, `guidelines` one that says what counts as evidence; the model is as for `Formula.extract`."""
    if threshold is not None and not 0 <= threshold <= 1:
        raise UsageError(f"threshold={threshold} is no share", "give a number from 0 to 1", "wrong-number")
    judging = _core.JudgeOptions()
    judging.classifications, judging.context, judging.guidelines = (os.fspath(file) for file in (classifications, context, guidelines))
    judging.batch_size, judging.noun, judging.drop_blocked = _session.whole("batch_size", batch_size), noun, drop_blocked
    judging.threshold = 0.0 if threshold is None else threshold or -1.0
    session = _session.owner(None).core
    return ask(model, store, concurrency, None, lambda options, stop, log: _core.judge(
        session, judging, options, stop, progress, _session.call(timeout, max_memory, None, log)
    ))

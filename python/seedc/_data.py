"""Items with their reviews: opened, or made of tables."""

from __future__ import annotations

import json
import os
import weakref
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Union

from . import _core, _session
from ._core import Data as CoreData
from ._errors import DataError, UsageError, temporary_folders, without_folders
from ._left_out import LeftOut, Warned
from ._report import Report
from ._session import ArrowStream, Progress
from ._suggest import Suggestions

#: A table: anything with `__arrow_c_stream__`, or a list of dicts, which mean what the same lines of JSON mean.
Table = Union[ArrowStream, Sequence[Mapping[str, Any]]]

_TABLES = ("items", "reviews", "users", "friends", "judgements")


class Schema:
    """What data contains, as far as the names of conditions depend on it."""

    def __init__(self, core: _core.Schema, owner: _session.Owner) -> None:
        self._core = core
        self._owner = owner

    @staticmethod
    def parse(text: str) -> Schema:
        """From what `text` gives."""
        owner = _session.owner(None)
        return Schema(owner.core.parse_schema(text, "schema"), owner)

    @staticmethod
    def open(path: str | os.PathLike[str]) -> Schema:
        """From a file with what `text` gives."""
        owner = _session.owner(None)
        return Schema(owner.core.open_schema(os.fspath(path)), owner)

    @property
    def text(self) -> str:
        """One line of JSON."""
        return self._core.text(True)

    def to_dict(self) -> dict[str, Any]:
        """The same as an object."""
        made: dict[str, Any] = json.loads(self.text)
        return made

    def __str__(self) -> str:
        return self._core.text(False)

    def __repr__(self) -> str:
        return "<seedc.Schema>"


class Data:
    """Items with their reviews, and what is known of users, friends and judgements. Columns are read when a run needs them, and kept.
    An object may be used by several threads at once.

    Tables have `__arrow_c_stream__`, and their columns are read in place; or they are lists of dicts, one per row, of any values that
    JSON has. Rows of `items` may be lines of a bundle. `friends` has the columns `name` and `friends`, `judgements` has `review_id`, `topic` and `judgement`. Without `reviews`,
    those of an item may be in its column `reviews`."""

    _core: CoreData
    _owner: _session.Owner
    _warned: Warned
    _name: str

    def __init__(
        self,
        items: Table,
        reviews: Table | None = None,
        *,
        users: Table | None = None,
        friends: Table | None = None,
        judgements: Table | None = None,
        strict: bool = False,
        threads: int | None = None,
        timeout: float | None = None,
        max_memory: int | None = None,
        progress: Progress | None = None,
    ) -> None:
        tables = dict(zip(_TABLES, (items, reviews, users, friends, judgements)))
        for name, table in tables.items():
            _check(name, table)
        is_arrow = {name: hasattr(table, "__arrow_c_stream__") for name, table in tables.items() if table is not None}
        self._owner = _session.owner(threads)
        self._warned = Warned()
        self._name = "of tables"
        call = _session.call(timeout, max_memory, progress)
        if all(is_arrow.values()):
            self._core = self._owner.core.read(items, reviews, users, friends, judgements, strict, call)
            return
        if any(is_arrow.values()):
            names = [name for name, is_table in is_arrow.items() if not is_table]
            raise UsageError(
                f"{' and '.join(f'`{name}`' for name in names)} is a list and other tables are Arrow",
                "give all as lists of dicts, or all with __arrow_c_stream__, such as polars.DataFrame(rows, infer_schema_length=None)",
                "mixed-tables",
            )
        folder, path = _written({name: table for name, table in tables.items() if table is not None})
        self._finalizer = weakref.finalize(self, _remove, folder, os.getpid())
        self._core = self._owner.core.open(path, strict, False, "", call)

    @classmethod
    def _of(cls, core: CoreData, owner: _session.Owner, name: str) -> Data:
        made = cls.__new__(cls)
        made._name = name
        made._core = core
        made._owner = owner
        made._warned = Warned()
        return made

    def __repr__(self) -> str:
        return f"<seedc.Data {self._name}>"

    def _usable(self) -> CoreData:
        """The data, for a call; throws in a fork."""
        self._owner.core  # noqa: B018
        return self._core

    def schema(self, *, timeout: float | None = None, max_memory: int | None = None, progress: Progress | None = None) -> Schema:
        """What the data contains: programs may be compiled against it without the data."""
        with self._warned.call(timeout, max_memory, progress) as call:
            return Schema(self._usable().schema(call), self._owner)

    def left_out(self, *, timeout: float | None = None, max_memory: int | None = None, progress: Progress | None = None) -> LeftOut:
        """The records that are left out: broken ones, those whose id came before, reviews of unknown items. All records are read for
        it, once. A run that leaves some out warns with seedc.DataWarning, and has them in `diagnostics`; one over data that
        was opened with `strict` fails instead."""
        return LeftOut._of(json.loads(without_folders(self._usable().left_out(_session.call(timeout, max_memory, progress))))["left_out"])

    def names(
        self,
        *words: str,
        all: bool = False,
        timeout: float | None = None,
        max_memory: int | None = None,
        progress: Progress | None = None,
    ) -> Report:
        """The names of conditions that the data offers, each with how many items it holds for; people, topics and review paths. With
        `words`, only names with a word that begins with one of them; with `all`, also ids and codes, and all people."""
        core = self._usable()

        def made(is_json: bool) -> str:
            with self._warned.call(timeout, max_memory, progress) as call:
                return core.names(list(words), all, is_json, call)

        return Report(made)

    def explain_name(self, name: str, *, timeout: float | None = None, max_memory: int | None = None) -> Report:
        """How a name is read, and what else it could have been."""
        core = self._usable()

        def made(is_json: bool) -> str:
            with self._warned.call(timeout, max_memory) as call:
                return core.explain_name(name, is_json, call)

        return Report(made)

    def suggest(
        self,
        item: str,
        *,
        count: int = 3,
        kinds: str | Sequence[str] = (),
        group: str = "",
        depth: int = 5,
        strict: bool = False,
        timeout: float | None = None,
        max_memory: int | None = None,
        progress: Progress | None = None,
    ) -> Suggestions:
        """Requests that single the item out, which is an id, or a name that no other has. `kinds` are those of conditions (`attributes`,
        `texts` and so on, one or several; all without any), `group` is the benchmark's group whose shape they have (`G03`), `depth` the largest number of
        conditions in one; with `strict`, all other items fail, and none is unknown."""
        _session.whole("count", count, 1)
        _session.whole("depth", depth, 1)
        with self._warned.call(timeout, max_memory, progress) as call:
            text = self._usable().suggest(item, [kinds] if isinstance(kinds, str) else list(kinds), group, count, depth, strict, call)
        return Suggestions._of(json.loads(text)["items"][0])

    def conditions(self, *, timeout: float | None = None, max_memory: int | None = None, progress: Progress | None = None) -> str:
        """All names that some item decides, as a library of conditions to import."""
        with self._warned.call(timeout, max_memory, progress) as call:
            return self._usable().conditions(call)

    def save(
        self,
        path: str | os.PathLike[str],
        *,
        compress_texts: bool = False,
        word_index: bool = True,
        timeout: float | None = None,
        max_memory: int | None = None,
        progress: Progress | None = None,
    ) -> int:
        """Writes a snapshot, which `seedc.open` opens at once, and returns its size in bytes. `compress_texts` takes less than half of
        the space, and some 30 us when one of 32 KB of texts is first read; without `word_index` it is a tenth smaller, and patterns
        scan all texts."""
        with self._warned.call(timeout, max_memory, progress) as call:
            return self._usable().save(os.fspath(path), compress_texts, word_index, call)

    def update(
        self,
        path: str | os.PathLike[str],
        *,
        timeout: float | None = None,
        max_memory: int | None = None,
        progress: Progress | None = None,
    ) -> int:
        """Adds to a snapshot of this data what its files have more than when it was made, in place, or writes it; returns
        its size in bytes. Where the snapshot cannot be continued, it is made anew: it says the same either way."""
        with self._warned.call(timeout, max_memory, progress) as call:
            return self._usable().update(os.fspath(path), call)


def open(
    path: str | os.PathLike[str],
    *,
    strict: bool = False,
    copy_snapshot: bool = False,
    cached: bool | str | os.PathLike[str] = False,
    threads: int | None = None,
    timeout: float | None = None,
    max_memory: int | None = None,
    progress: Progress | None = None,
) -> Data:
    """Opens a folder of JSON lines, a bundle or a snapshot. Records are read when they are needed. With `strict`, a broken one is an
    error; it is left out otherwise. `copy_snapshot` is for snapshots that somebody may cut while they are used. With
    `cached`, a snapshot of data that must be parsed is kept, in that folder or in the user's cache, and used as long as the files are
    unchanged. `threads` is how many the calls on this data use, if not as many as there are cores."""
    if not os.path.exists(path):
        raise DataError(f"there is no `{os.fspath(path)}`", "name a folder of JSON lines, a bundle or a snapshot", "no-such-data")
    owner = _session.owner(threads)
    folder = _snapshot_cache() if cached is True else os.fspath(cached or "")
    call = _session.call(timeout, max_memory, progress)
    return Data._of(owner.core.open(os.fspath(path), strict, copy_snapshot, folder, call), owner, os.fspath(path))


def _snapshot_cache() -> str:
    """Where the command keeps snapshots, too."""
    root = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(root):
        root = os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(root, "seedc", "snapshots")


def usable(data: object) -> CoreData:
    """The data of an argument, for a call."""
    if not isinstance(data, Data):
        raise TypeError(f"data is {type(data).__name__}, and not seedc.Data: open or make it first")
    return data._usable()


def _remove(folder: str, process: int) -> None:
    """A fork leaves the files to the process that wrote them."""
    if os.getpid() == process:
        import shutil

        shutil.rmtree(folder, ignore_errors=True)
        temporary_folders.discard(folder)


def _check(name: str, table: Any) -> None:
    """Whether it can be a table, by what it looks like."""
    if isinstance(table, (str, bytes, os.PathLike)):
        raise UsageError(f"`{name}` is {type(table).__name__}, and not a table", "seedc.open opens files; a table has rows", "wrong-kind")
    if table is None or hasattr(table, "__arrow_c_stream__"):
        if name == "items" and table is None:
            raise UsageError("data without items makes no sense", "give a table or a list of dicts", "no-items")
        return
    if _session.is_plan(table):
        raise UsageError(f"`{name}` is {type(table).__name__}, which has no rows yet", f"give {name}.collect()", "wrong-kind")
    if name == "items" and isinstance(table, Sequence) and not table:
        raise DataError("`items` has no rows", "give each item as a dict", "no-items")


def _lines(table: str, rows: Iterable[Mapping[str, Any]]) -> Iterable[str]:
    for number, row in enumerate(rows, 1):
        if not isinstance(row, Mapping):
            raise DataError(f"row {number} of `{table}` is {type(row).__name__}", "give a list of dicts, or a table with __arrow_c_stream__", "wrong-row")
        yield _json(table, number, dict(row), ensure_ascii=False) + "\n"


def _json(table: str, number: int, value: Any, ensure_ascii: bool = True) -> str:
    try:
        return json.dumps(value, ensure_ascii=ensure_ascii, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise DataError(f"row {number} of `{table}` is not valid JSON: {error}", "use numbers, strings, booleans, None, lists and dicts", "not-json") from None


def _column(table: str, rows: Iterable[Mapping[str, Any]], *names: str) -> Iterable[list[Any]]:
    for number, row in enumerate(rows, 1):
        missing = [name for name in names if name not in row]
        if missing:
            raise DataError(f"row {number} of `{table}` has no `{missing[0]}`", f"its keys are {', '.join(f'`{name}`' for name in names)}", "wrong-row")
        values = [row[name] for name in names]
        _json(table, number, values)
        yield values


def _unique(table: str, pairs: Iterable[list[Any]]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for number, (key, value) in enumerate(pairs, 1):
        if not isinstance(key, str) or key in made:
            raise DataError(f"row {number} of `{table}` is for {key!r}, {'as one before it' if key in made else 'which is not text'}", "give each once", "repeated-key")
        made[key] = value
    return made


def _judged(review: Any, topic: Any) -> str:
    """The key of a file of judgements."""
    if ":" in str(review):
        raise DataError(f"the id {review!r} in `judgements` has a colon, which lists of dicts cannot hold", "give the tables as Arrow", "wrong-row")
    return f"{review}:{topic}"


def _with_reviews(tables: dict[str, Any]) -> dict[str, Any]:
    """Reviews that are nested in items, as a table."""
    if "reviews" in tables:
        return tables
    items, reviews = [], []
    for number, row in enumerate(tables["items"], 1):
        nested = row.get("reviews", "none") if isinstance(row, Mapping) else "none"
        if not isinstance(nested, (list, tuple, type(None))):
            items.append(row)  # perhaps with a field of that name, such as a count
            continue
        item = {name: value for name, value in row.items() if name != "reviews"}
        items.append(item)
        for review in nested or ():
            if not isinstance(review, Mapping):
                raise DataError(f"row {number} of `items` has a review that is {type(review).__name__}", "give each review as a dict", "wrong-row")
            reviews.append({**review, "business_id": item.get("business_id")})
    return {**tables, "items": items, "reviews": reviews}


def _is_bundle(rows: Any) -> bool:
    """Whether the rows are lines of a bundle, which have an item and all that belongs to it."""
    first = rows[0] if isinstance(rows, Sequence) else None
    return isinstance(first, Mapping) and isinstance(first.get("business"), Mapping) and "business_id" not in first


def _written(tables: dict[str, Any]) -> tuple[str, str]:
    """(folder, path): the tables as the files that a dataset has, in a new folder."""
    import tempfile

    folder = tempfile.mkdtemp(prefix="seedc-")
    temporary_folders.add(folder)
    try:
        is_bundle = "reviews" not in tables and _is_bundle(tables["items"])
        _write_dataset(folder, tables if is_bundle else _with_reviews(tables), "bundle.jsonl" if is_bundle else "items.jsonl")
        # a bundle alone is a file, which no folder gives what is beside it
        return folder, os.path.join(folder, "bundle.jsonl") if is_bundle and set(tables) == {"items"} else folder
    except BaseException:
        _remove(folder, os.getpid())
        raise


def _write_dataset(folder: str, tables: dict[str, Any], items: str) -> None:
    """`items` is the name of the file of items."""
    for table, file in (("items", items), ("reviews", "reviews.jsonl"), ("users", "user.jsonl")):
        if table in tables:
            with _created(folder, file) as out:
                out.writelines(_lines(table, tables[table]))
    if "friends" in tables:
        graph = _unique("friends", _column("friends", tables["friends"], "name", "friends"))
        with _created(folder, "user_mapping.json") as out:
            json.dump({"friend_graph": graph}, out)
    if "judgements" in tables:
        columns = _column("judgements", tables["judgements"], "review_id", "topic", "judgement")
        cache = _unique("judgements", ([_judged(review, topic), {"judgement": judgement}] for review, topic, judgement in columns))
        with _created(folder, "judgement_cache.json") as out:
            json.dump(cache, out)


def _created(folder: str, name: str) -> Any:
    return os.fdopen(os.open(os.path.join(folder, name), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8", errors="surrogatepass")

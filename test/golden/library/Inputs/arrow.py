"""arrow.py LIBRARY DATA: the sample data as tables of pyarrow gives what its files give, and results that pyarrow has checked are
those of the machine formats."""
import collections
import ctypes
import glob
import json
import os
import sys

import pyarrow as pa

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "..", "support"))
import seedc_ctypes
from seedc_ctypes import INTERP, Input, Str


class Stream(ctypes.Structure):
    """struct ArrowArrayStream"""

    _fields_ = [(name, ctypes.c_void_p) for name in ("get_schema", "get_next", "get_last_error", "release", "private_data")]


TABLES = ("items", "reviews", "users", "friends", "judgements")


class Tables(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t)] + [(name, ctypes.POINTER(Stream)) for name in TABLES]


class RunOptions(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("extractions", ctypes.c_void_p), ("extraction_count", ctypes.c_size_t),
                ("extraction_lines", Str), ("extraction_table", ctypes.POINTER(Stream)), ("require", ctypes.c_int32), ("sort", Str),
                ("top", ctypes.c_uint64)]


def lines_of(pattern):
    return [json.loads(line) for name in sorted(glob.glob(pattern)) for line in open(name, encoding="utf-8")]


def exported(table, rows_per_batch):
    """The table as a stream of batches of so many rows."""
    stream = Stream()
    reader = pa.RecordBatchReader.from_batches(table.schema, table.to_batches(max_chunksize=rows_per_batch))
    reader._export_to_c(ctypes.addressof(stream))
    return stream


def table_of(rows):
    return pa.Table.from_pylist(rows)


def dictionary_encoded(table, column):
    index = table.schema.get_field_index(column)
    return table.set_column(index, column, table.column(column).dictionary_encode())


def assign_names(items, reviews, assignments):
    """What `review_assignments` says, which tables say in their rows."""
    of_item = collections.defaultdict(list)
    for review in reviews:
        of_item[review["business_id"]].append(review)
    for index, entries in assignments.items():
        for entry in entries:
            review = of_item[items[int(index)]["business_id"]][entry["review_idx"]]
            review["user"] = {**review.get("user", {}), "name": entry["name"]}


def tables_of(folder):
    mapping = json.load(open(f"{folder}/user_mapping.json", encoding="utf-8"))
    items, reviews = lines_of(f"{folder}/restaurants.jsonl"), lines_of(f"{folder}/review_*.jsonl")
    assign_names(items, reviews, mapping["review_assignments"])
    judgements = json.load(open(f"{folder}/judgement_cache.json", encoding="utf-8"))
    return {
        "items": table_of(items),
        "reviews": dictionary_encoded(table_of(reviews), "business_id"),
        "friends": table_of([{"name": name, "friends": friends} for name, friends in mapping["friend_graph"].items()]),
        "judgements": table_of([dict(zip(("review_id", "topic"), key.split(":", 1)), judgement=value["judgement"])
                                for key, value in judgements.items()]),
    }


class Guest:
    def __init__(self, path, folder):
        self.seedc = seedc_ctypes.Library(path)
        self.folder = folder
        self.session = self.seedc.call("seedc_session_new", None)

    def data_of(self, tables, rows_per_batch):
        streams = {name: exported(table, rows_per_batch) for name, table in tables.items()}
        given = Tables(ctypes.sizeof(Tables), *[ctypes.pointer(streams[name]) if name in streams else None for name in TABLES])
        data = self.seedc.call("seedc_data_from_tables", self.session, None, ctypes.byref(given), None)
        assert all(stream.release is None for stream in streams.values())
        return data

    def folder_data(self):
        return self.seedc.call("seedc_data_open", self.session, None, Str.of(self.folder), None)

    def run(self, program, data, extractions=None):
        options = seedc_ctypes.CompileOptions(ctypes.sizeof(seedc_ctypes.CompileOptions), data)
        source = Input(Str.of(program))  # the file of that name
        compiled = self.seedc.call("seedc_compile", self.session, None, ctypes.byref(source), ctypes.c_size_t(1), ctypes.byref(options))
        chosen = seedc_ctypes.PrepareOptions(ctypes.sizeof(seedc_ctypes.PrepareOptions), INTERP)
        prepared = self.seedc.call("seedc_prepare", compiled, None, ctypes.byref(chosen))
        run = RunOptions(size=ctypes.sizeof(RunOptions))
        if extractions is not None:
            stream = exported(extractions, 100)
            run.extraction_table = ctypes.pointer(stream)
        return self.seedc.call("seedc_run", prepared, None, data, ctypes.byref(run))

    def lines(self, results):
        text = self.seedc.call("seedc_results_text", results, ctypes.c_int32(0), ctypes.c_int32(seedc_ctypes.JSONL))
        return [json.loads(line) for line in self.seedc.so.seedc_text_str(text).text().splitlines()]

    def table(self, function, results, *arguments):
        """What a stream of results gives, checked whole, after the results are released by nobody but the stream."""
        stream = Stream()
        error = getattr(self.seedc.so, function)(results, *arguments, ctypes.byref(stream))
        assert not error
        table = pa.RecordBatchReader._import_from_c(ctypes.addressof(stream)).read_all()
        table.validate(full=True)
        return table


def requests(guest, tables):
    program = f"{guest.folder}/requests.req"
    expected = guest.lines(guest.run(program, guest.folder_data()))
    assert len(expected) == 55
    for rows_per_batch in (7, 100_000):
        results = guest.run(program, guest.data_of(tables, rows_per_batch))
        assert guest.lines(results) == expected
    table = guest.table("seedc_results_requests_stream", results, ctypes.c_int32(0))
    matches = collections.defaultdict(list)
    for row in table.select(["request", "business_id", "value"]).to_pylist():
        if row["value"] == 1:
            matches[row["request"]].append(row["business_id"])
    assert table.num_rows == 55 * 72
    assert {line["id"]: line["matches"] for line in expected} == {line["id"]: matches[line["id"]] for line in expected}
    only = guest.table("seedc_results_requests_stream", results, ctypes.c_int32(1))
    assert only.num_rows == sum(len(line["matches"]) for line in expected)
    print(f"{table.schema.names} {table.num_rows} rows, {only.num_rows} matches")


def formulas(guest, tables):
    for name in ("risk", "value", "freshness"):
        program = f"{guest.folder}/{name}.json"
        extractions = table_of(lines_of(f"{guest.folder}/{name}.extractions.jsonl"))
        results = guest.run(program, guest.data_of(tables, 13), extractions)
        expected = guest.lines(results)
        assert expected == guest.lines(guest.run(program, guest.folder_data(), extractions))
        table = guest.table("seedc_results_formula_stream", results, ctypes.c_size_t(0))
        rows = table.to_pylist()
        assert [row.pop("business_id") for row in rows] == [line["business_id"] for line in expected]
        assert rows == [line["outputs"] for line in expected], (rows[:2], expected[:2])
        nulls = guest.table("seedc_results_nulls_stream", results, ctypes.c_size_t(0))
        assert nulls.num_rows == sum(value is None for line in expected for value in line["outputs"].values())
        print(f"{name}: {[f'{field.name} {field.type}' for field in table.schema]} {table.num_rows} rows, {nulls.num_rows} nulls")


def mistakes(guest, tables):
    items = tables["items"]
    for changed in (items.rename_columns(["busines_id", *items.column_names[1:]]), items.append_column("odd", pa.array([b"x"] * len(items)))):
        try:
            guest.data_of({"items": changed}, 50)
            print("no error")
        except RuntimeError as error:
            print(error)


def main():
    guest = Guest(sys.argv[1], sys.argv[2])
    tables = tables_of(sys.argv[2])
    requests(guest, tables)
    formulas(guest, tables)
    mistakes(guest, tables)


if __name__ == "__main__":
    main()

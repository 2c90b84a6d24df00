"""stream.py LIBRARY SEEDC DATA: the sample data as streams, of rows of Arrow and of lines, in batches of every size, gives item by item
what it gives as tables, and what `seedc run --data -` prints."""
import ctypes
import json
import os
import subprocess
import sys

import pyarrow as pa

sys.path.insert(0, os.path.dirname(__file__))
import arrow
from arrow import Guest, RunOptions, Stream, Tables, TABLES, exported, lines_of, table_of
import seedc_ctypes
from seedc_ctypes import Str

FILE, READ, ROWS = 1, 2, 3
REQUESTS, FORMULA = 0, 1
BATCHES = (1, 7, 13, 100_000)

Read = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)
Write = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, Str)


class StreamInput(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("kind", ctypes.c_int32), ("name", Str), ("file", ctypes.c_int32), ("read", Read),
                ("context", ctypes.c_void_p), ("tables", ctypes.POINTER(Tables)), ("strict", ctypes.c_int32)]


class Sink(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("write", Write), ("context", ctypes.c_void_p), ("by_item", ctypes.c_int32),
                ("findings_format", ctypes.c_int32)]


def by_id(table):
    ids = table["business_id"].to_pylist()
    return table.take(pa.array(sorted(range(len(ids)), key=ids.__getitem__)))  # those of one id keep their order


def nested(items, reviews):
    """Items with their reviews in a column."""
    of_item = {}
    for review in reviews.to_pylist():
        of_item.setdefault(review["business_id"], []).append(review)
    kind = pa.list_(pa.struct([field.with_type(pa.string()) if field.name == "business_id" else field for field in reviews.schema]))
    return items.append_column("reviews", pa.array([of_item.get(item, []) for item in items["business_id"].to_pylist()], kind))


def bundle(items, reviews):
    """Lines of a bundle."""
    rows = nested(items, reviews)
    return pa.table({"business": items.to_struct_array().combine_chunks(), "reviews": rows["reviews"]})


class Streams(Guest):
    def prepared(self, program, data):
        options = seedc_ctypes.CompileOptions(ctypes.sizeof(seedc_ctypes.CompileOptions), data)
        source = seedc_ctypes.Input(Str.of(program))
        compiled = self.seedc.call("seedc_compile", self.session, None, ctypes.byref(source), ctypes.c_size_t(1), ctypes.byref(options))
        chosen = seedc_ctypes.PrepareOptions(ctypes.sizeof(seedc_ctypes.PrepareOptions), seedc_ctypes.INTERP)
        return self.seedc.call("seedc_prepare", compiled, None, ctypes.byref(chosen))

    def rows_of(self, tables, rows_per_batch):
        streams = {name: exported(table, rows_per_batch) for name, table in tables.items()}
        given = Tables(ctypes.sizeof(Tables), *[ctypes.pointer(streams[name]) if name in streams else None for name in TABLES])
        return StreamInput(ctypes.sizeof(StreamInput), ROWS, tables=ctypes.pointer(given))

    def pull(self, prepared, source, what=REQUESTS, number=0, options=None):
        stream = Stream()
        error = self.seedc.so.seedc_pull_stream(prepared, None, ctypes.byref(source), None if options is None else ctypes.byref(options),
                                                ctypes.c_int32(what), ctypes.c_size_t(number), ctypes.byref(stream))
        assert not error
        reader = pa.RecordBatchReader._import_from_c(ctypes.addressof(stream))
        batches = list(reader)
        for batch in batches:
            batch.validate(full=True)
        return pa.Table.from_batches(batches, reader.schema)

    def push(self, prepared, source, by_item=True, options=None):
        """Lines, as values, and how many times there were some."""
        lines, error_count, findings = [], ctypes.c_size_t(), ctypes.c_void_p()
        sink = Sink(ctypes.sizeof(Sink), Write(lambda _, given: lines.append(given.text()) or 0), None, by_item)
        call = self.seedc.so.seedc_run_stream
        call.restype = ctypes.c_void_p
        error = call(prepared, None, ctypes.byref(source), None if options is None else ctypes.byref(options), ctypes.byref(sink),
                     ctypes.byref(findings), ctypes.byref(error_count))
        if error:
            raise RuntimeError(self.seedc.so.seedc_error_message(error).text())
        assert error_count.value == 0
        return [json.loads(line) for line in "".join(lines).splitlines()], len(lines)


def shapes(tables):
    items, reviews = by_id(tables["items"]), by_id(tables["reviews"])
    held = {name: tables[name] for name in ("friends", "judgements")}
    return {
        "nested": {"items": nested(items, reviews), **held},
        "bundle": {"items": bundle(items, reviews), **held},
        "beside": {"items": items, "reviews": reviews, **held},
    }


def requests(streams, tables):
    program = f"{streams.folder}/requests.req"
    data = streams.data_of(tables, 100_000)
    expected = {}
    for row in streams.table("seedc_results_requests_stream", streams.run(program, data), ctypes.c_int32(0)).to_pylist():
        expected.setdefault(row["business_id"], {})[row["request"]] = row["value"]
    prepared = streams.prepared(program, data)
    for shape, given in shapes(tables).items():
        counts = []
        for rows_per_batch in BATCHES:
            table = streams.pull(prepared, streams.rows_of(given, rows_per_batch))
            rows = table.to_pylist()
            assert [row["business_id"] for row in rows] == sorted(expected), shape
            assert {row.pop("business_id"): row for row in rows} == expected, (shape, rows_per_batch)
            counts.append(len(table.to_batches()))
        lines, _ = streams.push(prepared, streams.rows_of(given, 7))
        assert {line["business_id"]: line["requests"] for line in lines} == expected
        print(f"requests, {shape}: {table.num_rows} items, {table.num_columns - 1} requests; batches: {counts}")


def formulas(streams, tables):
    for name in ("risk", "value", "freshness"):
        program = f"{streams.folder}/{name}.json"
        rows = f"{streams.folder}/{name}.extractions.jsonl"
        data = streams.data_of(tables, 100_000)
        results = streams.run(program, data, table_of(lines_of(rows)))
        expected = {row["business_id"]: row for row in streams.table("seedc_results_formula_stream", results, ctypes.c_size_t(0)).to_pylist()}
        schema = streams.table("seedc_results_formula_stream", results, ctypes.c_size_t(0)).schema
        prepared = streams.prepared(program, data)
        for shape, given in shapes(tables).items():
            for rows_per_batch in BATCHES:
                table_stream = exported(table_of(lines_of(rows)), 100)
                as_lines = "".join(json.dumps(row) + "\n" for row in table_of(lines_of(rows)).to_pylist())
                for options in (RunOptions(ctypes.sizeof(RunOptions), extraction_table=ctypes.pointer(table_stream)),
                                RunOptions(ctypes.sizeof(RunOptions), extraction_lines=Str.of(as_lines))):
                    table = streams.pull(prepared, streams.rows_of(given, rows_per_batch), FORMULA, 0, options)
                    assert {row["business_id"]: row for row in table.to_pylist()} == expected, (name, shape, rows_per_batch)
                    assert table.schema.equals(schema, check_metadata=True)
        print(f"{name}: {table.num_rows} items, {table.schema.names}")


def lines(streams, seedc, tables):
    """Lines of a bundle: by a descriptor, by a function, as rows, and by the command."""
    program = f"{streams.folder}/requests.req"
    given = {"items": shapes(tables)["bundle"]["items"]}
    text = "".join(json.dumps(row) + "\n" for row in given["items"].to_pylist())
    schema = os.path.join(os.environ["T"], "schema.json")
    with open(schema, "w") as out:
        subprocess.run([seedc, "schema", streams.folder, "--format", "json"], stdout=out, check=True)
    command = subprocess.run([seedc, "run", program, "--data", "-", "--by-item", "--schema", schema], input=text, text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    expected = [json.loads(line) for line in command.stdout.splitlines()]
    prepared = streams.prepared(program, streams.data_of(tables, 100_000))
    path = os.path.join(os.environ["T"], "bundle.jsonl")
    with open(path, "w") as out:
        out.write(text)
    with open(path, "rb") as file:
        assert streams.push(prepared, StreamInput(ctypes.sizeof(StreamInput), FILE, file=file.fileno()))[0] == expected
    for size in (1, 1000, 1 << 20):
        with open(path, "rb") as file:
            def read(_, buffer, room):
                part = file.read(min(size if size > 1 else 777, room))
                ctypes.memmove(buffer, part, len(part))
                return len(part)
            got, times = streams.push(prepared, StreamInput(ctypes.sizeof(StreamInput), READ, read=Read(read)))
            assert got == expected
    assert streams.push(prepared, streams.rows_of(given, 13))[0] == expected
    matches, _ = streams.push(prepared, streams.rows_of(given, 13), by_item=False)
    print(f"lines: {len(expected)} items; {len(matches)} requests, {sum(len(line['matches']) for line in matches)} matches")


def error_of(streams, prepared, source):
    try:
        streams.push(prepared, source)
        return "no error"
    except RuntimeError as error:
        return str(error)


def mistakes(streams, tables):
    prepared = streams.prepared(f"{streams.folder}/requests.req", streams.data_of(tables, 100_000))
    beside = shapes(tables)["beside"]
    items, reviews = beside["items"], beside["reviews"]
    twice = pa.concat_tables([items.slice(0, 40), items.slice(39, 1), items.slice(40)])
    comes_back = pa.concat_tables([items, items.slice(0, 1)])
    late = pa.concat_tables([reviews, reviews.slice(0, 1)])
    for rows_per_batch in (1, 100_000):
        for given in ({"items": twice}, {"items": comes_back}, {"items": items, "reviews": late}, {"items": tables["items"]},
                      {"items": items.rename_columns(["busines_id", *items.column_names[1:]])}):
            print(error_of(streams, prepared, streams.rows_of(given, rows_per_batch)))

    def fails(_, buffer, room):
        return -5
    print(error_of(streams, prepared, StreamInput(ctypes.sizeof(StreamInput), READ, name=Str.of("pipe"), read=Read(fails))))


def main():
    streams = Streams(sys.argv[1], sys.argv[3])
    tables = arrow.tables_of(sys.argv[3])
    requests(streams, tables)
    formulas(streams, tables)
    lines(streams, sys.argv[2], tables)
    mistakes(streams, tables)


if __name__ == "__main__":
    main()

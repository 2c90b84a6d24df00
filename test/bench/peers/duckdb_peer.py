"""The same queries in DuckDB, timed inside the process: starting Python does not count.

    duckdb_peer.py make DATA DATABASE REQUESTS        the data as a database file
    duckdb_peer.py load DATA REQUESTS                 the data into memory
    duckdb_peer.py ids DATA                           the ids of the data alone
    duckdb_peer.py open DATABASE                      open the file, ask for one attribute
    duckdb_peer.py text DATABASE PATTERN              which items have a review that matches
    duckdb_peer.py text-json REVIEWS PATTERN          the same, straight from JSON lines
    duckdb_peer.py requests DATABASE|DATA REQUESTS
    duckdb_peer.py formula DATABASE|DATA EXTRACTIONS REQUESTS

Prints a JSON object: the answer, and the seconds from connecting to the answer (`first`), of the same query once more,
when all is loaded (`again`), and for a formula of counting its rows alone (`rows`).
"""

import json
import os
import sys
import time

import duckdb

import request_sql

HERE = os.path.dirname(os.path.abspath(__file__))


def script(name, **values):
    with open(os.path.join(HERE, name), encoding="utf-8") as stream:
        text = stream.read()
    for key, value in values.items():
        text = text.replace("{" + key + "}", value)
    return text


def create_tables(database, data, requests):
    read, values = request_sql.item_columns(request_sql.read_requests(requests))
    database.execute(script("tables.sql", data=data, item_columns=read, item_values=values))


def connect(source, requests):
    """A database file, or the tables in memory of a folder."""
    if not os.path.isdir(source):
        return duckdb.connect(source, read_only=True)
    database = duckdb.connect()
    create_tables(database, source, requests)
    return database


def timed(work):
    begin = time.perf_counter()
    result = work()
    return result, time.perf_counter() - begin


def twice(source, ask, requests=None):
    """The answer of `ask(database)`, how long it took from opening the source, and of a file once more."""
    begin = time.perf_counter()
    database = connect(source, requests)
    answer = ask(database)
    seconds = {"first": time.perf_counter() - begin}
    if not os.path.isdir(source):
        seconds["again"] = timed(lambda: ask(database))[1]
    return database, answer, seconds


def make(data, path, requests):
    def work():
        with duckdb.connect(path) as database:
            create_tables(database, data, requests)

    return {}, {"first": timed(work)[1]}


def load(data, requests):
    database, first = timed(lambda: connect(data, requests))
    items, reviews = (
        database.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("items", "reviews")
    )
    return {"items": items, "reviews": reviews}, {"first": first}


def ids(data):
    def work():
        database = duckdb.connect()
        database.execute(script("ids.sql", data=data))
        return {
            table: database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            for table in ("items", "reviews")
        }

    answer, first = timed(work)
    return answer, {"first": first}


def open_file(path):
    def ask(database):
        return database.execute(
            """SELECT business_id FROM items WHERE "attributes.DriveThru" = 'True'"""
        ).fetchall()

    _, rows, seconds = twice(path, ask)
    return {"matches": sorted(row[0] for row in rows)}, seconds


TEXT = "SELECT business_id, count(*) FROM {source} WHERE regexp_matches(text, ?, 'i') GROUP BY business_id"


def text_answer(rows):
    return {"matches": sorted(row[0] for row in rows), "reviews": sum(row[1] for row in rows)}


def text(path, pattern):
    query = TEXT.format(source="reviews JOIN items ON item = items.position")
    _, rows, seconds = twice(path, lambda database: database.execute(query, [pattern]).fetchall())
    return text_answer(rows), seconds


def match(path, pattern, stars, date):
    query = TEXT.format(source="reviews JOIN items ON item = items.position").replace(
        " GROUP", " AND stars >= ? AND date >= ? GROUP"
    )
    values = [pattern, float(stars), date]
    _, rows, seconds = twice(path, lambda database: database.execute(query, values).fetchall())
    return {"matches": sorted(row[0] for row in rows)}, seconds


def text_json(reviews, pattern):
    query = TEXT.format(
        source=f"read_ndjson('{reviews}', columns = {{business_id: 'VARCHAR', text: 'VARCHAR'}})"
    )
    rows, first = timed(lambda: duckdb.connect().execute(query, [pattern]).fetchall())
    return text_answer(rows), {"first": first}


def requests(source, path):
    ids = [request["id"] for request in request_sql.read_requests(path)]
    query = request_sql.request_query(request_sql.read_requests(path))
    _, row, seconds = twice(source, lambda database: database.execute(query).fetchone(), path)
    return {
        name: {"matches": sorted(row[2 * i] or []), "unknown": row[2 * i + 1]} for i, name in enumerate(ids)
    }, seconds


def formula(source, extractions, path):
    score = script("risk.sql")

    def ask(database):
        if not database.execute("SELECT 1 FROM duckdb_tables() WHERE table_name = 'extractions'").fetchone():
            database.execute(script("extractions.sql", extractions=extractions))
        return database.execute(score).fetchall()

    database, rows, seconds = twice(source, ask, path)
    names = [column[0] for column in database.execute(score).description]
    _, seconds["rows"] = timed(lambda: database.execute(script("risk_rows.sql")).fetchall())
    return {row[0]: dict(zip(names[1:], row[1:])) for row in rows}, seconds


TASKS = {
    "make": make,
    "load": load,
    "ids": ids,
    "open": open_file,
    "text": text,
    "text-json": text_json,
    "match": match,
    "requests": requests,
    "formula": formula,
}


def main(task, *arguments):
    answer, seconds = TASKS[task](*arguments)
    json.dump({"answer": answer, "seconds": seconds}, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])

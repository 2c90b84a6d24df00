"""Runs SQL with DuckDB's shared library, to make files for tests: duckdb_query.py LIBRARY DATABASE QUERY…; an empty DATABASE is one in memory."""
import ctypes
import sys


def check(library, status, result=None):
    if status == 0:
        return
    message = library.duckdb_result_error(result) if result is not None else b"cannot open the database"
    sys.exit(message.decode())


def main(path, database, *queries):
    library = ctypes.CDLL(path)
    library.duckdb_result_error.restype = ctypes.c_char_p
    handle, connection = ctypes.c_void_p(), ctypes.c_void_p()
    check(library, library.duckdb_open(database.encode() or None, ctypes.byref(handle)))
    check(library, library.duckdb_connect(handle, ctypes.byref(connection)))
    for query in queries:
        result = (ctypes.c_uint64 * 6)()
        check(library, library.duckdb_query(connection, query.encode(), result), result)
        library.duckdb_destroy_result(result)
    library.duckdb_disconnect(ctypes.byref(connection))
    library.duckdb_close(ctypes.byref(handle))


if __name__ == "__main__":
    main(*sys.argv[1:])

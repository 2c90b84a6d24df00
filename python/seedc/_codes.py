"""The codes of the errors that the package itself raises. The library's own errors have codes of theirs, and so have diagnostics."""

from __future__ import annotations

#: {code: when it is raised}
CODES = {
    "answers-not-kept": "a function is to stand for a model, and no `store=` is named for its answers",
    "file-as-text": "a str that names a file is given where the text of a program is read",
    "forked": "an object is used in a fork of the process that made it",
    "many-formulas": "one formula is needed, and the program has none or several",
    "mixed-tables": "some tables are lists of dicts and others are Arrow",
    "needs-pyarrow": "the conversion is done by pyarrow, which is not installed",
    "no-items": "a list of items is empty or missing",
    "no-requests": "requests are needed, and the program has none",
    "no-reviews": "extractions are given without the reviews that they are of",
    "no-such-data": "there is nothing at the path of data",
    "not-json": "a value in a program, a row or a parameter is none that JSON has",
    "not-of-spark": "the DataFrame is not one that `seedc.spark` returned",
    "partition-failed": "a partition of Spark failed; the message has the error",
    "repeated-key": "a row has the key of one before it, or a key that is not text",
    "rows-changed": "a file of rows for formulas is not what it was when it was read",
    "rows-not-kept": "the rows of formulas were a table, which cannot be read again",
    "two-schemas": "`data=` and `schema=` are both given",
    "two-stores": "`store=` or `concurrency=` is given, and the model has its own",
    "unknown-option": "a name is not among those that the option takes",
    "wrong-column": "a table lacks a column, or one that holds ids is not text",
    "wrong-kind": "the argument has a type that cannot be read as it",
    "wrong-number": "a number is outside of what the option takes",
    "wrong-row": "a row is no dict, lacks a key, or has an id that lists of dicts cannot hold",
}

"""seedc compiles evidence requests and Formula Seeds, and runs them over items with their reviews.

    data = seedc.open("examples/cafes")
    program = seedc.compile("R1: AND(drive_thru, OR(cozy_reviews, live_music))", data)
    result = program.run(data)
    result.matches["R1"]

Every call releases Python's lock while it works, and Ctrl-C ends it. `timeout` is in seconds, `max_memory` in bytes, and
`progress(step, done, total)` is called now and then; if it returns False, the call ends with CancelledError."""

from ._core import build_text, formula_prompt, formula_schema
from ._core import version as _version
from ._data import Data, Schema, Table, open
from ._errors import (
    CancelledError,
    DataError,
    DataWarning,
    Diagnostic,
    Error,
    Fix,
    InternalError,
    LimitError,
    Note,
    ProgramError,
    ServiceError,
    Span,
    TimeLimitError,
    UsageError,
)
from ._left_out import FileCount, LeftOut, LeftOutRecord
from ._models import Answers, Model, judge
from ._program import Extractions, Formula, Program, Source, check, compile, convert, explain_code, fmt, formula
from ._prove import Change, Verdict, compare, prove
from ._report import Report
from ._results import Matrix, Nulls, Result, Scores
from ._session import ArrowStream, Progress
from ._suggest import SuggestedCondition, Suggestion, Suggestions

__version__ = _version()

__all__ = [
    "Answers",
    "ArrowStream",
    "CancelledError",
    "Change",
    "Data",
    "DataError",
    "DataWarning",
    "Diagnostic",
    "Error",
    "Extractions",
    "FileCount",
    "Fix",
    "Formula",
    "InternalError",
    "LeftOut",
    "LeftOutRecord",
    "LimitError",
    "Matrix",
    "Model",
    "Note",
    "Nulls",
    "Program",
    "ProgramError",
    "Progress",
    "Report",
    "Result",
    "Schema",
    "Scores",
    "ServiceError",
    "Source",
    "Span",
    "SuggestedCondition",
    "Suggestion",
    "Suggestions",
    "Table",
    "TimeLimitError",
    "UsageError",
    "Verdict",
    "build_text",
    "check",
    "compare",
    "compile",
    "convert",
    "explain_code",
    "fmt",
    "formula",
    "formula_prompt",
    "formula_schema",
    "judge",
    "open",
    "prove",
]

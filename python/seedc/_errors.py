"""What is thrown, and what is wrong with a program."""

from __future__ import annotations

from typing import Any, NamedTuple


class Span(NamedTuple):
    """A location in a program. Lines and columns count from 1, columns in code points; `begin` and `end` are bytes of the text in
    UTF-8, from 0. Ends are exclusive."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    begin: int
    end: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class Fix(NamedTuple):
    """A change that fixes what was found: the text of `span` becomes `replacement`. `is_safe`: certainly what was meant."""

    span: Span
    replacement: str
    is_safe: bool


class Note(NamedTuple):
    """A second location that helps to understand a diagnostic."""

    span: Span | None
    message: str


class Diagnostic(NamedTuple):
    """What is wrong with a program, or with the data that it ran on."""

    severity: str  #: `error` or `warning`
    code: str  #: stable, such as `unknown-name`; `seedc.explain_code` says more
    message: str
    help: str  #: the fix in words, or empty
    span: Span | None
    fixes: tuple[Fix, ...]
    notes: tuple[Note, ...]

    @property
    def fix(self) -> Fix | None:
        """The first of its fixes."""
        return self.fixes[0] if self.fixes else None

    def __str__(self) -> str:
        where = f"{self.span}: " if self.span else ""
        rest = f"\n  help: {self.help}" if self.help else ""
        return f"{where}{self.severity}: {self.message} [{self.code}]{rest}"


class DataWarning(UserWarning):
    """Records of the data are left out, or something else about what was read, or about the model that was asked, is probably not as it
    should be."""


class Error(Exception):
    """What seedc throws. `message` says what failed and why, `help`, if it is not empty, what to do about it. `code` is stable, such as
    `no-items` (`docs/python.md` lists those of this package); `arguments` is what the message names, `file` and `line` where the mistake is, if it is in a file (a `line` of 0: all of
    it)."""

    def __init__(
        self, message: str, help: str = "", code: str = "", arguments: tuple[str, ...] = (), file: str = "", line: int = 0
    ) -> None:
        super().__init__(f"{message}\n  help: {help}" if help else message)
        self.message = message
        self.help = help
        self.code = code
        self.arguments = arguments
        self.file = file
        self.line = line


class UsageError(Error, ValueError):
    """The call makes no sense."""


class DataError(Error):
    """A file, a record or a table is missing or broken, or cannot be written."""


class ServiceError(Error):
    """Something outside failed, such as a language model."""


class LimitError(Error):
    """A limit was reached: of memory, of a program's size or, as TimeLimitError, of time."""


class TimeLimitError(LimitError, TimeoutError):
    """The call's `timeout` is over."""


class CancelledError(Error):
    """A progress function returned False."""


class InternalError(Error):
    """A bug in seedc."""


class ProgramError(Error):
    """A program has mistakes: all of them are in `diagnostics`, warnings too. `code`, `file` and `line` are those of the first."""

    def __init__(self, text: str, diagnostics: list[Diagnostic]) -> None:
        first = next((found for found in diagnostics if found.severity == "error"), None)
        where = first.span if first else None
        super().__init__(text, code=first.code if first else "", file=where.file if where else "", line=where.line if where else 0)
        self.diagnostics = diagnostics

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle, which a pool of processes sends exceptions by."""
        return type(self), (str(self), self.diagnostics)


_KINDS: dict[int, type[Error]] = {
    1: UsageError,
    2: DataError,
    3: ServiceError,
    4: LimitError,
    5: CancelledError,
    6: TimeLimitError,
    7: InternalError,
}


#: Folders that stand for lists of dicts, which users never gave a name.
temporary_folders: set[str] = set()


def without_folders(text: str) -> str:
    """The text without the names of temporary folders: their files are called as the tables."""
    for folder in tuple(temporary_folders):
        text = text.replace(f"`{folder}`", "the data").replace(f"{folder}/", "").replace(folder, "the data")
    return text


def of_kind(kind: int, message: str, help: str, code: str, arguments: list[str], file: str, line: int) -> Error:
    """The exception for an error of the library."""
    message, help, file = (without_folders(text) for text in (message, help, file))
    return _KINDS[kind](message, help, code, tuple(map(without_folders, arguments)), file, line)


def _span(given: tuple[Any, ...]) -> Span | None:
    return Span(*given) if given[1] else None


def diagnostics_of(findings: list[tuple[Any, ...]]) -> list[Diagnostic]:
    """The findings of a program, as the module gives them."""
    return [
        Diagnostic(
            "error" if is_error else "warning",
            code,
            message,
            help,
            _span(span),
            tuple(Fix(Span(*where), text, is_safe) for where, text, is_safe in fixes),
            tuple(Note(_span(where), text) for where, text in notes),
        )
        for is_error, code, message, help, span, fixes, notes in findings
    ]


def _location(given: dict[str, Any]) -> Span | None:
    return Span(*(given[field] for field in Span._fields)) if "line" in given else None


def diagnostics_of_json(findings: list[dict[str, Any]]) -> list[Diagnostic]:
    """The same of findings in JSON. Their fixes are in the file of the finding, and have no lines."""
    return [
        Diagnostic(
            found["severity"],
            found["code"],
            found["message"],
            found.get("help", ""),
            _location(found),
            tuple(Fix(Span(found["file"], 0, 0, 0, 0, fix["begin"], fix["end"]), fix["replacement"], fix["safe"]) for fix in found["fixes"]),
            tuple(Note(_location(note), note["message"]) for note in found["related"]),
        )
        for found in findings
    ]

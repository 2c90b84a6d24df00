"""What objects look like in a notebook: tables of escaped text, light and dark."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

#: So many rows of a table are shown.
MOST = 50

_STYLE = """<style>
.seedc{--line:#d0d7de;--yes:#1a7f37;--no:#57606a;--unknown:#9a6700;font:13px/1.4 system-ui,sans-serif;color:inherit}
@media (prefers-color-scheme:dark){.seedc{--line:#444c56;--yes:#57ab5a;--no:#909dab;--unknown:#c69026}}
[data-jp-theme-light="false"] .seedc,[data-theme="dark"] .seedc{--line:#444c56;--yes:#57ab5a;--no:#909dab;--unknown:#c69026}
[data-jp-theme-light="true"] .seedc,[data-theme="light"] .seedc{--line:#d0d7de;--yes:#1a7f37;--no:#57606a;--unknown:#9a6700}
.seedc table{border-collapse:collapse}
.seedc td,.seedc th{border:1px solid var(--line);padding:2px 8px;text-align:left;background:none;color:inherit}
.seedc caption{text-align:left;font-weight:600}
.seedc .yes{color:var(--yes)}.seedc .no{color:var(--no)}.seedc .unknown{color:var(--unknown)}
.seedc pre{background:none;color:inherit}
</style>"""

_VALUES = {1: ("yes", "yes"), 0: ("unknown", "unknown"), -1: ("no", "no")}


def escaped(value: object) -> str:
    import html

    return html.escape("" if value is None else str(value))


def block(inside: str) -> str:
    return f'{_STYLE}<div class="seedc">{inside}</div>'


def table(caption: str, head: Iterable[str], rows: Sequence[Sequence[str]]) -> str:
    """Cells are HTML, the caption and the head text."""
    titles = "".join(f'<th scope="col">{escaped(title)}</th>' for title in head)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows[:MOST])
    rest = f"<p>{len(rows) - MOST} more rows</p>" if len(rows) > MOST else ""
    return block(f"<table><caption>{escaped(caption)}</caption><thead><tr>{titles}</tr></thead><tbody>{body}</tbody></table>{rest}")


def matrix(items: Sequence[str], columns: Mapping[str, Sequence[int]]) -> str:
    rows = []
    for number, item in enumerate(items[: MOST + 1]):
        values = [_VALUES[column[number]] for column in columns.values()]
        rows.append([escaped(item), *(f'<span class="{name}">{word}</span>' for name, word in values)])
    shown = rows + [[]] * (len(items) - len(rows))
    return table(f"{len(items)} items, {len(columns)} requests", ["business_id", *columns], shown)


def requests(entries: Sequence[tuple[Any, ...]], items: Sequence[str]) -> str:
    rows = [
        [escaped(name), str(len(matches)), str(unknown), escaped(status), escaped(", ".join(items[item] for item in matches[:5]))]
        for name, _, status, matches, _, unknown, _ in entries
    ]
    return table(f"{len(items)} items", ["request", "matches", "unknown", "status", "items"], rows)


def scores(name: str, rows: Sequence[Mapping[str, Any]], ledger: Mapping[str, Any]) -> str:
    outputs = list(rows[0]["outputs"]) if rows else []
    cells = [[escaped(row["business_id"]), *(escaped(row["outputs"][output]) for output in outputs)] for row in rows]
    counted = ", ".join(f"{key}: {value}" for key, value in ledger.items() if isinstance(value, int))
    return table(name, ["business_id", *outputs], cells) + block(f"<p>{escaped(counted)}</p>")

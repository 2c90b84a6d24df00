"""What objects look like in a notebook: tables of escaped text, light and dark."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

#: So many rows of a table are shown.
MOST = 50
#: So many items are named in a cell.
MOST_NAMES = 5

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
.seedc ul{margin:0;padding-left:1.5em;list-style:none;border-left:1px solid var(--line)}
.seedc summary{cursor:pointer}.seedc .aside{opacity:.75}
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


def requests(entries: Sequence[tuple[Any, ...]], count: int, name_of: Callable[[int], str]) -> str:
    def named(matches: Sequence[int]) -> str:
        rest = [f"and {len(matches) - MOST_NAMES} more"] if len(matches) > MOST_NAMES else []
        return ", ".join([*map(name_of, matches[:MOST_NAMES]), *rest])

    rows = [
        [escaped(name), str(len(matches)), str(unknown), escaped(status), escaped(named(matches))]
        for name, _, status, matches, _, unknown, _ in entries
    ]
    return table(f"{count} items", ["request", "matches", "unknown", "status", "items"], rows)


def _short(value: Any) -> Any:
    """A number with six digits, which the binary digits of 0.85 do not fill."""
    return f"{value:.6g}" if isinstance(value, float) else value


def scores(name: str, rows: Sequence[Mapping[str, Any]], ledger: Mapping[str, Any]) -> str:
    outputs = list(rows[0]["outputs"]) if rows else []
    cells = [[escaped(row["business_id"]), *(escaped(_short(row["outputs"][output])) for output in outputs)] for row in rows]
    counted = ", ".join(f"{key}: {value}" for key, value in ledger.items() if isinstance(value, int))
    return table(name, ["business_id", *outputs], cells) + block(f"<p>{escaped(counted)}</p>")


def notes(lines: Sequence[str]) -> str:
    """Texts below a table, or nothing."""
    return block("".join(f"<pre>{escaped(line)}</pre>" for line in lines)) if lines else ""


def _value(value: int) -> str:
    name, word = _VALUES[value]
    return f'<span class="{name}">{word}</span>'


def _tree(head: str, branches: Iterable[str]) -> str:
    """A head, and what is below it, which can be folded. All of it is HTML."""
    below = "".join(f"<li>{branch}</li>" for branch in branches)
    return f"<details open><summary>{head}</summary><ul>{below}</ul></details>" if below else head


def _name(entry: Mapping[str, Any]) -> str:
    """Of an item, by its name and its id."""
    return f'{escaped(entry["name"])} <span class="aside">{escaped(entry["item"])}</span>' if entry.get("name") else escaped(entry["item"])


def _met(entry: Mapping[str, Any]) -> str:
    asked = f"; asked: {entry['asked']}" if entry.get("asked") else ""
    return f' <span class="aside">{escaped(entry["met"] + asked)}</span>' if entry.get("met") else ""


def _change(change: Mapping[str, Any]) -> str:
    needs = " or ".join(_value(value) for value in change["needs"])
    return f'<code>{escaped(change["condition"])}</code> {_value(change["now"])} → {needs}{_met(change)}'


def _changes_of_item(entry: Mapping[str, Any]) -> str:
    sets = entry["sets"]
    goal = escaped(entry["goal"])
    said = {"found": f"{entry['size']} change{'' if entry['size'] == 1 else 's'} to become {goal}", "impossible": f"nothing makes it {goal}"}
    head = f"<b>{escaped(entry['id'])}</b> {_value(entry['value'])} at {_name(entry)}: {said.get(entry['outcome'], escaped(entry['outcome']))}"
    if len(sets) == 1:
        return _tree(head, map(_change, sets[0]))
    return _tree(head, (_tree(f"way {number} of {len(sets)}", map(_change, changes)) for number, changes in enumerate(sets, 1)))


def _changes_of_all(entry: Mapping[str, Any]) -> str:
    def items(word: str, entries: Sequence[Mapping[str, Any]]) -> Iterable[str]:
        if entries:
            rest = [f"{len(entries) - MOST} more"] if len(entries) > MOST else []
            yield _tree(f"{len(entries)} {word}", [*(_tree(f"{_name(item)} {_value(item['value'])}", map(_change, item["changes"])) for item in entries[:MOST]), *rest])

    head = f"<b>{escaped(entry['id'])}</b> matches {entry['matches']} of {entry['items']} items"
    return _tree(head, [*items("miss by one change", entry["misses"]), *items("match beside the gold item", entry["extra"])])


def changes(entries: Sequence[Mapping[str, Any]]) -> str:
    """What `why` says: of each request the changes that would turn it, as a tree."""
    return "".join(
        f"<b>{escaped(entry['id'])}</b> has mistakes" if entry.get("error") else _changes_of_item(entry) if "sets" in entry else _changes_of_all(entry)
        for entry in entries
    )


def _condition(node: Mapping[str, Any]) -> str:
    name = f"<code>{escaped(node['name'])}</code>" if node.get("name") else ""
    word = "" if node["op"] == "CONDITION" else escaped(node["op"])
    return _tree(f"{_value(node['value'])} {' '.join(filter(None, (word, name)))}{_met(node)}", map(_condition, node.get("args", ())))


def explanations(entries: Sequence[Mapping[str, Any]]) -> str:
    """What `explain` says: of each request the tree of its conditions; of formulas the text of their steps."""
    shown = []
    for entry in entries:
        head = f"<b>{escaped(entry.get('id', entry.get('formula')))}</b> at {_name(entry)}" if "item" in entry else f"<b>{escaped(entry.get('id'))}</b>"
        shown.append(_tree(head, [_condition(entry["tree"])]) if "tree" in entry else f"<pre>{escaped(json.dumps(entry, indent=1, ensure_ascii=False))}</pre>")
    return "".join(shown)

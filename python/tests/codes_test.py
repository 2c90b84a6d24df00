"""Every error of the package has a code, which docs/python.md lists."""

import ast
import re

import pytest

import seedc
from seedc._codes import CODES

from conftest import ROOT

RAISED = {"UsageError": 2, "DataError": 2}  # {class: where its code is among the arguments}


def raised_codes():
    """(file and line, code or None) of each error that the package raises itself."""
    for path in sorted((ROOT / "python" / "seedc").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in RAISED:
                code = node.args[RAISED[node.func.id]] if len(node.args) > RAISED[node.func.id] else None
                yield f"{path.name}:{node.lineno}", code.value if isinstance(code, ast.Constant) else None


def test_every_error_has_a_code_of_the_table():
    found = dict(raised_codes())
    assert len(found) > 30 and [where for where, code in found.items() if code not in CODES] == []
    assert set(CODES) - set(found.values()) == set()


def test_the_guide_lists_them():
    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    assert dict(re.findall(r"^\| `([a-z-]+)` \| (.+) \|$", page, re.MULTILINE)) == CODES


@pytest.mark.parametrize(
    "call, code",
    [
        (lambda data: seedc.open("/nope"), "no-such-data"),
        (lambda data: seedc.compile("a: drive_thru", data).run(data, timeout=-1), "wrong-number"),
        (lambda data: seedc.compile("a: drive_thru", data, backend="x"), "unknown-option"),
        (lambda data: seedc.compile("a: drive_thru", data).run(data).text("xml"), "unknown-option"),
        (lambda data: seedc.Data([]), "no-items"),
        (lambda data: seedc.Data("items.jsonl"), "wrong-kind"),
        (lambda data: seedc.Data([1]), "wrong-row"),
        (lambda data: seedc.Data([{"business_id": {1}}]), "not-json"),
        (lambda data: seedc.formula(ROOT / "examples" / "cafes" / "risk.json").extract(data, lambda messages, schema: {}), "answers-not-kept"),
        (lambda data: seedc.compile("a: no_such_name_at_all", data), "unknown-name"),
    ],
)
def test_codes(cafes, call, code):
    with pytest.raises(seedc.Error) as thrown:
        call(cafes)
    assert thrown.value.code == code

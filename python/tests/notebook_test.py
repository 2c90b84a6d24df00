"""What objects look like in a notebook."""

import ast
import html.parser
import json

import pytest

import seedc

from conftest import CAFES, ROOT

NASTY = '<script>alert("x")</script>&'


class Tags(html.parser.HTMLParser):
    """The tags, balanced, and the text."""

    def __init__(self, page):
        super().__init__()
        self.seen, self.open, self.text = set(), [], ""
        self.feed(page)
        assert not self.open

    def handle_starttag(self, tag, attributes):
        self.seen.add(tag)
        assert not any(name.startswith("on") for name, _ in attributes)
        self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


@pytest.fixture(scope="module")
def nasty():
    reviews = [{"review_id": "1", "business_id": NASTY, "stars": 5, "text": f"cozy {NASTY}"}]
    return seedc.Data([{"business_id": NASTY, "name": NASTY, "attributes": {"DriveThru": "True"}}], reviews)


def test_results_are_shown_and_escaped(nasty):
    result = seedc.compile("R1: AND(drive_thru, cozy_reviews)", nasty).run(nasty)
    for shown in (result, result.matrix(), result.explain(NASTY), result.why(NASTY), nasty.names("drive"), nasty.explain_name("drive_thru")):
        tags = Tags(shown._repr_html_())
        assert "script" not in tags.seen and "<script" not in shown._repr_html_()
    assert NASTY in Tags(result.matrix()._repr_html_()).text
    assert "prefers-color-scheme:dark" in result._repr_html_()


def test_items_have_their_names_and_what_is_cut_is_counted(cafes):
    tags = Tags(seedc.compile("R1: drive_thru", cafes).run(cafes)._repr_html_())
    assert "Two Sisters Kitchen" in tags.text and "Juniper & Rye Coffee, and 2 more" in tags.text and "0yfRtaK2ydjoeuCxkxO8xG" not in tags.text


def test_why_is_a_tree(cafes):
    result = seedc.compile("R1: AND(drive_thru, OR(cozy_reviews, live_music))\nR2: AND()", cafes).run(cafes)
    tags = Tags(result.why("fCmgvQ8RhpU7OPd3ulGvAj")._repr_html_())
    assert {"details", "summary", "ul", "li"} <= tags.seen
    assert "R1 unknown at Two Sisters Gelateria fCmgvQ8RhpU7OPd3ulGvAj: 1 change to become yes" in tags.text
    assert "drive_thru unknown → yes attributes.DriveThru is missing" in tags.text
    tags = Tags(result.why(request="R1")._repr_html_())
    assert "R1 matches 1 of 72 items" in tags.text and "miss by one change" in tags.text
    tags = Tags(result.explain("fCmgvQ8RhpU7OPd3ulGvAj", request="R1")._repr_html_())
    assert "unknown AND" in tags.text and "no cozy_reviews" in tags.text
    page = result.why("fCmgvQ8RhpU7OPd3ulGvAj")._repr_html_()
    assert "prefers-color-scheme:dark" in page and '[data-jp-theme-light="true"]' in page


def test_scores_are_shown(cafes):
    scores = seedc.formula(CAFES / "risk.json").score(cafes, CAFES / "risk.extractions.jsonl")
    tags = Tags(scores._repr_html_())
    assert "RISK" in tags.text and "reviews: 1600" in tags.text and "22 more rows" in tags.text
    assert "0.85" in tags.text and "0.8500000000000001" in scores.text("jsonl") and "0.8500000000000001" not in tags.text


def test_long_matrices_are_cut(cafes, all_requests):
    tags = Tags(seedc.compile(all_requests, cafes).run(cafes).matrix()._repr_html_())
    assert "22 more rows" in tags.text


def run_cell(source, names):
    """Runs it as a notebook does; the value of its last line, if that is an expression."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    return None if last is None else eval(compile(ast.Expression(last.value), "cell", "eval"), names)


@pytest.mark.parametrize("folder", [".", "examples/python"])
def test_the_notebook_runs_from_top_to_bottom(monkeypatch, folder):
    for package in ("polars", "matplotlib"):
        pytest.importorskip(package)
    monkeypatch.chdir(ROOT / folder)
    monkeypatch.setenv("MPLBACKEND", "agg")
    notebook = json.loads((ROOT / "examples" / "python" / "cafes.ipynb").read_text(encoding="utf-8"))
    names, shown = {}, []
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            value = run_cell("".join(cell["source"]), names)
            shown.append(hasattr(value, "_repr_html_") and value._repr_html_() or repr(value))
    assert names["result"].matches["drive"] == ["0yfRtaK2ydjoeuCxkxO8xG"] and all(names["result"].matches.values())
    assert names["mistake"].code == "unknown-name"
    assert "Figure" in shown[-1] and "wifi_free" in shown[1]
    Tags(shown[2])

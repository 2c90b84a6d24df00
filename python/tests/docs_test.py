"""The examples of docs/python.md and README.md say what happens, and the types of the package hold."""

import doctest
import subprocess
import sys

import pytest

from conftest import ROOT


@pytest.mark.parametrize("page", ["docs/python.md", "README.md"])
def test_examples(page, monkeypatch):
    text = (ROOT / page).read_text(encoding="utf-8")
    for package in ("polars", "duckdb"):
        pytest.importorskip(package)
    monkeypatch.chdir(ROOT)
    without_fences = "\n".join("" if line.startswith("```") else line for line in text.splitlines())
    test = doctest.DocTestParser().get_doctest(without_fences, {}, page, page, 0)
    assert test.examples
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    runner.run(test)
    assert runner.summarize(verbose=False).failed == 0


def test_types(tmp_path):
    pytest.importorskip("mypy")
    program = tmp_path / "typed.py"
    program.write_text("""
import seedc
data: seedc.Data = seedc.open("x")
ids: list[str] = seedc.compile("R1: a", data).run(data).matches["R1"]
""")
    for what in (["--strict", str(program)], ["-p", "seedc"]):
        command = [sys.executable, "-m", "mypy", "--no-error-summary", f"--cache-dir={tmp_path}", *what]
        run = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8")
        assert run.returncode == 0, run.stdout + run.stderr

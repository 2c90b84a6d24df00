"""The examples of docs/spark.md say what happens."""

import doctest

from conftest import ROOT


def test_examples(spark, frames, monkeypatch, tmp_path):
    monkeypatch.chdir(ROOT)
    for name in ("items", "reviews"):
        frames[name].write.parquet(f"{tmp_path}/{name}.parquet")
    text = (ROOT / "docs" / "spark.md").read_text(encoding="utf-8")
    without_fences = "\n".join("" if line.startswith("```") else line for line in text.splitlines())
    test = doctest.DocTestParser().get_doctest(without_fences, {"spark": spark, "tmp": tmp_path}, "spark.md", "docs/spark.md", 0)
    assert test.examples
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    runner.run(test)
    assert runner.summarize(verbose=False).failed == 0

"""A cluster of two executors on this machine, and the sample data in files of Parquet."""

import glob
import json
import os
import pathlib
import sys

import pytest

import seedc.spark

ROOT = pathlib.Path(__file__).resolve().parents[2]
CAFES = ROOT / "examples" / "cafes"
SHARED = pathlib.Path(os.environ.get("SEEDC_SHARED_DATA", ROOT / ".." / "shared" / "data"))

os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable


def lines_of(folder, pattern):
    return [json.loads(line) for name in sorted(glob.glob(str(folder / pattern))) for line in open(name, encoding="utf-8")]


def tables_of(folder, items, reviews):
    """The tables of a folder as lists of dicts; names that a file assigns to reviews are in the reviews."""
    tables = {"items": lines_of(folder, items), "reviews": lines_of(folder, reviews)}
    if (folder / "user_mapping.json").exists():
        mapping = json.loads((folder / "user_mapping.json").read_text(encoding="utf-8"))
        of_item = {}
        for review in tables["reviews"]:
            of_item.setdefault(review["business_id"], []).append(review)
        for index, entries in mapping["review_assignments"].items():
            reviews_of_item = of_item.get(tables["items"][int(index)]["business_id"], [])
            for entry in entries:
                if entry["review_idx"] >= len(reviews_of_item):  # is ignored
                    continue
                review = reviews_of_item[entry["review_idx"]]
                review["user"] = {**(review.get("user") or {}), "name": entry["name"]}
        tables["friends"] = [{"name": name, "friends": friends} for name, friends in mapping["friend_graph"].items()]
    if (folder / "judgement_cache.json").exists():
        cache = json.loads((folder / "judgement_cache.json").read_text(encoding="utf-8"))
        tables["judgements"] = [
            {"review_id": key.split(":", 1)[0], "topic": key.split(":", 1)[1], "judgement": value["judgement"]} for key, value in cache.items()
        ]
    return tables


@pytest.fixture(scope="session")
def spark(tmp_path_factory):
    from pyspark.sql import SparkSession

    session = (
        SparkSession.builder.master("local-cluster[2,1,1024]")
        .config("spark.executor.memory", "1g")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.sql.shuffle.partitions", "5")
        .config("spark.local.dir", str(tmp_path_factory.mktemp("spark")))
        .config("spark.sql.warehouse.dir", str(tmp_path_factory.mktemp("warehouse")))
        .config("spark.python.worker.faulthandler.enabled", "true")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


@pytest.fixture(scope="session")
def frame_of(spark, tmp_path_factory):
    """Rows as a DataFrame, by way of a file of Parquet."""
    import pyarrow as pa
    import pyarrow.parquet

    def made(rows):
        table = rows if isinstance(rows, pa.Table) else seedc.spark._arrow_of("rows", rows)
        path = tmp_path_factory.mktemp("rows") / "rows.parquet"
        pyarrow.parquet.write_table(table, path)
        return spark.read.parquet(str(path))

    return made


@pytest.fixture(scope="session")
def rows():
    return tables_of(CAFES, "restaurants.jsonl", "review_*.jsonl")


@pytest.fixture(scope="session")
def frames(frame_of, rows):
    return {name: frame_of(table) for name, table in rows.items()}

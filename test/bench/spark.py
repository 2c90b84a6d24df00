"""Compares seedc.spark with one process of seedc, on the same two cores and the same files of Parquet.

    spark.py [--items N] [--runs N]

Both read the files, answer the sample requests and write the answers as Parquet, or score `risk.json`. Of Spark the start and the
first run, which compiles the program and starts its workers, are told apart from the runs that follow.
"""
import argparse
import glob
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

import pyarrow as pa
import pyarrow.json
import pyarrow.parquet as parquet

import seedc
import seedc.spark

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CAFES = os.path.join(ROOT, "examples", "cafes")
REQUESTS = os.path.join(CAFES, "requests.req")
FORMULA = os.path.join(CAFES, "risk.json")
CORES = 2
REVIEWS_PER_ITEM = 25

os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
os.environ["PYSPARK_PYTHON"] = sys.executable


def generate(folder, items):
    """Files of Parquet, in folders of 8 files each."""
    generator = os.path.join(ROOT, "build", "release", "bin", "seedc-gen")
    size = ["--items", str(items), "--reviews", str(items * REVIEWS_PER_ITEM)]
    subprocess.run([generator, *size, "--extract", FORMULA, "-o", os.path.join(folder, "json")], check=True)
    for name, pattern in (("items", "restaurants.jsonl"), ("reviews", "reviews.jsonl"), ("extractions", "*extractions.jsonl")):
        files = sorted(glob.glob(os.path.join(folder, "json", pattern)))
        options = pyarrow.json.ReadOptions(block_size=1 << 26)
        table = pa.concat_tables([pyarrow.json.read_json(file, read_options=options) for file in files], promote_options="permissive")
        os.mkdir(os.path.join(folder, name))
        rows = -(-len(table) // 8)
        for part in range(8):
            parquet.write_table(table.slice(part * rows, rows), os.path.join(folder, name, f"part-{part}.parquet"))
    with open(os.path.join(folder, "json", "user_mapping.json"), encoding="utf-8") as file:
        friends = json.load(file)["friend_graph"]
    return [{"name": name, "friends": names} for name, names in friends.items()]


def seconds(call, runs):
    """Of each run."""
    taken = []
    for _ in range(runs):
        begin = time.perf_counter()
        call()
        taken.append(time.perf_counter() - begin)
    return taken


def in_one_process(folder, friends, out):
    def read(name):
        return parquet.read_table(os.path.join(folder, name))

    def run():
        data = seedc.Data(read("items"), read("reviews"), friends=pa.Table.from_pylist(friends), threads=CORES)
        result = seedc.compile(open(REQUESTS, encoding="utf-8").read(), data, threads=CORES).run(data)
        matrix = result.matrix()
        columns = {request: pa.array(matrix[request], pa.int8()) for request in matrix}
        parquet.write_table(pa.table({"business_id": result.items, **columns}), os.path.join(out, "one.parquet"))

    def score():
        data = seedc.Data(read("items"), read("reviews"), threads=CORES)
        parquet.write_table(pa.table(seedc.formula(FORMULA).score(data, read("extractions"))), os.path.join(out, "scores.parquet"))

    return {"requests": run, "formula": score}


def in_spark(session, folder, friends, out):
    def frame(name):
        return session.read.parquet(os.path.join(folder, name))

    schema = seedc.Data(parquet.read_table(os.path.join(folder, "items")), parquet.read_table(os.path.join(folder, "reviews"))).schema()

    def write(answers, name):
        answers.write.mode("overwrite").parquet(os.path.join(out, name))

    return {
        "schema": lambda: seedc.spark.schema(frame("items"), frame("reviews")),
        "requests": lambda: write(seedc.spark.run(frame("items"), frame("reviews"), open(REQUESTS, encoding="utf-8").read(), friends=friends, schema=schema), "run"),
        "formula": lambda: write(seedc.spark.score(frame("items"), frame("reviews"), FORMULA, extractions=frame("extractions")), "score"),
    }


def spark_session(folder):
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master(f"local[{CORES}]").config("spark.driver.memory", "3g").config("spark.ui.enabled", "false")
    builder = builder.config("spark.ui.showConsoleProgress", "false").config("spark.sql.shuffle.partitions", "8")
    session = builder.config("spark.local.dir", folder).getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    return session


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--items", type=int, default=40_000)
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=os.path.join(ROOT, "build")) as folder:
        friends = generate(folder, options.items)
        alone = in_one_process(folder, friends, folder)
        begin = time.perf_counter()
        session = spark_session(folder)
        session.range(1).count()
        print(f"{options.items:,} items, {options.items * REVIEWS_PER_ITEM:,} reviews, {CORES} cores; Spark starts in {time.perf_counter() - begin:.1f} s")
        print("            one process   Spark, first   Spark, then   reviews/s   throughput of Spark")
        for name, call in in_spark(session, folder, friends, folder).items():
            first = seconds(call, 1)[0]
            # In turns, so that whatever else the machine does slows down both.
            one, then = zip(*((seconds(alone.get(name, int), 1)[0], seconds(call, 1)[0]) for _ in range(options.runs)))
            then = statistics.median(then)
            of_one = f"{statistics.median(one):9.2f} s" if name in alone else " " * 11
            ratio = f"   {statistics.median(one) / then:.2f} of one process" if name in alone else ""
            print(f"{name:10}  {of_one}   {first:10.2f} s   {then:9.2f} s   {options.items * REVIEWS_PER_ITEM / then:9,.0f}{ratio}")
        session.stop()


if __name__ == "__main__":
    main()

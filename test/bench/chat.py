"""Measures how fast `seedc extract` calls a model that takes 0.1 s per answer, with 16 concurrent calls.

    chat.py [--reviews N] [--runs N]

At best it is 160 answers a second; what is missing is loading, and the wait of the last calls for each other.
"""
import argparse
import os
import statistics
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "support"))
os.environ["PATH"] = os.path.join(ROOT, "build", "release", "bin") + os.pathsep + os.environ["PATH"]

from chat_scenarios import CONCURRENCY, Bench, check  # noqa: E402
from with_chat_server import chat_server  # noqa: E402

SECONDS_PER_ANSWER = 0.1


def answers_per_second(count):
    with tempfile.TemporaryDirectory() as folder, chat_server("--delay", str(SECONDS_PER_ANSWER)) as port:
        bench = Bench(folder, count)
        begin = time.perf_counter()
        check(bench.run(port, "rows.jsonl")[0] == 0, "the run")
        return count / (time.perf_counter() - begin)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--reviews", type=int, default=2000)
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    rate = statistics.median(answers_per_second(options.reviews) for _ in range(options.runs))
    best = CONCURRENCY / SECONDS_PER_ANSWER
    print(f"seedc extract, {CONCURRENCY} calls at once: {rate:.0f} answers a second, {rate / best:.0%} of {best:.0f}")


if __name__ == "__main__":
    main()

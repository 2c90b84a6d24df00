"""Runs the requests of a JSON program in several orders, with others and alone; each must have the same result.

    same_in_any_order.py REQUESTS.jsonl DATA [OPTION…]
"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile


def results(requests, data, options, folder):
    """Of each request, by its id."""
    program = folder / "requests.jsonl"
    program.write_text("".join(requests), encoding="utf-8")
    command = ["seedc", "run", program, "--data", data, "--format", "jsonl", *options]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return {json.loads(line)["id"]: line for line in lines}


def main():
    program, data, *options = sys.argv[1:]
    requests = pathlib.Path(program).read_text(encoding="utf-8").splitlines(keepends=True)
    pick = random.Random(7)
    orders = [requests[::-1], *(pick.sample(requests, len(requests)) for _ in range(3))]
    alone = [[request] for request in pick.sample(requests, 6)]
    with tempfile.TemporaryDirectory() as name:
        expected = results(requests, data, options, pathlib.Path(name))
        for order in [*orders, *alone]:
            for key, line in results(order, data, options, pathlib.Path(name)).items():
                if line != expected[key]:
                    sys.exit(f"{key} depends on its neighbours:\n{expected[key]}\n{line}")


main()

"""Times whole commands on generated data, and the same queries in other tools in the same run.

README.md explains the table, which goes to standard output; progress goes to standard error, all figures to a JSON
file. Exit status: 0 done, 1 tools answer differently, 2 bad usage, 3 a command failed.
"""

import argparse
import contextlib
import dataclasses
import json
import os
import sys
import tempfile

import against
import answers
import machine
import picture
import report
import suite
from measure import Failed, Launcher, measure, say
from workload import REQUESTS, ROOT, Size, Workload, requests_file, size_of

BUILD = os.path.join(ROOT, "build")


@dataclasses.dataclass
class Results:
    """What was measured at one size: `results` are pairs of a group and what its commands came to. Its limits are
    `held` to at 1x."""

    size: Size
    json_bytes: int
    text_bytes: int
    held: bool
    results: list = dataclasses.field(default_factory=list)
    disagreements: list = dataclasses.field(default_factory=list)


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0],
        epilog="example: tools/dev bench --scale 1 --scale 10 --only load --only scan",
    )
    parser.add_argument(
        "--scale",
        type=size_of,
        action="append",
        metavar="N",
        help="N times 10,000 items and 250,000 reviews; 28 has as many reviews as Yelp's dataset, 7 million; "
        "given again, growth from the first to the last is shown (default: 1)",
    )
    parser.add_argument(
        "--runs", type=int, default=5, help="how many of each command (default: 5; fewer of slow ones)"
    )
    parser.add_argument(
        "--only", action="append", choices=suite.GROUPS, help="only this group; may be given again"
    )
    parser.add_argument(
        "--requests",
        type=requests_file,
        default=REQUESTS,
        metavar="FILE",
        help="the requests of the group `requests`, one JSON object per line (default: the sample requests)",
    )
    parser.add_argument(
        "--against",
        metavar="REV",
        help="compare seedc with that of another commit, and mark what got slower; other tools are not run",
    )
    parser.add_argument(
        "--json",
        default=os.path.join(BUILD, "bench.json"),
        metavar="FILE",
        help="where all figures go (default: build/bench.json)",
    )
    parser.add_argument(
        "--readme",
        type=report.page_with_markers,
        metavar="FILE",
        help="put the table of the first size between the markers of this file",
    )
    parser.add_argument(
        "--growth",
        metavar="FILE",
        help="draw how time and memory grow from size to size, as an SVG (two sizes or more)",
    )
    parser.add_argument(
        "--bin",
        default=os.path.join(BUILD, "release", "bin"),
        metavar="DIR",
        help="where seedc and seedc-gen are",
    )
    arguments = parser.parse_args()
    if arguments.readme and (arguments.only or arguments.against or arguments.requests != REQUESTS):
        parser.error("--readme takes the whole table, without --only, --against and --requests")
    arguments.scale = arguments.scale or [size_of("1")]
    if arguments.growth and (arguments.against or len({size.reviews for size in arguments.scale}) < 2):
        parser.error("--growth takes two sizes or more, each given with --scale, without --against")
    return arguments


@contextlib.contextmanager
def workload(arguments, size, tools):
    """The data of one size, until the context ends, and what runs commands on it."""
    os.makedirs(os.path.join(BUILD, "bench"), exist_ok=True)
    with tempfile.TemporaryDirectory(dir=os.path.join(BUILD, "bench"), prefix="data-") as folder, Launcher(
        folder
    ) as launcher:
        yield Workload(folder, size, tools, launcher, arguments.requests), launcher


def run_suite(arguments, size, keys, tools):
    with workload(arguments, size, tools) as (work, launcher):
        done = Results(size, work.json_bytes, work.text_bytes, held=size.name == "1x")
        for key in keys:
            group = suite.GROUPS[key](work)
            say(group.title)
            measured = measure(launcher, group.commands, arguments.runs)
            done.disagreements += answers.disagreements({name: each.answer for name, each in measured.items()})
            for each in measured.values():
                each.answer = None
            done.results.append((group, {**group.measured, **measured}))
    return done


def run_all(arguments, tools):
    """Results of every size; what does not depend on the size is measured with the first."""
    keys = arguments.only or list(suite.GROUPS)
    every = []
    for size in arguments.scale:
        every.append(run_suite(arguments, size, keys, tools))
        print(report.terminal(every[-1], arguments.runs), end="\n\n", flush=True)
        keys = [key for key in keys if key not in suite.ONCE]
    return every


def run_against(arguments, tools):
    """Prints what changed at each size. Exit status: 1 if both seedcs do not answer alike."""
    other = against.built(arguments.against)
    disagreements = []
    for size in arguments.scale:
        with workload(arguments, size, tools) as (work, launcher):
            before = work.of_other(other, launcher)
            for key in arguments.only or list(suite.GROUPS):
                compared = against.compare(launcher, suite.GROUPS[key], before, work, arguments.runs)
                print(compared.table, end="\n\n", flush=True)
                disagreements += compared.disagreements
    for disagreement in disagreements:
        say(f"error: {disagreement}")
    return 1 if disagreements else 0


def write_growth(path, every):
    by_size = sorted(every, key=lambda results: results.json_bytes)
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(picture.growth(by_size))


def write_json(path, description, runs, every):
    with open(path, "w", encoding="utf-8") as stream:
        json.dump(
            {**description, "runs": runs, "sizes": [report.as_object(results) for results in every]},
            stream,
            indent=1,
        )
        stream.write("\n")


def main():
    arguments = parse_arguments()
    tools = machine.find_tools(arguments.bin)
    description = machine.describe(tools)
    print(report.machine_lines(description), end="\n\n", flush=True)
    if description["load_before"] > description["cores"]:
        say(f"the machine is busy (load {description['load_before']:.1f}): these times are not to be kept")
    try:
        if arguments.against:
            return run_against(arguments, tools)
        every = run_all(arguments, tools)
    except Failed as failure:
        say(failure)
        return 3
    if len(every) > 1:
        print(report.growth(every[0], every[-1]))
    if arguments.growth:
        write_growth(arguments.growth, every)
    write_json(arguments.json, description, arguments.runs, every)
    for disagreement in (each for results in every for each in results.disagreements):
        say(f"error: {disagreement}")
    if any(results.disagreements for results in every):
        return 1
    if arguments.readme:
        report.put_into(arguments.readme, report.markdown(every[0], description, arguments.runs))
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Whether a run of every condition of a library gives the counts that the library tells: library_counts.py LIBRARY RESULTS."""
import json
import sys


def main(library, results):
    with open(library, encoding="utf-8") as stream:
        told = {name: int(evidence["description"].split()[0]) for name, evidence in json.load(stream).items()}
    with open(results, encoding="utf-8") as stream:
        found = {result["id"]: len(result["matches"]) for result in map(json.loads, stream)}
    differing = [name for name in told if told[name] != found.get(name)]
    for name in differing:
        print(f"{name}: {told[name]} told, {found.get(name)} found")
    print(f"{len(differing)} counts differ" if differing else f"{len(told)} counts equal")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

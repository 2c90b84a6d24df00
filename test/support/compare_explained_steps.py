"""Whether `seedc explain` shows at every item the values that `seedc run --all` computes:

    compare_explained_steps.py FORMULA --data D [--extractions F]
"""
import json
import subprocess
import sys


def seedc(command, arguments):
    done = subprocess.run(["seedc", command, *arguments], stdout=subprocess.PIPE, check=True)
    return done.stdout.decode()


def main(*arguments):
    equal, different = 0, 0
    for line in seedc("run", [*arguments, "--all", "--format", "jsonl"]).splitlines():
        scored = json.loads(line)
        item = scored["business_id"]
        (explained,) = json.loads(seedc("explain", [*arguments, "--item", item, "--format", "json"]))
        shown = {step["name"]: step["value"] for step in explained["steps"] if "value" in step}
        for name in scored["outputs"].keys() | shown.keys():
            # Compared as texts: 1 and 1.0 are different values.
            if json.dumps(scored["outputs"].get(name)) == json.dumps(shown.get(name, "nothing")):
                equal += 1
            else:
                different += 1
                print(f"{item}: {name} is {scored['outputs'].get(name)}, explained as {shown.get(name)}")
    print(f"{equal} values equal, {different} not")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

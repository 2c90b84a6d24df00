"""Checks the prompt for Formula Seeds: its length, its complete programs, its typical mistakes.

    prompt_examples.py PROMPT EXAMPLES     with `seedc` in the PATH; EXAMPLES is the folder `examples`

Each complete program must check without a word and run on the cafes, with the extractions that have its fields. Each typical mistake,
put into a program, must be one that `check` reports; put right it must not.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

MOST_WORDS = 2500
MISTAKE = re.compile(r"^- `(\{.*?\})` → `(\{.*?\})`", re.MULTILINE)
PROGRAM = re.compile(r"```json\n(.*?)```\n", re.DOTALL)
CHECK = ["seedc", "check", "-Werror"]
SURROUNDING = {
    "extract": {
        "fields": [
            {"name": "lapse", "type": "enum", "values": {"none": "", "mild": "", "severe": ""}, "default": "none"},
            {"name": "visits", "type": "int"},
            {"name": "loud", "type": "bool"},
        ]
    },
    "compute": [
        {"name": "N", "op": "count"},
        {
            "name": "VISITS",
            "op": "sum",
            "expr": "extraction.visits",
            "where": {"extraction.lapse": "none", "extraction.loud": True},
        },
    ],
    "output": ["N", "VISITS"],
}


def surrounded(step):
    """A program with the step; one that has no value to report is used by another."""
    step = {"name": "X", **json.loads(step)}
    users = {
        "define_filter": [{"name": "Y", "op": "count", "where": {"$X": True}}],
        "define_value": [{"name": "Y", "op": "sum", "expr": "$X"}],
    }.get(step["op"], [])
    name = "Y" if users else "X"
    return SURROUNDING | {
        "compute": SURROUNDING["compute"] + [step] + users,
        "output": SURROUNDING["output"] + [name],
    }


def extractions_of(program, cafes):
    """The file whose rows have all fields of the program."""
    fields = {field["name"] for field in program["extract"]["fields"]}
    for path in sorted(cafes.glob("*.extractions.jsonl")):
        if fields <= {key for line in path.open() for key in json.loads(line)}:
            return path
    raise SystemExit(f"no extractions have {fields}")


def failure(command):
    """What a command that must succeed says, or nothing."""
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return result.stdout if result.returncode else ""


def problems_of(prompt, cafes, folder):
    words = len(prompt.split())
    if words > MOST_WORDS:
        yield f"{words} words"
    if re.search(r"%\w+%", prompt):
        yield "a placeholder is left"
    programs, mistakes = PROGRAM.findall(prompt), MISTAKE.findall(prompt)
    if len(programs) < 3 or len(mistakes) < 10:
        yield f"{len(programs)} programs, {len(mistakes)} mistakes"
    file = folder / "program.json"
    for number, text in enumerate(programs, 1):
        file.write_text(text)
        data = ["--data", cafes, "--extractions", extractions_of(json.loads(text), cafes)]
        for command in (CHECK + [file], ["seedc", "run", file, *data]):
            if said := failure(command):
                yield f"program {number}: {said}"
    for wrong, right in mistakes:
        file.write_text(json.dumps(surrounded(wrong)))
        if not failure(CHECK + [file]):
            yield f"not a mistake: {wrong}"
        file.write_text(json.dumps(surrounded(right)))
        if said := failure(CHECK + [file]):
            yield f"{right}: {said}"


def main():
    prompt, cafes = pathlib.Path(sys.argv[1]).read_text(), pathlib.Path(sys.argv[2]) / "cafes"
    with tempfile.TemporaryDirectory() as folder:
        problems = list(problems_of(prompt, cafes, pathlib.Path(folder)))
    print("\n".join(problems) or "all right")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

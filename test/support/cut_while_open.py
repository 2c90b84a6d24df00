"""Cuts a snapshot short after a command has opened it: the command waits for extractions from a pipe meanwhile.

    cut_while_open.py SNAPSHOT
"""
import os
import subprocess
import sys
import tempfile

FORMULA = """{"extract": {"fields": [{"name": "n", "type": "int"}]},
 "compute": [{"name": "M", "op": "max", "field": "meta.date"}], "output": ["M"]}"""


def main():
    snapshot, = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        pipe, formula = os.path.join(folder, "extractions.jsonl"), os.path.join(folder, "formula.json")
        os.mkfifo(pipe)
        with open(formula, "w", encoding="utf-8") as file:
            file.write(FORMULA)
        command = ["seedc", "run", formula, "--data", snapshot, "--extractions", pipe]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as running:
            with open(pipe, "w", encoding="utf-8"):  # the snapshot is open once the pipe is
                os.truncate(snapshot, 4096)
            _, complaint = running.communicate(timeout=60)
        print(running.returncode, complaint.splitlines()[-1])


main()

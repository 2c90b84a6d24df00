"""Runs the commands of a test (`# BOTH: ARGUMENTS`) on a folder and on its snapshot; the outputs must be equal.

    same_as_snapshot.py FOLDER SNAPSHOT TEST

`{data}` stands for either, `{data_dir}` for the folder.
"""
import subprocess
import sys

MARK = "# BOTH: "


def said(arguments, data):
    done = subprocess.run(["seedc", *(word.replace("{data}", data) for word in arguments)], capture_output=True)
    return done.returncode, done.stdout, done.stderr


def main():
    folder, snapshot, test = sys.argv[1:]
    with open(test, encoding="utf-8") as lines:
        commands = [line[len(MARK):].split() for line in lines if line.startswith(MARK)]
    if not commands:
        sys.exit(f"{test} has no commands")
    differing = 0
    for command in commands:
        arguments = [word.replace("{data_dir}", folder + "/.") for word in command]
        of_folder = said(arguments, folder)
        status, out, complaints = said(arguments, snapshot)
        of_snapshot = status, *(text.replace(snapshot.encode(), folder.encode()) for text in (out, complaints))
        if of_folder != of_snapshot:
            differing += 1
            print(f"seedc {' '.join(command)}: {of_folder[0]} and {of_snapshot[0]}")
            print(of_folder[1:], of_snapshot[1:], sep="\n")
    sys.exit(1 if differing else 0)


main()

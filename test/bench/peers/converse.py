"""Lines answered one by one: converse.py BUNDLE ANSWERS COMMAND...

Starts the command, writes it a line of the bundle, waits for so many lines of answer, then writes the next. Prints what
it was answered and its seconds, from the first line to the last answer, as the other peers do.
"""

import json
import os
import subprocess
import sys
import time


def write(stream, line):
    while line:
        line = line[os.write(stream, line) :]


def read(stream, count):
    """`count` lines, which is all that the command writes before the next line."""
    answer = b""
    while answer.count(b"\n") < count:
        part = os.read(stream, 1 << 16)
        if not part:
            sys.exit("the command ended before it had answered")
        answer += part
    return answer


def converse(lines, count, command):
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        write(process.stdin.fileno(), lines[0])
        answers = [read(process.stdout.fileno(), count)]
        begin = time.perf_counter()
        for line in lines[1:]:
            write(process.stdin.fileno(), line)
            answers.append(read(process.stdout.fileno(), count))
        return answers, time.perf_counter() - begin


def main(bundle, count, *command):
    with open(bundle, "rb") as stream:
        lines = stream.readlines()
    answers, seconds = converse(lines, int(count), command)
    items = {}
    for line in b"".join(answers).splitlines():
        item = json.loads(line)
        items.setdefault(item.pop("business_id"), {}).update(item)
    json.dump({"answer": {"stream": items}, "seconds": {"first": seconds}}, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])

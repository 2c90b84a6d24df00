"""Feeds a bundle to `seedc run --data -` in pieces of several sizes; the results must be the same.

    same_in_pieces.py BUNDLE PROGRAM [OPTION…]
"""
import pathlib
import subprocess
import sys
import time


def answers(pieces, command):
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as running:
        for piece in pieces:
            running.stdin.write(piece)
            running.stdin.flush()
            if len(piece) < 10000:
                time.sleep(0.001)
        running.stdin.close()
        text = running.stdout.read()
    return running.returncode, text


def cut(text, size):
    return [text[begin : begin + size] for begin in range(0, len(text), size)]


def main():
    bundle, *options = sys.argv[1:]
    text = pathlib.Path(bundle).read_bytes()
    command = ["seedc", "run", *options, "--data", "-"]
    expected = answers([text], command)
    shapes = {"lines": text.splitlines(keepends=True), "3000 bytes": cut(text, 3000), "70000 bytes": cut(text, 70000)}
    for name, pieces in shapes.items():
        found = answers(pieces, command)
        if found != expected:
            sys.exit(f"in {name}:\n{expected}\n{found}")


main()

"""Flips one bit in every byte of a snapshot's header: a run must say that something is wrong with it. Then in the middle of a section
of every kind: --verify must notice, and a run either notices or gives what it gives on the whole one.

    flip_sections.py SNAPSHOT PROGRAM
"""
import struct
import subprocess
import sys

HEADER_BYTES, ENTRY_BYTES = 64, 24


def said(*arguments):
    done = subprocess.run(["seedc", *arguments], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def sections(snapshot):
    count, = struct.unpack_from("<I", snapshot, 12)
    contents, = struct.unpack_from("<Q", snapshot, 24)
    last = None
    for number in range(count):
        section, _, offset, size = struct.unpack_from("<IIQQ", snapshot, contents + number * ENTRY_BYTES)
        if size > 0 and section != last:
            last = section
            yield offset, size


def flip(path, whole, place):
    with open(path, "r+b") as file:
        file.seek(place)
        file.write(bytes([whole[place] ^ 16]))


def main():
    path, program = sys.argv[1:]
    with open(path, "rb") as file:
        whole = file.read()
    expected = said("run", program, "--data", path)
    for place in range(HEADER_BYTES):
        flip(path, whole, place)
        status, _, complaint = said("run", program, "--data", path)
        if status != 3 or "the snapshot `" not in complaint:
            sys.exit(f"a run says {status} {complaint} of a flipped bit in byte {place}")
        with open(path, "wb") as file:
            file.write(whole)
    count = noticed = 0
    for offset, size in sections(whole):
        count += 1
        flip(path, whole, offset + size // 2)
        status, _, complaint = said("snapshot", "--verify", path)
        if status != 3 or "is damaged" not in complaint:
            sys.exit(f"--verify says {status} {complaint} of a flipped bit in the section at {offset}")
        run = said("run", program, "--data", path)
        is_noticed = run[0] == 3 and "is damaged" in run[2]
        noticed += is_noticed
        if not is_noticed and run != expected:
            sys.exit(f"a flipped bit in the section at {offset} gives another result")
        with open(path, "wb") as file:
            file.write(whole)
    print(f"{count} sections, each damage noticed by --verify")
    print(f"runs: {noticed} say that it is damaged, the others do not read it and give the same")


main()

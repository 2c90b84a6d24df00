"""Whether every limit of limits.def has a test that reaches it: one in the folder that contains `limit: NAME` in a comment."""
import pathlib
import re
import sys

ROW = re.compile(r'SEEDC_LIMIT\(k\w+,\s*"([a-z-]+)"')
MARK = re.compile(r"^(?:#|//) limit: ([a-z-]+)$", re.MULTILINE)
SUFFIXES = {".test", ".req", ".cpp"}


def main(table, folder):
    limits = ROW.findall(pathlib.Path(table).read_text(encoding="utf-8"))
    tests = [path for path in pathlib.Path(folder).rglob("*") if path.suffix in SUFFIXES]
    hit = {name for test in tests for name in MARK.findall(test.read_text(encoding="utf-8", errors="replace"))}
    missing = [name for name in limits if name not in hit]
    for name in missing:
        print(f"no test hits the limit {name}")
    for name in sorted(hit - set(limits)):
        print(f"a test hits the limit {name}, which there is not")
    return 1 if missing or hit - set(limits) or not limits else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

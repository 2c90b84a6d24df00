"""Whether every code of diagnostics.def has a golden test that names it: `fail_CODE.*` or `warn_CODE.*` in one of the folders, or
`CODE/whole.*`."""
import pathlib
import re
import sys

ROW = re.compile(r'SEEDC_DIAGNOSTIC\(\w+, "([a-z0-9-]+)", (Error|Warning),')


def has_golden(code, severity, folders):
    prefix = "fail_" if severity == "Error" else "warn_"
    patterns = (f"{prefix}{code}.*", f"{code}/whole.*")
    tests = [test for folder in folders for pattern in patterns for test in pathlib.Path(folder).glob(pattern)]
    return any(f"[{code}]" in test.read_text(encoding="utf-8") for test in tests)


def main(table, *folders):
    rows = ROW.findall(pathlib.Path(table).read_text(encoding="utf-8"))
    missing = [code for code, severity in rows if not has_golden(code, severity, folders)]
    for code in missing:
        print(f"no golden test for {code}")
    print(f"{len(rows)} codes, {len(missing)} without a test")
    return 1 if missing or not rows else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

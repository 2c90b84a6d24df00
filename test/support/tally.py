"""Adds up the results of all suites: JSON of GoogleTest and of lit, XML of JUnit. Each test that failed is named with the end of what it
printed, as the suites' own output is long. The last line is `N passed, N failed`."""
import json
import sys
import xml.etree.ElementTree

PASSED = {"PASS", "XFAIL", "FLAKYPASS"}
SKIPPED = {"UNSUPPORTED", "SKIPPED", "EXCLUDED"}
LINES = 40  # of a failed test's output


def named(name, output):
    """A failed test with the end of its output."""
    lines = output.strip().splitlines()[-LINES:]
    return "\n    ".join([name, *lines])


def tally_gtest(report):
    tests = [test for suite in report["testsuites"] for test in suite["testsuite"]]
    ran = [test for test in tests if test["status"] == "RUN" and test.get("result") == "COMPLETED"]
    failed = [named(test["classname"] + "." + test["name"], "\n".join(failure["failure"] for failure in test["failures"]))
              for test in ran if test.get("failures")]  # fmt: skip
    return len(ran) - len(failed), failed, len(tests) - len(ran)


def tally_lit(report):
    passed = sum(test["code"] in PASSED for test in report["tests"])
    skipped = sum(test["code"] in SKIPPED for test in report["tests"])
    failed = [named(test["name"], test.get("output", "")) for test in report["tests"] if test["code"] not in PASSED | SKIPPED]
    return passed, failed, skipped


def tally_junit(report):
    tests = list(report.iter("testcase"))
    skipped = [test for test in tests if test.find("skipped") is not None]
    ends = [(test, [end.text or end.get("message", "") for end in test if end.tag in ("failure", "error")]) for test in tests]
    failed = [named(f"{test.get('classname')}.{test.get('name')}", "\n".join(texts)) for test, texts in ends if texts]
    return len(tests) - len(skipped) - len(failed), failed, len(skipped)


def tally(text):
    if text.startswith("<"):
        return tally_junit(xml.etree.ElementTree.fromstring(text))
    report = json.loads(text)
    return tally_lit(report) if "tests" in report and "testsuites" not in report else tally_gtest(report)


def main(files):
    passed, failed, skipped = 0, [], 0
    for file in files:
        try:
            with open(file, encoding="utf-8") as stream:
                counts = tally(stream.read())
        except (OSError, ValueError, xml.etree.ElementTree.ParseError):
            failed.append(f"{file}: the suite did not end")
            continue
        passed, failed, skipped = passed + counts[0], failed + counts[1], skipped + counts[2]
    for name in failed:
        print(f"failed: {name}")
    if skipped:
        print(f"skipped: {skipped} that have no place here")
    print(f"{passed} passed, {len(failed)} failed")
    return 1 if failed or passed == 0 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

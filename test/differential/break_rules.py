"""Breaks rules of formulas in the backends, one at a time, and shows that the differential test finds each.

    break_rules.py BUILD [--only N]     BUILD: a configured tree, for example build/release

For each row of the table the source is changed, the test is built and run until its first finding, and the source is restored. The
status is 1 if a broken rule was not found, 2 if a row no longer fits its source. Uncommitted changes to these sources are refused."""
import argparse
import dataclasses
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TEST = "seedc_differential_tests"
NATIVE = "compiler/native/codegen/score_operations.cpp"


@dataclasses.dataclass
class Rule:
    what: str
    file: str
    right: str
    wrong: str


RULES = [
    Rule("native: x / 0 is null", NATIVE, "values_.null_of_cause(language::NullCause::DivisionByZero)", "emitter_.getInt32(0)"),
    Rule("native: `and` is false if an operand is false, even beside a null", NATIVE,
         "if (null) null = emitter_.CreateSelect(is_decided, emitter_.getInt32(0), null);", ""),
    Rule("native: an overflow of integers is null", NATIVE,
         "values_.null_if(emitter_.CreateExtractValue(result, 1), language::NullCause::IntegerOverflow)",
         "values_.null_if(emitter_.getFalse(), language::NullCause::IntegerOverflow)"),
    Rule("interpreter: a text test finds what it looks for", "runtime/exec/score_loops.cpp",
         "contract::test_text(tester, a[i])", "language::Cell::of(false)"),
    Rule("a missing field reads as its default", "runtime/exec/tested_values.h",
         "return value.is_null() ? load.otherwise : value;", "return value;"),
    Rule("a null step hands its null to a lookup", "runtime/contract/lookup.cpp",
         "if (value.is_null()) return value;", "if (value.is_null()) return table.otherwise;"),
    Rule("of equal keys of a list the first row stays first", "runtime/exec/lists.cpp",
         "return comes_before(a, b, spec_.descending);", "return !comes_before(b, a, spec_.descending);"),
    Rule("a null of a group's step belongs to that step", "compiler/plan/formula_plan.cpp",
         "static_cast<std::uint32_t>(end - plan_.steps.begin())}", "static_cast<std::uint32_t>(begin - plan_.steps.begin())}"),
    Rule("a date that no calendar has is none", "runtime/language/calendar.cpp",
         "if (!date.ok()) return std::nullopt;", "if (!date.month().ok()) return std::nullopt;"),
    Rule("a group has the rows of its label alone", "compiler/check/formula_groups.cpp",
         "member = builder_.add(ir::Op::BoolAnd, {*where, member}, {}, by->span);", "member = *where;"),
    Rule("an intended null is that where a branch is chosen", "compiler/check/formula_branches.cpp",
         'return null_of_kind(builder_, kind, "intended", span);', 'return null_of_kind(builder_, kind, "missing", span);'),
]


def run(*command, **options):
    return subprocess.run([str(part) for part in command], cwd=ROOT, capture_output=True, encoding="utf-8", check=False, **options)


def finding(build):
    """What the test reports first; "" if it passes, None if the sources do not compile."""
    made = run("cmake", "--build", build, "--target", TEST)
    if made.returncode != 0:
        print(made.stdout[-2000:], file=sys.stderr)
        return None
    ran = run(build / "bin" / TEST, "--gtest_brief=1", "--gtest_break_on_failure", "--gtest_filter=DifferentialFormula.Every*")
    reduced = re.search(r"^reduced: .*$", ran.stdout, re.MULTILINE)
    return "" if ran.returncode == 0 else (reduced.group(0) if reduced else "a failure")


def broken(rule, build):
    path = ROOT / rule.file
    text = path.read_text(encoding="utf-8")
    if text.count(rule.right) != 1:
        print(f"{rule.what}: {rule.file} does not have `{rule.right}` once", file=sys.stderr)
        sys.exit(2)
    path.write_text(text.replace(rule.right, rule.wrong), encoding="utf-8")
    try:
        return finding(build)
    finally:
        path.write_text(text, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--only", type=int, help="the number of a row")
    options = parser.parse_args()
    build = pathlib.Path(os.path.abspath(options.build))
    if run("git", "diff", "--quiet", "HEAD", "--", *{rule.file for rule in RULES}).returncode != 0:
        print("commit or undo the changes to the sources that are broken first", file=sys.stderr)
        return 2
    missed = 0
    for number, rule in enumerate(RULES, 1):
        if options.only in (None, number):
            found = broken(rule, build)
            missed += not found
            print(f"{number}. {rule.what}: {found[:160] if found else 'NOT FOUND' if found == '' else 'does not compile'}", flush=True)
    print(f"{missed} not found")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

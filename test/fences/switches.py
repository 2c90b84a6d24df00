"""No `default:` in a switch over an enumeration whose list is open (operations, conditions, statements, diagnostics), so that a new
one is led by compile errors; and no enumerator made of a number, as is done where two lists are kept in step by their order."""
import collections
import re
import sys

from tree import blanked, line_of, matching_brace, report, sources, text_of

# The enumerations whose lists are open, beside those whose enumerators come from a `.def` file.
OPEN_LISTS = {"Operation", "ScoreOp", "Signature", "StepKind", "TypeKind"}

# What is not so yet: file: how many switches. A row goes once they are gone.
DEFAULTS = {}

# Enumerators made of numbers: (file, enumeration): why the number cannot be of another list.
CASTS = {
    ("compiler/check/options.cpp", "Tri"): "-1, 0 and +1 as written",
    ("compiler/check/options.h", "Enum"): "the words are of the enumeration's own table",
    ("compiler/diag/explain.cpp", "DiagCode"): "the rows are of the enumeration's own table",
    ("compiler/diag/render_sarif.cpp", "DiagCode"): "the rows are of the enumeration's own table",
    ("compiler/ir/condition_text.cpp", "Tri"): "-1, 0 and +1 as written",
    ("compiler/ir/module.cpp", "Op"): "the rows are of the enumeration's own table",
    ("compiler/plan/plan_builder.cpp", "Tri"): "-1, 0 and +1 as written",
    ("engine/backend.cpp", "Program"): "each in turn",
    ("engine/lint/lint_run.cpp", "Tri"): "-1, 0 and +1 as written",
    ("engine/report/chat_ledger.cpp", "ChatFailureKind"): "each in turn",
    ("engine/report/formula_ledger.cpp", "NullCause"): "each in turn",
    ("runtime/data/model/topic_judgements.h", "Judgement"): "as stored",
    ("runtime/language/cell.h", "NullCause"): "the enumerators are the bits",
    ("runtime/language/conditions.cpp", "EvidenceKind"): "the rows are of the enumeration's own table",
    ("runtime/language/conditions.h", "Enum"): "the words are of the enumeration's own table",
    ("runtime/language/tri.h", "Tri"): "the enumerators are numbers",
    ("engine/report/chat_faults.cpp", "Kind"): "each in turn",
    ("library/setting_names.cpp", "Setting"): "each in turn",
}

ENUMERATION = re.compile(r"\benum class (\w+)[^;{]*\{")
SWITCH = re.compile(r"\bswitch \(")
# The enumeration of a case, with the class that it belongs to if that is named: `Json::Kind`, but `ScoreOp` of `contract::ScoreOp`.
CASE = re.compile(r"\bcase (?:[a-z]\w*::)*((?:[A-Z]\w*::)?\w+)::\w+")
CAST = re.compile(r"\bstatic_cast<(?:\w+::)*(\w+)>\((?!\w+\)?[&|])")


def enumerations(texts):
    """Names of all, and of those whose enumerators come from a table."""
    every, tabled = {"Enum"}, set(OPEN_LISTS)
    for text in texts.values():
        for found in ENUMERATION.finditer(text):
            every.add(found[1])
            if ".def" in text[found.end():matching_brace(text, found.end() - 1)]:
                tabled.add(found[1])
    return every, tabled


def switches_with_default(text, tabled):
    """Lines of switches over one of the enumerations that have a `default:` of their own."""
    for found in SWITCH.finditer(text):
        opening = text.find("{", found.start())
        body = text[opening + 1:matching_brace(text, opening)]
        while inner := SWITCH.search(body):  # has its own turn
            begin = body.find("{", inner.start())
            body = body[:inner.start()] + body[matching_brace(body, begin) + 1:]
        if re.search(r"\bdefault:", body) and tabled & set(CASE.findall(body)):
            yield line_of(text, found.start())


def main():
    raw = {name: text_of(name) for name in sources()}
    every, tabled = enumerations(raw)
    defaults, casts = collections.defaultdict(list), collections.defaultdict(list)
    for name, text in raw.items():
        text = blanked(text)
        defaults[name] = list(switches_with_default(text, tabled))
        for found in CAST.finditer(text):
            if found[1] in every:
                casts[name, found[1]].append(line_of(text, found.start()))
    problems = [f"{name}: a `default:` in the switches in lines {lines}, whose list is open"
                for name, lines in defaults.items() if len(lines) > DEFAULTS.get(name, 0)]
    problems += [f"{name}: {DEFAULTS[name]} are allowed, {len(defaults.get(name, []))} are there: lower it"
                 for name in DEFAULTS if len(defaults.get(name, [])) < DEFAULTS[name]]
    problems += [f"{name}: a {enumeration} made of a number in lines {lines}" for (name, enumeration), lines in casts.items()
                 if (name, enumeration) not in CASTS]
    problems += [f"the exception {key} is not needed any more" for key in CASTS if key not in casts]
    return report(problems if len(tabled) > len(OPEN_LISTS) else ["no enumeration of a table was found"])


if __name__ == "__main__":
    sys.exit(main())

"""Whether the TextMate grammar of `.req` files follows the language:

    textmate.py GRAMMAR words Shorthand.g4 conditions.def     every keyword, kind and option has a scope of its own
    textmate.py GRAMMAR tokens FILE < TOKENS                every token of `seedc emit --stage tokens` has a fitting scope
    textmate.py GRAMMAR scopes FILE                         prints the scopes of a file
    textmate.py GRAMMAR names GUIDE NAME...                 the names, and those of the guide's table of names, are one token each
"""
import json
import re
import sys


class Grammar:
    """As much of TextMate as the grammar uses: match with captures, begin and end, include; a line at a time."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.root = json.load(file)

    def rules(self, patterns):
        for pattern in patterns:
            if "include" in pattern:
                yield from self.rules([self.root["repository"][pattern["include"][1:]]])
            elif "match" in pattern or "begin" in pattern:
                yield pattern
            else:
                yield from self.rules(pattern["patterns"])

    def scopes(self, line):
        """One scope a character, the innermost; None where there is none."""
        scopes = [None] * len(line)
        at, region = 0, None
        while at <= len(line):
            found = self.next_match(line, at, region)
            if found is None:
                break
            rule, match = found
            if rule is None:
                self.fill(scopes, match.span(), region["name"])
                region = None
            else:
                self.take(scopes, rule, match)
                if "begin" in rule:
                    region = rule
                    self.fill(scopes, (match.start(), len(line)), rule["name"])
            at = max(match.end(), at + (1 if match.end() == match.start() else 0))
        return scopes

    def next_match(self, line, at, region):
        """The leftmost match, of several there the first in the grammar's order; the end of a region before all."""
        best = None
        if region is not None:
            end = re.compile(region["end"]).search(line, at)
            best = (None, end) if end else None
        patterns = self.root["patterns"] if region is None else region.get("patterns", [])
        for rule in self.rules(patterns):
            match = re.compile(rule.get("match") or rule["begin"]).search(line, at)
            if match and (best is None or match.start() < best[1].start()):
                best = (rule, match)
        return best

    def take(self, scopes, rule, match):
        if "name" in rule:
            self.fill(scopes, match.span(), rule["name"])
        for number, capture in rule.get("captures", {}).items():
            self.fill(scopes, match.span(int(number)), capture["name"])

    @staticmethod
    def fill(scopes, span, name):
        for index in range(*span):
            scopes[index] = name


# The scopes that a token may have, by prefix. Words may also be keys of objects and paths.
KEY = ("variable.parameter", "variable.other")
FITTING = {
    "STRING": ("string.", "constant.character.escape"),
    "NUMBER": ("constant.numeric", "entity.name.function"),
    "AND": ("keyword.operator.logical",) + KEY,
    "OR": ("keyword.operator.logical",) + KEY,
    "NOT": ("keyword.operator.logical",) + KEY,
    "HOP": ("support.function.hop",) + KEY,
    "LET": ("keyword.declaration",) + KEY,
    "IMPORT": ("keyword.control.import",) + KEY,
    "REQUEST": ("keyword.declaration",) + KEY,
    "WHERE": ("keyword.other.where",) + KEY,
    "TRUE_WORD": ("constant.language",) + KEY,
    "FALSE_WORD": ("constant.language",) + KEY,
    "NULL_WORD": ("constant.language",) + KEY,
    "COMPARISON": ("keyword.operator.comparison",),
    "NAME": ("variable.", "entity.name", "support.function", "keyword.control.rank", "keyword.operator.as"),
}

# Each keyword where it is one.
SNIPPETS = {
    "let": "let x = y",
    "import": 'import "conditions.json"',
    "request": "request R01 {",
    "where": "  where: AND(a, b)",
    "and": "AND(a, b)",
    "or": "OR(a, b)",
    "not": "NOT(a)",
    "true": "item_meta(a, missing: true)",
    "false": "item_meta(a, missing: false)",
    "null": "item_meta(a, missing: null)",
    "none": "item_meta(a, missing: None)",
    "hop": "1HOP(['Ann'], 'cozy')",
    "stars": "2HOP_STARS(['Ann'])",
    "at": "AT_LEAST(2, a, b)",
    "least": "AT_LEAST(2, a, b)",
    "rank": 'R1: cozy rank by "f.json".N asc',
    "by": 'R1: cozy rank by "f.json".N asc',
    "asc": 'R1: cozy rank by "f.json".N asc',
    "desc": 'R1: cozy rank by "f.json".N desc',
    "rank_by": '  rank_by: "f.json".N',
    "as": "1HOP(['Ann'], 'cozy') as near_ann",
}
KEYWORD_SCOPES = ("keyword.", "constant.language", "support.function", "variable.other.member", "variable.parameter")


def keywords_of(shorthand):
    """Literal words of the lexer, words spelt letter by letter, and those of the parser's own tokens."""
    words = set(re.findall(r"'([A-Za-z]{2,})'", shorthand))
    for spelt in re.findall(r"(?:\[[A-Z][a-z]\] ?){2,}", shorthand):
        words.add("".join(re.findall(r"\[([A-Z])", spelt)))
    tokens = re.search(r"tokens \{([^}]*)\}", shorthand)
    own = re.findall(r"[A-Z0-9_]+", tokens.group(1)) if tokens else []
    return sorted({word.lower() for word in words} | {word.lower() for word in own if word not in ("TRAILING_COMMA", "BEYOND_LIMIT", "INVALID_UTF8")})


def scope_of_word(grammar, line, word):
    place = re.search(re.escape(word), line, re.IGNORECASE)
    return grammar.scopes(line)[place.start()] or ""


def read_lines(path):
    with open(path, encoding="utf-8") as file:
        return file.read().split("\n")


def read_without_comments(path):
    with open(path, encoding="utf-8") as file:
        return "".join(line for line in file if not line.startswith("//"))


def check_words(grammar, shorthand, evidence):
    wrong = []
    keywords = keywords_of(read_without_comments(shorthand))
    for word in keywords:
        line = SNIPPETS.get(word)
        if line is None or not scope_of_word(grammar, line, word).startswith(KEYWORD_SCOPES):
            wrong.append(f"keyword {word}")
    table = read_without_comments(evidence)
    kinds = re.findall(r'SEEDC_EVIDENCE\(\s*\w+, "(\w+)"', table)
    options = re.findall(r'SEEDC_(?:OPTION|LEADING|WORDS|IGNORED|COMPARISONS|SPREAD)\("(\w+)"', table)
    for kind in kinds:
        if scope_of_word(grammar, f"let x = {kind}(a)", kind) != "support.function.evidence.req":
            wrong.append(f"kind {kind}")
    for option in options:
        if scope_of_word(grammar, f"let x = f(y, {option}: 1)", option + ":") != "variable.parameter.req":
            wrong.append(f"option {option}")
    for word in wrong:
        print(f"the grammar does not know the {word}")
    print(f"{len(keywords)} keywords, {len(kinds)} kinds, {len(set(options))} options, {len(wrong)} unknown")
    return not wrong


def check_tokens(grammar, path, tokens):
    lines = read_lines(path)
    scopes = [grammar.scopes(line) for line in lines]
    count = 0
    wrong = []
    for token in tokens:
        place, kind, text = token.rstrip("\n").split(" ", 2)
        line, column = (int(number) - 1 for number in place.split(":"))
        count += 1
        fitting = FITTING.get(kind, ("punctuation.", "keyword.operator.assignment"))
        for scope in scopes[line][column : column + len(text)]:
            if scope is None or not scope.startswith(fitting):
                wrong.append(f"{path}:{place}: {kind} {text} has the scope {scope}")
                break
    for line in wrong:
        print(line)
    print(f"{count} tokens, {len(wrong)} with a wrong scope")
    return count > 0 and not wrong


def print_scopes(grammar, path):
    for line in read_lines(path):
        scopes = grammar.scopes(line)
        begin = 0
        for end in range(1, len(line) + 1):
            if end < len(line) and scopes[end] == scopes[begin]:
                continue
            if line[begin:end].strip():
                print(f"{line[begin:end].strip()}: {scopes[begin]}")
            begin = end


def names_of_guide(path):
    """The names in the last column of the table `| written | means | examples |`."""
    names = []
    inside = False
    for line in read_lines(path):
        inside = line.startswith("|") and (inside or line.startswith("| written | means | examples"))
        if inside:
            names += re.findall(r"`([^`]+)`", line.split(" | ")[-1])
    return names


def check_names(grammar, guide, names):
    names = [*names, *names_of_guide(guide)]
    wrong = []
    for name in names:
        for line in (f"OR({name}, b)", f"let x = {name}"):
            place = line.index(name)
            scopes = set(grammar.scopes(line)[place : place + len(name)])
            if scopes != {"variable.other.req"}:
                wrong.append(f"{name} has the scopes {scopes}")
        place = f"let {name} = b".index(name)
        if set(grammar.scopes(f"let {name} = b")[place : place + len(name)]) != {"entity.name.variable.req"}:
            wrong.append(f"let {name} is not a definition")
    for line in wrong:
        print(line)
    print(f"{len(names)} names, {len(wrong)} with a wrong scope")
    return len(names) > 20 and not wrong


def main(path, action, *files):
    grammar = Grammar(path)
    if action == "words":
        return 0 if check_words(grammar, *files) else 1
    if action == "names":
        return 0 if check_names(grammar, files[0], files[1:]) else 1
    if action == "tokens":
        return 0 if check_tokens(grammar, *files, sys.stdin) else 1
    print_scopes(grammar, *files)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

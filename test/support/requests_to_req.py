"""Writes requests.jsonl (standard input) as a .req file (standard output): a `let` for each distinct evidence, as a call of its
kind, then a block for each request."""
import json
import sys


def quoted(value):
    """JSON is how the shorthand writes values, too."""
    return json.dumps(value, ensure_ascii=False)


def call(evidence):
    options = (f"{quoted(key)}: {quoted(value)}" for key, value in evidence.items() if key != "kind")
    return f"{evidence['kind']}({', '.join(options)})"


class Conditions:
    """The `let`s so far. One aspect may have several evidences: the later ones get a number."""

    def __init__(self):
        self.names = {}

    def name_of(self, node):
        definition = call(node["evidence"])
        if definition not in self.names:
            aspect = node.get("aspect", "condition")
            taken = set(self.names.values())
            numbered = (f"{aspect}#{number}" for number in range(2, len(taken) + 3))
            self.names[definition] = aspect if aspect not in taken else next(n for n in numbered if n not in taken)
        return self.names[definition]


def expression(node, conditions):
    if "evidence" in node:
        return quoted(conditions.name_of(node))
    return f"{node['op']}({', '.join(expression(arg, conditions) for arg in node['args'])})"


def block(request, conditions):
    fields = {"group": "group", "scenario": "scenario", "text": "text", "gold": "gold_restaurant"}
    lines = [f"  {name}: {quoted(request[key])}\n" for name, key in fields.items() if key in request]
    where = expression(request["structure"], conditions)
    return f"request {quoted(request['id'])} {{\n{''.join(lines)}  where: {where}\n}}\n"


def main():
    conditions = Conditions()
    blocks = [block(json.loads(line), conditions) for line in sys.stdin if line.strip()]
    for definition, name in conditions.names.items():
        print(f"let {quoted(name)} = {definition}")
    print("\n" + "\n".join(blocks), end="")


if __name__ == "__main__":
    main()

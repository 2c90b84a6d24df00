"""Programs and data of extreme sizes: `hostile.py KIND COUNT FOLDER` writes them into a folder that it makes, the program
as `main.req` or `main.json`, the dataset as `data`."""
import json
import pathlib
import sys


def write_data(folder, items, reviews, mapping=None):
    data = folder / "data"
    data.mkdir(parents=True, exist_ok=True)
    for name, records in (("items.jsonl", items), ("reviews.jsonl", reviews)):
        with open(data / name, "w", encoding="utf-8") as file:
            file.writelines(json.dumps(record) + "\n" for record in records)
    if mapping:
        (data / "user_mapping.json").write_text(json.dumps(mapping), encoding="utf-8")


def review(number, text="so cozy", **more):
    return {"review_id": f"r{number}", "business_id": "a", "text": text, "stars": 4, **more}


def write_program(folder, text, name="main.req"):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")


ITEM = {"business_id": "a", "name": "A"}


def long_review(count, folder):
    """One review of COUNT bytes; what is asked for stands at its end."""
    write_data(folder, [ITEM], [review(0, "good " * (count // 5) + "cozy")])
    write_program(folder, "plain: review_text('cozy$')\nnever: review_text('good cosy|good c[o]sy')\n")


def many_reviews(count, folder):
    write_data(folder, [ITEM], (review(number) for number in range(count)))
    write_program(folder, "text: review_text('cozy')\nmeta: review_meta(stars, op: gte, value: 4, agg: count, "
                          f"count: {count})\n")


def many_friends(count, folder):
    """A user with COUNT friends, the last of whom wrote the review."""
    friends = [f"friend{number}" for number in range(count)]
    write_data(folder, [ITEM], [review(0, user={"name": friends[-1]})],
               {"friend_graph": {friends[-1]: ["Alice"], "Alice": friends}})
    write_program(folder, "one: 1HOP(['Alice'], 'cozy')\ntwo: 2HOP(['Alice'], 'cozy')\n"
                          f"all: 1HOP({json.dumps(friends[:60000])}, 'cozy')\n")


def long_path(count, folder):
    """A value behind COUNT keys, and a condition on it."""
    keys = [f"k{number}" for number in range(count)]
    nested = "".join(f', "{key}": {{"own": 0' for key in keys[:-1]) + f', "{keys[-1]}": "True"' + "}" * (count - 1)
    write_data(folder, [], [review(0)])
    (folder / "data/items.jsonl").write_text('{"business_id": "a", "name": "A"' + nested + "}\n", encoding="utf-8")
    write_program(folder, f"deep: item_meta({json.dumps(keys)}, true: \"True\")\n")


def many_patterns(count, folder):
    write_data(folder, [ITEM], [review(number, f"word{number} is so cozy") for number in range(100)])
    patterns = "\n".join(f"p{number}: review_text('\\\\bword{number}\\\\b.*cozy')" for number in range(count))
    write_program(folder, patterns + "\n")


def long_table(count, folder):
    """A formula that looks a value up in a table of COUNT keys, in each of its ways."""
    items = [{"business_id": f"i{number}", "name": f"key{number * 97 % count}"} for number in range(1000)]
    write_data(folder, items, [])
    table = {f"key{number}": number for number in range(count)}
    ways = [("EXACT", {}), ("FIRST", {"match": "substring_first"}), ("MAX", {"match": "substring_max"})]
    steps = [{"name": name, "op": "lookup", "source": "context.name", "table": table, "default": 0, **way}
             for name, way in ways]
    write_program(folder, json.dumps({"task_name": "table", "compute": steps, "output": [n for n, _ in ways]}),
                  "main.json")


def import_chain(count, folder):
    """COUNT files, each importing the next."""
    for number in range(count):
        write_program(folder, f'import "f{number + 1}.req"\nlet n{number} = review_text("cozy")\n', f"f{number}.req")
    write_program(folder, 'let last = review_text("cozy")\n', f"f{count}.req")
    write_program(folder, 'import "f0.req"\nR1: review_text("cozy")\n')


def long_name(count, folder):
    write_data(folder, [ITEM], [review(0)])
    name = "cozy_" * (count // 5) + "reviews"
    write_program(folder, f"let {'n' * count} = review_text('cozy')\nknown: {'n' * count}\nunknown: {name}\n")


def many_arguments(count, folder):
    write_data(folder, [ITEM], [review(0)])
    parts = [", ".join(f"review_text('w{number}')" for number in range(first, min(first + 50_000, count)))
             for first in range(0, count, 50_000)]
    write_program(folder, f"any: OR({', '.join(f'OR({part})' for part in parts)}, review_text('cozy'))\n")


def distant_uses(count, folder):
    """COUNT requests; what one of the first half asks is asked again far behind."""
    write_data(folder, [ITEM], [review(0)])
    half = count // 2
    write_program(folder, "".join(
        f'r{number}: AND(OR(item_meta(x{number % half}), item_meta(y{number % half})), item_meta(z{number}))\n'
        for number in range(count)))


def waiting_sums(count, folder):
    write_data(folder, [ITEM], [review(0)])
    steps = [{"name": "BIG", "op": "define_filter", "meta": {f"m{number}": {">": number} for number in range(count)}},
             {"name": "S0", "op": "count"}]
    steps += [{"name": f"S{number}", "op": "sum", "expr": f"meta.stars + S{number - 1}", "where": {"$BIG": True}}
              for number in range(1, count)]
    write_program(folder, json.dumps({"task_name": "sums", "compute": steps, "output": [f"S{count - 1}"]}), "main.json")


def group_labels(count, folder):
    """A group of COUNT labels by conditions, and one by an enum with as many values."""
    write_data(folder, [ITEM], [review(0)])
    labels = {f"l{number}": {"meta.stars": number} for number in range(count)}
    steps = [{"name": name, "op": "group", "by": by, "compute": [{"name": "N", "op": "count"}]}
             for name, by in (("G", labels), ("H", "extraction.label"))]
    steps.append({"name": "BEST", "op": "argmax", "over": "G", "expr": "N"})
    fields = [{"name": "label", "type": "enum", "values": list(labels)}]
    write_program(folder, json.dumps({"task_name": "groups", "extract": {"fields": fields}, "compute": steps,
                                      "output": ["G", "H", "BEST"]}), "main.json")
    write_program(folder, json.dumps({"review_id": "r0", "label": "l7"}) + "\n", "rows.jsonl")


def many_items(count, folder):
    """COUNT items, and more conditions than there is memory for their values at all of them."""
    write_data(folder, ({"business_id": f"i{number}"} for number in range(count)), [])
    write_program(folder, "".join(f'r{number}: AND(item_meta(x, true: "v{number}"), item_meta(x, not_contains: "w{number}"))\n'
                                  for number in range(4000)))


def many_misses(count, folder):
    """A request of 1,000 conditions, and COUNT items of which none has what it asks."""
    write_data(folder, ({"business_id": f"i{number}"} for number in range(count)), [])
    conditions = ", ".join(f'item_meta(x, true: "v{number}")' for number in range(1000))
    write_program(folder, f"any: OR({conditions})\n")


def main(kind, count, folder):
    globals()[kind](int(count), pathlib.Path(folder))


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Compares explanations with a validation: compare_explained_requests.py MATRIX CONDITIONS EXPLAINED..., the files as `seedc validate
--matrix` and `--conditions` write them, and as `seedc explain --format json` does. Every request's value must be that of the
matrix, every condition's that of the conditions, and the numbers that are told of a condition must come to its value. Prints
what differs and exits 1, or says how many values agree."""
import json
import operator
import sys

SIGNS = {">=": operator.ge, ">": operator.gt, "<=": operator.le, "<": operator.lt}


def tri(holds):
    return 1 if holds else -1


def text_value(facts):
    """review_text in its three forms, where there are reviews and a pattern."""
    if "circle" in facts:
        return tri(facts["circle_matching"] >= facts["needed"])
    if "threshold" in facts:
        return tri(facts["threshold"] is not None and facts["credible_matching"] >= facts["needed"])
    return tri(facts["matching"] >= facts["needed"])


def meta_value(facts):
    if facts["aggregate"] == "all":
        return tri(facts["looked_at"] > 0 and facts["passed"] == facts["looked_at"])
    return tri(facts["passed"] >= (1 if facts["aggregate"] == "any" else facts["needed"]))


def sentiment_value(facts):
    if facts["sentiment"] == "negative":
        return tri(facts["negative"] >= facts["needed"])
    return tri(facts["positive"] >= facts["needed"] and facts["positive"] > facts["negative"])


def group_value(facts):
    number = facts["group"]["count" if facts["metric"] == "count" else "mean"]
    return tri(number is not None and SIGNS[facts["operator"]](number, facts["threshold"]))


def split_value(facts):
    generous, harsh = facts["generous"]["mean"], facts["harsh"]["mean"]
    both = generous is not None and harsh is not None
    return tri(not (both and generous >= facts["generous_avg_gte"] and harsh < facts["harsh_avg_lt"]))


def rating_value(facts):
    return tri(facts["circle_matching"] >= facts["needed"])


IMPLIED = {
    "review_text": text_value,
    "review_meta": meta_value,
    "review_sentiment": sentiment_value,
    "review_group_rating": group_value,
    "review_group_rating_negative": split_value,
    "social_rating": rating_value,
}


def leaves(node):
    if node["op"] == "CONDITION":
        yield node
    for arg in node.get("args", []):
        yield from leaves(arg)


def check(leaf, item, conditions):
    """What is wrong with a condition's explanation, if anything."""
    place = conditions["items"].index(item)
    names = [name for name in conditions["conditions"] if name == leaf["name"] or name.startswith(leaf["name"] + "#")]
    if leaf["value"] not in [conditions["conditions"][name][place] for name in names]:
        return "has another value"
    if (leaf["value"] == 0) != (leaf["cause"] is not None):
        return "has a cause and is not 0, or none and is"
    if leaf["facts"].get("reviews", 0) > 0 and leaf["cause"] is None and leaf["kind"] in IMPLIED:
        if IMPLIED[leaf["kind"]](leaf["facts"]) != leaf["value"]:
            return "does not follow from its facts"
    return None


def read(file):
    with open(file, encoding="utf-8") as stream:
        return json.load(stream)


def main(matrix_file, conditions_file, explained_files):
    matrix, conditions = read(matrix_file), read(conditions_file)
    agreed, wrong = 0, []
    for request in (request for file in explained_files for request in read(file)):
        item = request["item"]
        problems = [(leaf["name"], check(leaf, item, conditions)) for leaf in leaves(request["tree"])]
        if request["value"] != matrix["requests"][request["id"]][matrix["items"].index(item)]:
            problems.append(("the request", "has another value"))
        wrong += [f"{request['id']} at {item}: {name} {problem}" for name, problem in problems if problem]
        agreed += 1 + len(problems)
    print("\n".join(wrong) if wrong else f"{agreed} values agree")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))

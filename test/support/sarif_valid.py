"""Whether a file is a SARIF 2.1.0 log as seedc writes it: every object has the properties that the standard demands, and
none that it does not know. Prints a line a result."""
import json
import sys
import urllib.parse

LEVELS = {"none", "note", "warning", "error"}


def keys(value, required, optional=()):
    assert isinstance(value, dict), value
    assert set(required) <= set(value) <= set(required) | set(optional), sorted(value)
    return value


def text(value):
    keys(value, ["text"])
    assert isinstance(value["text"], str) and value["text"], value
    return value["text"]


def artifact(value):
    uri = keys(value, ["uri"])["uri"]
    assert uri.isascii() and not set(uri) & set(' <>"{}|\\^`'), uri
    assert urllib.parse.quote(urllib.parse.unquote_to_bytes(uri), safe="/:") == uri, uri
    return uri


def region(value):
    keys(value, ["startLine", "startColumn", "endLine", "endColumn", "byteOffset", "byteLength"])
    assert all(isinstance(number, int) for number in value.values())
    assert value["startLine"] >= 1 and value["startColumn"] >= 1 and value["byteOffset"] >= 0
    assert (value["endLine"], value["endColumn"]) >= (value["startLine"], value["startColumn"])
    return value


def place(value):
    keys(value, ["artifactLocation", "region"])
    where = region(value["region"])
    return "{}:{startLine}:{startColumn}-{endColumn}".format(artifact(value["artifactLocation"]), **where)


def fix(value):
    text(keys(value, ["artifactChanges"], ["description"])["description"])
    (change,) = value["artifactChanges"]
    artifact(keys(change, ["artifactLocation", "replacements"])["artifactLocation"])
    (replacement,) = change["replacements"]
    keys(replacement, ["deletedRegion"], ["insertedContent"])
    deleted = region(replacement["deletedRegion"])
    inserted = keys(replacement["insertedContent"], ["text"])["text"]
    return ", fix {byteOffset}+{byteLength} {0}".format(inserted, **deleted)


def related(value, index):
    keys(value, ["id", "physicalLocation", "message"])
    assert value["id"] == index
    place(value["physicalLocation"])
    text(value["message"])


def result(value, rules):
    keys(value, ["ruleId", "ruleIndex", "level", "message", "locations"], ["relatedLocations", "fixes"])
    assert rules[value["ruleIndex"]]["id"] == value["ruleId"] and value["level"] in LEVELS
    text(value["message"])
    (location,) = value["locations"]
    line = "{} {} {}".format(place(keys(location, ["physicalLocation"])["physicalLocation"]), value["level"],
                             value["ruleId"])
    for index, other in enumerate(value.get("relatedLocations", [])):
        related(other, index)
    if "relatedLocations" in value:
        line += ", {} related".format(len(value["relatedLocations"]))
    return line + "".join(map(fix, value.get("fixes", [])))


def rule(value):
    keys(value, ["id", "shortDescription", "fullDescription", "help", "defaultConfiguration"])
    for name in ("shortDescription", "fullDescription", "help"):
        text(value[name])
    assert keys(value["defaultConfiguration"], ["level"])["level"] in LEVELS
    return value


def main(path):
    with open(path, encoding="utf-8") as file:
        log = keys(json.load(file), ["version", "runs"], ["$schema"])
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    keys(run, ["tool", "results", "columnKind"])
    assert run["columnKind"] == "unicodeCodePoints"
    driver = keys(keys(run["tool"], ["driver"])["driver"], ["name", "version", "rules"])
    rules = [rule(value) for value in driver["rules"]]
    assert len({value["id"] for value in rules}) == len(rules)
    for value in run["results"]:
        print(result(value, rules))


if __name__ == "__main__":
    main(sys.argv[1])

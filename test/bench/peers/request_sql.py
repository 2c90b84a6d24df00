"""Requests as one SQL query, written as an expert would: every distinct condition once, one pass over the reviews for
all of their aggregates, tri-values as -1, 0, 1, so that AND is least() and OR is greatest().

What a condition means is in docs/semantics.md, section 3. Kinds, options and values that the sample requests do not
use are not here: an unknown kind or option stops the run, and a wrong answer fails the check against seedc.
"""

import json


def quoted(text):
    return "'" + str(text).replace("'", "''") + "'"


def column(path):
    """The name of an item's column: `attributes.DriveThru`."""
    keys = [path] if isinstance(path, str) else path
    return '"' + ".".join(keys) + '"'


def decided(condition):
    """A tri-value of a condition that is never unknown."""
    return f"CASE WHEN {condition} THEN 1 ELSE -1 END"


class Query:
    """Collects what the conditions need, each thing once, and puts the query together."""

    def __init__(self):
        self.circles = {}  # SELECT of names -> flag of a review
        self.facts = {}  # aggregate over the reviews of an item -> column
        self.judged = {}  # aggregate over the judgements of an item -> column
        self.conditions = {}  # tri-value of an item -> column
        self.results = {}  # id of a request -> tri-value over conditions

    def _once(self, table, prefix, sql):
        return table.setdefault(sql, f"{prefix}{len(table)}")

    def circle(self, social_filter):
        anchors = ", ".join(quoted(name) for name in social_filter["friends"])
        sql = f"SELECT unnest([{anchors}]) AS name UNION SELECT name FROM friends WHERE friend IN ({anchors})"
        if social_filter.get("hops", 1) == 2:
            sql += (
                f" UNION SELECT outer_hop.name FROM friends AS outer_hop JOIN friends AS inner_hop"
                f" ON outer_hop.friend = inner_hop.name WHERE inner_hop.friend IN ({anchors})"
            )
        return self._once(self.circles, "circle", sql)

    def fact(self, aggregate):
        return self._once(self.facts, "fact", aggregate)

    def judgement(self, aggregate):
        return self._once(self.judged, "judged", aggregate)

    def tree(self, node):
        if "op" in node:
            function = {"AND": "least", "OR": "greatest"}[node["op"]]
            arguments = [self.tree(argument) for argument in node["args"]]
            return f"{function}({', '.join(arguments)})" if arguments else "0"
        return self._once(self.conditions, "condition", condition(node["evidence"], self))

    def sql(self):
        circles = "".join(f"{name} AS MATERIALIZED ({sql}),\n" for sql, name in self.circles.items())
        flags = "".join(f", name IN (SELECT name FROM {name}) AS {name}" for name in self.circles.values())
        return f"""WITH {circles}facts AS (
  SELECT item, count(*) AS review_count{columns(self.facts)}
  FROM (SELECT *{flags} FROM reviews) GROUP BY item),
judged AS (
  SELECT item{columns(self.judged)}
  FROM (SELECT *{flags} FROM reviews JOIN judgements USING (review_id)) GROUP BY item),
conditions AS (
  SELECT business_id{columns(self.conditions)}
  FROM items LEFT JOIN facts ON facts.item = items.position LEFT JOIN judged ON judged.item = items.position),
results AS (
  SELECT business_id{columns({sql: quoted_name(name) for name, sql in self.results.items()})}
  FROM conditions)
SELECT {", ".join(answer(name) for name in self.results)} FROM results"""


def quoted_name(name):
    return f'"{name}"'


def columns(table):
    return "".join(f",\n    {sql} AS {name}" for sql, name in table.items())


def answer(name):
    return f'list(business_id) FILTER ("{name}" = 1), count(*) FILTER ("{name}" = 0)'


# Conditions on items.


def text_of(value):
    """The lower-cased text of an expected value, read as Yelp writes attributes."""
    text = str(value)
    unquoted = text[1:] if text[:2] in ("u'", 'u"') else text
    quotes = unquoted[:1] in ("'", '"') and unquoted[:1] == unquoted[-1:] and len(unquoted) > 1
    return (unquoted[1:-1] if quotes else text).lower()


def matches(value, expected):
    one_of = expected if isinstance(expected, list) else [expected]
    if any(isinstance(each, (int, float)) for each in one_of):
        return f"try_cast({value} AS DOUBLE) IN ({', '.join(str(each) for each in one_of)})"
    found = " OR ".join(f"contains(lower({value}), {quoted(text_of(each))})" for each in one_of)
    return f"({found})"


def holds_text(value, part):
    return f"contains(lower(coalesce({value}, 'none')), {quoted(part.lower())})"


def item_meta(evidence, _query):
    value = column(evidence["path"])
    if "not_contains" in evidence:
        return decided(f"{value} IS NULL OR NOT {holds_text(value, evidence['not_contains'])}")
    if "not_true" in evidence:
        return decided(f"{value} IS NULL OR NOT {matches(value, evidence['not_true'])}")
    if "contains" in evidence:
        return decided(holds_text(value, evidence["contains"]))
    missing = f"CASE WHEN {value} IS NULL THEN {evidence.get('missing', 0)} "
    given = [key for key in ("true", "false", "neutral") if key in evidence]
    if not given:
        all_booleans = f"regexp_full_match({value}, '\\{{(''[^'']*'': (True|False)(, )?)+\\}}')"
        return missing + (
            f"WHEN {all_booleans} THEN {decided(f'''contains({value}, ': True')''')} "
            f"WHEN {value} = 'True' THEN 1 WHEN {value} = 'False' THEN -1 ELSE 0 END"
        )
    if given == ["true"]:
        return missing + f"WHEN {matches(value, evidence['true'])} THEN 1 ELSE -1 END"
    if given == ["false"]:
        return missing + f"WHEN {matches(value, evidence['false'])} THEN -1 ELSE 1 END"
    verdicts = {"true": 1, "false": -1, "neutral": 0}
    return (
        missing
        + "".join(f"WHEN {matches(value, evidence[key])} THEN {verdicts[key]} " for key in given)
        + "ELSE 0 END"
    )


def minutes(text):
    hour, minute = text.split(":")
    return int(hour) * 60 + int(minute)


def item_meta_hours(evidence, _query):
    value = column(evidence["path"])
    start, end = (minutes(part) for part in evidence["true"].split("-"))
    end += 1440 if end < start else 0
    hours = "'^ *(\\d+):(\\d+) *- *(\\d+):(\\d+) *$'"
    at = [f"try_cast(regexp_extract({value}, {hours}, {group}) AS BIGINT)" for group in (1, 2, 3, 4)]
    opens, closes = f"({at[0]} * 60 + {at[1]})", f"({at[2]} * 60 + {at[3]})"
    closes = f"({closes} + CASE WHEN {closes} < {opens} THEN 1440 ELSE 0 END)"
    return (
        f"CASE WHEN {value} IS NULL THEN {evidence.get('missing', 0)} "
        f"WHEN {opens} <= {start} AND {end} <= {closes} THEN 1 ELSE -1 END"
    )


# Conditions on reviews. Without a review there is no row of facts, and review_count is null.


def without_reviews(value, otherwise):
    return f"CASE WHEN review_count IS NULL THEN {value} ELSE {otherwise} END"


def at_least(count, minimum):
    return decided(f"{count} >= {minimum}")


def review_column(path):
    """Reviews have `user.fans` as a column `fans`."""
    return path if isinstance(path, str) else path[-1]


def found(pattern):
    return f"regexp_matches(text, {quoted(pattern)}, 'i')"


def review_text(evidence, query):
    matching = found(evidence["pattern"])
    if "social_filter" in evidence:
        by_circle = f"CASE WHEN {query.circle(evidence['social_filter'])} THEN {matching} ELSE false END"
        count = query.fact(f"count(*) FILTER ({by_circle})")
        minimum = evidence["social_filter"].get("min_matches", evidence.get("min_matches", 1))
        return without_reviews(-1, at_least(count, minimum))
    if "weight_by" in evidence:
        return credible_text(evidence, matching, query)
    return without_reviews(0, decided(query.fact(f"bool_or({matching})")))


def credible_text(evidence, matching, query):
    weight = review_column(evidence["weight_by"]["field"])
    weights = query.fact(f"list_sort(list({weight}) FILTER ({weight} > 0))")
    matched = query.fact(f"list({weight}) FILTER (CASE WHEN {weight} > 0 THEN {matching} ELSE false END)")
    minimum, percentile = evidence.get("min_credible_matches", 2), evidence.get("credibility_percentile", 50)
    index = f"least(floor(len({weights}) * {percentile} / 100)::BIGINT, len({weights}) - 1) + 1"
    enough = f"len(list_filter({matched}, lambda weight: weight >= {weights}[{index}])) >= {minimum}"
    return without_reviews(0, decided(f"len({weights}) >= {minimum} AND {enough}"))


def review_meta(evidence, query):
    value = review_column(evidence["path"])
    operators = {
        "not_empty": f"coalesce({value}, '') NOT IN ('', 'None')",
        "gte": f"{value} >= {evidence.get('value')}",
        "lte": f"{value} <= {evidence.get('value')}",
    }
    passes = f"coalesce({operators[evidence.get('op', 'not_empty')]}, false)"
    kept = f"stars >= {evidence['min_stars']}" if "min_stars" in evidence else "true"
    passing = query.fact(f"count(*) FILTER ({kept} AND {passes})")
    aggregate = evidence.get("agg", "any")
    if aggregate == "all":
        all_kept = query.fact(f"count(*) FILTER ({kept})")
        return without_reviews(
            evidence.get("missing", 0), decided(f"{all_kept} > 0 AND {passing} = {all_kept}")
        )
    minimum = evidence.get("count", 1) if aggregate == "count" else 1
    return without_reviews(evidence.get("missing", 0), at_least(passing, minimum))


def review_sentiment(evidence, query):
    author = query.circle(evidence["social_filter"]) if "social_filter" in evidence else "true"

    def judged(*judgements):
        words = ", ".join(quoted(word) for word in judgements)
        about_topic = f"topic = {quoted(evidence['topic'])} AND judgement IN ({words})"
        return query.judgement(f"count(*) FILTER ({about_topic} AND {author})")

    positives, negatives = judged("positive", "pos", "true", "yes"), judged("negative", "neg", "false", "no")
    if evidence.get("sentiment", "positive") == "negative":
        return at_least(f"coalesce({negatives}, 0)", evidence.get("min_negative", 1))
    return decided(
        f"coalesce({positives}, 0) >= {evidence.get('min_positive', 1)} AND {positives} > {negatives}"
    )


COMPARISONS = {"gte": ">=", "gt": ">", "lte": "<=", "lt": "<"}


def review_group_rating(evidence, query):
    group = evidence["group_filter"]
    value = quoted(group["value"]) if isinstance(group["value"], str) else group["value"]
    kept = f"{review_column(group['field'])} {COMPARISONS[group['operator']]} {value}"
    metrics = {"avg_stars": f"avg(stars) FILTER ({kept})", "count": f"count(*) FILTER ({kept})"}
    metric = query.fact(metrics[evidence["metric"]])
    return decided(f"{metric} {COMPARISONS[evidence['operator']]} {evidence['threshold']}")


def review_group_rating_negative(evidence, query):
    limits = evidence["condition"]
    generous = query.fact("avg(stars) FILTER (average_stars >= 4.0)")
    harsh = query.fact("avg(stars) FILTER (average_stars < 3.5)")
    too_kind = (
        f"{generous} >= {limits.get('generous_avg_gte', 4.0)} AND {harsh} < {limits.get('harsh_avg_lt', 2.0)}"
    )
    return f"CASE WHEN {too_kind} THEN -1 ELSE 1 END"


def social_rating(evidence, query):
    circle = query.circle(evidence["social_filter"])
    count = query.fact(f"count(*) FILTER ({circle} AND stars >= {evidence.get('min_stars', 4)})")
    return at_least(f"coalesce({count}, 0)", evidence.get("min_matches", 1))


KINDS = {
    "item_meta": (
        item_meta,
        {"path", "missing", "true", "false", "neutral", "contains", "not_contains", "not_true", "op", "value"},  # the last two have no effect
    ),
    "item_meta_hours": (item_meta_hours, {"path", "true", "missing"}),
    "review_text": (
        review_text,
        {
            "pattern",
            "social_filter",
            "weight_by",
            "min_matches",
            "min_credible_matches",
            "credibility_percentile",
        },
    ),
    "review_meta": (review_meta, {"path", "op", "value", "agg", "count", "min_stars", "missing"}),
    "review_sentiment": (
        review_sentiment,
        {"topic", "sentiment", "min_positive", "min_negative", "social_filter"},
    ),
    "review_group_rating": (review_group_rating, {"group_filter", "metric", "threshold", "operator"}),
    "review_group_rating_negative": (review_group_rating_negative, {"condition"}),
    "social_rating": (social_rating, {"social_filter", "min_stars", "min_matches"}),
}


# Keys of evidence that ask for nothing.
COMMENTS = {"aspect", "group", "description", "comment", "note"}


def condition(evidence, query):
    write, options = KINDS.get(evidence["kind"], (None, set()))
    unknown = {key for key in evidence if not key.startswith("_")} - COMMENTS - options - {"kind"}
    if write is None or unknown:
        raise ValueError(f"no SQL is written for {evidence['kind']} with {sorted(unknown)}")
    return write(evidence, query)


# What callers use.


def read_requests(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def request_query(requests):
    query = Query()
    for request in requests:
        query.results[request["id"]] = query.tree(request["structure"])
    return query.sql()


def item_paths(requests):
    """The paths into items that the requests read, in order of first use."""
    paths = {}

    def visit(node):
        for argument in node.get("args", []):
            visit(argument)
        if node.get("evidence", {}).get("kind", "").startswith("item_meta"):
            path = node["evidence"]["path"]
            paths[tuple([path] if isinstance(path, str) else path)] = None

    for request in requests:
        visit(request["structure"])
    return list(paths)


def item_columns(requests):
    """For tables.sql: the columns to read from the JSON, and the values to keep of them."""
    read, values = {}, []
    for path in item_paths(requests):
        read.setdefault(path[0], []).extend(path[1:])
        values.append(f"reading({'.'.join(quoted_name(key) for key in path)}) AS {column(list(path))}")
    types = {
        top: f"STRUCT({', '.join(f'{quoted_name(key)} VARCHAR' for key in keys)})" if keys else "VARCHAR"
        for top, keys in read.items()
    }
    return ", ".join(f"{top}: {quoted(kind)}" for top, kind in types.items()), ",\n       ".join(values)

"""The figures as a table for the terminal, as Markdown, and as JSON."""

import argparse
import dataclasses
import re

from suite import TOOLS

BEGIN, END = "<!-- bench: begin -->", "<!-- bench: end -->"
TICK = "✓"

# Two processes differ by so much anyway: a difference below it is not told from nothing.
NOISE = 1e-4


def written(value, unit):
    if unit == "B":
        return f"{value / 1e6:.0f} MB"
    if unit in ("GB/s", "x", "times"):
        return f"{value:.2f}"
    if unit == "/s":
        return f"{value:,.0f}"
    if value < NOISE:
        return f"<{NOISE * 1e3:g} ms"
    return f"{three_digits(value)} s" if value >= 1 else f"{three_digits(value * 1e3)} ms"


def three_digits(value):
    return f"{value:.{2 if value < 10 else 1 if value < 100 else 0}f}"


def target(line, limit, value, held):
    """The limit, ticked if it is held to and reached."""
    if limit is None:
        return ""
    reached = value >= limit if line.more_is_better() else value <= limit
    number = f"{limit * 1e3:g} ms" if line.unit == "s" else f"{limit:g}"
    return f"{number} {TICK}" if held and reached else number


def cells(line, measured, held):
    """The texts of one line: name, a cell for each tool, both limits."""
    values = {tool: line.value(tool, measured) for tool in line.readings}
    row = [line.name]
    for tool in TOOLS:
        text = written(values[tool], line.unit) if tool in values else ""
        if tool in values and tool != "seedc" and values["seedc"] >= NOISE:
            text += f" {times(values[tool] / values['seedc'])}" if line.unit in ("s", "B") else ""
        row.append(text)
    return row + [target(line, limit, values["seedc"], held) for limit in (line.least, line.aim)]


def times(factor):
    return f"{factor:.1f}x" if factor < 10 else f"{factor:.0f}x"


# Terminal.

WIDTHS = (33, 10, 13, 12, 12, 12, 9, 8)


def laid_out(row):
    parts = [
        f"{text:<{width}}" if i == 0 else f"{text:>{width}}" for i, (text, width) in enumerate(zip(row, WIDTHS))
    ]
    return "".join(parts).rstrip()


def heading(suite, runs):
    size = suite.size
    return (
        f"{size.name}: {size.items:,} items, {size.reviews:,} reviews, {suite.json_bytes / 1e6:,.0f} MB of JSON, "
        f"{suite.text_bytes / 1e6:,.0f} MB of text; medians of {runs} runs"
    )


def machine_lines(machine):
    versions = ", ".join(f"{tool} {version}" for tool, version in machine["versions"].items())
    return (
        f"{machine['date']}, {machine['cpu']}, {machine['cores']} cores, {machine['memory_bytes'] / 1e9:.0f} GB, "
        f"{machine['system']}\n{versions}"
    )


def terminal(suite, runs):
    lines = [heading(suite, runs), laid_out(["", *TOOLS, "least", "aim"])]
    for group, measured in suite.results:
        lines += [group.title] + [
            laid_out(["  " + row[0], *row[1:]])
            for row in (cells(line, measured, suite.held) for line in group.lines)
        ]
    return "\n".join(lines)


def growth_rows(first, last):
    """For each line that grows: its times at both sizes and the factor between."""
    for (group, before), (_, after) in zip(first.results, last.results):
        for line in (line for line in group.lines if line.grows):
            times_of = [line.value("seedc", measured) for measured in (before, after)]
            factor = f"{times_of[1] / times_of[0]:.1f}" if times_of[0] >= NOISE else ""
            yield [f"{group.key}: {line.name}", *(written(value, line.unit) for value in times_of), factor]


def growth(first, last):
    bytes_factor = last.json_bytes / first.json_bytes
    lines = [
        f"growth of seedc's times from {first.size.name} to {last.size.name}, {bytes_factor:.1f} times the JSON"
    ]
    widths = (48, 12, 12, 12)
    for row in [["", first.size.name, last.size.name, "factor"], *growth_rows(first, last)]:
        lines.append(
            "".join(
                f"{text:<{width}}" if i == 0 else f"{text:>{width}}"
                for i, (text, width) in enumerate(zip(row, widths))
            ).rstrip()
        )
    return "\n".join(lines)


# Markdown.


def markdown(suite, machine, runs):
    lines = [
        f"{machine_lines(machine)}.".replace("\n", "; "),
        f"{heading(suite, runs)}.",
        "",
        f"| | {' | '.join(TOOLS)} | least | aim |",
        "| --- |" + " ---: |" * (len(TOOLS) + 2),
    ]
    for group, measured in suite.results:
        title = group.title.replace("|", "\\|")
        lines.append(f"| **{title}** |" + " |" * (len(TOOLS) + 2))
        lines += [f"| {' | '.join(cells(line, measured, suite.held))} |" for line in group.lines]
    return "\n".join(lines)


def page_with_markers(path):
    """The path of a file that `put_into` can write to."""
    try:
        with open(path, encoding="utf-8") as stream:
            if re.search(f"{BEGIN}.*{END}", stream.read(), re.DOTALL):
                return path
    except OSError as error:
        raise argparse.ArgumentTypeError(error) from error
    raise argparse.ArgumentTypeError(f"`{path}` has no `{BEGIN}` before a `{END}`")


def put_into(path, text):
    """Replaces what stands between the two markers of a file."""
    with open(path, encoding="utf-8") as stream:
        page = stream.read()
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(re.sub(f"{BEGIN}.*{END}", lambda _: f"{BEGIN}\n{text}\n{END}", page, flags=re.DOTALL))


# JSON.


def as_object(suite):
    return {
        **dataclasses.asdict(suite.size),
        "json_bytes": suite.json_bytes,
        "text_bytes": suite.text_bytes,
        "groups": [
            {
                "key": group.key,
                "title": group.title,
                "lines": [
                    {
                        "name": line.name,
                        "unit": line.unit,
                        "least": line.least,
                        "aim": line.aim,
                        "values": {tool: line.value(tool, measured) for tool in line.readings},
                    }
                    for line in group.lines
                ],
                "commands": {
                    name: {"argv": each.argv, "runs": [dataclasses.asdict(run) for run in each.runs]}
                    for name, each in measured.items()
                },
            }
            for group, measured in suite.results
        ],
    }

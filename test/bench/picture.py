"""Draws how seedc's times and memory grow with the data, as an SVG with two diagrams."""

import html
import math

WIDTH, PANEL_HEIGHT, LEGEND_LINE = 760, 260, 16
LEFT, RIGHT, TOP, BOTTOM = 64, 16, 34, 30
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#7f7f7f")


def growth(every):
    """The picture of results of two sizes or more, smallest first."""
    sizes = [results.size.name for results in every]
    amounts = [results.json_bytes for results in every]
    panels = [
        ("seconds", series(every, lambda line: line.grows and line.unit == "s", 1)),
        ("megabytes of memory at the peak", series(every, lambda line: line.unit == "B", 1e-6)),
    ]
    parts, top = [], 0
    for title, lines in panels:
        drawn, height = panel(title, sizes, amounts, lines)
        parts.append(f'<g transform="translate(0,{top})">{drawn}</g>')
        top += height
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {top}" font-family="sans-serif" font-size="12">\n'
        f'<rect width="{WIDTH}" height="{top}" fill="white"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def series(every, belongs, factor):
    """Pairs of a name and its values by size, of the lines that were measured at all sizes."""
    found = {}
    for results in every:
        for group, measured in results.results:
            for line in filter(belongs, group.lines):
                values = found.setdefault(f"{group.key}: {line.name}", [])
                values.append(line.value("seedc", measured) * factor)
    return [(name, values) for name, values in found.items() if len(values) == len(every)]


def panel(title, sizes, amounts, lines):
    """One diagram with logarithmic axes, and its height."""
    positive = [value for _, values in lines for value in values if value > 0] or [1]
    low, high = math.floor(math.log10(min(positive))), math.ceil(math.log10(max(positive)))
    high = max(high, low + 1)
    bottom = TOP + PANEL_HEIGHT

    def x(amount):
        share = math.log(amount / amounts[0]) / math.log(amounts[-1] / amounts[0])
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    def y(value):
        return bottom - (math.log10(max(value, 10**low)) - low) / (high - low) * PANEL_HEIGHT

    parts = [text(LEFT, TOP - 14, title)]
    for power in range(low, high + 1):
        at = y(10**power)
        parts.append(f'<path d="M{LEFT} {at:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>')
        parts.append(text(LEFT - 6, at + 4, f"{10.0**power:g}", "end"))
    for size, amount in zip(sizes, amounts):
        parts.append(f'<path d="M{x(amount):.1f} {TOP}V{bottom}" stroke="#ddd"/>')
        parts.append(text(x(amount), bottom + 16, size, "middle"))
    legend = bottom + BOTTOM + 8
    for number, (name, values) in enumerate(lines):
        colour = COLOURS[number % len(COLOURS)]
        points = " ".join(f"{x(amount):.1f},{y(value):.1f}" for amount, value in zip(amounts, values))
        dashes = ' stroke-dasharray="5 3"' if number >= len(COLOURS) else ""
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>')
        at = legend + number * LEGEND_LINE
        parts.append(f'<path d="M{LEFT} {at - 4}h20" stroke="{colour}" stroke-width="2"{dashes}/>')
        parts.append(text(LEFT + 28, at, name))
    return "\n".join(parts), legend + len(lines) * LEGEND_LINE + 8


def text(x, y, words, anchor="start"):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{html.escape(words)}</text>'

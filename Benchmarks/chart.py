"""Draws what a call takes, beside the peers, from a report.

usage: chart.py REPORT.json PICTURE.svg
"""

import json
import sys

import matplotlib

matplotlib.use("svg")
from matplotlib import pyplot

SIZE = 5000
ROWS = {
    "plain": "plain text",
    "one variable": "one variable",
    "plural, en": "plural and\ncount, English",
    "plural, ar": "plural and\ncount, Arabic",
    "nested": "reference",
    "context": "context",
}
# The name in the chart, the name in the report, how its rows begin, and the colour.
# The calls of the README have no view.
PEERS = [
    ("floor: C written for this", "floor", "", "#bbbbbb"),
    ("Calque", "calque", "no view, ", "#1b6ca8"),
    ("Calque, a view", "calque", "", "#7fb2d9"),
    ("gettext", "glibc", "", "#e0a030"),
    ("Qt", "qt", "", "#6aa84f"),
    ("ICU", "icu", "", "#a05195"),
    ("i18next", "i18next", "", "#c0504d"),
]


def figures(report, name, prefix):
    """Nanoseconds of each row of one peer."""
    entries = report["calls"] + report.get(name, [])
    return {
        entry["row"].removeprefix(prefix): entry[name]
        for entry in entries
        if name in entry
        and entry["row"].startswith(prefix)
        and (entry["size"] == SIZE or name == "i18next")
    }


def draw(report, path):
    # The same report gives the same file, and text stays text.
    matplotlib.rcParams.update({"svg.hashsalt": "calque", "svg.fonttype": "none"})
    figure, axes = pyplot.subplots(figsize=(9, 4))
    width = 0.8 / len(PEERS)
    for place, (label, name, prefix, color) in enumerate(PEERS):
        found = figures(report, name, prefix)
        shown = [(at, found[row]) for at, row in enumerate(ROWS) if row in found]
        bars = axes.bar(
            [at - 0.4 + (place + 0.5) * width for at, _ in shown],
            [ns for _, ns in shown],
            width,
            label=label,
            color=color,
        )
        texts = [f"{ns:,.0f}" for _, ns in shown]
        axes.bar_label(bars, texts, fontsize=6, padding=1)
    axes.set_yscale("log")
    axes.set_ylabel("nanoseconds for a call (log scale)")
    axes.set_xticks(range(len(ROWS)), list(ROWS.values()), fontsize=8)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(fontsize=7, frameon=False, ncols=len(PEERS), loc="upper center")
    axes.set_ylim(top=axes.get_ylim()[1] * 3)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        draw(json.load(file), sys.argv[2])


if __name__ == "__main__":
    main()

"""Runs the benchmarks and writes what they measured as JSON and Markdown.

usage: report.py FOLDER [--rounds N]

FOLDER is the build folder; report.json and report.md are written there.
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def lines(command, **variables):
    """What a program prints, as JSON line by line; nothing when it fails."""
    result = subprocess.run(
        command,
        capture_output=True,
        text=True,
        env=os.environ | variables,
        check=False,
    )
    if result.returncode != 0:
        print(
            f"left out: {command[0]}: {result.stderr.strip()[-200:]}", file=sys.stderr
        )
        return []
    return [json.loads(line) for line in result.stdout.splitlines() if line]


def measure(folder, rounds):
    programs = folder / "Benchmarks"
    report = {}
    with tempfile.TemporaryDirectory() as temporary:
        rows = pathlib.Path(temporary) / "rows"
        catalog = pathlib.Path(temporary) / "catalog.json"
        subprocess.run(
            [
                programs / "benchmark_translator",
                "--rounds",
                str(rounds),
                "--json",
                rows,
            ],
            check=True,
        )
        report["calls"] = [json.loads(line) for line in rows.read_text().splitlines()]
        subprocess.run(
            [programs / "benchmark_load", "--json", "5000", catalog], check=True
        )
        report["load"] = lines([programs / "benchmark_load"])[0]
        if (programs / "benchmark_icu").exists():
            report["icu"] = lines([programs / "benchmark_icu"])
        if shutil.which("node"):
            report["i18next"] = lines(
                ["node", HERE / "i18next.cjs", catalog], NODE_PATH="/usr/share/nodejs"
            )
        report["python"] = lines(
            [sys.executable, HERE / "python_calls.py", catalog],
            CALQUE_LIBRARY=str(folder / "libcalque.so"),
            PYTHONPATH=str(HERE.parent / "bindings" / "python" / "src"),
        )
    report["library_bytes"] = (folder / "libcalque.so").stat().st_size
    return report


def peer(report, name, row, size):
    for entry in report.get(name, []):
        # i18next and Python are measured on the catalog of 5,000 messages.
        if entry["row"] == row and (name != "icu" or entry["size"] == size):
            return entry.get(name)
    return None


def number(value, form="{:.1f}"):
    return "-" if value is None else form.format(value)


def calls_table(report, size):
    yield f"\n### {size:,} messages\n"
    yield (
        "| call | Calque ns | floor ns | x floor "
        "| gettext ns | x gettext | ICU ns | i18next ns |"
    )
    yield "|---|--:|--:|--:|--:|--:|--:|--:|"
    for row in report["calls"]:
        if row["size"] != size:
            continue
        glibc = row.get("glibc")
        i18next = peer(report, "i18next", row["row"], size) if size == 5000 else None
        yield (
            f"| {row['row']} | {row['calque']:.1f} | {row['floor']:.1f} "
            f"| {row['calque'] / row['floor']:.2f} | {number(glibc)} "
            f"| {number(row['calque'] / glibc if glibc else None, '{:.3f}')} "
            f"| {number(peer(report, 'icu', row['row'], size))} | {number(i18next)} |"
        )


def markdown(report):
    for size in sorted({row["size"] for row in report["calls"]}):
        yield from calls_table(report, size)
    yield "\n### Loading, memory, start\n"
    yield "| what | figure |"
    yield "|---|--:|"
    for name, value in report["load"].items():
        yield f"| {name.replace('_', ' ')} | {value} |"
    yield f"| library, stripped, bytes | {report['library_bytes']:,} |"
    yield "\n### Python\n"
    yield "| call | ns |"
    yield "|---|--:|"
    for row in report["python"]:
        yield f"| {row['row']} | {row['ns']} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=11)
    options = parser.parse_args()
    folder = options.folder.resolve()
    report = measure(folder, options.rounds)
    (folder / "report.json").write_text(json.dumps(report, indent=1) + "\n")
    (folder / "report.md").write_text("\n".join(markdown(report)) + "\n")
    print(f"written: {folder / 'report.md'} and report.json")


if __name__ == "__main__":
    main()

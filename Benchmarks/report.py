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
    """The output of a program, as JSON line by line; nothing when it fails."""
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
    report = {"load_before": os.getloadavg()[0]}
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
        if (programs / "benchmark_qt").exists():
            report["qt"] = lines([programs / "benchmark_qt"])
        if shutil.which("node"):
            report["i18next"] = lines(
                ["node", HERE / "i18next.cjs", catalog], NODE_PATH="/usr/share/nodejs"
            )
        report["python"] = []
        for fast, peers in (("1", ["--peers"]), ("0", [])):
            report["python"] += lines(
                [sys.executable, HERE / "python_calls.py", catalog, *peers],
                CALQUE_LIBRARY=str(folder / "libcalque.so"),
                CALQUE_PYTHON_FAST=fast,
                PYTHONPATH=str(HERE.parent / "bindings" / "python" / "src"),
            )
    report["library_bytes"] = (folder / "libcalque.so").stat().st_size
    return report


def peer(report, name, row, size):
    """The time of a peer for a row; not every peer has every row and size."""
    for entry in report.get(name, []):
        # i18next counts the keys, of which there are more than messages.
        if entry["row"] == row and (entry["size"] == size or name == "i18next"):
            return entry.get(name)
    return None


def number(value, form="{:.1f}"):
    return "-" if value is None else form.format(value)


def calls_table(report, size):
    yield f"\n### {size:,} messages\n"
    yield (
        "| call | Calque ns | floor ns | x floor | gettext ns | x gettext "
        "| ICU ns | Qt ns | i18next ns | two threads |"
    )
    yield "|---|" + "--:|" * 9
    for row in report["calls"]:
        if row["size"] != size:
            continue
        name = row["row"]
        glibc = row.get("glibc")
        i18next = peer(report, "i18next", name, size) if size == 5000 else None
        yield (
            f"| {name} | {row['calque']:.1f} | {row['floor']:.1f} "
            f"| {row['calque'] / row['floor']:.2f} | {number(glibc)} "
            f"| {number(row['calque'] / glibc if glibc else None, '{:.3f}')} "
            f"| {number(peer(report, 'icu', name, size))} "
            f"| {number(peer(report, 'qt', name, size))} "
            f"| {number(i18next, '{:,.0f}')} "
            f"| {number(row['threads'] or None, '{:.2f}')} |"
        )


def cold_table(report):
    """A plain text with nothing of it in the caches."""
    yield "\n### Caches cold\n"
    yield "| what | ns |"
    yield "|---|--:|"
    for entry in report["calls"] + report.get("icu", []):
        for name in ("calque", "floor", "glibc", "icu"):
            if entry.get(f"{name}_cold"):
                yield f"| {name} | {entry[f'{name}_cold']:,} |"


def markdown(report):
    for size in sorted({row["size"] for row in report["calls"]}):
        yield from calls_table(report, size)
    yield from cold_table(report)
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

"""Runs the benchmarks and writes what they measured as JSON and Markdown.

usage: report.py FOLDER [--rounds N] [--python PROGRAM]

FOLDER is the build folder; report.json and report.md are written there. PROGRAM is a
Python that has the libraries of Benchmarks/requirements-peers.txt.
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent


# Why a figure is empty: what was left out, and the reason.
LEFT_OUT = {}
# Processes that share one compiled file.
SHARING = 10
# Enough that neither texts nor columns stay in the caches.
TABLE_ROWS = 200_000


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
        reason = result.stderr.strip()[-200:] or f"it ended with {result.returncode}"
        LEFT_OUT[" ".join(pathlib.Path(part).name for part in command[:2])] = reason
        return []
    return [json.loads(line) for line in result.stdout.splitlines() if line]


def call_rows(program, rounds, places, temporary):
    """Nanoseconds of calls, beside the floor and gettext."""
    rows = temporary / "rows"
    subprocess.run(
        [program, "--rounds", str(rounds), "--places", str(places), "--json", rows],
        check=True,
    )
    return [json.loads(line) for line in rows.read_text().splitlines()]


def loading_rows(program, temporary):
    """Time and peak of loading one JSON file, from 1,000 to a million messages."""
    catalog = temporary / "large.json"
    rows = []
    for messages in (1_000, 10_000, 100_000, 1_000_000):
        subprocess.run([program, "--json", str(messages), catalog], check=True)
        runs = [lines([program, "--peak", catalog])[0] for _ in range(3)]
        row = sorted(runs, key=lambda run: run["ms"])[1]
        rows.append({"messages": messages, "bytes": catalog.stat().st_size} | row)
    return rows


def private_kib(program, arguments):
    """The private memory of ten processes at once, the median."""
    processes = [
        subprocess.Popen(
            [program, "--hold", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        for _ in range(SHARING)
    ]
    for process in processes:
        process.stdout.readline()
    sizes = []
    for process in processes:
        rollup = pathlib.Path(f"/proc/{process.pid}/smaps_rollup").read_text()
        fields = [line.split() for line in rollup.splitlines()]
        sizes.append(sum(int(f[1]) for f in fields if f[0].startswith("Private_")))
    for process in processes:
        process.communicate()
    return sorted(sizes)[SHARING // 2]


def sharing(program, catalog, temporary):
    """The private memory of ten processes that look up texts in one compiled file."""
    compiled = temporary / "catalog.calque"
    subprocess.run([program, "--compile", catalog, compiled], check=True)
    return {
        "private_kib_lookup": private_kib(program, [compiled]),
        "private_kib_library": private_kib(program, []),
    }


def printed(*command):
    """The standard output of a command."""
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def measure(folder, rounds, python):
    programs = folder / "Benchmarks"
    start = time.monotonic()
    report = {"load_before": os.getloadavg()[0]}
    with tempfile.TemporaryDirectory() as name:
        temporary = pathlib.Path(name)
        catalog = temporary / "catalog.json"
        program = programs / "benchmark_translator"
        report["calls"] = call_rows(program, rounds, 6, temporary)
        report["english"] = call_rows(program, rounds, 1, temporary)
        report["general"] = printed(programs / "benchmark_general")
        report["tables"] = printed(programs / "tables", "--rows", str(TABLE_ROWS))
        report["loading"] = loading_rows(programs / "benchmark_load", temporary)
        subprocess.run(
            [programs / "benchmark_load", "--json", "5000", catalog], check=True
        )
        report["load"] = lines([programs / "benchmark_load"])[0]
        report["load"] |= sharing(programs / "benchmark_load", catalog, temporary)
        for peer in ("icu", "qt"):
            report[peer] = []
            if (programs / f"benchmark_{peer}").exists():
                report[peer] = lines([programs / f"benchmark_{peer}"])
            else:
                LEFT_OUT[peer] = "its headers were not installed"
        report["i18next"] = []
        if shutil.which("node"):
            report["i18next"] = lines(
                ["node", "--single-threaded", HERE / "i18next.cjs", catalog],
                NODE_PATH="/usr/share/nodejs",
            )
        else:
            LEFT_OUT["i18next"] = "node was not installed"
        report["python_peers"] = lines([python, HERE / "python_peers.py", catalog])
        for row in report["python_peers"]:
            if "left_out" in row:
                LEFT_OUT[row["peer"]] = row["left_out"]
        report["python"] = []
        for fast, peers in (("1", ["--peers"]), ("0", [])):
            report["python"] += lines(
                [sys.executable, HERE / "python_calls.py", catalog, *peers],
                CALQUE_LIBRARY=str(folder / "libcalque.so"),
                CALQUE_PYTHON_FAST=fast,
                PYTHONPATH=str(HERE.parent / "bindings" / "python" / "src"),
            )
    report |= {"load_after": os.getloadavg()[0], "left_out": LEFT_OUT}
    report["seconds"] = round(time.monotonic() - start)
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


def sizes_table(report):
    """English alone, from 100 messages to a million."""
    sizes = sorted({row["size"] for row in report["english"]})
    cells = {(row["row"], row["size"]): row for row in report["english"]}
    yield "\n### English alone: Calque, floor, gettext that has seen one catalog\n"
    yield "| call | " + " | ".join(f"{size:,}" for size in sizes) + " |"
    yield "|---|" + "--:|" * len(sizes)
    for name in dict.fromkeys(row["row"] for row in report["english"]):
        figures = [
            " / ".join(
                number(cells[name, size].get(key))
                for key in ("calque", "floor", "glibc")
            )
            for size in sizes
        ]
        yield f"| {name} | " + " | ".join(figures) + " |"


def peers_table(report):
    """Rows of ICU alone, and libraries for Python."""
    yield "\n### ICU: a pattern found by its key at each call, a number in a text\n"
    yield "| call | ICU ns | Calque ns |"
    yield "|---|--:|--:|"
    for row in report["icu"]:
        if row["row"].startswith(("plural, found", "number")):
            yield f"| {row['row']} | {row['icu']} | {number(row.get('calque'))} |"
    yield "\n### Libraries for Python\n"
    yield "| library | call | ns |"
    yield "|---|---|--:|"
    for row in report["python_peers"]:
        if "ns" in row:
            yield f"| {row['peer']} | {row['row']} | {row['ns']} |"


def loading_table(report):
    """One JSON file."""
    yield "\n### Loading one JSON file\n"
    yield "| messages | bytes | ms | us a message | peak over the file | kept |"
    yield "|---|" + "--:|" * 5
    for row in report["loading"]:
        peak, kept = (
            row[key] * 1024 / row["bytes"] for key in ("peak_kib", "kept_kib")
        )
        yield (
            f"| {row['messages']:,} | {row['bytes']:,} | {row['ms']:.1f} "
            f"| {row['ms'] * 1000 / row['messages']:.2f} | {peak:.2f} | {kept:.2f} |"
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
    yield from sizes_table(report)
    yield from peers_table(report)
    yield "\n### General calls\n"
    yield report["general"].strip()
    yield f"\n### Tables of {TABLE_ROWS:,} rows in 20 languages\n"
    yield f"```text\n{report['tables'].rstrip()}\n```"
    yield from loading_table(report)
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
    yield "\n### Left out\n"
    for name, reason in report["left_out"].items():
        yield f"- {name}: {reason}"
    yield (
        f"\nThe run took {report['seconds']} s, with a load of "
        f"{report['load_before']:.1f} "
        f"before and {report['load_after']:.1f} after it."
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--python", default=sys.executable)
    options = parser.parse_args()
    folder = options.folder.resolve()
    report = measure(folder, options.rounds, options.python)
    (folder / "report.json").write_text(json.dumps(report, indent=1) + "\n")
    (folder / "report.md").write_text("\n".join(markdown(report)) + "\n")
    print(f"written: {folder / 'report.md'} and report.json")


if __name__ == "__main__":
    main()

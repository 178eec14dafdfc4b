#!/usr/bin/env python3
"""Runs the conformance cases of translators in the runner of another language.

A runner reads requests from standard input, a line each, whose fields are separated by
tabs, and answers each with one line of JSON:

    open FORMAT OPTIONS        makes a translator; answers null, or a text that says why
                               there is none. FORMAT is a number of calque_format
    t KEYS OPTIONS             calque_translator_translate_json with details
    exists KEYS OPTIONS        true or false
    languages                  the fallback chain, an array
    dir LANGUAGE               "ltr" or "rtl"
    decode MESSAGES TEXT       a message table in mode ios with those messages, and the
                               text, a JSON text, decoded

OPTIONS and MESSAGES are JSON objects, KEYS is a key or a JSON array of keys, as C takes
them: a runner needs no JSON of its own.
Closes with "N passed, N failed".

usage: hosts.py [--only PART] RUNNER [ARGUMENT ...] -- FILE ...
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from compare import same
from report import Report

FORMATS = {"v1": 1, "v2": 2, "v3": 3, "v4": 4, "ios": 10}
RESOURCES = {"ios": "resourcesStore", "v1": "resStore"}


def cases(files: list[Path]) -> Iterator[dict[str, Any]]:
    """The cases of the files that a runner can be asked."""
    for file in files:
        for line in file.read_text(encoding="utf-8").splitlines():
            case: dict[str, Any] = json.loads(line)
            is_table = case.get("system") == "messages" and case.get("mode") == "ios"
            if case.get("system", "translator") == "translator" or is_table:
                yield case


def opening(case: dict[str, Any]) -> str:
    """The request that makes the translator of a case."""
    options = dict(case.get("options") or {})
    if "resources" in case:
        options[RESOURCES.get(case["format"], "resources")] = case["resources"]
    return f"open\t{FORMATS[case['format']]}\t{json.dumps(options)}"


def asked(case: dict[str, Any], call: dict[str, Any]) -> str | None:
    """The request of a call; None for one that runners do not have."""
    method, key = call["method"], call.get("key")
    if not isinstance(key, str) or key.startswith("[") or not key.isprintable():
        key = json.dumps([key] if isinstance(key, str) else key)
    if method in ("t", "exists"):
        return f"{method}\t{key}\t{json.dumps(call.get('args') or {})}"
    if method == "tf":
        options: dict[str, Any] = {"sprintf": call["args"]}
        if case["format"] != "ios":
            options["postProcess"] = "sprintf"
        return f"t\t{key}\t{json.dumps(options)}"
    if method == "languages":
        return "languages"
    if method == "dir":
        return f"dir\t{call.get('lng') or ''}"
    if method == "decode" and not case.get("synonyms"):
        return f"decode\t{json.dumps(case['messages'])}\t{json.dumps(call['text'])}"
    return None


def answered(call: dict[str, Any], line: str) -> Any:
    """The value in an answer."""
    value = json.loads(line)
    return value.get("res") if call["method"] in ("t", "tf") else value


def main() -> int:
    """Ask all at once, then compare; 1 when a call failed or none was made."""
    before, _, files = " ".join(sys.argv[1:]).partition(" -- ")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="")
    parser.add_argument("runner", nargs=argparse.REMAINDER)
    chosen = parser.parse_args(before.split())
    requests: list[str] = []
    calls: list[tuple[dict[str, Any], int, dict[str, Any]]] = []
    for case in cases([Path(file) for file in files.split()]):
        if chosen.only not in case["id"]:
            continue
        if case.get("system", "translator") == "translator":
            requests.append(opening(case))
            calls.append((case, -1, {"method": "open", "expect": None}))
        for index, call in enumerate(case["calls"]):
            request = asked(case, call)
            if request is not None:
                requests.append(request)
                calls.append((case, index, call))
    done = subprocess.run(
        chosen.runner,
        input="\n".join([*requests, ""]),
        stdout=subprocess.PIPE,
        check=False,
        text=True,
        encoding="utf-8",
    )
    answers = done.stdout.split("\n")[:-1]
    if done.returncode != 0 or len(answers) != len(requests):
        print(f"{len(answers)} answers to {len(requests)} requests")
        print(f"0 passed, {len(requests)} failed")
        return 1
    report = Report(20)
    for (case, index, call), answer in zip(calls, answers, strict=True):
        if same(call["expect"], answered(call, answer)):
            report.passed(case)
        else:
            report.failed(case, index, call, answer)
    report.close()
    return 0 if report.succeeded else 1


if __name__ == "__main__":
    sys.exit(main())

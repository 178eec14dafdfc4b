"""What a call costs from Python: Calque through ctypes, and gettext of Python.

One line of JSON for each row.  usage: python_calls.py FILE
"""

import gettext
import json
import statistics
import sys
import time

import calque

ROUNDS = 9
CALLS = 20_000


class Memory(gettext.NullTranslations):
    """gettext's look-up over a dictionary, as after reading a .mo file."""

    def __init__(self, catalog):
        super().__init__()
        self._catalog = catalog

    gettext = gettext.GNUTranslations.gettext


def nanoseconds(call, keys):
    samples = []
    for _ in range(ROUNDS):
        start = time.thread_time_ns()
        for number in range(CALLS):
            call(keys[number % len(keys)])
        samples.append((time.thread_time_ns() - start) / CALLS)
    return round(statistics.median(samples), 1)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        resources = json.load(file)
    keys = [key for key, text in resources.items() if not set(text) & set("{$")]
    translator = calque.Translator(
        "v4", {"lng": "en", "resources": {"en": {"translation": resources}}}
    )
    view = translator.get_fixed_t()
    rows = {
        "text of a plain message": view.text,
        "plain": view,
        "Python gettext": Memory(resources).gettext,
    }
    for row, call in rows.items():
        print(json.dumps({"row": row, "ns": nanoseconds(call, keys)}))
    samples = []
    for _ in range(ROUNDS):
        start = time.thread_time_ns()
        view.batch(keys[:1000])
        samples.append((time.thread_time_ns() - start) / 1000)
    ns = round(statistics.median(samples), 1)
    print(json.dumps({"row": "batch of 1,000, for each key", "ns": ns}))


if __name__ == "__main__":
    main()

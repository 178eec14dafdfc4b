"""The cost of a call from Python: Calque, and Python's own gettext.

Prints one line of JSON for each row. Calque is called through its extension, or with
CALQUE_PYTHON_FAST=0 through ctypes alone. Figures of single calls include the loop.

usage: python_calls.py FILE [--peers]
"""

import gettext
import json
import statistics
import sys
import time
import types

import calque

ROUNDS = 9
CALLS = 20_000
ROWS = 1_000


class Memory(gettext.NullTranslations):
    """gettext's look-up over a dictionary, as after reading a .mo file."""

    def __init__(self, catalog):
        super().__init__()
        self._catalog = catalog

        self.plural = lambda count: int(count != 1)

    gettext, ngettext = (
        gettext.GNUTranslations.gettext,
        gettext.GNUTranslations.ngettext,
    )


def median(measure):
    return round(statistics.median(measure() for _ in range(ROUNDS)), 1)


def each(call, keys):
    """Nanoseconds of a call, over as many keys as are asked for."""

    def measure():
        start = time.thread_time_ns()
        for key in keys:
            call(key)
        return (time.thread_time_ns() - start) / len(keys)

    return median(measure)


def batch(call):
    """Nanoseconds of a row, in batches."""

    def measure():
        start = time.thread_time_ns()
        for _ in range(10):
            call()
        return (time.thread_time_ns() - start) / (10 * ROWS)

    return median(measure)


def named(call):
    """A call with one variable; the keywords are part of what it costs."""
    return lambda key: call(key, name="Noor")


def counted(call):
    """A call with a number."""
    return lambda key: call(key, count=3)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        resources = json.load(file)
    plain = [key for key, text in resources.items() if not set(text) & set("{$")]
    keys = [plain[number % len(plain)] for number in range(CALLS)]
    resources["of one"] = "A text for {{name}}, who is not here."
    resources |= {"some_one": "{{count}} text", "some_other": "{{count}} texts"}
    translator = calque.Translator(
        "v4", {"lng": "en", "resources": {"en": {"translation": resources}}}
    )
    t = translator.t
    view = translator.get_fixed_t()
    is_fast = isinstance(calque.View.text, types.MethodDescriptorType)
    way = "extension" if is_fast else "ctypes"
    names = [f"name {number}" for number in range(ROWS)]
    rows = {
        "t(key)": each(t, keys),
        "t(key, name=...)": each(named(t), ["of one"] * CALLS),
        "t(key, count=...)": each(counted(t), ["some"] * CALLS),
        "view.text(key)": each(view.text, keys),
        "view(key)": each(view, keys),
        "view(key, name=...)": each(named(view), ["of one"] * CALLS),
        f"view.batch of {ROWS:,} keys, for each": batch(
            lambda: view.batch(plain[:ROWS])
        ),
        f"view.batch of {ROWS:,} names, for each": batch(
            lambda: view.batch("of one", name=names)
        ),
    }
    for row, ns in rows.items():
        print(json.dumps({"row": f"{row}, {way}", "ns": ns}))
    if "--peers" in sys.argv:
        resources["name"] = "A text for %(name)s, who is not here."
        resources |= {("some", 0): "%(count)d text", ("some", 1): "%(count)d texts"}
        memory = Memory(resources)
        peers = {
            "gettext": each(memory.gettext, keys),
            "gettext and %": each(
                lambda key: memory.gettext(key) % {"name": "Noor"}, ["name"] * CALLS
            ),
            "ngettext and %": each(
                lambda key: memory.ngettext(key, "", 3) % {"count": 3},
                ["some"] * CALLS,
            ),
        }
        for row, ns in peers.items():
            print(json.dumps({"row": f"Python {row}", "ns": ns}))
        # A list of as many texts costs this much in any case.
        whole = "\x1e".join(view.batch(plain[:ROWS]))
        ns = batch(lambda: whole.split("\x1e"))
        print(json.dumps({"row": f"str.split into {ROWS:,} texts, for each", "ns": ns}))


if __name__ == "__main__":
    main()

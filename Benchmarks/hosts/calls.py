"""usage: calls.py FOLDER"""

import gettext
import sys
import time

import calque


def measure(library, row, call):
    best = float("inf")
    for _ in range(9):
        start = time.process_time_ns()
        for at in range(20_000):
            call(at)
        best = min(best, (time.process_time_ns() - start) / 20_000)
    print(f"{library}\t{row}\t{best:.0f}")


folder = sys.argv[1]
options = {"lng": "en", "keySeparator": False, "nsSeparator": False}
translator = calque.Translator("v4", options)
translator.add_file("en", "translation", f"{folder}/en.json")
view = translator.get_fixed_t("en")
plain = [f"message {at}" for at in range(500)]
plural = [f"{at} file" for at in range(100)]
assert view(plural[7], count=2) == "2 files of 7"
measure("Calque", "plain", lambda at: view(plain[at % 500]))
measure("Calque", "plural", lambda at: view(plural[at % 100], count=at % 201))
found = gettext.translation("messages", folder, ["en"])
one = [f"%d {key}" for key in plural]
other = [f"{key}s" for key in one]
assert found.gettext(plain[7]) != plain[7]
measure("gettext", "plain", lambda at: found.gettext(plain[at % 500]))
measure(
    "gettext", "plural",
    lambda at: found.ngettext(one[at % 100], other[at % 100], at % 201) % (at % 201),
)  # fmt: skip

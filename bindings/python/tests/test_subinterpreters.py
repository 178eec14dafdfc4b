"""Interpreters of one process that all import the package, as mod_wsgi has them."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import sys
sys.path[:] = {path!r}
{module}
CODE = '''
import sys
sys.path[:] = {path!r}
import calque
RESOURCES = {{"en": {{"translation": {{"k": "v {{{{a}}}}"}}}}}}
OPTIONS = {{"lng": "en", "resources": RESOURCES}}

def work():
    with calque.Translator("v4", OPTIONS) as made:
        made.add_formatter("f", lambda value, *_: value)
        assert made.t("k", a=1) == "v 1"
        assert made.get_fixed_t("en")("k", a=[1]) == "v 1"
        assert made.languages == ["en", "dev"]
        try:
            calque.Translator("v4", dict(lng=5))
        except calque.CalqueError:
            pass

work()
'''
exec(CODE)
others = [interpreters.create() for _ in range(3)]
for other in others:
    interpreters.run_string(other, CODE)
    work()
for other in others:
    interpreters.run_string(other, "work()")
    interpreters.destroy(other)
    work()
print("all work")
"""


@pytest.mark.parametrize("fast", ["0", "1"])
def test_an_import_in_one_interpreter_leaves_the_others_alone(
    fast: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("_xxsubinterpreters")
    monkeypatch.setenv("CALQUE_PYTHON_FAST", fast)
    program = PROGRAM.format(
        path=sys.path, module="import _xxsubinterpreters as interpreters"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "all work\n"), done.stderr

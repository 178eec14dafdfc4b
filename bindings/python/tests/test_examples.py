from __future__ import annotations

import runpy
import sys
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from calque import about

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"

SAMPLES = EXAMPLES.parents[2] / "samples"
SERVED = {
    "http_catalog": SAMPLES,
    "licence": EXAMPLES.parents[1] / "c" / "examples" / "licence",
}

EXPECTED = {
    "block_messages": """About Blocks
Über Klötze
Klötze
move A to B
the text does not refer to %2
['bky_MOVE', 'bky_BROKEN']
['Delete Block', 'Delete 3 Blocks']
""",
    "catalog": """Hello Ada!
the queen
1 list one
3 listy few
5 listów many
Made with care
Cześć, Ola!
""",
    "compiled": """en 3
nl 1
2 in place
Dag Noor!
1 thing for Ada
2 things for Noor
12 things for Ben
""",
    "conversation": """Ada sees
  summary Hej
  text Short and friendly?
  message Velkommen
Ben sees
  summary Hej
  text Short and friendly?
  message Velkommen
""",
    "http_catalog": """OK [200, 200]
Willkommen, Ada!
""",
    "own_transport": """en 200
da 200
fr 404
Hej Ada!
ConnectionError: no route
""",
    "licence": """Be kind.
licence rose from 0.0.0 to 1.1.0
1.1.0: You may use this program for anything that is kind to others.

""",
    "plain_ctypes": """This is the Blockly library.
home Hello
['summary', 'message']
Be kind. is version 1.2.3
""",
    "propose": """  title: Welcome
  greeting: Good day to you
* title: Welcome
* greeting: Good day to you
* title: Welcome
* greeting: Hello there
All proposals
- greeting: Hello there
proposals: 1
deleted
  title: Welcome
  greeting: Good day to you
""",
    "missing_keys": """Untitled
subtitle
translation:title = 'Untitled'
translation:subtitle = 'subtitle'
no translation for 'title'
""",
}


@pytest.fixture
def served_files(name: str) -> Iterator[list[str]]:
    """The URL of a server for the files of an example, for those that want one."""
    if name not in SERVED:
        yield []
        return
    handler = partial(SimpleHTTPRequestHandler, directory=str(SERVED[name]))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield [f"http://127.0.0.1:{server.server_port}"]
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.parametrize("name", sorted(path.stem for path in EXAMPLES.glob("*.py")))
def test_example_prints(
    name: str,
    served_files: list[str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "argv", [name, *served_files])
    monkeypatch.setenv("CALQUE_LIBRARY", about()["library_path"])
    runpy.run_path(str(EXAMPLES / f"{name}.py"), run_name="__main__")
    assert capsys.readouterr().out == EXPECTED[name]

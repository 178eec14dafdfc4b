from __future__ import annotations

import runpy
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"

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
    "own_transport": """en 200
da 200
fr 404
Hej Ada!
ConnectionError: no route
""",
    "missing_keys": """Untitled
subtitle
translation:title = 'Untitled'
translation:subtitle = 'subtitle'
no translation for 'title'
""",
}


@pytest.mark.parametrize("name", sorted(path.stem for path in EXAMPLES.glob("*.py")))
def test_example_prints(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLES / f"{name}.py"), run_name="__main__")
    assert capsys.readouterr().out == EXPECTED[name]

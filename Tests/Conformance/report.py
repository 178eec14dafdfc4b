"""The result of the run."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any


class Report:
    """Counts calls by system and format, and prints those that failed."""

    def __init__(self, max_failures: int) -> None:
        self._left = max_failures
        self._passed: Counter[str] = Counter()
        self._failed: Counter[str] = Counter()

    @property
    def succeeded(self) -> bool:
        """Whether calls were made and none failed."""
        return self._passed.total() > 0 and self._failed.total() == 0

    def passed(self, case: dict[str, Any]) -> None:
        """Count a call that answered as expected."""
        self._passed[_row(case)] += 1

    def failed(
        self, case: dict[str, Any], index: int, call: dict[str, Any], got: str
    ) -> None:
        """Count a call that did not; print it while the limit lasts."""
        self._failed[_row(case)] += 1
        if self._left <= 0:
            return
        self._left -= 1
        asked = {name: value for name, value in call.items() if name != "expect"}
        print(f"FAIL {case['id']} [{index}] {json.dumps(asked, ensure_ascii=False)}")
        print(f"  expected {json.dumps(call.get('expect'), ensure_ascii=False)}")
        print(f"  got      {got}")

    def close(self) -> None:
        """Print the table and the closing line."""
        print(f"{'system':<24}{'passed':>8}{'failed':>8}")
        for row in sorted(self._passed | self._failed):
            print(f"{row:<24}{self._passed[row]:>8}{self._failed[row]:>8}")
        print(f"{self._passed.total()} passed, {self._failed.total()} failed")


def _row(case: dict[str, Any]) -> str:
    system = case.get("system", "translator")
    return f"{system} {case['format']}" if "format" in case else str(system)

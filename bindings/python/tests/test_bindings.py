from __future__ import annotations

import ctypes

import pytest

from calque import Status, _bindings


@pytest.mark.parametrize("status", [s for s in Status if s is not Status.UNKNOWN])
def test_library_knows_each_status_by_the_same_name(status: Status) -> None:
    name = (_bindings.calque_status_name(status) or b"").decode()
    assert name == f"CALQUE_{status.name}"


def test_structures_have_the_layout_of_c() -> None:
    assert ctypes.sizeof(_bindings.calque_arg) == 56
    assert ctypes.sizeof(_bindings.calque_host) == 96

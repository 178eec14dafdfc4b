"""The extension module answers as the class in Python does."""

from __future__ import annotations

import gc
import inspect
import os
import pydoc
import subprocess
import sys
import sysconfig
import threading
import time
import weakref
from array import array
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

import calque
from calque import Translator, View
from calque import _bindings as c

SOURCE = Path(__file__).resolve().parents[1] / "src"
TREE = {
    "plain": "Plain text",
    "deutsch": "schön, 日本語, 😀",
    "empty": "",
    "long": "long " * 200,
    "zero": "a\0b",
    "who": "Hello {{name}}, {{other}}",
    "raw": "{{- v}}",
    "file_one": "{{count}} file",
    "file_other": "{{count}} files",
    "he_male": "he",
    "nested": "$t(plain) and {{name}}",
    "object": {"a": "b"},
    "list": ["one", 2],
    "number": 3,
    "formatted": "{{v, mine}}",
}
KEYS = [*TREE, "none", "", "file", "he", "pla", "plain ", "object.a", "é"]
VALUES: list[object] = [
    "Bo",
    "",
    "<é>",
    "x" * 3000,
    "\ud800",
    "\0\x1e",
    0,
    -1,
    2**63 - 1,
    -(2**63),
    2**63,
    10**5000,
    True,
    False,
    None,
    1.5,
    -0.0,
    1e300,
    float("inf"),
    float("nan"),
    Decimal("1.50"),
    [1, "two"],
    {"a": 1},
    b"bytes",
    object,
]
# The class that is written in Python.
PYTHON: Any = next(c for c in reversed(View.__mro__) if c.__name__ == "View")


def formatter(value: object, lng: str | None, options: object) -> str:
    if value == "Bo":
        raise RuntimeError("no")
    return f"<{value}>"


@pytest.fixture(params=["open", "strict", "prefix"])
def view(request: pytest.FixtureRequest) -> Iterator[View]:
    options = {"lng": "en", "resources": {"en": {"translation": TREE}}}
    with Translator(
        "v4", options, raise_missing=request.param == "strict"
    ) as translator:
        translator.add_formatter("mine", formatter)
        prefix = "object" if request.param == "prefix" else None
        yield translator.get_fixed_t(key_prefix=prefix)


def outcome(call: Callable[..., object], /, *args: Any, **variables: Any) -> object:
    """The result of a call, or the exception it raises."""
    try:
        return call(*args, **variables)
    except Exception as error:
        return type(error), str(error)


def same(view: View, method: str, /, *args: Any, **variables: Any) -> None:
    in_python = getattr(PYTHON, method)
    assert outcome(getattr(View, method), view, *args, **variables) == outcome(
        in_python, view, *args, **variables
    )


WITHOUT_LOCK = """
import os
import sys
sys._is_gil_enabled = lambda: False
os.environ["CALQUE_PYTHON_FAST"] = "0"
from calque import Translator, View
assert View.__mro__[1].__name__ == "Handle"
resources = {"en": {"translation": {"who": "Hello {{name}}", "plain": "Plain text"}}}
with Translator("v4", {"lng": "en", "resources": resources}) as translator:
    view = translator.get_fixed_t()
    assert view("who", name="Bo") == "Hello Bo"
    assert view("plain") == view.text("plain") == "Plain text"
    assert view.batch(["who", "plain"], name="Bo") == ["Hello Bo", "Plain text"]
"""


@pytest.mark.parametrize(
    ("made", "names"), [(View, ["text", "batch"]), (Translator, ["t"])]
)
def test_methods_in_c_are_documented_as_those_in_python(
    made: type, names: list[str]
) -> None:
    python = next(c for c in reversed(made.__mro__) if c.__name__ == made.__name__)
    for name in names:
        found, wanted = (getattr(owner, name) for owner in (made, python))
        assert inspect.getdoc(found) == inspect.getdoc(wanted)
        assert [
            (parameter.name, parameter.kind, parameter.default)
            for parameter in inspect.signature(found).parameters.values()
        ] == [
            (parameter.name, parameter.kind, parameter.default)
            for parameter in inspect.signature(wanted).parameters.values()
        ]
    assert "Translate a key" in pydoc.render_doc(Translator.t)


def test_threads_share_nothing_where_python_has_no_lock() -> None:
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    subprocess.run([sys.executable, "-c", WITHOUT_LOCK], env=environment, check=True)


def test_there_is_a_lock_where_python_was_built_with_one_alone() -> None:
    has_lock = getattr(sys, "_is_gil_enabled", lambda: True)()
    assert has_lock == (not sysconfig.get_config_var("Py_GIL_DISABLED"))


def test_threads_close_translators_that_others_ask() -> None:
    resources = {"en": {"translation": {"who": "Hello {{name}}", "plain": "Plain"}}}
    shared: list[Any] = [None, None]
    stop = threading.Event()
    wrong: list[object] = []

    def ask() -> None:
        while not stop.is_set():
            for one in filter(None, shared):
                try:
                    texts = [one("who", name="Bo"), one("plain"), one("absent")]
                except ValueError:
                    # Another thread has closed it.
                    continue
                if texts != ["Hello Bo", "Plain", "absent"]:
                    wrong.append(texts)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for _ in range(200):
        options = {"lng": "en", "resources": resources}
        with Translator("v4", options) as translator, translator.get_fixed_t() as view:
            shared[:] = translator, view
            texts = view.batch(["who", "plain"] * 20, name="Bo")
            assert texts == ["Hello Bo", "Plain"] * 20
    stop.set()
    for thread in threads:
        thread.join()
    assert not wrong


def test_threads_change_lists_that_a_batch_reads() -> None:
    resources = {"en": {"translation": {"who": "Hello {{name}}"}}}
    names: list[object] = [f"name {number}" for number in range(64)]
    stop = threading.Event()

    def change() -> None:
        while not stop.is_set():
            names[:] = [f"name {number}" for number in range(64)]
            names.pop()
            names.append(str(time.monotonic()))

    thread = threading.Thread(target=change)
    with Translator("v4", {"lng": "en", "resources": resources}) as translator:
        view = translator.get_fixed_t()
        thread.start()
        for _ in range(300):
            try:
                texts = view.batch("who", name=names)
            except (ValueError, IndexError):
                # The list was shorter for a moment.
                continue
            assert all(text.startswith("Hello ") for text in texts)
        stop.set()
        thread.join()


def test_the_extension_is_used_where_it_is() -> None:
    wanted = os.environ.get("CALQUE_PYTHON_FAST") != "0"
    files = calque.__file__, c.library._name
    found = any(list(Path(file).parent.glob("_fast.*")) for file in files)
    assert (PYTHON is not View) == (wanted and found)
    assert View.__name__ == PYTHON.__name__ == "View"
    assert View.__module__ == PYTHON.__module__ == "calque.view"
    assert View.__doc__ == PYTHON.__doc__


@pytest.mark.parametrize("key", KEYS)
def test_each_key(view: View, key: str) -> None:
    same(view, "text", key)
    same(view, "__call__", key)
    same(view, "__call__", key, None)
    same(view, "__call__", key, "Default")
    same(view, "__call__", key, {"name": "Bo"})
    same(view, "__call__", key, context="male", count=1)
    same(view, "batch", key)
    same(view, "batch", [key])
    same(view, "batch", ["plain", key, "who"], name="Bo")


@pytest.mark.parametrize("value", VALUES, ids=[str(n) for n in range(len(VALUES))])
def test_each_value(view: View, value: object) -> None:
    for key in ("raw", "file", "nested", "formatted", "none"):
        same(view, "__call__", key, v=value, name=value)
        same(view, "__call__", key, count=value)
        same(view, "__call__", key, **{"v": 1, "é": value, "count": 2})
        same(view, "batch", key, v=value)
        same(view, "batch", key, v=[value, value, value])
        same(view, "batch", (key, key), v=(value, value), name="x")
    same(view, "__call__", value)
    same(view, "text", value)
    same(view, "batch", value)
    same(view, "batch", [value])


def test_options_and_counts(view: View) -> None:
    for count in (0, 15, 16, 17, 40):
        many = {f"n{number}": number for number in range(count)}
        same(view, "__call__", "who", **many)
        same(view, "batch", ["who"], **many)
    for name in ("defaultValue", "lng", "ns", "ordinal", "returnObjects", "replace"):
        same(view, "__call__", "list", **{name: "de"})
        same(view, "__call__", "none", **{name: True})
    same(view, "__call__")
    same(view, "__call__", "plain", None, None)
    same(view, "batch")
    same(view, "batch", "plain", "who")


def test_batches(view: View) -> None:
    names = [f"{number} é" for number in range(300)]
    for columns in (
        {"name": names},
        {"name": tuple(names), "other": [1]},
        {"name": names, "other": "x"},
        {"name": array("q", range(300)), "other": names},
        {"name": names, "other": names[1:]},
        {"name": names, "other": [1.5, None] * 150},
        {"name": []},
        {"name": [], "other": ["x"]},
        {"name": "text"},
    ):
        for keys in ("who", ["who"] * 300, ["who"], ("raw", "who"), []):
            same(view, "batch", keys, **columns)


def test_large_batches_let_other_threads_run(view: View) -> None:
    keys = ["plain"] * (1 << 17)
    if outcome(view, "plain") == "Plain text":
        assert view.batch(keys) == ["Plain text"] * len(keys)
        assert view.batch([*keys, "raw"], v=1)[-1] == "1"


class Wider(View):
    """A class of a user, with a slot and a call of its own."""

    __slots__ = ("mine",)

    def __init__(self, pointer: Any, reported: set[str] | None) -> None:
        super().__init__(pointer, reported)
        self.mine = self

    def __call__(self, key: str, options: Any = None, /, **variables: Any) -> str:
        return super().__call__(key, options, **variables).upper()


def wider_than(view: View) -> Wider:
    pointer = view._reference._as_parameter_
    return Wider(c.calque_view_retain(pointer), set())


def test_views_have_subclasses_and_are_freed() -> None:
    options = {"lng": "en", "resources": {"en": {"translation": TREE}}}
    with Translator("v4", options) as translator:
        view = translator.get_fixed_t()
        wider = wider_than(view)
        assert wider("plain") == "PLAIN TEXT"
        assert wider("who", name="Bo", other="x") == "HELLO BO, X"
        assert wider("plain", {}) == "PLAIN TEXT"
        assert wider.text("plain") == "Plain text"
        assert wider.batch(["plain"]) == ["Plain text"]
        told = weakref.ref(wider)
        del wider
        gc.collect()
        assert told() is None
        before = sys.getrefcount(View)
        for _ in range(200):
            made = wider_than(view)
            other = translator.get_fixed_t()
            other("plain")
        del made, other
        gc.collect()
        assert sys.getrefcount(View) <= before + 5


def test_a_view_that_was_never_opened_is_no_crash() -> None:
    view = View.__new__(View)
    for call in (view, view.text, view.batch):
        with pytest.raises(ValueError, match="closed"):
            call("plain")
    with pytest.raises(TypeError):
        View.__init__(view)
    with pytest.raises(AttributeError):
        View.__init__(view, None, None)


class Finalizer:
    """Garbage in a cycle, which does something when it is collected."""

    def __init__(self, action: Callable[[], object]) -> None:
        self.action = action
        self.itself = self

    def __del__(self) -> None:
        self.action()


def collecting(action: Callable[[], object], call: Callable[[], object]) -> object:
    """The outcome of a call that triggers garbage collection."""
    threshold = gc.get_threshold()
    Finalizer(action)
    try:
        gc.set_threshold(1)
        return outcome(call)
    finally:
        gc.set_threshold(*threshold)


def test_a_batch_may_be_closed_by_what_it_sets_off() -> None:
    options = {"lng": "en", "resources": {"en": {"translation": TREE}}}
    with Translator("v4", options) as translator:
        for _ in range(20):
            view = translator.get_fixed_t()
            keys = ["plain"] * 50
            found = collecting(
                view.close, lambda view=view, keys=keys: view.batch(keys)
            )
            assert found in (
                ["Plain text"] * 50,
                (ValueError, "this View is closed"),
            )


@pytest.mark.parametrize("empties", ["keys", "column"])
def test_a_batch_may_lose_its_rows_to_what_it_sets_off(empties: str) -> None:
    options = {"lng": "en", "resources": {"en": {"translation": TREE}}}
    with Translator("v4", options) as translator:
        view = translator.get_fixed_t()
        for _ in range(20):
            keys, names = ["raw"] * 5000, [f"name {n}" for n in range(5000)]
            given = keys if empties == "keys" else names
            found = collecting(
                given.clear, lambda keys=keys, names=names: view.batch(keys, v=names)
            )
            assert isinstance(found, (list, tuple))
            if isinstance(found, tuple):
                assert found[0] in (ValueError, IndexError)


def test_a_view_that_its_base_class_closed_is_closed() -> None:
    options = {"lng": "en", "resources": {"en": {"translation": TREE}}}
    with Translator("v4", options) as translator:
        for closing in View.__mro__[:-1]:
            view = translator.get_fixed_t()
            closing.close(view)  # type: ignore[attr-defined]
            gc.collect()
            for call in (view, view.text, view.batch):
                with pytest.raises(ValueError, match="closed"):
                    call("plain")
    for closing in Translator.__mro__[:-1]:
        other = Translator("v4", options)
        closing.close(other)  # type: ignore[attr-defined]
        for call in (other, other.t):
            with pytest.raises(ValueError, match="closed"):
                call("plain")


def test_a_translator_may_be_closed_by_what_a_call_gives_up() -> None:
    options = {"lng": "en", "resources": {"en": {"translation": {"a": "{{- b}}"}}}}
    translator = Translator("v4", options)

    class Closing(str):
        def __del__(self) -> None:
            translator.close()

    assert translator.t("a", b=Closing("c")) == "c"
    with pytest.raises(ValueError, match="closed"):
        translator.t("a")


def test_a_translator_answers_as_its_class_in_python() -> None:
    python: Any = next(
        made for made in reversed(Translator.__mro__) if made.__name__ == "Translator"
    )
    options = {"lng": "en", "resources": {"en": {"translation": TREE}}}
    for raises in (False, True):
        with Translator("v4", options, raise_missing=raises) as translator:
            translator.add_formatter("mine", formatter)
            for key in [*KEYS, ["none", "plain"], "\ud800"]:
                for arguments in ((), (None,), ("Default",), ({"v": 1},), (1,)):
                    for value in VALUES:
                        names = {"v": value, "count": value, "name": "x"}
                        for method in ("t", "__call__"):
                            call = getattr(Translator, method)
                            assert outcome(
                                call, translator, key, *arguments, **names
                            ) == outcome(
                                getattr(python, method),
                                translator,
                                key,
                                *arguments,
                                **names,
                            )
            found = outcome(translator.t, "none", "D", defaultValue="E")
            assert found == outcome(python.t, translator, "none", "D", defaultValue="E")
            assert raises or found == "E"

"""Who imports whom among the Python packages of the project.

A package has a layer, and imports only from those below it. No module leads back to
itself, not even by an import for types or inside a function.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("bindings/python/src", "command/src", "server/src")
# Package -> the packages of the project that it may import, beside itself.
LAYERS = {
    "calque": set(),
    "calque_command.checks": {"calque"},
    "calque_command.exchange": {"calque", "calque_command.checks"},
    "calque_command.cli": {
        "calque", "calque_command.checks", "calque_command.exchange",
    },
    "calque_command": {"calque_command.cli"},
    "calque_server": {"calque", "calque_command.checks", "calque_command.exchange"},
}  # fmt: skip


def layer_of(module: str) -> str | None:
    """The package of LAYERS that a module belongs to."""
    names = module.split(".")
    return next(
        (
            name
            for end in range(len(names), 0, -1)
            if (name := ".".join(names[:end])) in LAYERS
        ),
        None,
    )


def modules() -> dict[str, Path]:
    """Every module of the packages, by name."""
    found = {}
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            names = path.relative_to(ROOT / folder).with_suffix("").parts
            if names[-1] == "__init__":
                names = names[:-1]
            found[".".join(names)] = path
    return found


def imports(module: str, path: Path, known: dict[str, Path]) -> Iterator[str]:
    """The modules of the project that a module imports, wherever it does so."""
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name in known)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")
            base = above[: len(above) - node.level + 1] if node.level else []
            origin = ".".join([*base, *([node.module] if node.module else [])])
            for name in node.names:
                inner = f"{origin}.{name.name}"
                if inner in known or origin in known:
                    yield inner if inner in known else origin


def circles(graph: dict[str, set[str]]) -> Iterator[list[str]]:
    """One circle for each module at which a search meets its own path."""
    done: set[str] = set()

    def search(module: str, way: list[str]) -> Iterator[list[str]]:
        if module in way:
            yield [*way[way.index(module) :], module]
        elif module not in done:
            for other in sorted(graph[module]):
                yield from search(other, [*way, module])
            done.add(module)

    for module in sorted(graph):
        yield from search(module, [])


def checks() -> list[list[str]]:
    """The errors: a list for each package, and one for the circles."""
    known = modules()
    graph = {name: set(imports(name, path, known)) for name, path in known.items()}
    faults: dict[str, list[str]] = {name: [] for name in LAYERS}
    for module, others in graph.items():
        layer = layer_of(module)
        if layer is None:
            continue
        faults[layer] += [
            f"{known[module].relative_to(ROOT)}: imports {other}"
            for other in sorted(others)
            if layer_of(other) not in LAYERS[layer] | {layer}
        ]
    return [*faults.values(), [" -> ".join(circle) for circle in circles(graph)]]

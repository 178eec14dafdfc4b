"""A message of a catalog: all its plural forms and contexts, and how they look."""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from calque import Translator, plural_category
from calque.errors import CalqueError

from . import catalogs
from .errors import not_found
from .projects import Project
from .schema import locale, namespace, text_, translation
from .stems import CATEGORIES, Form, stems

# Numbers that show every category of every language among them.
_SAMPLES = (1, 2, 3, 5, 0, 6, 11, 21, 100, 1.5, 1000000)


class Row(NamedTuple):
    """One form of a message in a language."""

    text_id: int | None
    key: str
    context: str
    plural: str
    number: float | None
    source: str
    value: str
    revision: int
    preview: str


class Message(NamedTuple):
    """A message in a language."""

    section: str
    stem: str
    locale: str
    comment: str
    max_length: int | None
    rows: list[Row]


def read(connection: Connection, project: Project, text_id: int, tag: str) -> Message:
    """The message that a text belongs to. Raises Refused with 404."""
    at = connection.execute(
        select(text_, namespace.c.name)
        .join(namespace, text_.c.namespace_id == namespace.c.id)
        .where(text_.c.id == text_id, namespace.c.project_id == project.id)
    ).first()
    if at is None:
        raise not_found("text")
    forms = connection.execute(
        select(text_.c.id, text_.c.key)
        .where(text_.c.namespace_id == at.namespace_id, text_.c.stem == at.stem)
        .order_by(text_.c.ordinal)
    ).all()
    ids = {key: id_ for id_, key in forms}
    source = _values(connection, project, list(ids.values()), project.source_locale)
    target = _values(connection, project, list(ids.values()), tag)
    shown = {key: target.get(id_, ("", 0))[0] for key, id_ in ids.items()}
    parts = stems(list(ids), project.format)
    rows = []
    for key, id_ in ids.items():
        form = parts[key]
        number = sample(tag, form.plural)
        if form.plural and number is None and id_ not in target:
            continue  # A form of the source that this language does not have.
        value, revision = target.get(id_, ("", 0))
        preview = show(project, tag, at.stem, shown, form.context, form.plural, number)
        original = source.get(id_, ("", 0))[0] or _other(key, parts, source, ids)
        rows.append(
            Row(
                id_,
                key,
                form.context,
                form.plural,
                number,
                original,
                value,
                revision,
                preview if value else "",
            )
        )
    rows += _needed(project, tag, at.stem, parts, source, ids)
    rows.sort(key=lambda row: (row.context, _order(row.plural)))
    return Message(at.name, at.stem, tag, at.comment, at.max_length, rows)


def sample(tag: str, plural: str) -> float | None:
    """A number that shows a plural form; None when no number does."""
    ordinal = plural.startswith("ordinal_")
    wanted = plural.removeprefix("ordinal_")
    if wanted not in CATEGORIES:
        return None
    for number in _SAMPLES:
        try:
            if plural_category(tag, number, ordinal) == wanted:
                return number
        except CalqueError:
            return None
    return None


def show(
    project: Project,
    tag: str,
    stem: str,
    values: dict[str, str],
    context: str,
    plural: str,
    number: float | None,
) -> str:
    """How the library shows a form; names stand where a program puts values."""
    tree: dict[str, Any] = {key: value for key, value in values.items() if value}
    options = {
        "lng": tag,
        "keySeparator": False,
        "nsSeparator": False,
        "resources": {tag: {"translation": tree}},
        "interpolation": {"escapeValue": False},
    }
    call: dict[str, object] = {}
    if number is not None:
        call["count"] = number
        call["ordinal"] = plural.startswith("ordinal_")
    if context:
        call["context"] = context
    try:
        with Translator(
            project.format, options, missing_interpolation=_name_of
        ) as translator:
            return str(translator.t(stem, call))
    except (CalqueError, ValueError):
        return values.get(stem, "")


def _name_of(_: str, __: str, variable: str) -> str:
    return f"‹{variable.strip()}›"


def _values(
    connection: Connection, project: Project, ids: list[int], tag: str
) -> dict[int, tuple[str, int]]:
    query = (
        select(translation.c.text_id, translation.c.value, translation.c.revision)
        .join(locale, translation.c.locale_id == locale.c.id)
        .where(
            locale.c.project_id == project.id,
            locale.c.tag == tag,
            translation.c.text_id.in_(ids),
        )
    )
    return {row[0]: (row[1], row[2]) for row in connection.execute(query)}


def _other(
    key: str,
    parts: dict[str, Form],
    source: dict[int, tuple[str, int]],
    ids: dict[str, int],
) -> str:
    """The source of a plural form that the source language does not have."""
    form = parts[key]
    if not form.plural:
        return ""
    ordinal = "ordinal_" if form.plural.startswith("ordinal_") else ""
    wanted = Form(form.stem, form.context, f"{ordinal}other")
    other = next((each for each, of in parts.items() if of == wanted), None)
    return source.get(ids[other], ("", 0))[0] if other else ""


def _needed(
    project: Project,
    tag: str,
    stem: str,
    parts: dict[str, Form],
    source: dict[int, tuple[str, int]],
    ids: dict[str, int],
) -> list[Row]:
    """Forms that the language needs and that are not written yet."""
    if project.format != "v4":
        return []
    rows = []
    for context in {form.context for form in parts.values() if form.plural}:
        own = {
            form.plural: key
            for key, form in parts.items()
            if form.plural and form.context == context
        }
        for ordinal in ("", "ordinal_"):
            if not any(
                plural.startswith("ordinal_") == bool(ordinal) for plural in own
            ):
                continue
            other = own.get(f"{ordinal}other")
            text = source.get(ids[other], ("", 0))[0] if other else ""
            for category in CATEGORIES:
                plural = f"{ordinal}{category}"
                number = sample(tag, plural)
                if number is None or plural in own:
                    continue
                middle = f"_{context}" if context else ""
                key = f"{stem}{middle}_{plural}"
                rows.append(Row(None, key, context, plural, number, text, "", 0, ""))
    return rows


def _order(plural: str) -> tuple[bool, int]:
    category = plural.removeprefix("ordinal_")
    place = CATEGORIES.index(category) if category in CATEGORIES else -1
    return plural.startswith("ordinal_"), place


def add_form(
    connection: Connection,
    project: Project,
    section: str,
    key: str,
    tag: str,
    value: str,
    actor: Any,
) -> None:
    """Write a form that no catalog had."""
    tree: dict[str, Any] = {}
    node = tree
    *parents, last = key.split(".")
    for parent in parents:
        node = node.setdefault(parent, {})
    node[last] = value
    trees = {tag: {section: tree}}
    catalogs.take(connection, project, trees, actor, replace=False)

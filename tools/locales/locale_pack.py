"""Packs sections of locales into the bytes that `LocaleData` reads.

A block holds lists that belong to all locales, a table of locales, each with its
parent and the places of its streams, and the streams. A stream is the texts of a
section in order:

    text 00          a text; an empty one stands for a fact that is not stated
    01 n             n texts are those of the parent
    02 n             the same text as n texts before
    03 n k text 00   the first k bytes of the text n before, then these

A locale without a stream has its parent's. In a text 04 is `{0}`, 05 is `{1}` and 06
is `{0} `. Numbers have seven bits to the byte, the lowest first, so that a block is
UTF-8 as a whole and can stand in a literal.
"""

from __future__ import annotations

from collections.abc import Callable

from locale_facts import Texts
from locale_fields import Section
from locale_source import ROOT, Source, parent_of

# The last byte is raised when the layout or the fields change: a reader takes no other.
MAGIC = b"calqueL2"
MOST = 127
DEPTH = 8
LONGEST = 511


def number(value: int, size: int) -> bytes:
    """Seven bits to the byte, the lowest first."""
    if value >> (7 * size):
        raise ValueError(f"{value} needs more than {size} bytes")
    return bytes(value >> (7 * place) & 0x7F for place in range(size))


def spelled(text: str) -> bytes:
    """A text as written in a stream."""
    if len(text.encode()) > LONGEST:
        raise ValueError(f"a text is too long for a reader: {text}")
    short = text.replace("{0} ", "\x06").replace("{0}", "\x04").replace("{1}", "\x05")
    return short.encode() + b"\0"


def runs(count: int) -> bytes:
    """So many texts of the parent."""
    out = b""
    while count:
        step = min(count, MOST)
        out += bytes([1, step])
        count -= step
    return out


def shared_prefix(one: str, other: str) -> int:
    """Characters at the start of both, not within a placeholder."""
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    open_at = one.rfind("{", 0, count)
    return open_at if open_at >= 0 and "}" not in one[open_at:count] else count


def shortest(texts: Texts, depths: list[int], place: int) -> tuple[bytes, int]:
    """The shortest form of a text, and from how many texts it is put together."""
    text = texts[place] or ""
    best, depth = spelled(text), 0
    if len(best) <= 2:
        return best, depth
    for back in range(1, min(place, MOST) + 1):
        other = texts[place - back]
        if not other:
            continue
        if other == text and depths[place - back] < DEPTH:
            return bytes([2, back]), depths[place - back] + 1
        if depths[place - back] >= DEPTH or other[0] != text[0]:
            continue
        kept = shared_prefix(text, other)
        size = len(text[:kept].encode())
        if size > 3 and size <= MOST:
            form = bytes([3, back, size]) + spelled(text[kept:])
            if len(form) < len(best):
                best, depth = form, depths[place - back] + 1
    return best, depth


def aliases(source: Source, tags: set[str]) -> dict[str, str]:
    """Tags that mean another script than their language alone: zh-TW is zh-Hant-TW."""
    found = {}
    for tag, full in source.likely.items():
        parts = tag.split("-")
        if len(parts) != 2 or len(parts[1]) == 4 or parts[0] == ROOT:
            continue
        script = "-".join(full.split("-")[:2])
        if full in tags and tag not in tags:
            found[tag] = full
        elif script in tags and tag not in tags:
            usual = source.likely.get(parts[0], "")
            if not usual.startswith(script):
                found[tag] = script
    return found


class Block:
    """Locales and streams while they are laid out."""

    def __init__(
        self, source: Source, tags: list[str], sections: list[Section]
    ) -> None:
        self.source = source
        self.sections = sections
        self.texts = {
            tag: [section.extract(source, tag) for section in sections] for tag in tags
        }
        for tag, rows in self.texts.items():
            for section, texts in zip(sections, rows, strict=True):
                if len(texts) != section.count:
                    raise ValueError(f"{tag} {section.name}: {len(texts)} texts")
        known = set(tags)
        self.parents = {tag: self._known_parent(tag, known) for tag in tags}
        for tag, target in aliases(source, known).items():
            self.parents[tag] = target
        self._drop_what_truncation_finds()

    def _known_parent(self, tag: str, known: set[str]) -> str:
        parent = parent_of(self.source, tag)
        while parent not in known:
            parent = parent_of(self.source, parent)
        return parent

    def _resolved(self, tag: str) -> list[Texts]:
        while tag not in self.texts:
            tag = self.parents.get(tag) or parent_of(self.source, tag)
        return self.texts[tag]

    def _drop_what_truncation_finds(self) -> None:
        """Leave out locales that are as the tag without its last subtag."""
        for tag in sorted(self.parents, key=lambda tag: -tag.count("-")):
            shorter = tag.rpartition("-")[0]
            if shorter not in self.parents or tag in self.parents.values():
                continue
            if self._resolved(tag) == self._resolved(shorter):
                del self.parents[tag]
                self.texts.pop(tag, None)

    def _stream(self, texts: Texts, base: Texts) -> bytes:
        out = bytearray()
        inherited = 0
        # How many texts a text is put together from; a reader follows so many.
        depths = [0] * len(texts)
        for place, text in enumerate(texts):
            if text == base[place]:
                inherited += 1
                continue
            out += runs(inherited)
            inherited = 0
            token, depths[place] = shortest(texts, depths, place)
            out += token
        return bytes(out + runs(inherited))

    def packed(self, lists: list[str], on_size: Callable[[str, int], None]) -> bytes:
        """The block; `lists` are texts that belong to all locales."""
        tags = sorted(self.parents)
        pool = bytearray(b"\0")
        offsets: dict[bytes, int] = {}
        streams: dict[str, list[int]] = {tag: [] for tag in tags}
        for index, section in enumerate(self.sections):
            before = len(pool)
            for tag in tags:
                streams[tag].append(self._offset(tag, index, pool, offsets))
            on_size(section.name, len(pool) - before)
        # A reader looks at so many bytes at once.
        pool += b"\0" * 4
        rows = self._rows(tags, streams)
        on_size("locales", len(rows))
        shared = b"".join(text.encode() + b"\0" for text in lists)
        head = MAGIC + self.source.version.ljust(4, "_").encode()
        head += number(len(self.sections), 1)
        for part in (shared, rows, pool):
            head += number(len(part), 4)
        return head + shared + rows + pool

    def _rows(self, tags: list[str], streams: dict[str, list[int]]) -> bytes:
        """Each row: tag 00, place of the parent's row, streams, their places."""
        place_of = {}
        place = 0
        for tag in tags:
            place_of[tag] = place
            present = [offset for offset in streams[tag] if offset]
            place += len(tag) + 1 + 3 + 2 + 4 * len(present)
        rows = bytearray()
        for tag in tags:
            mask = sum(1 << at for at, offset in enumerate(streams[tag]) if offset)
            rows += tag.encode() + b"\0"
            rows += number(place_of[self.parents[tag]], 3) + number(mask, 2)
            for offset in filter(None, streams[tag]):
                rows += number(offset, 4)
        return bytes(rows)

    def _offset(
        self, tag: str, index: int, pool: bytearray, offsets: dict[bytes, int]
    ) -> int:
        """Where the stream of a locale begins; 0 for its parent's."""
        if tag not in self.texts:
            return 0
        texts = self.texts[tag][index]
        parent = self._resolved(self.parents[tag])
        if tag != ROOT and texts == parent[index]:
            return 0
        # Facts that the root does not state are not stated by a parent either.
        nothing: Texts = [None] * len(texts)
        base = nothing if tag == ROOT else parent[index]
        stream = self._stream(texts, base)
        if stream not in offsets:
            offsets[stream] = len(pool)
            pool += stream
        return offsets[stream]

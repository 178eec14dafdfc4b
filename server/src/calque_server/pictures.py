"""Pictures that programs send: read with care and written anew, or refused."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator

from .errors import Refused, invalid

MOST_BYTES = 2 << 20
_MOST_PIXELS = 8_000_000
_MOST_SIDE = 10_000
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
# Samples of a pixel by colour type, and the depths that a sample may have.
_KINDS = {
    0: (1, (1, 2, 4, 8, 16)),
    2: (3, (8, 16)),
    3: (1, (1, 2, 4, 8)),
    4: (2, (8, 16)),
    6: (4, (8, 16)),
}


def rewritten(data: bytes) -> bytes:
    """A PNG with the pixels of another and nothing else, such as where it was made.

    Raises Refused: 413 for a long one, 422 for anything but a whole PNG without
    interlacing and of at most 8 million pixels.
    """
    if len(data) > MOST_BYTES:
        raise Refused(413, f"a picture has at most {MOST_BYTES} bytes")
    head, palette, clear, packed = b"", b"", b"", []
    for kind, body in _chunks(data):
        if (kind == b"IHDR") == bool(head):
            raise invalid("a PNG has one head, and first")
        if kind == b"IHDR":
            head = body
        elif kind == b"PLTE":
            palette = body
        elif kind == b"tRNS":
            clear = body
        elif kind == b"IDAT":
            packed.append(body)
    rows = _rows(head, b"".join(packed))
    if head[9] == 3 and not palette:
        raise invalid("the PNG has no palette")
    if len(palette) % 3 or len(palette) > 768 or len(clear) > 256:
        raise invalid("the palette of the PNG is wrong")
    parts = [(b"IHDR", head), (b"PLTE", palette), (b"tRNS", clear)]
    parts += [(b"IDAT", zlib.compress(rows, 6))]
    written = b"".join(_chunk(*each) for each in parts if each[1])
    return _SIGNATURE + written + _chunk(b"IEND", b"")


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    if not data.startswith(_SIGNATURE):
        raise invalid("the picture is no PNG")
    at, kind = len(_SIGNATURE), b""
    while kind != b"IEND":
        head = data[at : at + 8]
        if len(head) < 8:
            raise invalid("the PNG is cut")
        length, kind = struct.unpack(">I4s", head)
        body = data[at + 8 : at + 8 + length]
        check = data[at + 8 + length : at + 12 + length]
        if check != struct.pack(">I", zlib.crc32(kind + body)):
            raise invalid("the PNG is damaged")
        yield kind, body
        at += 12 + length


def _rows(head: bytes, packed: bytes) -> bytes:
    """The rows of pixels, each with its filter before it."""
    if len(head) != 13:
        raise invalid("the head of the PNG is wrong")
    width, height, depth, colour, *methods = struct.unpack(">IIBBBBB", head)
    samples, depths = _KINDS.get(colour, (0, ()))
    if depth not in depths or any(methods):
        raise invalid("the PNG is interlaced, or of no kind that is known")
    if not (0 < width <= _MOST_SIDE and 0 < height <= _MOST_SIDE):
        raise invalid(f"a picture is 1 to {_MOST_SIDE} pixels wide and high")
    if width * height > _MOST_PIXELS:
        raise invalid(f"a picture has at most {_MOST_PIXELS} pixels")
    row = 1 + (width * samples * depth + 7) // 8
    unpacking = zlib.decompressobj()
    try:
        rows = unpacking.decompress(packed, row * height)
        rest = unpacking.decompress(unpacking.unconsumed_tail, 1)
    except zlib.error as error:
        raise invalid("the PNG is damaged") from error
    if len(rows) != row * height or rest or not unpacking.eof:
        raise invalid("the PNG has too few or too many pixels")
    if any(each > 4 for each in rows[::row]):
        raise invalid("the PNG has a filter that is none")
    return rows


def _chunk(kind: bytes, body: bytes) -> bytes:
    check = struct.pack(">I", zlib.crc32(kind + body))
    return struct.pack(">I", len(body)) + kind + body + check

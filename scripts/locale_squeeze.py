"""Squeezes the block of the library, as `LocaleBlock` unpacks it.

Squeezed bytes are steps, one after the other:

    n < 32, n + 1 bytes          these bytes, whole characters
    n >= 32, near or far place   (n - 32) / 2 + 3 bytes that stand so far back

A place is one byte, or two when n is odd, seven bits each, the lowest first: 0 is the
byte before. So squeezed UTF-8 is UTF-8 and can stand in a literal.
"""

from __future__ import annotations

from collections import defaultdict

LITERALS = 32
SHORTEST = 3
LONGEST = SHORTEST + (127 - LITERALS) // 2
NEAR = 1 << 7
FAR = 1 << 14
# Places that are looked at for the longest copy.
CANDIDATES = 400


def copies(data: bytes) -> list[list[tuple[int, int]]]:
    """Length and distance of the longest copies at each place: one near, one far."""
    places: dict[bytes, list[int]] = defaultdict(list)
    found = []
    for at in range(len(data)):
        start = data[at : at + SHORTEST]
        best = {True: (0, 0), False: (0, 0)}
        most = min(LONGEST, len(data) - at)
        for place in reversed(places[start][-CANDIDATES:]):
            if at - place > FAR:
                break
            is_near = at - place <= NEAR
            length = best[is_near][0]
            if data[place : place + length] != data[at : at + length]:
                continue
            while length < most and data[place + length] == data[at + length]:
                length += 1
            if length > best[is_near][0]:
                best[is_near] = (length, at - place)
        places[start].append(at)
        found.append([copy for copy in best.values() if copy[0] >= SHORTEST])
    return found


def literal_ends(data: bytes, at: int) -> list[int]:
    """Where bytes that begin at a place, and are written as they are, may end."""
    if data[at] & 0xC0 == 0x80:
        return []
    ends = range(at + 1, min(at + LITERALS, len(data)) + 1)
    return [end for end in ends if end == len(data) or data[end] & 0xC0 != 0x80]


def squeezed(data: bytes) -> bytes:
    """The shortest steps that make the data."""
    found = copies(data)
    sizes = [0] * (len(data) + 1)
    # The length of the best step at each place, and its distance; 0 for a literal.
    steps = [(0, 0)] * len(data)
    for at in reversed(range(len(data))):
        choices = [
            (1 + end - at + sizes[end], end - at, 0) for end in literal_ends(data, at)
        ]
        for longest, distance in found[at]:
            size = 2 if distance <= NEAR else 3
            choices += [
                (size + sizes[at + length], length, distance)
                for length in range(SHORTEST, longest + 1)
            ]
        # A place within a character that no copy reaches begins no step.
        sizes[at], *step = min(choices, default=(len(data) * 2, 1, 0))
        steps[at] = (step[0], step[1])
    out = bytearray()
    at = 0
    while at < len(data):
        length, distance = steps[at]
        if distance == 0:
            out.append(length - 1)
            out += data[at : at + length]
        else:
            place = distance - 1
            is_far = distance > NEAR
            out += bytes([LITERALS + 2 * (length - SHORTEST) + is_far, place & 0x7F])
            if is_far:
                out.append(place >> 7)
        at += length
    if expanded(bytes(out)) != data:
        raise ValueError("the squeezed block does not give the block again")
    return bytes(out)


def expanded(squeezed: bytes) -> bytes:
    """Return the bytes that the steps of `squeezed` describe."""
    out = bytearray()
    at = 0
    while at < len(squeezed):
        step = squeezed[at]
        at += 1
        if step < LITERALS:
            out += squeezed[at : at + step + 1]
            at += step + 1
            continue
        place = squeezed[at]
        at += 1
        if step & 1:
            place |= squeezed[at] << 7
            at += 1
        for _ in range((step - LITERALS) // 2 + SHORTEST):
            out.append(out[-1 - place])
    return bytes(out)

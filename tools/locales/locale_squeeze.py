"""Squeezes the block of the library, as `LocaleData` unpacks it.

A squeezed block is bits, the first one lowest in its byte. Numbers have their lowest
bit first, Huffman codes their highest. It begins with the codes of two alphabets: for
each number of bits from 1 to 15 how many symbols have so many, and those symbols, in
the order of their codes, nine bits each. Then there are symbols of the first alphabet:

    n < 256   the byte n
    n >= 256  a copy of n - 256 and 3 bytes, then a symbol of the second alphabet, which
              says from how far back: 0 is the byte before

Of these sizes and places a symbol under four is the number itself. Another one says the
number's highest two bits; the rest follow.
"""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict
from typing import NamedTuple

SHORTEST = 3
LONGEST = 500
MOST_BITS = 15
SYMBOL_BITS = 9
# Bits of a symbol that has not occurred.
RARE = 13
ROUNDS = 4
# Bits of each symbol's code, by alphabet.
Lengths = tuple[dict[int, int], dict[int, int]]


class Step(NamedTuple):
    """A copy of so many bytes from so far back; a byte for `back` 0."""

    size: int
    back: int


class Part(NamedTuple):
    """A symbol of an alphabet, and the bits behind it: how many, and what."""

    alphabet: int
    symbol: int
    more: int = 0
    bits: int = 0


def part(alphabet: int, first: int, number: int) -> Part:
    """A number as a symbol and the bits behind it."""
    if number < 4:
        return Part(alphabet, first + number)
    more = number.bit_length() - 2
    symbol = first + 2 * more + 2 + (number >> more & 1)
    return Part(alphabet, symbol, more, number & ((1 << more) - 1))


def parts(data: bytes, at: int, step: Step) -> list[Part]:
    if not step.back:
        return [Part(0, data[at])]
    return [part(0, 256, step.size - SHORTEST), part(1, 0, step.back - 1)]


def copies(data: bytes) -> list[list[Step]]:
    """At each place the nearest copy of each size that none nearer has."""
    places: dict[bytes, list[int]] = defaultdict(list)
    found = []
    for at in range(len(data)):
        known = places[data[at : at + SHORTEST]]
        here: list[Step] = []
        size = SHORTEST - 1
        most = min(LONGEST, len(data) - at)
        for place in reversed(known):
            if size == most:
                break
            if data[place : place + size + 1] != data[at : at + size + 1]:
                continue
            size += 1
            while size < most and data[place + size] == data[at + size]:
                size += 1
            here.append(Step(size, at - place))
        known.append(at)
        found.append(here)
    return found


def code_lengths(counts: Counter[int]) -> dict[int, int]:
    """Bits of the Huffman code of each symbol that occurs."""
    heap = [
        (count, place, [symbol]) for place, (symbol, count) in enumerate(counts.items())
    ]
    heapq.heapify(heap)
    lengths: Counter[int] = Counter()
    place = len(heap)
    while len(heap) > 1:
        (one, _, left), (two, _, right) = heapq.heappop(heap), heapq.heappop(heap)
        lengths.update(left + right)
        heapq.heappush(heap, (one + two, place, left + right))
        place += 1
    if max(lengths.values()) > MOST_BITS:
        raise ValueError("a code is too long")
    return dict(lengths)


def cheapest(data: bytes, found: list[list[Step]], lengths: Lengths) -> list[Step]:
    """The steps that take the fewest bits when codes have these lengths."""

    def bits(piece: Part) -> int:
        return lengths[piece.alphabet].get(piece.symbol, RARE) + piece.more

    of_size = [
        bits(part(0, 256, max(size - SHORTEST, 0))) for size in range(LONGEST + 1)
    ]
    of_byte = [bits(Part(0, byte)) for byte in range(256)]
    costs = [0] * (len(data) + 1)
    best = [Step(1, 0)] * len(data)
    for at in reversed(range(len(data))):
        costs[at] = of_byte[data[at]] + costs[at + 1]
        least = SHORTEST
        for longest, back in found[at]:
            place = bits(part(1, 0, back - 1))
            for size in range(least, longest + 1):
                cost = place + of_size[size] + costs[at + size]
                if cost < costs[at]:
                    costs[at], best[at] = cost, Step(size, back)
            least = longest + 1
    steps = []
    at = 0
    while at < len(data):
        steps.append(best[at])
        at += best[at].size
    return steps


def flat(data: bytes, steps: list[Step]) -> list[Part]:
    pieces = []
    at = 0
    for step in steps:
        pieces += parts(data, at, step)
        at += step.size
    return pieces


class Bits:
    """Bits that are written one after the other."""

    def __init__(self) -> None:
        self.value = 0
        self.count = 0

    def add(self, number: int, count: int) -> None:
        self.value |= number << self.count
        self.count += count

    def add_code(self, code: int, count: int) -> None:
        for place in reversed(range(count)):
            self.add(code >> place & 1, 1)

    def add_lengths(self, lengths: dict[int, int]) -> None:
        for length in range(1, MOST_BITS + 1):
            symbols = sorted(symbol for symbol in lengths if lengths[symbol] == length)
            for number in (len(symbols), *symbols):
                self.add(number, SYMBOL_BITS)

    def words(self) -> list[int]:
        """The bits as numbers of 64 bits."""
        return [
            self.value >> place & ((1 << 64) - 1) for place in range(0, self.count, 64)
        ]


def codes(lengths: dict[int, int]) -> dict[int, int]:
    """The code of each symbol: ascending by length, then by symbol."""
    result = {}
    code = before = 0
    for symbol in sorted(lengths, key=lambda symbol: (lengths[symbol], symbol)):
        code <<= lengths[symbol] - before
        before = lengths[symbol]
        result[symbol] = code
        code += 1
    return result


def squeezed(data: bytes) -> list[int]:
    """The data in the fewest bits, as numbers of 64 bits."""
    found = copies(data)
    lengths: Lengths = ({}, {})
    for _ in range(ROUNDS):
        pieces = flat(data, cheapest(data, found, lengths))
        counts: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
        for piece in pieces:
            counts[piece.alphabet][piece.symbol] += 1
        lengths = (code_lengths(counts[0]), code_lengths(counts[1]))
    bits = Bits()
    bits.add_lengths(lengths[0])
    bits.add_lengths(lengths[1])
    code = [codes(lengths[0]), codes(lengths[1])]
    for piece in pieces:
        alphabet, symbol = piece.alphabet, piece.symbol
        bits.add_code(code[alphabet][symbol], lengths[alphabet][symbol])
        bits.add(piece.bits, piece.more)
    return bits.words()

"""The difference of two texts, word by word."""

import re
from difflib import SequenceMatcher

# Scripts without spaces between words are compared by characters.
_CHARACTERS = r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\u0e00-\u0e7f]"
_TOKEN = re.compile(rf"\{{\{{.*?\}}\}}|\$t\(|{_CHARACTERS}|\s+|\w+|.", re.DOTALL)
_MOST = 600
Part = tuple[str, str]


def diff(before: str, after: str) -> list[Part]:
    """Parts in order: `same`, `del` or `ins`, and the text."""
    old, new = _TOKEN.findall(before), _TOKEN.findall(after)
    if len(old) + len(new) > _MOST:
        return (
            [("del", before), ("ins", after)] if before != after else [("same", after)]
        )
    parts: list[Part] = []
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for kind, start, end, first, last in matcher.get_opcodes():
        if kind == "equal":
            parts.append(("same", "".join(old[start:end])))
            continue
        if start < end:
            parts.append(("del", "".join(old[start:end])))
        if first < last:
            parts.append(("ins", "".join(new[first:last])))
    return parts

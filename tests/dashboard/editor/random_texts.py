"""Random sources and targets: codes nested, adjacent, empty, at the ends; all kinds of scripts and marks."""

from __future__ import annotations

import re
from random import Random
from typing import Final

from tests.dashboard.editor.tagged import escape

_LATIN: Final = (
    "device",
    "Größe",
    "naïve",
    "cafe\u0301",
    "a",
    "x\u0323\u0307",
    "<b>",
    "&amp;",
    "1,234.5",
    "fi",
)
_RIGHT_TO_LEFT: Final = ("שלום", "עולם", "مرحبا", "بِسْمِ", "12", "USB")
_OTHERS: Final = (
    "क्षि",
    "日本語",
    "한국어",
    "ไทยนี้",
    "\u200b",
    "a\u200bb",
    "\u00a0",
    "\n",
    "\t",
    "e\u0301\u0302",
    "\u2060",
)
_EMOJI: Final = ("😀", "👩‍👩‍👧‍👦", "🇩🇪", "👍🏽", "❤️", "🏴󠁧󠁢󠁳󠁣󠁴󠁿")
TYPED: Final = ("a", "b", "Z", " ", ".", "é", "ß", "ש", "م", "日", "😀", "🚀", "&", "<", "7")


def random_text(random: Random, direction: str, most: int = 3) -> str:
    """Some words."""
    words = _LATIN if direction == "ltr" else _RIGHT_TO_LEFT
    kinds = random.choices((words, _OTHERS, _EMOJI, _RIGHT_TO_LEFT), (8, 2, 1, 1), k=random.randint(0, most))
    return "".join(random.choice(kind) + random.choice(("", " ", " ")) for kind in kinds)


def random_source(random: Random, direction: str) -> str:
    """A source with up to eight codes; in one of ten, pairs are half or cross."""
    codes = _random_codes(random, random.randint(0, 8))
    if random.random() < 0.1:
        random.shuffle(codes)
        codes = codes[: random.randint(0, len(codes))]
    return _spread(random, codes, direction)


def _random_codes(random: Random, most: int) -> list[str]:
    codes: list[str] = []
    number = 1
    while len(codes) < most:
        at = random.choice(_nested_places(codes))
        if most - len(codes) > 1 and random.random() < 0.65:
            end = random.choice([place for place in _nested_places(codes, at) if place >= at])
            codes[end:end] = [f"</{number}>"]
            codes[at:at] = [f"<{number}>"]
        else:
            codes[at:at] = [f"<{number}/>"]
        number += 1
    return codes


def _nested_places(codes: list[str], start: int = 0) -> list[int]:
    """Where a pair that begins at `start` may end."""
    places, depth = [start], 0
    for at in range(start, len(codes)):
        code = codes[at]
        depth += 0 if code.endswith("/>") else -1 if code.startswith("</") else 1
        if depth < 0 and start:
            break
        if depth == 0 or not start:
            places.append(at + 1)
    return places


def _spread(random: Random, codes: list[str], direction: str) -> str:
    texts = [random_text(random, direction) if random.random() < 0.6 else "" for _ in range(len(codes) + 1)]
    pieces = [escape(texts[0])]
    for code, text in zip(codes, texts[1:], strict=True):
        pieces += [code, escape(text)]
    return "".join(pieces)


def random_target(random: Random, source: str, direction: str) -> str:
    """A target with other texts, and all codes of the source, some, or none."""
    if random.random() < 0.2:
        return source if random.random() < 0.5 else ""
    codes = re.findall(r"</?\d+/?>", source)
    dropped = {number for number in range(1, 9) if random.random() < 0.25}
    kept = [code for code in codes if int(re.sub(r"\D", "", code)) not in dropped]
    return _spread(random, kept, direction)

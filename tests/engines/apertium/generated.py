"""Random segments with everything that could confuse a pipeline."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence

from dragoman.segments import Code, CodeKind, Part, Segment, Text, normalise

ODD = [
    *"[]{}^$/\\@<>~*#+_=%&|'\"’“”«»…—–-.,;:!?()\t\n\r\f\v ",
    *(
        "\uffff",
        "\ufffe",
        "\u00ad",
        "\u200b",
        "\u200e",
        "\u2028",
        "\u00a0",
        "\u3000",
        "\x01",
        "\x1b",
        "\x7f",
        "\ufeff",
    ),
    *(
        "😀",
        "👨‍👩‍👧",
        "e\u0301",
        "שלום",
        "مرحبا",
        "漢字",
        "\U0001f1ea\U0001f1f8",
        "\u0300",
        "\U0010ffff",
        "\ue000",
    ),
    *(
        "[[t:c:0]]",
        "[[/]]",
        "[b0]",
        "[e1]",
        ".[]",
        "^a<n>$",
        "\\\\",
        "  ",
        "~~",
        "<b>",
        "</b>",
        "&amp;",
        "%s",
        "{x}",
    ),
    *("http://x.y/z", "a@b.c", "1,5", "10:45", "A.B."),
]


def random_segment(chance: random.Random, words: Sequence[str]) -> Segment:
    """Words, odd characters, lone codes and nested pairs."""
    return normalise(_parts(chance, words, itertools.count(), depth=0))


def _parts(chance: random.Random, words: Sequence[str], ids: Iterator[int], depth: int) -> list[Part]:
    parts: list[Part] = []
    for _ in range(chance.choice([0, 1, 2, 3, 5] if depth else [1, 2, 3, 5])):
        kind = chance.random()
        if kind < 0.5:
            phrase = " ".join(chance.choice(words) for _ in range(chance.choice([1, 2, 4])))
            parts.append(
                Text(text=chance.choice(["", " ", "  "]) + phrase + chance.choice(["", " ", ".", ", "]))
            )
        elif kind < 0.62:
            parts.append(Text(text=chance.choice(ODD) * chance.choice([1, 1, 2, 3])))
        elif kind < 0.75:
            parts.append(Code(id=f"s{next(ids)}", kind=CodeKind.STANDALONE, type="placeholder", data="{x}"))
        elif depth < 6:
            name = f"p{next(ids)}"
            parts.append(Code(id=name, kind=CodeKind.OPEN, type="tag", data="<b>"))
            parts += _parts(chance, words, ids, depth + 1)
            parts.append(Code(id=name, kind=CodeKind.CLOSE, type="tag", data="</b>"))
    return parts

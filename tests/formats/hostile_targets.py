"""Translations that are hard to write, and how much of them each format gives back when it reads them again.

`HELD` is the table: a format whose row is not there keeps every letter and every blank of a translation.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from hypothesis import strategies as st

from dragoman.formats.format import Document
from dragoman.segments import Code, Part, Segment, Text, normalise

_CODE = re.compile(r"<(?:open|close|standalone)>")
_BLANKS_AT_CODES = re.compile(rf"\s*({_CODE.pattern})\s*")

# Marks of the formats' own grammars, letters of four bytes, text that runs from right to left, white space.
PIECES = [
    '"',
    "'",
    "\n",
    "\r\n",
    " = ",
    " < ",
    "<",
    "&",
    "&amp;",
    "\\",
    "\\n",
    ";",
    "#",
    ": ",
    ", ",
    "😀",
    "مرحبا بك",
    "  ",
    "\t",
]
ENDS = ["", "", " ", "  "]


class White(Enum):
    """What becomes of the white space of a translation."""

    KEPT = "all of it comes back"
    TRIMMED = "at the ends of a text it is not kept"
    COLLAPSED = "a run of it is one blank, as programs show it; none at the ends of a text"
    OUTSIDE = "the same, and marks at the inner ends of emphasis go outside it"
    FLOWING = "it decides where lines and units end: the document has the same letters in the same order"


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """What a format holds of a translation."""

    white: White = White.KEPT
    written: Mapping[str, str] = field(default_factory=dict)  # a piece → what comes back for it
    refused: frozenset[str] = frozenset()  # pieces that it refuses in some places, with an error
    file: str = ""  # the sample to translate; "": the first
    options: Mapping[str, object] = field(default_factory=dict)
    unread: str = ""  # what its independent reader takes for marks
    has_codes: bool = True  # whether its texts can have inline codes


HELD: Mapping[str, Held] = {
    "ass": Held(
        white=White.FLOWING, written={"\\n": "\\\u2060n"}, unread="\u2060"
    ),  # nothing else escapes it
    "arb": Held(
        file="escapes.arb", options={"useEscaping": "yes"}
    ),  # without, nothing protects `#` and braces
    "csv": Held(has_codes=False),
    "dita": Held(white=White.COLLAPSED),
    "epub": Held(white=White.COLLAPSED),
    "fluent": Held(white=White.TRIMMED),
    "html": Held(white=White.COLLAPSED),
    # A value is one line. `\\n` in it is a line break to most programs: the reader takes it for a code.
    "ini": Held(white=White.COLLAPSED, written={"\\n": "<standalone>"}, unread='\\"'),
    # Emphasis around a line break, inside other emphasis, cannot be distinguished from two delimiters.
    "markdown": Held(white=White.OUTSIDE, refused=frozenset({"\n", "\r\n"}), unread='\\"'),
    "odp": Held(white=White.COLLAPSED),
    "ods": Held(white=White.COLLAPSED),
    "odt": Held(white=White.COLLAPSED),
    "php": Held(file="language.php"),  # the first one has forms between bars, which are lines
    "po": Held(
        white=White.TRIMMED, unread="\\n", has_codes=False
    ),  # msgfmt wants a line break at both ends, or at none
    "qt": Held(unread="&"),
    "resx": Held(unread="&", has_codes=False),
    "srt": Held(white=White.FLOWING),
    "svg": Held(white=White.COLLAPSED),
    "text": Held(white=White.FLOWING, unread=">"),  # of quoted mail, before each line
    "toml": Held(has_codes=False),
    "ttml": Held(white=White.FLOWING),
    "vtt": Held(white=White.FLOWING),
    "xliff": Held(unread="&"),
    "xml": Held(white=White.COLLAPSED),
}


def held(name: str) -> Held:
    """The row of a format."""
    return HELD.get(name, Held())


@st.composite
def hostile_texts(draw: st.DrawFn) -> str:
    """Words with two to five pieces between them, and perhaps blanks at the ends."""
    pieces = st.sampled_from(PIECES)
    return join_pieces(
        draw(st.lists(pieces, min_size=2, max_size=5)),
        draw(st.sampled_from(ENDS)),
        draw(st.sampled_from(ENDS)),
    )


def join_pieces(pieces: Sequence[str], before: str, behind: str) -> str:
    return before + "immer mehr".join(["Ganz neu", *pieces, "am Ende"]) + behind


def hostile_targets(document: Document, texts: Sequence[str]) -> dict[str, Segment]:
    """A translation of each unit: its codes, and in turn the texts, each with numbers of its own."""
    targets = {}
    for number, unit in enumerate(unit for unit in document.units if unit.reason is None):
        parts: list[Part] = []
        for at, part in enumerate(unit.segment):
            if isinstance(part, Text):
                text = texts[(number + at) % len(texts)].replace("neu", f"neu{number}x{at}", 1)
                parts.append(Text(text=_parted(text, unit.segment, at)))
            else:
                parts.append(part)
        targets[unit.id] = normalise(parts)
    return targets


def _parted(text: str, segment: Segment, at: int) -> str:
    """A text with a blank where its letters would make a neighbouring `%s`, `:name` or address longer."""
    before, behind = (
        "".join(part.data for part in segment[n : n + 1] if isinstance(part, Code))
        for n in (at - 1 if at else len(segment), at + 1)
    )
    return " " * before[-1:].isalnum() + text + " " * behind[:1].isalnum()


def comparable(segments: Sequence[Segment], row: Held, *, wanted: bool) -> Sequence[str]:
    """The texts in the form in which a format keeps them, a mark for each code in them."""
    texts = ["".join(map(_shown, segment)).replace("\r\n", "\n") for segment in segments]
    if wanted:
        for piece, written in row.written.items():
            texts = [text.replace(piece, written) for text in texts]
    match row.white:
        case White.KEPT:
            return texts
        case White.TRIMMED:
            return [text.strip() for text in texts]
        case White.COLLAPSED:
            return [" ".join(text.split()) for text in texts]
        case White.OUTSIDE:
            return [_BLANKS_AT_CODES.sub(r"\1", " ".join(text.split())) for text in texts]
        case White.FLOWING:
            return ["".join(_CODE.sub("", "".join(texts)).split())]


def _shown(part: Part) -> str:
    if isinstance(part, Text):
        return part.text
    return part.data if part.data.isspace() else f"<{part.kind}>"


def squeezed(text: str, row: Held) -> str:
    """A text as independent readers may have it: white space, entities and a lone `<` are theirs to read."""
    read = text.translate(dict.fromkeys(map(ord, "<" + row.unread)))
    paired = read.encode("utf-16", "surrogatepass").decode("utf-16")
    return "".join(html.unescape(html.unescape(paired)).replace("''", "'").replace("<", "").split())


def variants(data: bytes) -> Iterator[bytes]:
    """A text file with both kinds of line ends, without a byte order mark and with one."""
    plain = data.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n")
    for mark in (b"", b"\xef\xbb\xbf"):
        yield mark + plain
        yield mark + plain.replace(b"\n", b"\r\n")

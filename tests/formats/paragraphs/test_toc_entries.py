"""Generated entries of tables of contents: every code stays, and the words are the heading's translation."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.formats.paragraphs.toc_entries import (
    TocHeading,
    comparable,
    fragments_of,
    is_label,
    is_page,
    plain,
    write_entry,
)
from dragoman.segments import Code, CodeKind, Part, Segment, Text, keeps_codes, normalise

_WORDS = st.sampled_from(["one", " two", "three ", " ", "f\u00ad", "4", "東京", "a\u00a0b"])


def _pair(identity: int, inside: list[Part]) -> list[Part]:
    data = {"id": f"{identity}", "type": "fmt"}
    return [
        Code(kind=CodeKind.OPEN, data="<b>", **data),
        *inside,
        Code(kind=CodeKind.CLOSE, data="</b>", **data),
    ]


@st.composite
def segments(draw: st.DrawFn) -> Segment:
    """Words in pairs, some of them nested, with tabs and line breaks between them."""
    parts: list[Part] = [Text(text="Begin")]
    for number in range(draw(st.integers(0, 5))):
        kind = draw(st.integers(0, 3))
        words: list[Part] = [Text(text=draw(_WORDS))]
        if kind == 1:
            words = _pair(number, words)
        elif kind == 2:
            words = _pair(number, [*words, *_pair(number + 100, [Text(text=draw(_WORDS))])])
        elif kind == 3:
            data = draw(st.sampled_from(["\t", "\n"]))
            words = [Code(id=f"{number}", kind=CodeKind.STANDALONE, type="break", data=data), *words]
        parts += words
    return normalise((*parts, Text(text="end")))


def words_of(segment: Segment) -> str:
    return comparable(fragments_of(segment, {}))


@settings(max_examples=300, deadline=None)
@given(source=segments(), target=segments(), looks=st.sampled_from(["same", "none", "around"]))
def test_codes_stay_and_words_are_the_translation(source: Segment, target: Segment, looks: str) -> None:
    own = source if looks == "same" else (Text(text=words_of(source)),)
    tab = Code(id="t", kind=CodeKind.STANDALONE, type="tab", data="\t")
    entry = (Text(text="1."), tab, *own, Text(text=" ... 12"))
    entry = tuple(_pair(999, list(entry))) if looks == "around" else entry
    heading = TocHeading(
        words_of(source), tuple(fragments_of(source, {}, "0:")), tuple(fragments_of(target, {}, "0:"))
    )
    written = write_entry(entry, words_of(entry).index(heading.text), heading)
    assert keeps_codes(entry, written)
    kept = [part.data for part in own if isinstance(part, Code) and part.kind is CodeKind.STANDALONE]
    shown = words_of(written)
    if kept:  # line breaks without a position in the heading are after its words
        shown = shown.replace(" ...", "...").replace("...", " ...")
    assert shown == f"1. {words_of(target)} ... 12"


@settings(max_examples=100, deadline=None)
@given(source=segments())
def test_an_entry_that_is_its_heading_stays(source: Segment) -> None:
    fragments = tuple(fragments_of(source, {}, "0:"))
    entry = (*source, Text(text=" 3"))
    written = write_entry(entry, 0, TocHeading(words_of(source), fragments, fragments))
    assert keeps_codes(entry, written)
    assert words_of(written) == words_of(entry)
    assert plain(fragments_of(written, {})).startswith("Begin")


def test_labels_and_pages() -> None:
    labels = ["", "1 ", "1.2.3 ", "IV. ", "Chapter 1: ", "(a) ", "第1章 ", "Appendix B-2 — "]
    assert [label for label in labels if not is_label(label)] == []
    assert [text for text in ("The ", "Chapter", "12", "My own ") if is_label(text)] == []
    pages = ["", " 3", " ... 12", ", 3, 5-7", " xiv", " A-3", " 12a", "\u2026\u20263"]
    assert [text for text in pages if not is_page(text)] == []
    assert [text for text in (" of all", " mild", " 3 men") if is_page(text)] == []

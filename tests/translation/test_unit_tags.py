"""Tags in units, also around and across the codes of a format."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.formats.format import Unit
from dragoman.segments import Code, CodeKind, Part, Segment, Text, codes, normalise
from dragoman.translation.documents.preparing import prepare_units, restore
from dragoman.translation.splitting.sentences import Splitting

URL = Code(id="1", kind=CodeKind.STANDALONE, type="variable", data="{0}")
NAME = Code(id="2", kind=CodeKind.STANDALONE, type="variable", data="x")
BREAK = Code(id="3", kind=CodeKind.STANDALONE, type="break", data="<br>")


def protected(*parts: Part) -> Segment:
    (one,) = prepare_units([Unit(id="1", segment=parts)], language="en", splitting=Splitting(longest=0))
    return one.segment


def test_a_tag_with_a_code_in_it_is_a_pair() -> None:
    source = (
        Text(text='See <a class="x" href="'),
        URL,
        Text(text='" x="'),
        NAME,
        Text(text='">the house</a> now'),
    )
    made = protected(*source)
    opening, closing = codes(made)
    assert (opening.kind, closing.kind) == (CodeKind.OPEN, CodeKind.CLOSE)
    assert opening.id == closing.id
    assert opening.data == '<a class="x" href="{0}" x="x">'
    assert restore(made, source) == source
    other = (opening, Text(text="la casa"), closing, Text(text=" ahora"))
    assert restore(other, source) == (
        *(Text(text='<a class="x" href="'), URL, Text(text='" x="'), NAME, Text(text='">la casa</a> ahora')),
    )


def test_a_tag_around_a_code_is_a_pair() -> None:
    kinds = [code.kind for code in codes(protected(Text(text="<b>"), URL, Text(text="</b> is here")))]
    assert kinds == [CodeKind.OPEN, CodeKind.STANDALONE, CodeKind.CLOSE]


@pytest.mark.parametrize("text", ["<a \U000f0000>", "\U000f0001 <b>x</b>", "a < b"])
def test_private_letters_are_text(text: str) -> None:
    source = (Text(text=text), URL, Text(text="<i>y</i>"))
    assert restore(protected(*source), source) == source


PARTS = st.sampled_from(
    [
        URL,
        NAME,
        BREAK,
        *(Text(text=text) for text in ("<a href='", "'>", "</a>", "<b>", "</b>", "word ", "{", "<")),
    ]
)


@given(parts=st.lists(PARTS, max_size=12))
def test_what_is_protected_can_be_restored(parts: list[Part]) -> None:
    source = normalise(
        part if isinstance(part, Text) else Code(id=str(at), kind=part.kind, type=part.type, data=part.data)
        for at, part in enumerate(parts)
    )
    assert restore(protected(*source), source) == source

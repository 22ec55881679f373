"""Quotes of messages: what a translation takes over from its source keeps its spelling."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.formats.format import Languages
from dragoman.formats.units.icu_segments import MessageText, read_message, write_message
from dragoman.messages.icu import Apostrophes, parse_message
from dragoman.messages.icu_model import Literal
from dragoman.segments import Segment, Text

GERMAN = Languages(source="en", target="de")


def read(text: str, apostrophes: Apostrophes) -> MessageText:
    message = read_message(text, GERMAN, apostrophes=apostrophes, always=True)
    assert message is not None
    return message


def with_text(segment: Segment, text: str) -> Segment:
    """A text, and all codes of a segment behind it."""
    return (Text(text=text), *(part for part in segment if not isinstance(part, Text)))


@pytest.mark.parametrize(
    ("text", "target", "written"),
    [
        ("See '{0}' now", "Ara {0}", "Ara '{0}'"),
        ("See '{'0'}' now", "Ara {0}", "Ara '{'0'}'"),
        ("See '{0} and {1}' now", "Ara {0} i {1}", "Ara '{0}' i '{1}'"),
        ("'{0}', then '{'0'}'", "{0} i {0} i {0}", "'{0}' i '{'0'}' i '{'0'}'"),
        ("A '{' {x} '}'", "Un { de } ", "Un '{' de '}' "),
        ("A '{long text}'", "Un {text llarg}", "Un '{text llarg}'"),
        ("A '{'long text'}'", "Un {text llarg}", "Un '{'text llarg'}'"),
        ("A '{' ''{x}''", "Un '{' ", "Un '''{''' "),
        ("'{0}'", "{0}{1}", "'{'0'}{'1'}'"),  # quoted side by side, they would be read otherwise
        ("'It''s {0}'", "Un It's {0}", "Un 'It''s {0}'"),
    ],
)
@pytest.mark.parametrize("apostrophes", [Apostrophes.OPTIONAL, Apostrophes.REQUIRED])
def test_literals_keep_the_spelling_of_their_source(
    text: str, target: str, written: str, apostrophes: Apostrophes
) -> None:
    if apostrophes is Apostrophes.OPTIONAL and "It''s" in text:
        return  # there the first apostrophe quotes nothing
    message = read(text, apostrophes)
    segment = with_text(message.variants[0].segment, target)
    result = write_message(message, {"": segment})
    assert result == written + "".join(part.data for part in segment[1:] if not isinstance(part, Text))
    again = parse_message(result, apostrophes)
    assert again is not None
    assert "".join(node.text for node in again if isinstance(node, Literal)) == target


@pytest.mark.parametrize(
    ("text", "target", "written"),
    [
        ("It''s {x}, isn''t it", "l'un i l'altre ", "l''un i l''altre "),
        ("It's {x}, isn't it", "l'un i l'altre ", "l'un i l'altre "),
        ("It''s {x}, isn't it", "l'un i l'altre d'aqui ", "l''un i l'altre d'aqui "),
        ("It''s, isn't {x}", "l'altre l'", "l''altre l''"),
    ],
)
def test_apostrophes_that_may_be_doubled_are_as_in_their_source(text: str, target: str, written: str) -> None:
    message = read(text, Apostrophes.OPTIONAL)
    segment = with_text(message.variants[0].segment, target)
    assert write_message(message, {"": segment}) == written + "{x}"


def test_each_branch_keeps_its_own() -> None:
    text = "{n, plural, one {'{a}' it''s} other {'{'a'}' they''re #}}"
    message = read(text, Apostrophes.OPTIONAL)
    variants = {variant.path: variant.segment for variant in message.variants}
    result = write_message(message, {"one": with_text(variants["one"], "és l'{a} ")})
    assert result == "{n, plural, one {és l'''{a}' } other {'{'a'}' they''re #}}"


PIECES = ["a", " ", "''", "'{0}'", "'{'", "'}'", "{0}", "'{b c}'", "#"]


@settings(max_examples=300, deadline=None)
@given(
    pieces=st.lists(st.sampled_from(PIECES), max_size=12),
    apostrophes=st.sampled_from([Apostrophes.OPTIONAL, Apostrophes.REQUIRED]),
)
def test_what_a_text_begins_with_changes_none_of_its_literals(
    pieces: list[str], apostrophes: Apostrophes
) -> None:
    text = " ".join(pieces)
    message = read_message(text, GERMAN, apostrophes=apostrophes, always=True)
    if message is None or text[:1] == " " or text[-1:] == " ":
        return
    result = write_message(message, {"": (Text(text="More: "), *message.variants[0].segment)})
    assert result == "More: " + text


@settings(max_examples=300, deadline=None)
@given(
    pieces=st.lists(st.sampled_from(PIECES), max_size=12),
    target=st.text(st.sampled_from("a{}0'# b"), min_size=1, max_size=12),
    apostrophes=st.sampled_from([Apostrophes.OPTIONAL, Apostrophes.REQUIRED]),
)
def test_any_translation_is_read_as_itself(pieces: list[str], target: str, apostrophes: Apostrophes) -> None:
    message = read_message("".join(pieces), GERMAN, apostrophes=apostrophes, always=True)
    if message is None:
        return
    segment = with_text(message.variants[0].segment, target)
    again = parse_message(write_message(message, {"": segment}), apostrophes)
    assert again is not None
    assert "".join(node.text for node in again if isinstance(node, Literal)).strip() == target.strip()

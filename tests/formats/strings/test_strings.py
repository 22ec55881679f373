"""String tables: their syntax, their escapes, their encodings."""

from __future__ import annotations

import contextlib
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.conversion.sampling import take_sample
from dragoman.formats.format import Reason, Recognition
from dragoman.formats.strings import FORMAT
from dragoman.segments import Text
from dragoman.text_io.errors import DocumentCorrupt, DocumentEmpty
from tests.formats.strings.samples import TABLE
from tests.formats.translating import extract, rebuild, replaced, shouted, texts


def test_values_are_translated_and_keys_are_not() -> None:
    assert texts(FORMAT, TABLE) == [
        'Hello %@, say "hi"\né Ø',
        "%1$@ of %2$#@items@ and %arg",
        "My app",
        "It's single",
        "two\nlines",
        "Inside",
    ]
    assert extract(FORMAT, TABLE).left_alone == {Reason.KEY: 1}
    assert shouted(FORMAT, TABLE) == (
        TABLE.replace(r"Hello %@, say \"hi\"\n\U00e9 \351", r"HELLO %@, SAY \"HI\"\n\U00c9 \U00d8")
        .replace('"%1$@ of %2$#@items@ and', '"%1$@ OF %2$#@items@ AND', 2)
        .replace('"%1$@ OF %2$@', '"%1$@ of %2$@')
        .replace("My app", "MY APP")
        .replace(r"'It\'s single'", '"IT\'S SINGLE"')
        .replace('"two\nlines"', '"TWO\nLINES"')
        .replace("Inside", "INSIDE")
    )


def test_encodings_stay_and_lack_nothing() -> None:
    assert (
        replaced(FORMAT, '"a" = "Text";'.encode("utf-16"), {"Text": "Текст"}).decode("utf-16")
        == '"a" = "Текст";'
    )
    data = '"a" = "Ein schöner großer Text für Mäuse";'.encode("latin-1")
    result = replaced(FORMAT, data, {"Ein schöner großer Text für Mäuse": "Größe Ж😀"})
    assert result == '"a" = "Größe \\U0416\\Ud83d\\Ude00";'.encode("latin-1")


@pytest.mark.parametrize(
    ("data", "place"),
    [
        ('"a" = "b"', "line 1, the semicolon"),
        ('"a" "b";', "line 1, the equals sign"),
        ('"a" = "b";\n"c" = ;', "line 2, a value"),
        ('"a" = "b', "line 1, a string is not closed"),
        ('/* "a" = "b";', "line 1, a comment is not closed"),
        ('a = { "b" = "c";', "a closing brace"),
        ("a = {" * 200, "100 levels"),
        ('"a" = "b"; }', "a key is missing"),
    ],
)
def test_broken_tables_are_refused_with_their_line(data: str, place: str) -> None:
    with pytest.raises(DocumentCorrupt, match=place):
        extract(FORMAT, data)


def test_recognition() -> None:
    assert FORMAT.recognise(take_sample(TABLE.encode(), "a.strings")) is Recognition.CERTAIN
    assert FORMAT.recognise(take_sample(b'"a" = "b";', "")) is Recognition.CERTAIN
    assert FORMAT.recognise(take_sample(b'a = "b"\n', "")) is Recognition.NO
    assert FORMAT.recognise(take_sample(b"<plist/>", "a.strings")) is Recognition.NO
    assert extract(FORMAT, "/* nothing */").units == ()
    with pytest.raises(DocumentEmpty):
        extract(FORMAT, " ")


HOSTILE = {
    "quotes": '"' * 300_001,
    "comments": "/*" * 200_000,
    "ended comments": "/**/" * 100_000,
    "backslashes": '"a" = "' + "\\" * 300_000 + '";',
    "brackets": "a = (" + "(" * 50_000,
    "placeholders": '"a" = "b ' + "%#@a" * 100_000 + '";',
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_tables_end_soon(name: str) -> None:
    begun = time.process_time()
    with contextlib.suppress(DocumentCorrupt):
        shouted(FORMAT, HOSTILE[name])
    assert time.process_time() - begun < 5


TEXTS = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0") | st.sampled_from('\\"\n\t')
)
# Without controls: a short translation beside keys full of them would make a file that is not text.
KEYS = st.text(st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from('\\"\n\t'))


@settings(max_examples=80, deadline=None)
@given(
    entries=st.dictionaries(KEYS, TEXTS, max_size=4),
    new=TEXTS,
    encoding=st.sampled_from(["utf-8", "utf-16"]),
)
def test_any_table_goes_there_and_back(entries: dict[str, str], new: str, encoding: str) -> None:
    def literal(text: str) -> str:
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'

    data = ("/* x */\n" + "".join(f"{literal(k)} = {literal(v)};\n" for k, v in entries.items())).encode(
        encoding
    )
    try:
        units = extract(FORMAT, data).units
    except DocumentCorrupt as problem:
        assert "not text" in problem.message
        return
    assert rebuild(FORMAT, data, {unit.id: unit.segment for unit in units}) == data
    target = (Text(text=f"Letters {new}"),)
    again = extract(FORMAT, rebuild(FORMAT, data, dict.fromkeys((unit.id for unit in units), target)))
    assert [unit.segment for unit in again.units] == [target] * len(units)

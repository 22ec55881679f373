"""JSON round trips: only translated strings change, and they are written in the file's style."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.formats.format import Languages, Recognition, Sample
from dragoman.formats.json import FORMAT
from dragoman.segments import Text
from dragoman.text_io.errors import ConversionFailed, DocumentCorrupt, DocumentEmpty
from tests.formats.json.translating import by_table, shouted, source_of, translate

PAIR = Languages(source="en", target="ru")


def written(data: bytes | str, table: dict[str, str]) -> bytes:
    source = source_of(FORMAT, data, "json")
    return FORMAT.rebuild(source, by_table(FORMAT.extract(source, PAIR), table), PAIR)


def test_a_file_with_escapes_stays_ascii() -> None:
    data = '{"a": "Caf\\u00e9 here", "b": "stays \\u00E9 <\\/b>", "c": "x <\\/i>"}'
    table = {"Café here": "Кафе 😀", "x </i>": 'й/"\\\n'}
    assert written(data, table).decode() == (
        '{"a": "\\u041A\\u0430\\u0444\\u0435 \\uD83D\\uDE00", '
        '"b": "stays \\u00E9 <\\/b>", "c": "\\u0439\\/\\"\\\\\\n"}'
    )


def test_other_files_get_letters() -> None:
    assert written('{"a": "Text"}', {"Text": "Текст"}).decode() == '{"a": "Текст"}'
    assert written('{"a": "Text é"}', {"Text é": "Текст"}).decode() == '{"a": "Текст"}'


def test_an_encoding_keeps_what_it_lacks_as_escapes() -> None:
    data = '{"a": "Ein schöner Text für Mäuse, größer", "b": "Text"}'.encode("cp1252")
    result = written(data, {"Text": "Größe Ж"})
    assert json.loads(result.decode("cp1252"))["b"] == "Größe Ж"
    assert b"Gr\xf6\xdfe \\u0416" in result


def test_byte_order_marks_and_wide_encodings_stay() -> None:
    result = written('{"a": "Text"}'.encode("utf-16"), {"Text": "Текст"})
    assert result.decode("utf-16") == '{"a": "Текст"}'
    assert result[:2] == "a".encode("utf-16")[:2]


def test_half_a_pair_stays_where_it_was() -> None:
    assert translate(FORMAT, source_of(FORMAT, '["ab \\ud800 cd"]', "json"), PAIR) == '["AB \\ud800 CD"]'


def test_layout_and_everything_else_survive() -> None:
    data = '\r\n{ "a" :\t"text one" ,\r\n // c\r\n"a":"text two","n":1.0E+2, "o": {}, "l": [ ] , }\r\n'
    assert translate(FORMAT, source_of(FORMAT, data, "json"), PAIR) == data.replace(
        "text one", "TEXT ONE"
    ).replace("text two", "TEXT TWO")


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b'{"a":1', "line 1, column 7"),
        (b'{"a":\n\n tru}', "line 3, column 2"),
        (b'{"a": "b', "line 1, column 7"),
        (b'["\\x"]', "line 1"),
        (b'["a\nb"]', "line 1"),
        (b"[1,2] x", "line 1, column 7"),
        (b"{'a': 1}", "line 1, column 2"),
        (b"[01]", "line 1"),
        (b'{"a" 1}', "line 1, column 6"),
        (b'{"a": 1 /* x', "line 1, column 9"),
        (b"[" * 300_000, "500 levels"),
        (b'{"a":' * 300_000, "500 levels"),
    ],
)
def test_what_is_not_json_is_refused_with_its_place(data: bytes, place: str) -> None:
    with pytest.raises(DocumentCorrupt, match=place):
        FORMAT.extract(source_of(FORMAT, data, "json"), PAIR)


def test_an_empty_file_is_empty() -> None:
    with pytest.raises(DocumentEmpty):
        FORMAT.extract(source_of(FORMAT, b" \n", "json"), PAIR)


def test_targets_with_other_codes_are_refused() -> None:
    source = source_of(FORMAT, '["a {n, plural, one {# b} other {# c}}"]', "json")
    with pytest.raises(ConversionFailed):
        FORMAT.rebuild(source, {"1/one": (Text(text="x"),)}, PAIR)


def sample(text: str, suffix: str = "json") -> Sample:
    return Sample(data=text.encode(), suffix=suffix, text=text[: 64 * 1024], root=None, members=None)


def test_recognition() -> None:
    long = '{"a": "' + "text " * 40_000 + '"}'
    assert FORMAT.recognise(sample(long)) is Recognition.CERTAIN
    assert FORMAT.recognise(sample('{"a": 1}', "")) is Recognition.CERTAIN
    assert FORMAT.recognise(sample('{"a": ')) is Recognition.POSSIBLE
    assert FORMAT.recognise(sample("[ ] a list of things to do", "txt")) is Recognition.NO
    assert FORMAT.recognise(sample("{% if x %}", "")) is Recognition.NO


HOSTILE = {
    "many choices": '["' + "{n, plural, one {#} other {#}}" * 20_000 + ' a"]',
    "deep choices": '["' + "{n, plural, other {" * 5_000 + ' a"]',
    "braces": '["{a,plural,other{' + "{" * 300_000 + 'a"]',
    "apostrophes": '["{a,plural,other{' + "'" * 300_000 + ' a}}"]',
    "pipes": '["' + "a | " * 100_000 + 'a"]',
    "no blanks": '["' + "aB" * 300_000 + '"]',
    "dots": '["' + "ab." * 200_000 + '"]',
    "slashes": '["' + "ab/" * 200_000 + '"]',
    "quotes": '["' + '\\"' * 200_000 + 'a"]',
    "long keys": '{"' + "a_" * 200_000 + 'other": "x y"}',
    "numbers": "[" + "1," * 300_000 + '"a b"]',
    "empty": "[" + "[]," * 300_000 + '"a b"]',
}


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_end_soon(name: str) -> None:
    source = source_of(FORMAT, HOSTILE[name], "json")
    begun = time.process_time()
    FORMAT.rebuild(source, shouted(FORMAT.extract(source, PAIR)), PAIR)
    assert time.process_time() - begun < 5  # quadratic ones take minutes


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=20,
)


@settings(max_examples=150, deadline=None)
@given(value=VALUES, ascii_only=st.booleans(), indent=st.sampled_from([None, 2, "\t"]))
def test_any_json_goes_there_and_back(value: object, ascii_only: bool, indent: int | str | None) -> None:
    try:
        data = json.dumps(value, ensure_ascii=ascii_only, indent=indent).encode("utf-8")
    except UnicodeEncodeError:
        return
    source = source_of(FORMAT, data, "json")
    document = FORMAT.extract(source, PAIR)
    own = {unit.id: unit.segment for unit in document.units}
    assert FORMAT.rebuild(source, own, PAIR) == data
    result = json.loads(FORMAT.rebuild(source, shouted(document), PAIR))
    assert shape(result) == shape(value)


def shape(value: object) -> object:
    """Everything but the strings, and the keys that plural families gain."""
    if isinstance(value, dict):
        return {key: shape(item) for key, item in value.items()}
    if isinstance(value, list):
        return [shape(item) for item in value]
    return "" if isinstance(value, str) else value


def test_a_slash_behind_a_backslash_is_not_escaped() -> None:
    data = r'{"text": "one \\/ two", "other": "one \/ two"}'
    table = {r"one \/ two": r"ONE \/ TWO", "one / two": "ONE / TWO"}
    assert written(data, table).decode() == data.replace("one", "ONE").replace("two", "TWO")

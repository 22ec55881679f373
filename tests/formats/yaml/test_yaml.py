"""Which strings of YAML files are translated, and that every parser reads the result alike."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.formats.format import Languages, Reason
from dragoman.formats.yaml import FORMAT
from dragoman.segments import Text
from dragoman.text_io.errors import ConversionFailed, DocumentCorrupt, DocumentEmpty
from tests.formats.translating import extract, rebuild, replaced, shouted, source_of, texts
from tests.formats.yaml.samples import DATA, RAILS, SEVERAL, SYMFONY


def test_a_rails_file_in_russian() -> None:
    result = shouted(FORMAT, RAILS, "ru")
    assert result.splitlines()[:10] == [
        "# texts",
        "ru:",
        "  plain: HELLO THERE # comment",
        '  "no": "NO"',
        "  bool: yes",
        "  one_line: 'IT''S HERE'",
        "  multi: A PLAIN TEXT",
        "    ON TWO LINES",
        '  double: "FIRST SECOND',
        '    É"',
    ]
    found = yaml.safe_load(result)["ru"]
    assert list(found["items"]) == ["one", "few", "many", "other"]
    assert found["block"] == "LINE ONE.\n  LINE TWO.\n\nLINE THREE.\n"
    assert found["fold"] == "SOME FOLDED TEXT THAT IS RATHER LONG.\nSECOND PARAGRAPH."
    assert found["last"] == "KEPT\n\n"
    assert found["alias"] == found["anchored"] == "SOME TEXT"
    assert list(found["flow"]) == ["one", "few", "many", "other"]
    assert found["icu"] == "{n, plural, one {# DAY} few {# DAYS} many {# DAYS} other {# DAYS}}"
    assert found["date"] == "%d.%m.%Y"


def test_the_language_norwegian_is_not_a_truth_value() -> None:
    assert shouted(FORMAT, "en:\n  a: Some text\n", "no") == "en:\n  a: SOME TEXT\n".replace("en:", '"no":')
    assert shouted(FORMAT, "en_GB:\n  a: Some text\n", "pt-BR").startswith("pt_BR:")
    assert shouted(FORMAT, "de:\n  a: Some text\n", "fr").startswith("de:")  # not the source's


def test_only_the_source_language_of_a_file_with_several() -> None:
    assert texts(FORMAT, SEVERAL) == ["Hello there"]
    assert shouted(FORMAT, SEVERAL).startswith("en:\n  a: HELLO THERE\nde:")


def test_symbols_in_brackets() -> None:
    data = "en:\n  order: [ :year, :month ]\n  texts: [One text, :sym, 'two, :b more']\n"
    assert texts(FORMAT, data) == ["One text", "two, :b more"]
    assert shouted(FORMAT, data).splitlines()[1:] == [
        "  order: [ :year, :month ]",
        "  texts: [ONE TEXT, :sym, 'TWO, :B MORE']",
    ]


def test_plain_data() -> None:
    document = extract(FORMAT, DATA)
    assert [unit.context for unit in document.units] == ["0.label", "0.?", "text"]
    assert document.left_alone == {Reason.KEY: 2}


def test_forms_between_pipes() -> None:
    assert texts(FORMAT, SYMFONY, "ru") == [
        *["There are %count% apples"] * 3,  # the first form is that of 21, too
        "None",
        "Some of them",
    ]
    assert "%count%" in shouted(FORMAT, SYMFONY, "ru")
    assert "'{0} NONE|[1,Inf[ SOME OF THEM'" in shouted(FORMAT, SYMFONY)


def test_clients_choose_keys() -> None:
    data = "a:\n  title: A title\n  text: A text\nid: one two\n"
    assert texts(FORMAT, data, keys=["title", "id"]) == ["A title", "one two"]
    assert texts(FORMAT, data, skipKeys=["a.t*"]) == ["one two"]


NASTY = [
    *("No", "on", "12:30", "~", "null", "1e3", "0x1F", "a: b", "a #b", "- x", "? x", "[a", "{a}", "&a", "*a"),
    *(
        "!a",
        "%a",
        "@a",
        "`a",
        "|",
        ">",
        '"',
        "'",
        "\\",
        "a:",
        "x\n",
        "\nx",
        " x",
        "x ",
        "a\n\n b",
        "---",
        "...",
    ),
    *("\t", "x\u2028y", "\x85", "\ufeff", "\x07", "😀", "<<", "=", "a, b", "ends with:", "y", "2001-01-01"),
]


@pytest.mark.parametrize("text", NASTY)
def test_what_yaml_would_read_otherwise_is_quoted(text: str) -> None:
    units = extract(FORMAT, RAILS).units
    result = yaml.safe_load(
        rebuild(FORMAT, RAILS, {unit.id: (Text(text=text),) for unit in units if "/" not in unit.id})
    )
    found = result["de"]
    assert {found[key] for key in ("plain", "no", "one_line", "multi", "double", "anchored")} == {text}
    assert found["block"].rstrip("\n") == found["fold"].rstrip("\n") == text.rstrip("\n")
    assert found["list"] == [text] * 3
    assert found["flow"]["other"] == text


def test_files_in_ascii_with_escapes_stay_ascii() -> None:
    assert replaced(FORMAT, 'a: "Caf\\u00e9 h\\u00eare \\u0416"\nb: Text\n', {"Text": "Größe"}).isascii()


def test_bytes_that_are_not_characters_stay() -> None:
    data = b"a: Some text with \xff in it\nb: Other text\n" + "c: äöüß é\n".encode() * 20
    assert b"a: Some text with \xff in it\nb: OTHER TEXT" in rebuild(
        FORMAT, data, {"2": (Text(text="OTHER TEXT"),)}
    )


@pytest.mark.parametrize(
    "data", ["[" * 300_000, "- " * 300_000, "{a: " * 300_000, "a: [b\nc: d", 'a: "b', "a: b: c", "a: \x01"]
)
def test_what_is_not_yaml_is_refused(data: str) -> None:
    with pytest.raises(DocumentCorrupt):
        extract(FORMAT, data)


def test_an_empty_file_is_empty() -> None:
    with pytest.raises(DocumentEmpty):
        extract(FORMAT, " \n")


def test_aliases_are_not_followed() -> None:
    bomb = "a: &a [some text, lol]\n" + "".join(
        f"b{n}: &b{n} [{', '.join([f'*b{n - 1}' if n else '*a'] * 9)}]\n" for n in range(60)
    )
    assert len(extract(FORMAT, bomb).units) == 2


def test_targets_with_other_codes_are_refused() -> None:
    data = "a: 'x {n, plural, one {# b} other {# c}}'\n"
    with pytest.raises(ConversionFailed):
        rebuild(FORMAT, data, {"1/one": (Text(text="x"),)})


HOSTILE = {
    "anchors": "a: &a\n" * 20_000,
    "comments": "# c\n" * 30_000 + "a: Some text",
    "tags": "a: " + "!x " * 20_000,
    "quotes": "a: '" + "''" * 20_000 + "x y'",
    "pipes": "a: " + "x|" * 30_000 + "y",
    "blank": "a: |\n" + " \n" * 20_000 + "  text\n",
    "braces": "a: '" + "{n, plural, other {" * 5_000 + "'",
    "percent": 'a: "' + "%d" * 30_000 + ' x"',
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_end_soon(name: str) -> None:
    begun = time.process_time()
    with suppress(DocumentCorrupt, ConversionFailed):
        shouted(FORMAT, HOSTILE[name])
    assert time.process_time() - begun < 5


TEXTS = st.text(alphabet=st.sampled_from("ab:#-'\"\\ \n{}[],&*!|>%@é\t~?="), max_size=12) | st.text(
    max_size=8
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXTS,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text("abc", min_size=1), inner, max_size=4)
    ),
    max_leaves=12,
)


@settings(max_examples=60, deadline=None)
@given(
    value=VALUES,
    flow=st.sampled_from([None, True, False]),
    style=st.sampled_from([None, "'", '"', "|", ">"]),
    target=TEXTS,
)
def test_any_yaml_goes_there_and_back(
    value: object, flow: bool | None, style: str | None, target: str
) -> None:
    try:
        data = yaml.safe_dump(
            value, default_flow_style=flow, default_style=style, allow_unicode=True
        ).encode()
        document = extract(FORMAT, data)
    except (UnicodeEncodeError, DocumentCorrupt, DocumentEmpty):
        return  # characters that YAML does not allow
    assert rebuild(FORMAT, data, {unit.id: unit.segment for unit in document.units}) == data
    targets = {unit.id: (Text(text=target),) for unit in document.units if unit.reason is None}
    if not target or any("/" in identity for identity in targets):
        return
    try:
        result = yaml.safe_load(rebuild(FORMAT, data, targets))
    except ConversionFailed:
        assert any("\ud800" <= letter <= "\udfff" for letter in target)
        return
    assert shape(result) == shape(yaml.safe_load(data))


def shape(value: object) -> object:
    """Everything but the strings."""
    if isinstance(value, dict):
        return {key: shape(item) for key, item in value.items()}
    if isinstance(value, list):
        return [shape(item) for item in value]
    return "" if isinstance(value, str) else value


def test_languages_that_are_the_same_keep_the_root() -> None:
    source = source_of(FORMAT, "en:\n  a: Some text\n")
    pair = Languages(source="en", target="en-GB")
    assert FORMAT.rebuild(source, {"1": (Text(text="X"),)}, pair) == b"en:\n  a: X\n"

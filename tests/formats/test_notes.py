"""Comments for translators become notes of the right units, and change no byte of the file."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from dragoman.conversion.options import check_options
from dragoman.formats import FORMATS, find_format
from dragoman.formats.format import LONGEST_NOTE, Document, Languages, Source
from dragoman.segments import plain_text
from scripts.corpus_units import own_segments
from tests.formats.note_samples import FILES, QT, RESX, XLIFF1

PAIR = Languages(source="en", target="pl")  # more plural forms than English has

NAMES = {"xlf": "xliff", "ts": "qt", "ftl": "fluent", "yml": "yaml"}


def source_of(file: str, text: str) -> tuple[str, Source]:
    suffix = file.rpartition(".")[2]
    name = "android" if file == "a.xml" else NAMES.get(suffix, suffix)
    options = check_options(find_format(name).info, {})
    return name, Source(data=text.encode(), suffix=suffix, options=options)


def extract(file: str, text: str) -> Document:
    name, source = source_of(file, text)
    return find_format(name).extract(source, PAIR)


def notes_of(document: Document) -> dict[str, str]:
    return {plain_text(unit.segment): unit.note for unit in document.units}


def test_the_documentation_names_the_formats_that_have_them() -> None:
    documented = {entry.info.name for entry in FORMATS if entry.info.notes}
    assert documented == {source_of(file, text)[0] for file, (text, _) in FILES.items()}


@pytest.mark.parametrize("file", FILES)
def test_comments_are_notes_of_what_they_speak_of(file: str) -> None:
    text, expected = FILES[file]
    assert notes_of(extract(file, text)) == expected


@pytest.mark.parametrize("ending", ["\r\n", "\r"])
@pytest.mark.parametrize("file", ["a.po", "a.properties", "a.ini", "a.yml", "a.strings", "a.xml"])
def test_they_are_found_with_any_line_ends(file: str, ending: str) -> None:
    text, _ = FILES[file]
    assert extract(file, text.replace("\n", ending)).units[0].note == extract(file, text).units[0].note


@pytest.mark.parametrize("file", FILES)
def test_they_change_no_byte(file: str) -> None:
    text, _ = FILES[file]
    name, source = source_of(file, text)
    document = find_format(name).extract(source, PAIR)
    own = {} if find_format(name).info.bilingual else own_segments(document)
    assert find_format(name).rebuild(source, own, PAIR) == source.data


LONG: Mapping[str, str] = {
    "a.po": '#. {}\nmsgid "Save"\nmsgstr ""\n',
    "a.xlf": XLIFF1.replace("On the button", "{}"),
    "a.ts": QT.replace("On the button", "{}"),
    "a.resx": RESX.replace("On the button", "{}"),
    "a.strings": '/* {} */\n"a" = "Save";\n',
    "a.ftl": "# {}\nsave = Save\n",
    "a.xml": '<resources><!-- {} --><string name="a">Save</string></resources>',
    "a.html": '<p its-loc-note="{}">Save</p>',
}


@pytest.mark.parametrize("file", LONG)
def test_they_are_cut_where_they_are_long(file: str) -> None:
    note = extract(file, LONG[file].replace("{}", "word " * 1_000)).units[0].note
    assert len(note) <= LONGEST_NOTE
    assert note.startswith(("word word", "verb\nword"))
    assert note.endswith("word…")


def test_they_hold_nothing_that_databases_or_xml_refuse() -> None:
    comment = b"A\x01bell\x7f, half a letter \xff and \xef\xbf\xbf"
    po = b"#. " + comment + b'\nmsgid "' + "Žluťoučký kůň úpěl ďábelské ódy".encode() * 2 + b'"\nmsgstr ""\n'
    (unit,) = find_format("po").extract(Source(data=po, suffix="po"), PAIR).units
    assert unit.note == "Abell, half a letter \\xFF and"

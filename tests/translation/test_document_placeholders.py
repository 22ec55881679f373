"""Placeholders in documents: by their format and by flags in the file, through an engine that moves words."""

from __future__ import annotations

import pytest

from dragoman.conversion.options import check_options
from dragoman.conversion.placeholders import choose_placeholders
from dragoman.formats import find_format
from dragoman.formats.format import Languages, Source
from dragoman.translation.documents.translating import DocumentOrder, translate_document
from dragoman.translation.translator import Translator
from tests.translation.hostile import route
from tests.translation.reversing import ReversingEngine
from tests.translation.test_document import Kept

LANGUAGES = Languages(source="en", target="es")


async def reversed_file(translator: Translator, name: str, text: str, **options: object) -> str:
    """A document as it comes back with the words of each text in reversed order."""
    format_ = find_format(name)
    chosen = check_options(format_.info, options)
    source = Source(data=text.encode(), suffix=next(iter(format_.info.media_types)), options=chosen)
    document = choose_placeholders(format_.extract(source, LANGUAGES), format_.info, chosen)
    order = DocumentOrder(route=route(ReversingEngine()), language="en")
    result = await translate_document(translator, document, order, checkpoints=Kept())
    return format_.rebuild(source, result.targets, LANGUAGES).decode()


HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n{}"\n\n'


def catalogue(flags: str, text: str, header: str = "") -> str:
    flagged = f"#, {flags}\n" if flags else ""
    return f'{HEADER.format(header)}{flagged}msgid "{text}"\nmsgstr ""\n'


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("json", '{"a": "Aspect ratio <b>%1:%2</b>"}', "<b>%1:%2</b> ratio Aspect"),
        ("yaml", 'en:\n  a: "Aspect ratio <b>%1:%2</b> of %{x}"\n', "%{x} of <b>%1:%2</b> ratio Aspect"),
        ("html", "<html lang=en><p>Aspect ratio <b>%1:%2</b></p>", "<p><b>%1:%2</b> ratio Aspect</p>"),
        ("markdown", "Aspect ratio **%1:%2**\n", "**%1:%2** ratio Aspect"),
        ("ini", "[a]\nb=Red house %1 (%2)\n", "(%2) %1 house Red"),
        ("properties", "a=Red house {0,number,#.##}\n", "{0,number,#.##} house Red"),
        ("php", "<?php return ['a' => 'Red house of :x'];", ":x of house Red"),
        ("json", '{"a": "Red house &Open %%PRICE%%"}', "%%PRICE%% &Open house Red"),
        ("html", "<html lang=en><p>Red <b>&OK</b> house</p>", "house <b>&amp;OK</b> Red"),
    ],
)
async def test_placeholders_stay_whole_in_documents_of_every_kind(
    translator: Translator, name: str, text: str, expected: str
) -> None:
    written = await reversed_file(translator, name, text)
    assert expected.casefold() in written.casefold()


@pytest.mark.parametrize(
    ("flags", "text", "expected"),
    [
        ("", "Aspect ratio <b>%1:%2</b>", "<b>%1:%2</b> ratio Aspect"),
        ("qt-format", "Aspect ratio <b>%1:%2</b>", "<b>%1:%2</b> ratio Aspect"),
        ("qt-format", "Sa&ve %n files", "files %n Sa&ve"),
        ("kde-format", "Sa&ve all", "All Sa&ve"),
        ("fuzzy, c-format", "Red % d house", "house % d Red"),
        ("python-brace-format", "Red {{house}} {0!r:>{w}}", "{0!r:>{w}} {{house}} Red"),
        ("csharp-format", "Red house {0,-10:dd MMM}", "{0,-10:dd MMM} house Red"),
        ("", "New _File", "_File New"),
    ],
)
async def test_flags_of_a_catalogue_choose(
    translator: Translator, flags: str, text: str, expected: str
) -> None:
    written = await reversed_file(translator, "po", catalogue(flags, text))
    assert f'msgstr "{expected}"'.casefold() in written.casefold()


@pytest.mark.parametrize(
    ("marker", "text", "expected"),
    [("_", "New F_ile", "F_ile New"), ("~", "New F~ile", "F~ile New"), ("&", "New Fi&le", "Fi&le New")],
)
async def test_a_catalogue_names_its_sign_of_accelerators(
    translator: Translator, marker: str, text: str, expected: str
) -> None:
    written = await reversed_file(translator, "po", catalogue("", text, f"X-Accelerator-Marker: {marker}\\n"))
    assert f'msgstr "{expected}"' in written


def test_flags_add_to_the_format_and_take_away() -> None:
    format_ = find_format("po")
    text = catalogue("no-c-format, python-format", "100% sure")
    document = format_.extract(Source(data=text.encode(), suffix="po"), LANGUAGES)
    assert document.units[0].placeholders == ("no-printf", "python")


async def test_texts_of_controls_have_accelerators(translator: Translator) -> None:
    file = (
        '<?xml version="1.0"?><root>'
        '<resheader name="resmimetype"><value>text/microsoft-resx</value></resheader>'
        '<data name="go.Text"><value>Sa&amp;ve all</value></data>'
        '<data name="Terms"><value>Salt&amp;pepper dogs</value></data></root>'
    )
    written = await reversed_file(translator, "resx", file)
    assert "<value>All Sa&amp;ve</value>" in written
    assert "<value>Dogs Salt&amp;pepper</value>" in written


def test_running_text_has_language_behind_a_colon() -> None:
    subtitles = "1\n00:00:01,000 --> 00:00:02,000\nHe said :yes to the [name]\n"
    format_ = find_format("srt")
    chosen = check_options(format_.info, {})
    source = Source(data=subtitles.encode(), suffix="srt", options=chosen)
    document = choose_placeholders(format_.extract(source, LANGUAGES), format_.info, chosen)
    assert "no-laravel" in document.units[0].placeholders


def test_the_option_wins() -> None:
    text = '{"a": "Red [house] :name"}'
    document = find_format("json")
    chosen = check_options(document.info, {"placeholders": ["brackets"]})
    source = Source(data=text.encode(), suffix="json", options=chosen)
    units = choose_placeholders(document.extract(source, LANGUAGES), document.info, chosen).units
    assert {unit.placeholders for unit in units} == {("brackets",)}

"""PO files get the translations that they lack, and a header that is true."""

from __future__ import annotations

import re
import shutil
import subprocess
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.formats.format import Document, Languages, Reason, Recognition, Sample, Source, WarningCode
from dragoman.formats.po import FORMAT
from dragoman.formats.po.strings import PoLineBreaks, escape, find_bodies, unescape, write_field
from dragoman.segments import Segment, Text, render
from dragoman.text_io.errors import DocumentCorrupt, DocumentEmpty
from tests.formats.po.samples import GERMAN, RUSSIAN, SAMPLES, TEMPLATE


def source_of(data: bytes | str, **options: object) -> Source:
    content = data.encode() if isinstance(data, str) else data
    return Source(data=content, suffix="po", options={"markFuzzy": False, **options})


def extract(data: bytes | str, target: str) -> Document:
    return FORMAT.extract(source_of(data), Languages(source="en", target=target))


def shout(segment: Segment) -> Segment:
    """In capitals, except what programs read."""
    text = re.sub(r"[^%]?[a-zà-ÿ]", lambda found: found[0].upper(), render(segment)).replace("%S", "%s")
    return (Text(text=text.replace("%D", "%d")),)


def translate(data: bytes | str, target: str, **options: object) -> bytes:
    source, languages = source_of(data, **options), Languages(source="en", target=target)
    units = FORMAT.extract(source, languages).units
    targets = {unit.id: shout(unit.segment) for unit in units if unit.reason is None}
    return FORMAT.rebuild(source, targets, languages)


def test_a_template_becomes_a_catalogue() -> None:
    assert (
        translate(TEMPLATE, "ru").decode()
        == r"""# A template.
#
msgid ""
msgstr ""
"Project-Id-Version: program 1\n"
"Language: ru\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && "
"n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\n"

#. For translators
#: src/a.c:1
#, c-format
msgid "One file\n"
msgid_plural "%d files\n"
msgstr[0] "%d FILES\n"
msgstr[1] "%d FILES\n"
msgstr[2] "%d FILES\n"

msgctxt "menu|file"
msgid ""
"A long message that goes on until the margin of the file is near, and then "
"goes on.\n"
"Its \"second\" line\t\101 \\ %s"
msgstr ""
"A LONG MESSAGE THAT GOES ON UNTIL THE MARGIN OF THE FILE IS NEAR, AND THEN "
"GOES ON.\n"
"ITS \"SECOND\" LINE\tA \\ %s"

#~ msgid "old"
#~ msgstr ""
"""
    )
    assert extract(TEMPLATE, "ru").left_alone == {Reason.LOCKED: 1}


def test_each_language_gets_its_number_of_forms() -> None:
    assert translate(TEMPLATE, "ja").count(b"msgstr[") == 1
    german = translate(TEMPLATE, "de")
    assert b'msgstr[0] "ONE FILE\\n"\nmsgstr[1] "%d FILES\\n"\n' in german
    assert translate(TEMPLATE, "ar").count(b"msgstr[") == 6


def test_translations_that_are_there_are_kept_and_fuzzy_ones_are_made_anew() -> None:
    document = extract(GERMAN, "de")
    assert [(render(unit.segment), unit.reason) for unit in document.units] == [
        ("Open", Reason.TRANSLATED),
        ("Close %s", None),
        ("%d page", Reason.TRANSLATED),
        ("%d pages", None),
        ("---", Reason.NO_TEXT),
        ("translator-credits", Reason.KEY),
    ]
    assert document.units[0].target == (Text(text="Öffnen"),)
    expected = GERMAN.replace("#, fuzzy, c-format", "#, c-format").replace("Schließen", "CLOSE %s")
    assert translate(GERMAN, "de").decode() == expected.replace('[1] ""', '[1] "%d PAGES"')


def test_a_variety_of_the_language_counts_as_the_language() -> None:
    assert extract(GERMAN, "de-AT").units[0].reason is Reason.TRANSLATED
    assert extract(GERMAN.replace("de\\n", "pt_BR\\n"), "pt-PT").units[0].reason is None
    assert extract(GERMAN.replace("de\\n", "sr@latin\\n"), "sr-Latn").units[0].reason is Reason.TRANSLATED
    assert extract(GERMAN.replace("de\\n", "sr@latin\\n"), "sr").units[0].reason is None


def test_translations_into_another_language_are_replaced() -> None:
    document = extract(GERMAN, "fr")
    assert [unit.reason for unit in document.units[:2]] == [None, None]
    assert [warning.code for warning in document.warnings] == [WarningCode.TRANSLATIONS_REPLACED]
    result = translate(GERMAN, "fr").decode()
    assert '"Language: fr\\n"' in result
    assert "plural=(n > 1);" in result
    assert "Öffnen" not in result


def test_new_translations_can_be_marked_for_review() -> None:
    result = translate(GERMAN, "de", markFuzzy=True).decode()
    assert result.count("fuzzy") == 2
    assert '#, fuzzy\nmsgid "%d page"' in result


def test_an_encoding_that_lacks_letters_becomes_utf8() -> None:
    data = (RUSSIAN + '\nmsgid "Bye"\nmsgstr ""\n').encode("cp1251")
    source, languages = source_of(data), Languages(source="en", target="ru")
    kept = FORMAT.rebuild(source, {"2": (Text(text="Пока"),)}, languages)
    assert kept.decode("cp1251").endswith('msgid "Bye"\nmsgstr "Пока"\n')
    changed = FORMAT.rebuild(source, {"2": (Text(text="Große Ł"),)}, languages).decode()
    assert "charset=UTF-8" in changed
    assert "Привет" in changed


def test_a_file_without_header_gets_one() -> None:
    assert translate('msgid "Hello"\r\nmsgstr ""', "de").decode().splitlines(keepends=True) == [
        'msgid ""\r\n',
        'msgstr ""\r\n',
        '"MIME-Version: 1.0\\n"\r\n',
        '"Content-Type: text/plain; charset=UTF-8\\n"\r\n',
        '"Content-Transfer-Encoding: 8bit\\n"\r\n',
        '"Language: de\\n"\r\n',
        "\r\n",
        'msgid "Hello"\r\n',
        'msgstr "HELLO"',
    ]


def test_line_ends_of_source_and_translation_agree() -> None:
    source, languages = source_of('msgid "\\nA b\\n"\nmsgstr ""\n'), Languages(source="en", target="de")
    assert b'msgstr "\\nX\\n"\n' in FORMAT.rebuild(source, {"1": (Text(text="X"),)}, languages)
    other = source_of('msgid "A b"\nmsgstr ""\n')
    assert b'msgstr "X"\n' in FORMAT.rebuild(other, {"1": (Text(text="X\n"),)}, languages)


def test_forms_too_many_and_too_few_are_put_right() -> None:
    data = GERMAN.replace('msgstr[1] ""', 'msgstr[1] "x"\nmsgstr[2] "y"')
    assert translate(data, "de").count(b"msgstr[") == 2


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("target", ["de", "ru", "ja"])
def test_a_file_in_which_nothing_changes_is_the_same_file(name: str, target: str) -> None:
    data = SAMPLES[name]
    document = extract(data, target)
    own = {unit.id: unit.target for unit in document.units if unit.target is not None}
    assert FORMAT.rebuild(source_of(data), own, Languages(source="en", target=target)) == data


@pytest.mark.skipif(shutil.which("msgfmt") is None, reason="needs gettext's msgfmt")
@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("target", ["fr", "ru", "ar", "zh-TW", "sr-Latn", "oc"])
def test_gettext_accepts_the_result(name: str, target: str) -> None:
    result = translate(SAMPLES[name], target).removeprefix(b"\xef\xbb\xbf")
    done = subprocess.run(
        ["msgfmt", "-c", "-o", "/dev/null", "-"], input=result, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()


@pytest.mark.parametrize(
    ("data", "line"),
    [
        ('msgid "a"\n', 1),
        ('\nmsgid "a\nmsgstr ""\n', 2),
        ('msgid "a"\nmsgstr "b" c\n', 2),
        ('msgstr "b"\n', 1),
        ('msgid "a"\nmsgstr ""\n\nhello\n', 4),
        ('msgid "a"\nmsgstr ""\nmsgstr ""\n', 3),
        ('"a"\n', 1),
        ('msgid "a"\nmsgid_plural "b"\nmsgid_plural "b"\n', 3),
        ('msgctxt "a"\n\nmsgstr ""\n', 3),
    ],
)
def test_what_is_not_po_is_refused_with_its_line(data: str, line: int) -> None:
    with pytest.raises(DocumentCorrupt, match=f"line {line},"):
        extract(data, "de")


def test_a_file_without_messages_is_empty() -> None:
    with pytest.raises(DocumentEmpty):
        extract("# nothing\n", "de")


def test_recognition_by_contents() -> None:
    def seen(text: str | None, suffix: str, members: tuple[str, ...] | None = None) -> Recognition:
        return FORMAT.recognise(Sample(data=b"x", suffix=suffix, text=text, root=None, members=members))

    assert seen(TEMPLATE, "pot") is Recognition.CERTAIN
    assert seen(TEMPLATE, "txt") is Recognition.CERTAIN
    assert seen(None, "pot", ("ppt/presentation.xml",)) is Recognition.NO
    assert seen("Use msgid like this:\n\nmsgid", "txt") is Recognition.NO


@pytest.mark.slow
@pytest.mark.parametrize(
    "data",
    [
        'msgid "' + '\\"' * 300_000 + '"\nmsgstr ""\n',
        'msgid "' + "\\101" * 200_000 + '"\nmsgstr ""\n',
        'msgid "' + "漢" * 200_000 + '"\nmsgstr ""\n',
        'msgid ""\n' + '"a"\n' * 100_000 + 'msgstr ""\n',
        "#\n" * 200_000 + 'msgid "a"\nmsgstr ""\n',
        'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=' + "(" * 900 + 'n;"\n\nmsgid "a"\nmsgstr ""\n',
        'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=n/0;"\n\nmsgid "a"\nmsgstr ""\n',
        'msgid "' + "a " * 300_000 + '"\nmsgstr ""\n',
    ],
)
def test_hostile_files_end_soon(data: str) -> None:
    begun = time.process_time()
    translate(data, "de")
    assert time.process_time() - begun < 6  # quadratic ones take minutes


def test_a_string_broken_early_makes_no_narrow_file() -> None:
    data = (
        'msgid ""\nmsgstr "Project-Id-Version: a long name\\n"\n\nmsgid "Of several "\n"lines"\nmsgstr ""\n'
    )
    written = FORMAT.rebuild(
        source_of(data),
        {"1": (Text(text="Ein Text aus mehreren Zeilen"),)},
        Languages(source="en", target="de"),
    ).decode()
    assert 'msgstr "Ein Text aus mehreren Zeilen"\n' in written
    assert '"Project-Id-Version: a long name\\n"\n' in written


@settings(max_examples=200, deadline=None)
@given(text=st.text(max_size=200), width=st.sampled_from([None, 40, 79]), breaks=st.booleans())
def test_any_text_is_read_back_as_it_was_written(text: str, width: int | None, breaks: bool) -> None:
    written = write_field("msgstr ", text, PoLineBreaks(width=width, breaks=breaks), "\n")
    bodies = [find_bodies(line) for line in written.removeprefix("msgstr ").split("\n") if line]
    assert unescape("".join(body for found in bodies for body in found or ["?"]), "utf-8") == text
    assert unescape(escape(text), "utf-8") == text


TEXTS = st.text(st.characters(blacklist_categories=("Cs",), blacklist_characters="\0"), max_size=60)


@settings(max_examples=100, deadline=None)
@given(
    messages=st.lists(st.tuples(TEXTS, TEXTS, st.booleans()), min_size=1, max_size=8),
    end=st.sampled_from(["\n", "\r\n"]),
)
def test_any_catalogue_goes_there_and_back(messages: list[tuple[str, str, bool]], end: str) -> None:
    layout = PoLineBreaks()
    data = end.join(
        ("#, fuzzy" + end if fuzzy else "")
        + write_field("msgid ", "x" + source, layout, end)
        + write_field("msgstr ", target, layout, end)
        for source, target, fuzzy in messages
    ).encode()
    if sum(character < 32 and character not in b"\r\n" for character in data):
        return
    document = extract(data, "de")
    assert [render(unit.segment) for unit in document.units] == ["x" + source for source, _, _ in messages]
    assert [unit.target and render(unit.target) for unit in document.units] == [
        None if fuzzy or not target else target for _, target, fuzzy in messages
    ]
    own = {unit.id: unit.target for unit in document.units if unit.target is not None}
    assert FORMAT.rebuild(source_of(data), own, Languages(source="en", target="de")) == data


def test_each_plural_form_tells_which_it_is() -> None:
    text = '#. shown in the list\nmsgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] ""\nmsgstr[1] ""\n'
    assert [unit.note.splitlines() for unit in extract(text, "pl").units] == [
        ["Plural form 1 of 3, for 1.", "shown in the list"],
        ["Plural form 2 of 3, for 2, 3, 4, 22, 23 and more.", "shown in the list"],
        ["Plural form 3 of 3, for 0, 5, 6, 7, 8 and more.", "shown in the list"],
    ]


def test_the_flag_of_a_length_is_the_limit_of_a_message() -> None:
    text = '#. on the button\n#, c-format, max-length:12\nmsgid "Save"\nmsgstr ""\n'
    (unit,) = extract(text, "pl").units
    assert (unit.max_length, unit.note) == (12, "At most 12 characters.\non the button")
    (unit,) = extract(text.replace(":12", ":many"), "pl").units
    assert (unit.max_length, unit.note) == (None, "on the button")

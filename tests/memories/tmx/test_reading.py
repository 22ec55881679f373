"""Reading TMX of every version, and that of other programs."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from dragoman.memories.model import Context, MemoryUnit, UnitOrigin, UnitStatus
from dragoman.memories.tmx import ProblemCode
from tests.memories.tmx.samples import document, pairs, problems, read, read_units, segment, tu


def test_all_details_of_a_unit_are_read() -> None:
    attributes = (
        ' tuid="u1" creationdate="20200102T030405Z" creationid="ann" changedate="20210102T030405Z"'
        ' changeid="bob" usagecount="7" lastusagedate="20220102T030405Z"'
    )
    more = (
        "<note>One</note><note>Two</note>",
        '<prop type="domain">Law &amp; order</prop><prop type="domain">Food</prop>',
        '<prop type="x-context-pre">Before</prop><prop type="x-context-post"></prop>',
        '<prop type="x-document">a.docx</prop><prop type="x-key">k</prop>',
        '<prop type="x-dragoman-origin">human</prop><prop type="x-dragoman-status">unconfirmed</prop>',
    )
    assert read_units(document(tu("One", "Eins", *more, attributes=attributes))) == [
        MemoryUnit(
            source_language="en",
            target_language="de",
            source=segment("One"),
            target=segment("Eins"),
            context=Context(previous="Before", next="", document="a.docx", key="k"),
            origin=UnitOrigin.HUMAN,
            status=UnitStatus.UNCONFIRMED,
            created=datetime(2020, 1, 2, 3, 4, 5, tzinfo=UTC),
            created_by="ann",
            changed=datetime(2021, 1, 2, 3, 4, 5, tzinfo=UTC),
            changed_by="bob",
            properties={"tuid": "u1", "note": "One\nTwo", "domain": "Law & order\nFood"},
            used=7,
            last_used=datetime(2022, 1, 2, 3, 4, 5, tzinfo=UTC),
        )
    ]


def test_units_without_an_origin_are_imports() -> None:
    (one,) = read_units(document(tu("a", "b")))
    assert (one.origin, one.status, one.created, one.properties) == (
        UnitOrigin.IMPORT,
        UnitStatus.CONFIRMED,
        None,
        {},
    )
    (one,) = read_units(document(tu("a", "b", attributes=' creationid="MT!"')))
    assert one.origin is UnitOrigin.MACHINE


def test_version_1_1_has_lang_and_unknown_tags() -> None:
    old = (
        '<tu><tuv lang="EN-US"><seg><ut>{\\b </ut>Bold<ut>}</ut></seg></tuv>'
        '<tuv lang="DE-DE"><seg><ut>{\\b </ut>Fett<ut>}</ut></seg></tuv></tu>'
    )
    (one,) = read_units(document(old, header='srclang="EN-US"').replace("1.4", "1.1"))
    assert (one.source_language, one.target_language) == ("en-US", "de-DE")
    assert pairs(document(old)) == [("{\\b Bold}", "{\\b Fett}")]


def languages(*codes: str, header: str = 'srclang="en"', attributes: str = "") -> list[tuple[str, str]]:
    tuvs = "".join(f'<tuv xml:lang="{code}"><seg>{code}</seg></tuv>' for code in codes)
    found = read_units(document(f"<tu{attributes}>{tuvs}</tu>", header=header))
    return [(one.source_language, one.target_language) for one in found]


@pytest.mark.parametrize(
    ("given", "canonical"),
    [
        ("DE-at", "de-AT"),
        ("de_AT", "de-AT"),
        ("iw", "he"),
        ("deu", "de"),
        ("zh_TW", "zh-TW"),
        ("sr@latin", "sr-Latn"),
        ("sr_RS@latin", "sr-Latn-RS"),
        ("ca@valencia", "ca-valencia"),
        ("de_DE.UTF-8", "de-DE"),
        (" fr ", "fr"),
    ],
)
def test_spellings_of_languages(given: str, canonical: str) -> None:
    assert languages("en", given) == [("en", canonical)]


def test_which_text_is_the_source() -> None:
    assert languages("de", "en", "fr") == [("en", "de"), ("en", "fr")]
    assert languages("de", "EN-us", "en-GB") == [("en-US", "de"), ("en-US", "en-GB")]
    assert languages("de", "en-US", "en") == [("en", "de"), ("en", "en-US")]
    assert languages("de", "en", "fr", header='srclang="*all*"') == [("de", "en"), ("de", "fr")]
    assert languages("de", "en", "fr", header="") == [("de", "en"), ("de", "fr")]
    assert languages("de", "en", "fr", attributes=' srclang="FR"') == [("fr", "de"), ("fr", "en")]


def test_a_source_that_is_not_there() -> None:
    text = document(tu("a", "b"), header='srclang="fr"')
    assert pairs(text) == [("a", "b")]
    assert problems(text) == [(1, 2, ProblemCode.SOURCE_UNSURE)]


def test_translations_have_their_own_dates() -> None:
    text = document(
        '<tu creationdate="20200101T000000Z" creationid="all"><prop type="p">1</prop>'
        '<tuv xml:lang="en"><prop type="p">2</prop><seg>a</seg></tuv>'
        '<tuv xml:lang="de" creationdate="20210101T000000Z" creationid="d">'
        '<prop type="p">3</prop><seg>b</seg></tuv>'
        '<tuv xml:lang="fr" changedate="20220101T000000Z"><note>n</note><seg>c</seg></tuv></tu>'
    )
    german, french = read_units(text)
    assert (german.created, german.created_by, german.properties) == (
        datetime(2021, 1, 1, tzinfo=UTC),
        "d",
        {"p": "1\n2\n3"},
    )
    assert (french.created, french.created_by, french.properties) == (
        datetime(2020, 1, 1, tzinfo=UTC),
        "all",
        {"p": "1\n2", "note": "n"},
    )
    assert french.changed == datetime(2022, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize("date", ["2020-01-02T03:04:05Z", "20200102T050405+0200", "20200102T030405"])
def test_dates_of_other_programs(date: str) -> None:
    (one,) = read_units(document(tu("a", "b", attributes=f' changedate="{date}"')))
    assert one.changed == datetime(2020, 1, 2, 3, 4, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    "date", ["", "yesterday", "00010101T000000+2300", "18991231T000000Z", "20200132T000000Z", "2" * 9999]
)
def test_invalid_dates_are_reported(date: str) -> None:
    text = document(tu("a", "b", attributes=f' changedate="{date}"'))
    assert [one.changed for one in read_units(text)] == [None]
    assert problems(text) == [(1, 2, ProblemCode.DATE)]


@pytest.mark.parametrize(
    ("tool", "before", "behind"),
    [
        (
            "memoQ",
            ("x-context-pre", "&lt;seg&gt;A &lt;bpt i='1'&gt;{}&lt;/bpt&gt;b&lt;/seg&gt;"),
            "x-context-post",
        ),
        ("XTM", ("x-previous-source-text", "A b"), "x-next-source-text"),
        ("Phrase", ("context_prev", "A b"), "context_next"),
        ("OmegaT", ("prev", "A b"), "next"),
    ],
)
def test_neighbours_of_other_programs(tool: str, before: tuple[str, str], behind: str) -> None:
    more = (f'<prop type="{before[0]}">{before[1]}</prop>', f'<prop type="{behind}">Then</prop>')
    header = f'srclang="en" creationtool="{tool}"'
    in_source = tu("a", "b").replace("<seg>a", "".join(more) + "<seg>a")
    for written in (tu("a", "b", *more), in_source):
        (one,) = read_units(document(written, header=header))
        assert one.context == Context(previous="A b", next="Then")
        assert one.properties == {}


def test_properties_with_common_names_are_context_in_files_of_omegat_only() -> None:
    more = '<prop type="file">a.txt</prop><prop type="id">7</prop>'
    (one,) = read_units(document(tu("a", "b", more), header='creationtool="OmegaT" srclang="en"'))
    assert (one.context, one.properties) == (Context(document="a.txt", key="7"), {})
    (one,) = read_units(document(tu("a", "b", more)))
    assert (one.context, one.properties) == (Context(), {"file": "a.txt", "id": "7"})


def test_hashes_that_only_trados_reads_are_not_kept() -> None:
    more = '<prop type="x-Context">1, 2</prop>' * 180 + '<prop type="x-Origin">TM</prop>'
    (one,) = read_units(document(tu("a", "b", more)))
    assert one.properties == {"x-Origin": "TM"}


def test_reading_can_continue_where_it_stopped() -> None:
    text = document(tu("a", "b"), "<tu/>", tu("R&D", "x"), tu("c", "d"))
    assert read(text, skip=3) == read(text)[3:]
    assert [entry.number for entry in read(text, skip=2)] == [3, 4]
    assert read(text, skip=9) == []


def test_line_ends_and_white_space_of_texts_are_kept() -> None:
    assert pairs(document(tu(" a\r\n\tb&#13; ", "<![CDATA[ <c> ]]>"))) == [(" a\n\tb\r ", " <c> ")]

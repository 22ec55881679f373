"""The languages that a file declares, compared with the job's."""

from __future__ import annotations

import pytest
from lxml import etree

from dragoman.formats.format import Languages, Reason, WarningCode
from dragoman.formats.units.locales import is_same_language
from tests.formats.xliff.roundtrip import TO_FRENCH, extract, translate
from tests.formats.xliff.samples import xliff_1_2, xliff_2

TO_GERMAN = Languages(source="en", target="de")
FIRST = xliff_1_2(
    '<trans-unit id="1"><source>Hello</source><target xml:lang="fr">Salut</target></trans-unit>'
)
SECOND = xliff_2(
    '<unit id="u"><segment><source>Hello</source><target xml:lang="fr">Salut</target></segment></unit>'
)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("en", "en-US", True),
        ("EN_us", "en-US", True),
        ("zh-Hans", "zh-CN", True),
        ("zh-Hans", "zh-TW", False),
        ("pt-BR", "pt-PT", False),
        ("en", "eng-x", False),
        ("fr", "de", False),
        ("x y", "fr", False),
        ("sr-Latn", "sr", True),
    ],
)
def test_languages_are_the_same_when_one_is_the_beginning_of_the_other(
    one: str, other: str, same: bool
) -> None:
    assert is_same_language(one, other) is same
    assert is_same_language(other, one) is same


@pytest.mark.parametrize("data", [FIRST, SECOND])
def test_translations_into_another_language_are_replaced_and_the_file_marked(data: bytes) -> None:
    document = extract(data, TO_GERMAN)
    result = translate(data, TO_GERMAN)

    assert [unit.reason for unit in document.units] == [None]
    assert [warning.code for warning in document.warnings] == [
        WarningCode.LANGUAGE_DIFFERS,
        WarningCode.TRANSLATIONS_REPLACED,
    ]
    assert b'target-language="de"' in result or b'trgLang="de"' in result
    assert b'<target xml:lang="de"' in result
    assert b">HELLO</target>" in result
    assert extract(result, TO_GERMAN).units[0].reason is Reason.TRANSLATED


def test_a_target_language_is_named_where_none_was() -> None:
    first = xliff_1_2('<trans-unit id="1"><source>Hello</source></trans-unit>', file="")
    second = xliff_2('<unit id="u"><segment><source>Hello</source></segment></unit>', root="")

    assert b'datatype="plaintext" target-language="de">' in translate(first, TO_GERMAN)
    assert b'srcLang="en" trgLang="de">' in translate(second, TO_GERMAN)
    assert extract(first, TO_GERMAN).warnings == ()


BOTH = [
    xliff_1_2(
        '<trans-unit id="1"><source>Hello</source></trans-unit>'
        '<trans-unit id="2"><source>Bye</source><target>Tschau</target></trans-unit>',
        file="",
    ),
    xliff_2(
        '<unit id="u"><segment><source>Hello</source></segment></unit>'
        '<unit id="v"><segment><source>Bye</source><target>Tschau</target></segment></unit>',
        root="",
    ),
]


def languages_of(data: bytes) -> tuple[str | None, list[str | None]]:
    """The target language that a file names, and those of its targets, as lxml reads them."""
    root = etree.fromstring(data)
    file = root.find("{*}file")
    assert file is not None
    named = root.get("trgLang") or file.get("target-language")
    return named, [
        target.get("{http://www.w3.org/XML/1998/namespace}lang") for target in root.iter("{*}target")
    ]


@pytest.mark.parametrize("data", BOTH)
def test_a_file_with_targets_and_no_target_language_is_for_the_jobs(data: bytes) -> None:
    document = extract(data, TO_GERMAN)
    result = translate(data, TO_GERMAN)

    assert [unit.reason for unit in document.units] == [None, Reason.TRANSLATED]
    assert document.warnings == ()
    assert languages_of(result) == ("de", [None, None])
    assert b">HELLO</target>" in result
    assert b">Tschau</target>" in result
    assert extract(result, TO_GERMAN).warnings == ()


@pytest.mark.parametrize(
    ("data", "place", "named"),
    [(BOTH[0], b'datatype="plaintext"', b'target-language=""'), (BOTH[1], b'srcLang="en"', b'trgLang=""')],
)
def test_an_empty_target_language_is_none(data: bytes, place: bytes, named: bytes) -> None:
    given = data.replace(place, place + b" " + named)
    assert named in given
    assert languages_of(translate(given, TO_GERMAN))[0] == "de"


@pytest.mark.parametrize("data", [FIRST, SECOND])
def test_targets_that_name_their_language_are_in_it_where_the_file_names_none(data: bytes) -> None:
    bare = data.replace(b' target-language="fr"', b"").replace(b' trgLang="fr"', b"")

    assert extract(bare).units[0].reason is Reason.TRANSLATED
    assert translate(bare) == bare

    document = extract(bare, TO_GERMAN)
    assert [unit.reason for unit in document.units] == [None]
    assert [warning.code for warning in document.warnings] == [WarningCode.TRANSLATIONS_REPLACED]
    assert languages_of(translate(bare, TO_GERMAN)) == ("de", ["de"])


def test_a_file_for_a_region_of_the_language_keeps_its_name() -> None:
    data = FIRST.replace(b'target-language="fr"', b'target-language="fr-CA"')

    assert extract(data).units[0].reason is Reason.TRANSLATED
    assert extract(data).warnings == ()
    assert b'target-language="fr-CA"' in translate(data, existing="replace")


def test_another_source_language_is_warned_of() -> None:
    document = extract(FIRST, Languages(source="es", target="fr"))

    assert [warning.code for warning in document.warnings] == [WarningCode.LANGUAGE_DIFFERS]
    assert document.units[0].reason is Reason.TRANSLATED


def test_each_file_of_version_1_has_its_own_languages() -> None:
    other = FIRST[FIRST.index(b"<file") : FIRST.index(b"</xliff>")].replace(b'"fr"', b'"de"')
    data = FIRST.replace(b"</xliff>", other + b"</xliff>")

    assert [unit.id for unit in extract(data).units] == ["1/1", "2/1"]
    assert [unit.reason for unit in extract(data, TO_FRENCH).units] == [Reason.TRANSLATED, None]
    assert translate(data).count(b'target-language="fr"') == 2

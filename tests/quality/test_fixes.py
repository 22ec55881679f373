"""What a finding proposes mends it, and changes no code."""

from __future__ import annotations

from typing import Any

import pytest

from dragoman.quality import CHECKS, Finding, NotFixable, Severity, check_pair, fix
from dragoman.segments import Segment, codes, render
from dragoman.translation.protection.markup import parse

from . import cases_styles
from .pairs import found, pair
from .test_cases import TABLES

# check, languages, source, target, the target mended
MENDED = (
    ("SPACE_LEADING", "en de", "Save", "  Speichern", "Speichern"),
    ("SPACE_LEADING", "en de", "\n Save", "Speichern", "\n Speichern"),
    ("SPACE_LEADING", "en de", "<b>Save</b>", "<b> Speichern</b>", "<b>Speichern</b>"),
    ("SPACE_LEADING", "en de", " <b>Save</b>", "<b>Speichern</b>", "<b> Speichern</b>"),
    ("SPACE_TRAILING", "en de", "Name: ", "Name:", "Name: "),
    ("SPACE_TRAILING", "en de", "Save", "Speichern\n", "Speichern"),
    ("SPACE_TRAILING", "en de", "<b>Save</b> ", "<b>Speichern</b>", "<b>Speichern </b>"),
    ("SPACE_TRAILING", "en de", "Save <x/>", "Speichern <x/> ", "Speichern <x/>"),
    ("SPACE_DOUBLE", "en de", "One two", "Eins  zwei", "Eins zwei"),
    ("SPACE_DOUBLE", "en fr", "One: two", "Un\u00a0 : deux", "Un\u00a0: deux"),
    ("SPACE_DOUBLE", "en de", "<b>One</b> two", "<b>Eins </b> zwei", "<b>Eins </b>zwei"),
    ("END_MARK", "en de", "Save the file.", "Sichern Sie die Datei", "Sichern Sie die Datei."),
    (
        "END_MARK",
        "en ja",
        "Save the file in it.",
        "ファイルをそこに保存します",
        "ファイルをそこに保存します。",
    ),
    ("END_MARK", "en ar", "Save the file?", "هل تريد الحفظ", "هل تريد الحفظ؟"),
    ("END_MARK", "en el", "Save the file?", "Αποθήκευση του αρχείου.", "Αποθήκευση του αρχείου;"),
    ("END_MARK", "en de", "Save the <b>file</b>?", "Die <b>Datei</b> sichern", "Die <b>Datei</b> sichern?"),
    ("END_MARK", "en de", "Save <b>it now!</b>", "Nun <b>sichern.</b>", "Nun <b>sichern!</b>"),
    ("END_MARK", "en de", "Save the file", "Sichern Sie die Datei. ", "Sichern Sie die Datei "),
    ("END_MARK", "en de", "Is it {x}?", "Ist es {x}", "Ist es {x}?"),
    ("END_MARK", "en de", "Save to <x/>?", "Sichern nach <x/>", "Sichern nach <x/>?"),
    ("END_MARK_STYLE", "en zh", "Save the file.", "保存文件.", "保存文件。"),
    ("END_MARK_STYLE", "en el", "Save?", "<b>Αποθήκευση?</b>", "<b>Αποθήκευση;</b>"),
    ("OPENING_MARK", "en es", "Are you sure?", "Está seguro?", "¿Está seguro?"),
    ("OPENING_MARK", "en es", "<b>Done!</b>", "<b>Hecho!</b>", "<b>¡Hecho!</b>"),
    ("NUMBER_FORMAT", "en de", "1,234.5 km long", "1,234.5 km lang", "1.234,5 km lang"),
    ("NUMBER_FORMAT", "en fr", "12,345 people", "12,345 personnes", "12\u202f345 personnes"),
    ("NUMBER_FORMAT", "de en", "3,5 % davon", "3,5 % of it", "3.5 % of it"),
    ("CHARACTER_INVALID", "en de", "Save", "Spei\x00chern", "Speichern"),
    ("CHARACTER_INVALID", "en de", "Save", "\ufeffSpeichern", "Speichern"),
    ("BIDI_UNBALANCED", "en ar", "Save", "\u202bحفظ", "\u202bحفظ\u202c"),
    ("BIDI_UNBALANCED", "en ar", "Save", "حفظ\u2069", "حفظ"),
    ("BIDI_UNBALANCED", "en he", "a\nb", "\u2066\u202bא\nב", "\u2066\u202bא\u202c\u2069\nב"),
    (
        "ADDRESS_MISSING",
        "en de",
        "See www.example.com/a.",
        "Siehe www.exampel.de.",
        "Siehe www.example.com/a.",
    ),
    ("STYLE_NUMBERS", "en de", "1,234.5 km", "1,234.5 km", "1.234,5 km", cases_styles.LANGUAGE_NUMBERS),
    ("STYLE_NUMBERS", "en fr", "12,345 kg", "12.345 kg", "12\u00a0345 kg", cases_styles.SPACE_COMMA),
    ("STYLE_NUMBERS", "en de-CH", "10,000 kg", "10.000 kg", "10’000 kg", cases_styles.APOSTROPHE),
    ("STYLE_QUOTES", "en de", 'A "b" c', 'Ein "b" c', "Ein „b“ c", cases_styles.LOW),
    (
        "STYLE_QUOTES",
        "en de",
        'A "b" c',
        'Ein <b>"b"</b> c',
        "Ein <b>„b“</b> c",
        cases_styles.LANGUAGE_QUOTES,
    ),
    ("STYLE_QUOTES", "en fr", 'A "b" c', 'Un "b" c', "Un «\u00a0b\u00a0» c", cases_styles.GUILLEMETS),
    ("STYLE_FINAL_STOP", "en de", "Save.", "<b>Speichern.</b>", "<b>Speichern</b>", cases_styles.OMIT),
    ("STYLE_MARK_SPACE", "en fr", "Name:", "Nom:", "Nom\u00a0:", cases_styles.LANGUAGE_SPACES),
    ("STYLE_MARK_SPACE", "en fr", "You?", "<b>Vous</b>?", "<b>Vous</b>\u202f?", cases_styles.LANGUAGE_SPACES),
    ("STYLE_MARK_SPACE", "fr en", "Nom :", "Name :", "Name:", cases_styles.NO_SPACES),
)


@pytest.mark.parametrize("row", MENDED)
def test_a_fix_mends_what_was_found(row: tuple[Any, ...]) -> None:
    code, languages, source, target, mended, *facts = row
    known: dict[str, Any] = facts[0] if facts else {}
    made: Segment = parse(target)
    for _ in found(code, languages, source, made, **known):
        one = found(code, languages, source, made, **known)[0]
        made = fix(pair(languages, source, made, **known), one)
    assert render(made) == mended
    after = pair(languages, source, made, **known)
    assert [one for one in check_pair(after) if one.code == code] == []


def test_every_check_that_says_so_can_be_fixed() -> None:
    assert {code for code, *_ in MENDED} == {code for code, check in CHECKS.items() if check.fixable}


ROWS = [row for cases in TABLES.values() for row in cases.wrong]


def test_no_fix_changes_a_code_or_adds_a_finding_of_its_kind() -> None:
    fixed = 0
    for languages, source, target, *facts in ROWS:
        before = pair(languages, source, target, **(facts[0] if facts else {}))
        for finding in check_pair(before):
            if finding.edits:
                fixed += 1
                after = fix(before, finding)
                assert list(codes(after)) == list(codes(before.target))
                facts_of = facts[0] if facts else {}
                assert _count(languages, source, after, finding, facts_of) < _count(
                    languages, source, before.target, finding, facts_of
                )
    assert fixed > 50


def _count(languages: str, source: Any, target: Segment, finding: Finding, facts: dict[str, Any]) -> int:
    return len(found(finding.code, languages, source, target, **facts))


def test_a_finding_without_a_proposal_cannot_be_fixed() -> None:
    before = pair("en de", "One (two)", "Eins (zwei")
    with pytest.raises(NotFixable, match="proposes no change"):
        fix(before, check_pair(before)[0])


def test_a_finding_of_another_target_cannot_be_fixed() -> None:
    finding = found("SPACE_TRAILING", "en de", "Save", "Speichern   ")[0]
    with pytest.raises(NotFixable, match="another target"):
        fix(pair("en de", "Save", "x"), finding)
    with pytest.raises(NotFixable):
        fix(pair("en de", "Save", ""), finding)


def test_a_mark_in_the_source_s_writing_is_only_a_notice() -> None:
    assert found("END_MARK_STYLE", "en zh", "Save the file.", "保存文件.")[0].severity is Severity.NOTICE

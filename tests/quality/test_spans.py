"""Where a finding says something is, with codes and without, and which code does not count as one."""

from __future__ import annotations

import pytest

from dragoman.quality import Finding, Pair, Span, Suggestion, check_pair
from dragoman.segments import Code, CodeKind, Part, Text, plain_text
from dragoman.translation.protection.placeholders import protect

from .pairs import found, pair


def code(type_: str, data: str) -> Code:
    return Code(id=data or type_, kind=CodeKind.STANDALONE, type=type_, data=data)


def check(source: tuple[Part, ...], target: tuple[Part, ...]) -> list[Finding]:
    return check_pair(Pair(source=source, target=target, source_language="en", target_language="de"))


@pytest.mark.parametrize(
    ("code", "source", "target", "shown"),
    [
        ("NUMBER_EXTRA", "<b>Page</b>", "<b>Seite</b> <x/>  137", "137"),
        ("SPACE_DOUBLE", "a <b>b</b> c", "a <b>b</b>  c", "  "),
        ("REPEATED_WORD", "<b>a</b> house", "<b>ein</b> Haus Haus", "Haus Haus"),
        ("REPEATED_WORD", "<b>a</b> house", "<b>Haus</b> Haus", "Haus Haus"),
        ("BRACKETS_UNBALANCED", "a <b>(b)</b>", "a <b>(b</b>", "("),
        ("END_MARK", "Is it <b>a?</b>", "Ist es <b>ein.</b>", "."),
        ("PLACEHOLDER_EXTRA", "<b>a</b>", "<b>a</b> %s b", "%s"),
        ("ADDRESS_EXTRA", "<x/>a", "<x/>a www.example.com.", "www.example.com"),
    ],
)
def test_places_are_in_the_plain_text(code: str, source: str, target: str, shown: str) -> None:
    (finding,) = found(code, "en de", source, target)
    assert finding.target is not None
    text = plain_text(pair("en de", source, target).target)
    assert text[finding.target.start : finding.target.end] == shown


def test_a_lost_code_is_a_point_in_the_source() -> None:
    (finding,) = found("CODE_MISSING", "en de", "Save <x/>it", "Sichern")
    assert (finding.source, finding.target) == (Span(start=5, end=5), None)


def test_a_pair_that_is_lost_is_one_finding() -> None:
    assert len(found("CODE_MISSING", "en de", "<b>a</b> <i>b</i>", "a b")) == 2


def test_what_a_code_shows_is_a_point_of_the_plain_text() -> None:
    source = (Text(text="Page "), code("number", "12 km"))
    (missing,) = check(source, (Text(text="Seite "), code("number", "13 km")))[1:]
    assert missing.code == "NUMBER_MISSING"
    assert missing.source == Span(start=5, end=5)


def test_findings_come_in_the_order_of_the_target() -> None:
    places = [one.target.start for one in check_pair(pair("en de", "a b (c).", "a  b (c d  e")) if one.target]
    assert len(places) > 2
    assert places == sorted(places)


@pytest.mark.parametrize(
    ("languages", "source", "target"),
    [
        ("en de", "Open %s at https://example.com in 10 km", "Öffne %s bei https://example.com in 10 km"),
        ("en fr", "Save: 50% of {x}", "Sauver\u00a0: 50\u202f% de {x}"),
        ("en de", "Hello 👍 {name}", "Hallo {name} 👍"),
    ],
)
def test_protection_makes_no_difference(languages: str, source: str, target: str) -> None:
    plain = pair(languages, source, target)
    protected = (plain.source, protect(plain.source)), (plain.target, protect(plain.target))
    for before in protected[0]:
        for after in protected[1]:
            assert check_pair(pair(languages, before, after)) == []


def test_blanks_and_entities_of_blanks_are_text() -> None:
    source = (Text(text="5"), code("entity", "&nbsp;"), Text(text="apples"))
    assert check(source, (Text(text="5 Äpfel"),)) == []
    assert check(source, (Text(text="5"), code("entity", "&#160;"), Text(text="Äpfel"))) == []
    assert (
        check((Text(text="5 apples"),), (Text(text="5"), code("space", "\u00a0"), Text(text="Äpfel"))) == []
    )


def test_a_line_break_separates_words() -> None:
    assert found("REPEATED_WORD", "en de", "the<br/>house", "Haus<br/>Haus") == []
    assert found("SPACE_DOUBLE", "en de", "the <br/> house", "das <br/> Haus") == []


def test_of_an_empty_target_only_its_emptiness_and_codes_are_reported() -> None:
    found = check_pair(pair("en de", "Page 137: <b>%s</b> (x)?", " "))
    assert [one.code for one in found] == ["TARGET_EMPTY", "CODE_MISSING"]


def test_checks_can_be_left_out() -> None:
    one = pair("en de", "One two?", "Eins  zwei.", suggestion=Suggestion(score=80, edited=False))
    assert {finding.code for finding in check_pair(one)} == {
        "END_MARK",
        "SPACE_DOUBLE",
        "SUGGESTION_UNEDITED",
    }
    assert {finding.code for finding in check_pair(one, skip={"END_MARK"})} == {
        "SPACE_DOUBLE",
        "SUGGESTION_UNEDITED",
    }


def test_hostile_texts_have_few_findings() -> None:
    assert len(check_pair(pair("en de", "a", "(" * 5000))) < 200

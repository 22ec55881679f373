"""For any texts: checking never fails, its places exist, and no fix loses a code."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.quality import (
    CHECKS,
    ExpectedTerm,
    Pair,
    Span,
    Suggestion,
    TermRule,
    check_batch,
    check_pair,
    fix,
)
from dragoman.segments import Code, CodeKind, Segment, Text, codes, plain_text

_LANGUAGES = """
en de fr es it pt-BR nl ru uk el ar fa ur he hi bn th lo km my zh zh-Hant ja ko vi tr pl cs hy am ka id sw
sr-Latn es-419 x-private i-klingon tlh qaa und zh-Latn
"""
LANGUAGES = _LANGUAGES.split()
_FRAGMENTS = r"""
عربي word Word the file. ? ! : … ¿ ¡ ( ) [ ] { } “ ” „ « » " ' 「 」 。 ؟ । ; %s %1$d %% {0} {name} {{x}}
# , . -
{n,plural,one{#}other{#x}} {n,plural, select, one{ a other { } } {n,plural,{n,select,a{b} \n http://a/en
www.a.b a@b.cd 1,234.5 1.234 12:30 11 p.m. 2.5 million XVI 三百
١٢٣ १२३ Кириллица cлово
日本語 カナ 한국어
"""
FRAGMENTS = [
    *_FRAGMENTS.split(),
    *(
        "the the ",
        "{n, plural, one {#} other {# x}}",
        "\u202b",
        "\u2066",
        "\u2069",
        "\u0000",
        "\n",
        "\t",
        " ",
    ),
    *("\u00a0", "\ud800", "\ufffc", "\ufffd", "\u3000", "\u0130", "ß", "ŉ"),
]
TYPES = (
    "tag",
    "fmt",
    "variable",
    "space",
    "entity",
    "break",
    "url",
    "number",
    "message",
    "emoji",
    "protected",
    "",
)
DATA = (
    "<b>",
    "</b>",
    "<br/>",
    "%s",
    "{x}",
    " ",
    "\u00a0",
    "&nbsp;",
    "&eacute;",
    "",
    "https://example.com",
    "12 km",
)

texts = st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=4), max_size=8).map("".join)
parts = st.builds(Text, text=texts) | st.builds(
    Code,
    id=st.sampled_from("123"),
    kind=st.sampled_from(list(CodeKind)),
    type=st.sampled_from(TYPES),
    data=st.sampled_from(DATA),
)
segments: st.SearchStrategy[Segment] = st.lists(parts, max_size=6).map(tuple)
terms = st.builds(
    ExpectedTerm,
    rule=st.sampled_from(list(TermRule)),
    source=texts,
    targets=st.lists(texts, max_size=3).map(tuple),
    case_sensitive=st.booleans(),
    prefix=st.booleans(),
    span=st.none() | st.just(Span(start=0, end=0)),
)
pairs = st.builds(
    Pair,
    source=segments,
    target=segments,
    source_language=st.sampled_from(LANGUAGES),
    target_language=st.sampled_from(LANGUAGES),
    terms=st.lists(terms, max_size=2).map(tuple),
    limit=st.none() | st.integers(-1, 20),
    suggestion=st.none() | st.builds(Suggestion, score=st.integers(0, 101), edited=st.booleans()),
)


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(pairs)
def test_findings_say_places_that_exist(pair: Pair) -> None:
    check(pair)


@pytest.mark.campaign
@settings(max_examples=50_000, deadline=None)
@given(pairs)
def test_findings_say_places_that_exist_at_length(pair: Pair) -> None:
    check(pair)


def check(pair: Pair) -> None:
    for finding in check_pair(pair):
        assert CHECKS[finding.code].severity is finding.severity
        assert within(finding.target, pair.target)
        assert within(finding.source, pair.source)
        if finding.edits:
            assert list(codes(fix(pair, finding))) == list(codes(pair.target))
            assert CHECKS[finding.code].fixable


def within(span: Span | None, segment: Segment) -> bool:
    return span is None or 0 <= span.start <= span.end <= len(plain_text(segment))


@pytest.mark.slow
@settings(max_examples=50, deadline=None)
@given(st.lists(pairs, max_size=5))
def test_batches_name_other_pairs(batch: list[Pair]) -> None:
    for found in check_batch(batch):
        assert found.others
        assert found.index not in found.others
        assert within(found.finding.target, batch[found.index].target)


@settings(max_examples=50, deadline=None)
@given(pairs)
def test_a_text_is_its_own_best_translation(pair: Pair) -> None:
    same = Pair(
        source=pair.source,
        target=pair.source,
        source_language=pair.source_language,
        target_language=pair.source_language,
    )
    # Problems of a text itself are reported; none that a comparison would show.
    own = {"CHARACTER_INVALID", "BIDI_UNBALANCED", "MESSAGE_FORMS"}
    assert {finding.code for finding in check_pair(same)} <= own

"""TBX of every version and dialect gives the same concepts."""

from __future__ import annotations

import datetime as dt

import pytest

from dragoman.termbases.drafts import TermDefaults
from dragoman.termbases.model import Concept, Gender, PartOfSpeech, Term, TermMatching, TermStatus, TermType
from dragoman.termbases.spellings import read_status
from tests.termbases.tbx.samples import DCA, DCT, MIN, VERSION_2, concepts_of, document, entry, read, texts_of


def test_version_2() -> None:
    first, second = concepts_of(VERSION_2)
    assert first == Concept(
        id="c1",
        definition="A thing one counts with.",
        domain="IT",
        note="About it all.",
        created=dt.date(2010, 4, 17),
        changed=dt.date(2011, 5, 1),
        terms=(
            Term(
                language="de",
                text="Rechner",
                status=TermStatus.ADMITTED,
                match=TermMatching.STEM,
                gender=Gender.MASCULINE,
            ),
            Term(language="de", text="H2O-Zähler", status=TermStatus.FORBIDDEN, note="Wet."),
            Term(
                language="en-US",
                text="computer",
                match=TermMatching.STEM,
                part_of_speech=PartOfSpeech.NOUN,
                note="Of English.",
                example="The computer hums.",
            ),
            Term(
                language="en-US",
                text="PC",
                status=TermStatus.ADMITTED,
                case_sensitive=True,
                type=TermType.ABBREVIATION,
                note="Of English.",
            ),
        ),
    )
    assert second.do_not_translate
    assert [problem for one in read(VERSION_2) for problem in one.problems] == []


def test_version_3_has_categories_in_two_styles() -> None:
    (by_attribute,), (by_tag,) = concepts_of(DCA), concepts_of(DCT)
    assert by_attribute == by_tag
    assert (by_tag.domain, by_tag.definition) == ("Stars", "Many stars.")
    assert [(term.text, term.status, term.example) for term in by_tag.terms] == [
        ("cluster", TermStatus.PREFERRED, "One cluster."),
        ("cúmulo", TermStatus.PREFERRED, ""),
    ]


def test_tbx_min() -> None:
    (concept,) = concepts_of(MIN)
    assert (concept.id, concept.domain) == ("k", "Stars")
    assert [(term.language, term.text, term.part_of_speech) for term in concept.terms] == [
        ("en", "cluster", PartOfSpeech.NOUN),
        ("es", "cúmulo", None),
    ]
    assert concepts_of('<TBX dialect="TBX-Min"/>') == []


def test_prefixed_elements() -> None:
    text = (
        '<t:tbx xmlns:t="urn:iso:std:iso:30042:ed-2" type="TBX-Core" xml:lang="en"><t:text><t:body>'
        '<t:conceptEntry id="a"><t:langSec xml:lang="en"><t:termSec><t:term>one</t:term></t:termSec>'
        "</t:langSec></t:conceptEntry></t:body></t:text></t:tbx>"
    )
    assert texts_of(text) == [["one"]]


@pytest.mark.parametrize(
    ("spelled", "status"),
    [
        ("preferredTerm-admn-sts", TermStatus.PREFERRED),
        ("standardizedTerm-admn-sts", TermStatus.PREFERRED),
        ("legalTerm-admn-sts", TermStatus.PREFERRED),
        ("admittedTerm-admn-sts", TermStatus.ADMITTED),
        ("deprecatedTerm-admn-sts", TermStatus.FORBIDDEN),
        ("supersededTerm-admn-sts", TermStatus.FORBIDDEN),
        ("preferred", TermStatus.PREFERRED),
        ("notRecommended", TermStatus.FORBIDDEN),
        ("Not recommended", TermStatus.FORBIDDEN),
        ("obsolete", TermStatus.FORBIDDEN),
        ("FORBIDDEN", TermStatus.FORBIDDEN),
        ("do not use", TermStatus.FORBIDDEN),
        ("deprecated", TermStatus.FORBIDDEN),
        ("approved", TermStatus.PREFERRED),
        ("perhaps", None),
        ("", None),
    ],
)
def test_statuses(spelled: str, status: TermStatus | None) -> None:
    assert read_status(spelled) is status


def test_without_statuses_the_first_term_is_preferred() -> None:
    statuses = [term.status for term in concepts_of(document(entry("a", "b", "c")))[0].terms]
    assert statuses == [TermStatus.PREFERRED, TermStatus.ADMITTED, TermStatus.ADMITTED]


def test_unknown_statuses_are_reported() -> None:
    text = document(entry("a").replace("</tig>", '<termNote type="administrativeStatus">x</termNote></tig>'))
    (one,) = read(text)
    assert one.concept is not None
    assert [problem.effect for problem in one.problems] == ["noticed"]


@pytest.mark.parametrize(
    "element",
    [
        '<descrip type="Translation needed">No</descrip>',
        '<admin type="x-doNotTranslate">yes</admin>',
        '<descrip type="translate">no</descrip>',
    ],
)
def test_do_not_translate(element: str) -> None:
    assert concepts_of(document(entry("a").replace("<langSet", element + "<langSet")))[0].do_not_translate
    inside = document(entry("a").replace("</tig>", element + "</tig>"))
    assert concepts_of(inside)[0].do_not_translate
    other = element.replace("No<", "Yes<").replace("no<", "yes<").replace(">yes</admin", ">no</admin")
    assert not concepts_of(document(entry("a").replace("<langSet", other + "<langSet")))[0].do_not_translate


def test_defaults_apply_to_missing_properties() -> None:
    (one,) = read(document(entry("WHO", "a")), TermDefaults(match=TermMatching.STEM, case_sensitive=False))
    assert one.concept is not None
    assert [(term.match, term.case_sensitive) for term in one.concept.terms] == [
        (TermMatching.STEM, False)
    ] * 2


def test_repeated_languages_and_terms_are_merged() -> None:
    body = (
        '<termEntry id="c"><langSet xml:lang="en"><tig><term>a</term></tig></langSet>'
        '<langSet xml:lang="EN"><tig><term>b</term></tig><tig><term> a </term>'
        '<termNote type="administrativeStatus">forbidden</termNote></tig></langSet></termEntry>'
    )
    (concept,) = concepts_of(document(body))
    assert [(term.text, term.status) for term in concept.terms] == [
        ("b", TermStatus.PREFERRED),
        ("a", TermStatus.FORBIDDEN),
    ]


def test_two_statuses_of_one_term_are_reported() -> None:
    sections = "".join(
        f'<tig><term>a</term><termNote type="administrativeStatus">{status}</termNote></tig>'
        for status in ("preferred", "forbidden")
    )
    text = document(f'<termEntry><langSet xml:lang="en">{sections}</langSet></termEntry>')
    (one,) = read(text)
    assert one.concept is not None
    assert [term.status for term in one.concept.terms] == [TermStatus.PREFERRED]
    assert "twice" in one.problems[0].message

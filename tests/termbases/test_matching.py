"""The match of terms for which none is given: new terms get the usual one, stored terms keep theirs."""

from __future__ import annotations

import io

import pytest

from dragoman.termbases.bases import StoredConcept
from dragoman.termbases.checking import ProposedConcept, ProposedTerm, check_proposal
from dragoman.termbases.drafts import TermDefaults
from dragoman.termbases.matching import choose_match
from dragoman.termbases.model import Concept, Term, TermMatching, TermStatus
from dragoman.termbases.planning import ImportMode, make_plan
from dragoman.termbases.problems import TermEntry
from dragoman.termbases.table import TableOptions, read_table
from dragoman.termbases.tbx import read_tbx

EXACT, PLURAL, STEM = TermMatching.EXACT, TermMatching.PLURAL, TermMatching.STEM


def table(text: str, match: TermMatching | None = None) -> list[TermEntry]:
    return list(read_table(io.BytesIO(text.encode()), TableOptions(defaults=TermDefaults(match=match))))


def matches(entry: TermEntry) -> dict[str, TermMatching]:
    assert entry.concept is not None
    return {term.text: term.match for term in entry.concept.terms}


@pytest.mark.parametrize(
    ("language", "status", "case_sensitive", "do_not_translate", "match"),
    [
        ("en", TermStatus.PREFERRED, False, False, STEM),
        ("es-MX", TermStatus.ADMITTED, False, False, STEM),
        ("en", TermStatus.PREFERRED, True, False, EXACT),
        ("en", TermStatus.PREFERRED, False, True, EXACT),
        ("ja", TermStatus.PREFERRED, False, False, EXACT),
        ("en", TermStatus.FORBIDDEN, False, False, PLURAL),
        ("es-MX", TermStatus.FORBIDDEN, False, False, PLURAL),
        ("es", TermStatus.FORBIDDEN, True, False, EXACT),
        ("de", TermStatus.FORBIDDEN, False, False, EXACT),
    ],
)
def test_the_usual_match(
    language: str, status: TermStatus, case_sensitive: bool, do_not_translate: bool, match: TermMatching
) -> None:
    usual = choose_match(
        language, status=status, case_sensitive=case_sensitive, do_not_translate=do_not_translate
    )
    assert usual is match


def test_forbidden_terms_of_tables_and_proposals() -> None:
    (entry,) = table("en,es,es:forbidden\njam,atasco,mermelada|confitura\n")
    assert matches(entry) == {
        "jam": STEM, "atasco": STEM, "mermelada": PLURAL, "confitura": PLURAL
    }  # fmt: skip
    (entry,) = table("en,es,es:forbidden\njam,atasco,mermelada\n", match=STEM)
    assert matches(entry)["mermelada"] is STEM
    forbidden = ProposedTerm(language="es", text="mermelada", status=TermStatus.FORBIDDEN)
    assert check_proposal(ProposedConcept(terms=(forbidden,))).terms[0].match is PLURAL


def test_a_status_in_the_second_row_of_a_term() -> None:
    text = (
        '<martif type="TBX" xml:lang="en"><text><body><termEntry id="1"><langSet xml:lang="en"><tig>'
        '<term>jam</term></tig><tig><term>jam</term><termNote type="administrativeStatus">'
        "deprecatedTerm-admn-sts</termNote></tig></langSet></termEntry></body></text></martif>"
    )
    (entry,) = read_tbx(io.BytesIO(text.encode()))
    assert matches(entry) == {"jam": PLURAL}


def test_a_term_that_becomes_forbidden_is_matched_as_a_new_one() -> None:
    wanted = Term(language="es", text="mermelada", match=STEM)
    kept = StoredConcept(number=1, version=1, concept=Concept(id="1", terms=(wanted,)))
    (changed,) = make_plan([kept], table("concept id,es:forbidden\n1,mermelada\n"), ImportMode.MERGE).updated
    assert matches(TermEntry(line=1, concept=changed.concept)) == {"mermelada": PLURAL}
    (back,) = make_plan([changed], table("concept id,es\n1,mermelada\n"), ImportMode.MERGE).updated
    assert matches(TermEntry(line=1, concept=back.concept)) == {"mermelada": STEM}


def test_a_table_without_matches() -> None:
    first, second, third = table(
        "en,es,ja,do not translate\npaper jam,atasco,紙詰まり,\nPDF,PDF,PDF,\nKapiMart,KapiMart,,yes\n"
    )
    assert matches(first) == {"paper jam": STEM, "atasco": STEM, "紙詰まり": EXACT}
    assert set(matches(second).values()) == {EXACT}
    assert set(matches(third).values()) == {EXACT}


def test_matches_of_a_table_or_its_import_are_used() -> None:
    (entry,) = table("en,en:match,es\npaper jam,exact,atasco\n")
    assert matches(entry) == {"paper jam": EXACT, "atasco": STEM}
    (entry,) = table("en,en:match,es\npaper jam,prefix,atasco\n", match=EXACT)
    assert matches(entry) == {"paper jam": TermMatching.PREFIX, "atasco": EXACT}


def test_tbx_without_matches() -> None:
    text = (
        '<martif type="TBX" xml:lang="en"><text><body><termEntry id="1"><langSet xml:lang="en"><tig>'
        "<term>paper jam</term></tig></langSet></termEntry></body></text></martif>"
    )
    (entry,) = read_tbx(io.BytesIO(text.encode()))
    assert matches(entry) == {"paper jam": STEM}


def test_a_proposal_without_matches() -> None:
    terms = (
        ProposedTerm(language="en", text="paper jam"),
        ProposedTerm(language="en", text="USB"),
        ProposedTerm(language="es", text="atasco", match=EXACT),
    )
    concept = check_proposal(ProposedConcept(terms=terms))
    assert {term.text: term.match for term in concept.terms} == {
        "paper jam": STEM, "USB": EXACT, "atasco": EXACT
    }  # fmt: skip


@pytest.mark.parametrize("mode", ImportMode)
def test_stored_terms_keep_their_match_if_a_file_has_none(mode: ImportMode) -> None:
    kept = StoredConcept(
        number=1,
        version=1,
        concept=Concept(
            id="1", terms=(Term(language="en", text="paper jam"), Term(language="es", text="atasco"))
        ),
    )
    text = "concept id,en,es\n1,paper jam,atasco\n"
    assert make_plan([kept], table(text), mode).unchanged == 1
    (changed,) = make_plan([kept], table(text, match=STEM), mode).updated
    assert {term.match for term in changed.concept.terms} == {STEM}
    (changed,) = make_plan([kept], table("concept id,en,es\n1,paper jam|jam,atasco\n"), mode).updated
    assert {term.text: term.match for term in changed.concept.terms} == {
        "paper jam": EXACT, "jam": STEM, "atasco": EXACT
    }  # fmt: skip

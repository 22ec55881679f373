"""Editing concepts: versions, searches, all problems at once, concurrent edits."""

from __future__ import annotations

import asyncio
import datetime as dt
from typing import Any

import pytest

from dragoman.access.staff import OPERATOR
from dragoman.database.connections import ALL_ACCOUNTS, Database, transaction
from dragoman.errors import Conflict, DragomanError, NotFound, RuleBroken
from dragoman.termbases import actions, concept_store, editing
from dragoman.termbases.bases import ConceptFilter, TermBase
from dragoman.termbases.checking import ProposedConcept, ProposedTerm, check_proposal
from dragoman.termbases.editing import ConceptChanged, ConceptTarget, Namesake
from dragoman.termbases.model import Concept, Term, TermMatching, TermStatus
from tests.termbases.staff_actions import (
    add,
    audit_events,
    change,
    change_base,
    delete,
    proposal,
    read_concepts,
    texts,
    versions,
)


async def test_a_concept_is_stored_normalised(database: Database, ours: TermBase) -> None:
    written = ProposedConcept(
        key="P-1",
        definition="What is in the way of paper.\nSeen in trays.",
        domain="printing",
        note="Ask Jo",
        terms=(
            ProposedTerm(language="EN", text=" paper  jam ", forms=("paper jams",), match=TermMatching.STEM),
            ProposedTerm(language="de", text="Papierstau", status=TermStatus.ADMITTED, note="rare"),
            ProposedTerm(language="de", text="Papierfehler", status=TermStatus.FORBIDDEN),
            ProposedTerm(language="de", text="PAP"),
        ),
    )
    kept = (await add(database, ours, written)).kept
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        today = tx.now.date()
    assert kept.concept == Concept(
        id="P-1",
        definition="What is in the way of paper.\nSeen in trays.",
        domain="printing",
        note="Ask Jo",
        created=today,
        terms=(
            Term(language="de", text="PAP", case_sensitive=True),
            Term(
                language="de",
                text="Papierstau",
                status=TermStatus.ADMITTED,
                match=TermMatching.STEM,
                note="rare",
            ),
            Term(language="de", text="Papierfehler", status=TermStatus.FORBIDDEN),
            Term(language="en", text="paper jam", match=TermMatching.STEM, forms=("paper jams",)),
        ),
    )
    assert await read_concepts(database, ours) == [kept]
    assert (kept.number, kept.version) == (1, 1)


async def test_each_change_makes_a_version_and_all_of_them_can_be_read(
    database: Database, ours: TermBase
) -> None:
    first = (await add(database, ours, proposal(en="one", de="eins"))).kept
    second = (await add(database, ours, proposal(en="two", de="zwei"))).kept
    await change(database, ConceptTarget(term_base_id=ours.id, number=1), proposal(en="one", de="eine"))
    await delete(database, ConceptTarget(term_base_id=ours.id, number=2))
    third = (await add(database, ours, proposal(en="three"))).kept
    assert [first.number, second.number, third.number] == [1, 2, 3]
    assert [texts(await read_concepts(database, ours, version=version)) for version in range(6)] == [
        [],
        [{"de": ["eins"], "en": ["one"]}],
        [{"de": ["eins"], "en": ["one"]}, {"de": ["zwei"], "en": ["two"]}],
        [{"de": ["eine"], "en": ["one"]}, {"de": ["zwei"], "en": ["two"]}],
        [{"de": ["eine"], "en": ["one"]}],
        [{"de": ["eine"], "en": ["one"]}, {"en": ["three"]}],
    ]
    made = [
        (one.version, one.added, one.changed, one.removed, one.actor)
        for one in await versions(database, ours)
    ]
    assert made == [
        (5, 1, 0, 0, "operator"),
        (4, 0, 0, 1, "operator"),
        (3, 0, 1, 0, "operator"),
        (2, 1, 0, 0, "operator"),
        (1, 1, 0, 0, "operator"),
    ]
    with pytest.raises(NotFound, match=f"Term base {ours.id} has no version 6; the current one is 5."):
        await read_concepts(database, ours, version=6)


async def test_an_edit_without_a_change_makes_no_version(database: Database, ours: TermBase) -> None:
    kept = (await add(database, ours, proposal(en="one"))).kept
    again = await change(
        database, ConceptTarget(term_base_id=ours.id, number=1, version=1), proposal(en="one")
    )
    assert again.kept == kept
    assert len(await versions(database, ours)) == 1


async def test_a_change_is_dated_and_keeps_the_key(database: Database, ours: TermBase) -> None:
    await add(database, ours, proposal(en="one"))
    changed = await change(database, ConceptTarget(term_base_id=ours.id, number=1), proposal(en="two"))
    assert changed.kept.concept.id == "1"
    assert isinstance(changed.kept.concept.created, dt.date)
    assert changed.kept.concept.changed is not None


async def test_everything_is_in_the_audit_log_without_terms(database: Database, ours: TermBase) -> None:
    await add(database, ours, proposal(en="secret product"))
    await change(database, ConceptTarget(term_base_id=ours.id, number=1), proposal(en="secret products"))
    await delete(database, ConceptTarget(term_base_id=ours.id, number=1))
    await change_base(database, ours, use_for_translation=False, name="Ours", disabled=False)
    await change_base(database, ours, use_for_translation=False)
    done = await audit_events(database, ours)
    assert [(event.action, event.details) for event in done] == [
        ("term-base.created", {}),
        ("term-base.concept-created", {"concept": 1, "version": 1}),
        ("term-base.concept-changed", {"concept": 1, "version": 2}),
        ("term-base.concept-deleted", {"concept": 1, "version": 3}),
        ("term-base.changed", {"fields": ["use_for_translation"]}),
    ]
    assert {(event.actor, event.account_id) for event in done} == {("operator", ours.account_id)}


@pytest.mark.parametrize(
    ("wanted", "numbers"),
    [
        ({"search": "stau"}, [1]),
        ({"search": "STAU"}, [1]),
        ({"search": "ﬁ"}, [3]),  # a ligature
        ({"search": "詰"}, [1]),
        ({"search": "jams"}, [2]),  # a form
        ({"search": "%"}, []),
        ({"search": "de"}, []),  # a language is not a term
        ({"language": "ja"}, [1]),
        ({"language": "de", "status": TermStatus.FORBIDDEN}, [2]),
        ({"status": TermStatus.FORBIDDEN}, [2, 3]),
        ({"domain": "office"}, [2]),
        ({"search": "tray", "language": "en"}, [3]),
    ],
    ids=lambda value: str(value) if isinstance(value, list) else "-".join(map(str, value)),
)
async def test_concepts_are_searched_in_any_language(
    database: Database, ours: TermBase, wanted: dict[str, Any], numbers: list[int]
) -> None:
    await add(database, ours, proposal(de="Papierstau", ja="紙詰まり"))
    forbidden = ProposedTerm(language="de", text="Papierding", status=TermStatus.FORBIDDEN)
    english = ProposedTerm(language="en", text="paper jam", forms=("paper jams",))
    await add(database, ours, ProposedConcept(domain="office", terms=(forbidden, english)))
    other = ProposedTerm(language="fr", text="bac", status=TermStatus.FORBIDDEN)
    await add(database, ours, ProposedConcept(terms=(other, ProposedTerm(language="en", text="ﬁle tray"))))
    assert [kept.number for kept in await read_concepts(database, ours, **wanted)] == numbers


async def test_another_concept_with_the_same_term_is_reported(database: Database, ours: TermBase) -> None:
    await add(database, ours, proposal(en="bank", de="Ufer"))
    edited = await add(database, ours, proposal(en="Bank", de="Bank"))
    assert edited.namesakes == (Namesake(number=1, language="en"),)
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        first = await editing.get_concept(tx, term_base_id=ours.id, number=1)
    assert first.namesakes == (Namesake(number=2, language="en"),)


async def test_namesakes_are_those_of_this_term_base_and_seen_by_its_account_only(
    database: Database, ours: TermBase, theirs: TermBase
) -> None:
    """They are found by a function that acts as the owner of the tables."""
    for base in (ours, theirs):
        await add(database, base, proposal(en="seal", de="Dichtung"))
        await add(database, base, proposal(en="seal", de="Robbe"))
    expected = {ours.account_id: [1, 2], theirs.account_id: [], ALL_ACCOUNTS: [1, 2]}
    for account, numbers in expected.items():
        async with transaction(database, account=account) as tx:
            found = await concept_store.find_namesakes(tx, ours.id, ["en\tseal"], most=10)
        assert [number for number, _names in found] == numbers
    await delete(database, ConceptTarget(term_base_id=ours.id, number=1))
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        found = await concept_store.find_namesakes(tx, ours.id, ["en\tseal"], most=10)
    assert found == [(2, ["de\trobbe", "en\tseal"])]


def test_all_problems_are_reported_at_once() -> None:
    with pytest.raises(RuleBroken) as broken:
        check_proposal(
            ProposedConcept(
                key="k" * 256,
                definition="d" * 10_001,
                domain="o" * 501,
                terms=(
                    ProposedTerm(language="en", text=" "),
                    ProposedTerm(language="en", text="t" * 10_000),
                    ProposedTerm(language="en", text="a <b>bold</b> term"),
                    ProposedTerm(language="de", text="gut", forms=("ok", "\x07")),
                    ProposedTerm(language="de", text=" gut "),
                ),
            )
        )
    assert [(problem.code, problem.message) for problem in broken.value.all_problems()] == [
        ("TERM_INVALID", "terms[0]: the term is empty."),
        ("TERM_INVALID", "terms[1]: the term is longer than 500 characters."),
        ("TERM_INVALID", "terms[2]: the term has tags; write it as plain text."),
        ("TERM_INVALID", "terms[3].forms[1]: the term is empty."),
        ("TERM_TWICE", "terms[4]: the same term is terms[3] already."),
        ("TEXT_TOO_LONG", "key is longer than 255 characters."),
        ("TEXT_TOO_LONG", "definition is longer than 10000 characters."),
        ("TEXT_TOO_LONG", "domain is longer than 500 characters."),
    ]


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ((), "TERMS_MISSING"),
        (tuple(ProposedTerm(language="en", text=f"t{n}") for n in range(1001)), "TOO_MANY_TERMS"),
        ((ProposedTerm(language="en", text="t", forms=tuple(map(str, range(201)))),), "TOO_MANY_TERMS"),
    ],
    ids=["no terms", "1,001 terms", "201 forms"],
)
def test_a_concept_has_neither_no_terms_nor_too_many(terms: tuple[ProposedTerm, ...], code: str) -> None:
    with pytest.raises(RuleBroken) as broken:
        check_proposal(ProposedConcept(terms=terms))
    assert [problem.code for problem in broken.value.all_problems()] == [code]


async def test_a_key_belongs_to_one_concept(database: Database, ours: TermBase) -> None:
    await add(database, ours, proposal("2", en="one"))
    second = await add(database, ours, proposal(en="two"))
    assert (second.kept.number, second.kept.concept.id) == (2, "2-2")
    with pytest.raises(RuleBroken, match="Another concept of the term base has this key"):
        await add(database, ours, proposal("2", en="three"))
    with pytest.raises(RuleBroken, match="Another concept of the term base has this key"):
        await change(database, ConceptTarget(term_base_id=ours.id, number=2), proposal("2", en="three"))


async def test_a_change_of_an_older_state_is_refused(database: Database, ours: TermBase) -> None:
    await add(database, ours, proposal(en="one"))
    await change(database, ConceptTarget(term_base_id=ours.id, number=1, version=1), proposal(en="two"))
    stale = ConceptTarget(term_base_id=ours.id, number=1, version=1)
    with pytest.raises(Conflict, match=r"Concept 1 was changed meanwhile: its version is 2, not 1\. Read it"):
        await change(database, stale, proposal(en="three"))
    with pytest.raises(Conflict):
        await delete(database, stale)
    assert texts(await read_concepts(database, ours)) == [{"en": ["two"]}]


async def test_of_two_at_once_one_wins_and_versions_have_no_holes(database: Database, ours: TermBase) -> None:
    await add(database, ours, proposal(en="one"))
    target = ConceptTarget(term_base_id=ours.id, number=1, version=1)
    done = await asyncio.gather(
        *(change(database, target, proposal(en=f"change {n}")) for n in range(4)),
        *(add(database, ours, proposal(en=f"new {n}")) for n in range(4)),
        return_exceptions=True,
    )
    assert [type(one) for one in done if isinstance(one, Exception)] == [ConceptChanged] * 3
    assert [made.version for made in await versions(database, ours)] == [6, 5, 4, 3, 2, 1]
    assert [kept.number for kept in await read_concepts(database, ours)] == [1, 2, 3, 4, 5]


async def test_another_account_sees_nothing_and_cannot_tell_why(
    database: Database, ours: TermBase, theirs: TermBase
) -> None:
    await add(database, ours, proposal(en="one"))
    await add(database, theirs, proposal(en="two"))
    async with transaction(database, account=theirs.account_id) as tx:
        assert [base.id for base in await actions.list_term_bases(tx)] == [theirs.id]
        errors = []
        for id_ in (ours.id, 999_999):
            for call in (
                actions.get_term_base(tx, term_base_id=id_),
                editing.get_concept(tx, term_base_id=id_, number=1),
                editing.list_concepts(tx, term_base_id=id_, wanted=ConceptFilter(), limit=9),
                actions.list_versions(tx, term_base_id=id_, limit=9, offset=0),
                editing.create_concept(tx, staff=OPERATOR, term_base_id=id_, proposal=proposal(en="x")),
                actions.delete_term_base(tx, staff=OPERATOR, term_base_id=id_),
            ):
                with pytest.raises(DragomanError) as refused:
                    await call
                errors.append((type(refused.value), refused.value.message.replace(str(id_), "N")))
    assert set(errors) == {(NotFound, "There is no term base N.")}
    assert texts(await read_concepts(database, ours)) == [{"en": ["one"]}]


async def test_a_deleted_term_base_is_gone_with_all_its_versions(database: Database, ours: TermBase) -> None:
    await add(database, ours, proposal(en="one"))
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        await actions.delete_term_base(tx, staff=OPERATOR, term_base_id=ours.id)
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        with pytest.raises(NotFound):
            await actions.get_term_base(tx, term_base_id=ours.id)
    assert (await audit_events(database, ours))[-1].details == {"version": 1, "concepts": 1}

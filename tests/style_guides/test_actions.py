"""Style guides of an account: made, changed, deleted, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import text

from dragoman.access.staff import OPERATOR
from dragoman.accounts.actions import create_account
from dragoman.accounts.model import AccountKind, AccountUnknown
from dragoman.audit.actions import list_entries_about
from dragoman.database.connections import ALL_ACCOUNTS, Database, Transaction, transaction
from dragoman.errors import NotFound, RuleBroken
from dragoman.style_guides import actions
from dragoman.style_guides.actions import StyleGuideDraft
from dragoman.style_guides.lookup import is_for
from dragoman.style_guides.model import InstructionsRefused, StyleGuide
from dragoman.styles import DateFormat, Formality, NumberFormat, QuotationMarks, Style, StyleRule, Tone


async def make(tx: Transaction, name: str = "Web shop", **fields: Any) -> StyleGuide:
    account = await create_account(tx, name="Acme Ltd", kind=AccountKind.PRODUCTION)
    draft = StyleGuideDraft(**{"account_id": account.id, "name": name, **fields})
    return await actions.create_style_guide(tx, staff=OPERATOR, draft=draft)


async def test_what_was_said_is_kept_and_read_back(tx: Transaction) -> None:
    style = Style(
        formality=Formality.INFORMAL,
        tone=Tone.FRIENDLY,
        numbers=NumberFormat.POINT_COMMA,
        dates=DateFormat.ISO,
        quotation_marks=QuotationMarks.GUILLEMETS,
        instructions=("  Call it “the Atlas”. ", "Cafe\u0301"),
    )
    made = await make(tx, " Web shop ", target_language="DE_at", style=style)
    assert (made.name, made.target_language) == ("Web shop", "de-AT")
    assert made.style.instructions == ("Call it “the Atlas”.", "Café")
    assert made.style.guide_id == made.id
    assert await actions.get_style_guide(tx, made.id) == made
    assert made.style.rules() == (
        StyleRule.FORMALITY,
        StyleRule.TONE,
        StyleRule.NUMBERS,
        StyleRule.DATES,
        StyleRule.PUNCTUATION,
        StyleRule.INSTRUCTIONS,
    )
    assert (await make(tx)).style.rules() == ()


@pytest.mark.parametrize(
    ("instructions", "message"),
    [
        (["x"] * 11, "at most 10 instructions; this one has 11"),
        (["fine", "x" * 301], "Instruction 2 has 301 characters; at most 300"),
        (["x" * 100_000], "at most 300"),
        (["fine", " \t "], "Instruction 2 is empty"),
        (["two\nlines"], "line breaks or control characters"),
        (["bell\x07"], "line breaks or control characters"),
    ],
)
async def test_instructions_that_cannot_be(tx: Transaction, instructions: list[str], message: str) -> None:
    with pytest.raises(InstructionsRefused, match=message):
        await make(tx, style=Style(instructions=tuple(instructions)))
    guide = await make(tx)
    with pytest.raises(InstructionsRefused, match=message):
        await actions.change_style_guide(
            tx, staff=OPERATOR, style_guide_id=guide.id, changes={"instructions": instructions}
        )
    assert len((await make(tx, style=Style(instructions=("é" * 300,) * 10))).style.instructions) == 10


@pytest.mark.parametrize("fields", [{"name": " "}, {"name": "x" * 201}, {"target_language": "deutsch!"}])
async def test_names_and_languages_that_cannot_be(tx: Transaction, fields: dict[str, str]) -> None:
    with pytest.raises(RuleBroken):
        await make(tx, **fields)
    guide = await make(tx)
    with pytest.raises(RuleBroken):
        await actions.change_style_guide(tx, staff=OPERATOR, style_guide_id=guide.id, changes=fields)


async def test_changes_touch_only_what_they_name_and_are_on_record(tx: Transaction) -> None:
    made = await make(tx, target_language="fr", style=Style(tone=Tone.PLAIN, instructions=("Be brief.",)))

    async def change(**changes: Any) -> StyleGuide:
        return await actions.change_style_guide(tx, staff=OPERATOR, style_guide_id=made.id, changes=changes)

    changed = await change(formality=Formality.FORMAL, name="Manuals")
    assert (changed.name, changed.target_language, changed.style.tone) == ("Manuals", "fr", Tone.PLAIN)
    assert changed.style.formality is Formality.FORMAL
    assert changed.style.instructions == ("Be brief.",)
    assert (await change(target_language=None)).target_language is None
    disabled = await change(disabled=True)
    assert disabled.disabled is not None
    assert (await change(disabled=True)).disabled == disabled.disabled
    assert (await change(disabled=False)).disabled is None
    await actions.delete_style_guide(tx, staff=OPERATOR, style_guide_id=made.id)
    with pytest.raises(NotFound):
        await actions.get_style_guide(tx, made.id)
    entries = await list_entries_about(tx, [f"style-guide:{made.id}"], limit=20)
    assert [one.event.action for one in entries] == [
        "style-guide.created", *["style-guide.changed"] * 4, "style-guide.deleted",
    ]  # fmt: skip
    assert entries[1].event.details == {"fields": ["formality", "name"]}
    assert "Be brief" not in repr(entries)


async def test_an_account_has_a_limited_number(tx: Transaction, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(actions, "MOST_STYLE_GUIDES", 2)
    first = await make(tx)
    await make(tx, account_id=first.account_id)
    with pytest.raises(RuleBroken, match="at most 2 style guides"):
        await make(tx, account_id=first.account_id)
    with pytest.raises(AccountUnknown):
        await make(tx, account_id=2**31 - 1)


async def test_rules_of_a_later_release_say_nothing_to_this_one(tx: Transaction) -> None:
    made = await make(tx, style=Style(tone=Tone.PLAYFUL, formality=Formality.FORMAL))
    await tx.connection.execute(
        text("""update style_guides set rules = '{"tone": "sardonic", "formality": "formal", "rhyme": 1}'""")
    )
    found = await actions.get_style_guide(tx, made.id)
    assert (found.style.tone, found.style.formality) == (None, Formality.FORMAL)


@pytest.mark.parametrize(
    ("language", "target", "fits"),
    [
        (None, "ja", True),
        ("de", "de-AT", True),
        ("de", "DE_ch", True),
        ("de-AT", "de", False),
        ("pt-BR", "pt-PT", False),
        ("zh-Hans", "zh-TW", False),
        ("zh-Hant", "zh-TW", True),
    ],
)
async def test_which_targets_a_style_guide_is_for(
    tx: Transaction, language: str | None, target: str, fits: bool
) -> None:
    assert is_for(await make(tx, target_language=language), target) is fits


async def test_an_account_sees_its_own_only(database: Database) -> None:
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        ours, theirs = await make(tx, "Ours"), await make(tx, "Theirs")
    async with transaction(database, account=ours.account_id) as tx:
        assert await actions.list_style_guides(tx) == [ours]
        for verb in (
            actions.get_style_guide(tx, theirs.id),
            actions.change_style_guide(
                tx, staff=OPERATOR, style_guide_id=theirs.id, changes={"name": "Mine"}
            ),
            actions.delete_style_guide(tx, staff=OPERATOR, style_guide_id=theirs.id),
        ):
            with pytest.raises(NotFound):
                await verb
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        assert await actions.list_style_guides(tx, search="HEIR") == [theirs]
        assert [one.name for one in await actions.list_style_guides(tx)] == ["Ours", "Theirs"]

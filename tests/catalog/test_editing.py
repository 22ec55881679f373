"""The catalogue in staff's hands: what is kept, and what is refused with all its reasons."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from dragoman.access.staff import OPERATOR
from dragoman.accounts.model import AccountUnknown
from dragoman.analysis.model import USUAL_WEIGHTS, Band, Weights
from dragoman.audit.actions import list_entries
from dragoman.catalog import editing, reading
from dragoman.catalog.model import InvoicingAccount, Language, Service, ServiceKind, Template, WorkArea
from dragoman.catalog.reference_types import INVOICING_ACCOUNT, LANGUAGE, SERVICE, TEMPLATE, WORK_AREA
from dragoman.catalog.refusals import IsDefault, ReferenceItemNotFound
from dragoman.database.connections import Transaction
from dragoman.errors import RulesBroken
from tests.catalog.conftest import Open

EXPRESS = Service(
    id=0,
    account_id=None,
    name="Express",
    kind=ServiceKind.HUMAN,
    currency="EUR",
    price_per_word=Decimal("0.25"),
    weights=USUAL_WEIGHTS,
    words_per_day=1000,
    auto_start_after=None,
)


def codes(refused: pytest.ExceptionInfo[RulesBroken]) -> list[str]:
    return [problem.code for problem in refused.value.all_problems()]


async def test_a_service_is_kept_changed_and_recorded(tx: Transaction) -> None:
    """V3."""
    made = await editing.create(tx, SERVICE, EXPRESS, staff=OPERATOR)
    assert made == replace(EXPRESS, id=made.id, price_per_word=Decimal("0.250000"))
    weights = Weights(percent={Band.NONE: 90})
    changes: dict[str, Any] = {"price_per_word": Decimal("0.3"), "weights": weights, "words_per_day": None}
    changed = await editing.change(tx, SERVICE, made.id, changes=changes, staff=OPERATOR)
    assert changed == replace(made, price_per_word=Decimal("0.3"), weights=weights, words_per_day=None)
    assert await editing.get(tx, SERVICE, made.id) == changed
    again = await editing.change(tx, SERVICE, made.id, changes=changes, staff=OPERATOR)
    assert again == changed
    entries = await list_entries(tx, subject=f"service:{made.id}", limit=9)
    assert [(one.event.actor, one.event.action, dict(one.event.details)) for one in entries] == [
        ("operator", "service.changed", {"fields": ["price_per_word", "weights", "words_per_day"]}),
        ("operator", "service.created", {}),
    ], "a change of nothing is not recorded"


async def test_what_a_service_cannot_be_is_said_at_once(tx: Transaction) -> None:
    """V3."""
    wrong = replace(
        EXPRESS,
        name=" ",
        currency="eur",
        price_per_word=Decimal(-1),
        weights=Weights(percent={Band.NONE: 101}),
        words_per_day=0,
        auto_start_after=-1,
    )
    with pytest.raises(RulesBroken) as refused:
        await editing.create(tx, SERVICE, wrong, staff=OPERATOR)
    assert codes(refused) == ["RULE_BROKEN", *["FIELD_REFUSED"] * 5]
    assert "-1" not in refused.value.message, "what was sent is not repeated"


@pytest.mark.parametrize("price", ["NaN", "Infinity", "1000.01", "0.1234567", "1E-400", "1E+400"])
async def test_prices_that_are_refused(tx: Transaction, price: str) -> None:
    with pytest.raises(RulesBroken):
        await editing.create(tx, SERVICE, replace(EXPRESS, price_per_word=Decimal(price)), staff=OPERATOR)


async def test_a_name_is_unique_among_what_an_account_sees(tx: Transaction, open_one: Open) -> None:
    """V3: its own things and everybody's together; another account may use the name."""
    ours, theirs = await open_one(), await open_one()
    law = WorkArea(id=0, account_id=ours.id, name="Patents")
    made = await editing.create(tx, WORK_AREA, law, staff=OPERATOR)
    await editing.create(tx, WORK_AREA, replace(law, account_id=theirs.id), staff=OPERATOR)
    for taken in (law, replace(law, name="Legal"), replace(law, account_id=None, name="Legal")):
        with pytest.raises(RulesBroken) as refused:
            await editing.create(tx, WORK_AREA, taken, staff=OPERATOR)
        assert codes(refused) == ["NAME_TAKEN"]
    same = await editing.change(tx, WORK_AREA, made.id, changes={"name": "Patents "}, staff=OPERATOR)
    assert same == made, "its own name is free to itself"


async def test_languages_are_kept_in_one_spelling(tx: Transaction) -> None:
    """V3."""
    made = await editing.create(tx, LANGUAGE, Language(id=0, code="WA-latn", name="Walloon"), staff=OPERATOR)
    assert made.code == "wa-Latn"
    for wanted, expected in (
        (Language(id=0, code="EN", name="English again"), ["NAME_TAKEN"]),
        (Language(id=0, code="english language", name="English"), ["FIELD_REFUSED", "NAME_TAKEN"]),
    ):
        with pytest.raises(RulesBroken) as refused:
            await editing.create(tx, LANGUAGE, wanted, staff=OPERATOR)
        assert codes(refused) == expected


async def test_what_is_disabled_is_not_offered_and_still_there(tx: Transaction, open_one: Open) -> None:
    """V3, P15: a default is not disabled, because no project could be made any more."""
    account = await open_one()
    made = await editing.create(
        tx, INVOICING_ACCOUNT, InvoicingAccount(id=0, account_id=account.id, name="Old"), staff=OPERATOR
    )
    off = await editing.change(tx, INVOICING_ACCOUNT, made.id, changes={"disabled": True}, staff=OPERATOR)
    assert off.disabled == tx.now
    offered = await reading.list_choices(tx, INVOICING_ACCOUNT, account_id=account.id, limit=None, offset=0)
    assert [one.name for one in offered] == ["Acme Ltd"]
    assert await reading.get_choice(tx, INVOICING_ACCOUNT, made.id, account_id=account.id) == off
    with pytest.raises(IsDefault, match=r"^Accounts whose default it is: 1\.$"):
        await editing.change(tx, INVOICING_ACCOUNT, offered[0].id, changes={"disabled": True}, staff=OPERATOR)
    on = await editing.change(tx, INVOICING_ACCOUNT, made.id, changes={"disabled": False}, staff=OPERATOR)
    assert on == made


async def test_an_invoicing_account_is_out_of_date_after_its_last_day(tx: Transaction) -> None:
    """P15."""
    one = InvoicingAccount(id=1, account_id=1, name="Acme", valid_until=dt.date(2026, 2, 28))
    assert not one.is_out_of_date(dt.datetime(2026, 2, 28, 23, 59, 59, tzinfo=dt.UTC))
    assert one.is_out_of_date(dt.datetime(2026, 3, 1, tzinfo=dt.UTC))


async def test_things_of_no_account_and_no_things(tx: Transaction) -> None:
    with pytest.raises(AccountUnknown):
        await editing.create(tx, WORK_AREA, WorkArea(id=0, account_id=2**31 - 1, name="X"), staff=OPERATOR)
    with pytest.raises(ReferenceItemNotFound, match="no project template 2147483647"):
        await editing.change(tx, TEMPLATE, 2**31 - 1, changes={}, staff=OPERATOR)


async def test_templates_keep_languages_in_one_spelling(tx: Transaction, open_one: Open) -> None:
    """V6."""
    account = await open_one()
    wanted = Template(
        id=0,
        account_id=account.id,
        name="Manuals",
        title=" A manual ",
        source_language="EN-us",
        target_languages=("pt-br", "DE"),
        auto_start_after=0,
    )
    made = await editing.create(tx, TEMPLATE, wanted, staff=OPERATOR)
    assert made == replace(
        wanted, id=made.id, title="A manual", source_language="en-US", target_languages=("pt-BR", "de")
    )


@pytest.mark.parametrize(
    "fields",
    [
        {"title": " "},
        {"title": "x" * 501},
        {"source_language": "not a language"},
        {"target_languages": ("de", "DE")},
        {"source_language": "de", "target_languages": ("de",)},
        {"target_languages": tuple(f"x-{number}" for number in range(101))},
        {"auto_start_after": 30 * 86_400 + 1},
    ],
    ids=["spaces", "501 characters", "no language", "twice", "into itself", "101 targets", "31 days"],
)
async def test_what_a_template_cannot_say(tx: Transaction, open_one: Open, fields: dict[str, Any]) -> None:
    """V6."""
    account = await open_one()
    with pytest.raises(RulesBroken) as refused:
        await editing.create(
            tx, TEMPLATE, Template(id=0, account_id=account.id, name="T", **fields), staff=OPERATOR
        )
    assert codes(refused) == ["FIELD_REFUSED"]

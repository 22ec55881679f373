"""A project's term base in the hands of linguists: in their package, in the checks, at the delivery (V2)."""

from __future__ import annotations

import pytest

from dragoman.access.staff import OPERATOR
from dragoman.catalog.model import ServiceKind
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.errors import RuleBroken
from dragoman.projects.linguists.delivering import deliver_translation
from dragoman.projects.linguists.exchange import Version
from dragoman.projects.linguists.exporting import export_translation
from dragoman.projects.linguists.importing import import_translation
from dragoman.projects.linguists.reviewing import review_translation
from dragoman.projects.linguists.tools import LinguistTools, linguist_tools
from dragoman.projects.model import Stage
from dragoman.quality import Severity
from dragoman.termbases.actions import create_term_base
from dragoman.termbases.checking import ProposedConcept, ProposedTerm
from dragoman.termbases.model import TermStatus
from tests.projects.shop import Shop
from tests.projects.test_linguists import LINGUIST, SPANISH, translate
from tests.termbases.staff_actions import add

BOOK = ProposedConcept(
    definition="What is read.",
    terms=(
        ProposedTerm(language="en", text="book"),
        ProposedTerm(language="es", text="tomo", status=TermStatus.PREFERRED),
        ProposedTerm(language="es", text="libro", status=TermStatus.FORBIDDEN),
    ),
)
DOG = ProposedConcept(
    terms=(ProposedTerm(language="en", text="dog"), ProposedTerm(language="es", text="can"))
)


async def open_order(shop: Shop) -> tuple[LinguistTools, int, int]:
    """A human project with terms for two of its sentences, open for its linguists."""
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        base = await create_term_base(
            tx, staff=OPERATOR, account_id=shop.caller.account_id, name="Terms", use_for_translation=False
        )
    await add(shop.database, base, BOOK)
    await add(shop.database, base, DOG)
    project = await shop.order(ServiceKind.HUMAN, term_base_id=base.id)
    await shop.send(project)
    await shop.work()
    await shop.start(project)
    await shop.work()
    _, _, (translation,) = await shop.look(project)
    assert translation.stage is Stage.OPEN
    return linguist_tools(shop.resources), project.id, translation.id


async def bring(where: tuple[LinguistTools, int, int], **changes: str) -> None:
    """Translate all; `changes` are put in for words."""
    sent = await export_translation(*where, version=Version.TWO, staff=LINGUIST)
    file = translate(sent.data).decode()
    for before, after in changes.items():
        file = file.replace(f" {before} ", f" {after} ")
    await import_translation(*where, data=file.encode(), staff=LINGUIST)


async def codes(where: tuple[LinguistTools, int, int]) -> list[tuple[int, str, Severity, bool]]:
    found = await review_translation(*where, staff=LINGUIST)
    return [
        (issue.number, issue.finding.code, issue.finding.severity, issue.blocking)
        for issue in found.issues
        if issue.finding.code.startswith("TERM_")
    ]


async def test_a_package_tells_the_terms(shop: Shop) -> None:
    where = await open_order(shop)
    old = (await export_translation(*where, version=Version.ONE, staff=LINGUIST)).data.decode()
    assert '<note from="terms" annotates="source">book = tomo; not: libro (What is read.)</note>' in old
    assert '<note from="terms" annotates="source">dog = can</note>' in old
    assert old.count('from="terms"') == 2
    new = (await export_translation(*where, version=Version.TWO, staff=LINGUIST)).data.decode()
    assert (
        '<gls:glossEntry ref="#s0"><gls:term>book</gls:term><gls:translation>tomo</gls:translation>'
        "<gls:definition>What is read.; not: libro</gls:definition></gls:glossEntry>"
    ) in new
    assert '<gls:glossEntry ref="#s2"><gls:term>dog</gls:term>' in new


async def test_a_missing_term_is_a_warning_and_a_forbidden_one_blocks(shop: Shop) -> None:
    where = await open_order(shop)
    assert SPANISH["The red book is big."].startswith("El libro")
    await bring(where)
    assert await codes(where) == [
        (0, "TERM_MISSING", Severity.WARNING, False),
        (0, "TERM_FORBIDDEN", Severity.WARNING, True),
        (2, "TERM_MISSING", Severity.WARNING, False),
    ]
    with pytest.raises(RuleBroken) as refused:
        await deliver_translation(*where, staff=OPERATOR)
    assert refused.value.code == "DELIVERY_BLOCKED"
    assert "TERM_FORBIDDEN" in refused.value.message
    assert "TERM_MISSING" not in refused.value.message
    await bring(where, libro="tomo")
    assert await codes(where) == [(2, "TERM_MISSING", Severity.WARNING, False)]
    delivery = await deliver_translation(*where, staff=OPERATOR)
    assert delivery.context.translation.quality is not None
    assert delivery.context.translation.quality["codes"] == {"TERM_MISSING": 1}
    assert delivery.context.translation.override_reason is None


async def test_a_forbidden_term_takes_a_reason(shop: Shop) -> None:
    where = await open_order(shop)
    await bring(where, perro="can")
    delivery = await deliver_translation(*where, override_reason="The client says libro.", staff=OPERATOR)
    assert delivery.review.blocking == 1
    assert delivery.context.translation.override_reason == "The client says libro."

"""An account with memories and term bases in a real database, for tests of translation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import uuid4

from dragoman.access.staff import OPERATOR
from dragoman.accounts import actions as accounts
from dragoman.accounts.model import AccountKind
from dragoman.database.connections import ALL_ACCOUNTS, Database, transaction
from dragoman.memories import actions as memories
from dragoman.memories import lookup_statements, store
from dragoman.memories.actions import MemoryDraft
from dragoman.memories.model import MemoryUnit, StoredUnit
from dragoman.memories.rows import write_row
from dragoman.segments import Segment
from dragoman.termbases import actions as termbases
from dragoman.termbases import editing
from dragoman.termbases.checking import ProposedConcept, ProposedTerm
from dragoman.termbases.glossary_cache import GlossaryCache
from dragoman.termbases.model import TermMatching
from dragoman.translation.assets import AssetChoice, Assets, load_assets
from dragoman.translation.protection.markup import parse
from dragoman.translation.protection.placeholders import protect


def read(written: str) -> Segment:
    return protect(parse(written))


def unit(source: str, target: str, **fields: object) -> MemoryUnit:
    values = {"source_language": "en", "target_language": "es", **fields}
    return MemoryUnit(source=read(source), target=read(target), **values)  # type: ignore[arg-type]


@dataclass(kw_only=True)
class Owner:
    """An account, and what it owns."""

    database: Database
    glossary_cache: GlossaryCache
    account_id: int

    async def add_memory(self, *units: MemoryUnit, used: bool = True) -> int:
        async with transaction(self.database, account=ALL_ACCOUNTS) as tx:
            draft = MemoryDraft(
                account_id=self.account_id,
                name=f"Memory {uuid4()}",
                use_for_translation=used,
            )
            memory = await memories.create_memory(tx, draft=draft, staff=OPERATOR)
        await self.write(*units, memory_id=memory.id)
        return memory.id

    async def write(self, *units: MemoryUnit, memory_id: int) -> list[int]:
        async with transaction(self.database, account=self.account_id) as tx:
            rows = [write_row(one, memory_id=memory_id) for one in units]
            written = await store.write_units(tx, rows, account_id=self.account_id, memory_id=memory_id)
        return [one.id for one in written]

    async def kept(self, *unit_ids: int) -> Sequence[StoredUnit]:
        found = await lookup_statements.read_units(self.database, list(unit_ids), account_id=self.account_id)
        return [found[one] for one in unit_ids]

    async def add_term(self, source: str, target: str, *forms: str) -> None:
        async with transaction(self.database, account=ALL_ACCOUNTS) as tx:
            base = await termbases.create_term_base(
                tx, staff=OPERATOR, account_id=self.account_id, name=f"{source} {target}"
            )
            terms = (
                ProposedTerm(language="en", text=source, match=TermMatching.STEM),
                ProposedTerm(language="es", text=target, forms=tuple(forms)),
            )
            await editing.create_concept(
                tx, staff=OPERATOR, term_base_id=base.id, proposal=ProposedConcept(terms=terms)
            )

    async def assets(
        self,
        source: str = "en",
        target: str = "es",
        *,
        threshold: int | None = None,
        memory_id: int | None = None,
    ) -> Assets:
        return await load_assets(
            self.database,
            self.glossary_cache,
            account_id=self.account_id,
            source=source,
            target=target,
            choice=AssetChoice(threshold=threshold, memory_id=memory_id),
        )


async def make_owner(database: Database, glossary_cache: GlossaryCache, name: str) -> Owner:
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        account = await accounts.create_account(tx, name=name, kind=AccountKind.PRODUCTION)
    return Owner(database=database, glossary_cache=glossary_cache, account_id=account.id)

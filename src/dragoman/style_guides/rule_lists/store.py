"""The table of rule lists, and the statements on it. Row-level security applies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from dragoman.database.connections import Transaction
from dragoman.database.metadata import METADATA
from dragoman.style_guides.rule_lists.entries import LabelledInstruction, RuleList

STYLE_RULE_LISTS: Final = sa.Table(
    "style_rule_lists",
    METADATA,
    sa.Column(
        "style_guide_id", sa.Integer, sa.ForeignKey("style_guides.id", ondelete="CASCADE"), primary_key=True
    ),
    sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("rules", postgresql.JSONB, nullable=False),
    sa.Column("instructions", postgresql.JSONB, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
)
_L: Final = STYLE_RULE_LISTS.c


async def find_rule_lists(tx: Transaction, style_guide_ids: Sequence[int]) -> dict[int, RuleList]:
    """Find what clients wrote into style guides, by their ids."""
    query = sa.select(STYLE_RULE_LISTS).where(_L.style_guide_id.in_(style_guide_ids))
    return {
        row.style_guide_id: RuleList(
            rules=row.rules,
            instructions=tuple(LabelledInstruction(**one) for one in row.instructions),
            version=row.version,
        )
        for row in await tx.connection.execute(query)
    }


async def put_rule_list(tx: Transaction, style_guide_id: int, *, account_id: int, kept: RuleList) -> None:
    """Store what a client wrote into a style guide."""
    values = {
        "account_id": account_id,
        "rules": {name: dict(rules) for name, rules in kept.rules.items()},
        "instructions": [asdict(one) for one in kept.instructions],
        "version": kept.version,
    }
    insert = postgresql.insert(STYLE_RULE_LISTS).values(style_guide_id=style_guide_id, **values)
    await tx.connection.execute(insert.on_conflict_do_update(index_elements=[_L.style_guide_id], set_=values))

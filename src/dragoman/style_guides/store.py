"""The table of style guides, and the statements on it. Row-level security applies."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from dragoman.database.connections import Transaction
from dragoman.database.metadata import METADATA
from dragoman.style_guides.model import StyleGuide
from dragoman.styles import CHOICES, Style

STYLE_GUIDES: Final = sa.Table(
    "style_guides",
    METADATA,
    sa.Column("id", sa.Integer, sa.Identity(always=True), primary_key=True),
    sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False, index=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("target_language", sa.Text),
    sa.Column("rules", postgresql.JSONB, nullable=False),  # those that it sets: see `encode_style`
    sa.Column("created", sa.DateTime(timezone=True), nullable=False),
    sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
    sa.Column("disabled", sa.DateTime(timezone=True)),
)


async def insert_guide(
    tx: Transaction, *, account_id: int, name: str, target_language: str | None, style: Style
) -> StyleGuide:
    """Store a new style guide."""
    statement = sa.insert(STYLE_GUIDES).values(
        account_id=account_id,
        name=name,
        target_language=target_language,
        rules=encode_style(style),
        created=tx.now,
        updated=tx.now,
    )
    return _guide((await tx.connection.execute(statement.returning(*STYLE_GUIDES.columns))).one())


async def find_guide(tx: Transaction, style_guide_id: int, *, lock: bool = False) -> StyleGuide | None:
    """Find a style guide; `lock` prevents changes by others until the transaction ends."""
    query = sa.select(STYLE_GUIDES).where(STYLE_GUIDES.c.id == style_guide_id)
    row = (await tx.connection.execute(query.with_for_update() if lock else query)).one_or_none()
    return None if row is None else _guide(row)


async def list_guides(
    tx: Transaction,
    *,
    account_id: int | None,
    search: str = "",
    limit: int | None = None,
    offset: int = 0,
) -> Sequence[StyleGuide]:
    """List the style guides that this transaction sees, of one account or all, oldest first.

    `search` is a part of their names.
    """
    query = sa.select(STYLE_GUIDES).order_by(STYLE_GUIDES.c.id).limit(limit).offset(offset)
    if account_id is not None:
        query = query.where(STYLE_GUIDES.c.account_id == account_id)
    if search:
        query = query.where(STYLE_GUIDES.c.name.icontains(search, autoescape=True))
    return [_guide(row) for row in await tx.connection.execute(query)]


async def count_guides(tx: Transaction, *, account_id: int) -> int:
    """Count an account's style guides."""
    query = sa.select(sa.func.count()).where(STYLE_GUIDES.c.account_id == account_id)
    return int(await tx.connection.scalar(query) or 0)


async def update_guide(tx: Transaction, guide: StyleGuide) -> StyleGuide:
    """Store the changed values of a style guide that the transaction has locked."""
    statement = (
        sa.update(STYLE_GUIDES)
        .where(STYLE_GUIDES.c.id == guide.id)
        .values(
            name=guide.name,
            target_language=guide.target_language,
            rules=encode_style(guide.style),
            updated=tx.now,
            disabled=guide.disabled,
        )
    )
    return _guide((await tx.connection.execute(statement.returning(*STYLE_GUIDES.columns))).one())


async def delete_guide(tx: Transaction, style_guide_id: int) -> None:
    """Delete a style guide."""
    await tx.connection.execute(sa.delete(STYLE_GUIDES).where(STYLE_GUIDES.c.id == style_guide_id))


def encode_style(style: Style) -> dict[str, Any]:
    """The rules as JSON: only those that say something."""
    chosen = {name: getattr(style, name) for name in CHOICES}
    rules: dict[str, Any] = {name: value.value for name, value in chosen.items() if value is not None}
    return rules | ({"instructions": list(style.instructions)} if style.instructions else {})


def decode_style(rules: Mapping[str, Any], *, guide_id: int) -> Style:
    """The rules of a row. A value that only a later release knows says nothing to this one."""
    known = {
        name: kind(rules[name])
        for name, kind in CHOICES.items()
        if rules.get(name) in {one.value for one in kind}
    }
    return Style(guide_id=guide_id, instructions=tuple(rules.get("instructions", ())), **known)  # type: ignore[arg-type]


def _guide(row: sa.Row[Any]) -> StyleGuide:
    values = {
        field.name: getattr(row, field.name)
        for field in dataclasses.fields(StyleGuide)
        if field.name != "style"
    }
    return StyleGuide(**values, style=decode_style(row.rules, guide_id=row.id))

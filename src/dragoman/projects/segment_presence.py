"""SQL statements on the windows of editors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from dragoman.database.connections import Transaction
from dragoman.projects.model import FileTranslation
from dragoman.projects.tables import PROJECT_EDITORS

_E: Final = PROJECT_EDITORS.c
_CLOCK: Final = sa.func.clock_timestamp()
_PRESENT: Final = sa.text("interval '15 seconds'")  # three polls of an editor
_FORGOTTEN: Final = sa.text("interval '1 hour'")


async def write_window(
    tx: Transaction, translation: FileTranslation, *, window: str, actor: str, number: int | None
) -> None:
    """Store which segment a window has open now. Windows that were not seen for an hour are removed."""
    await tx.connection.execute(
        sa.delete(PROJECT_EDITORS).where(
            _E.translation_id == translation.id, _E.seen < _CLOCK - _FORGOTTEN, _E.window != window
        )
    )
    values = {"actor": actor, "number": number, "seen": _CLOCK}
    insert = postgresql.insert(PROJECT_EDITORS).values(
        translation_id=translation.id,
        window=window,
        account_id=translation.account_id,
        opened=_CLOCK,
        **values,
    )
    stays = sa.and_(_E.number.is_not_distinct_from(number), _E.seen > _CLOCK - _PRESENT)
    opened = sa.case((stays, _E.opened), else_=_CLOCK)
    await tx.connection.execute(
        insert.on_conflict_do_update(
            index_elements=[_E.translation_id, _E.window], set_={**values, "opened": opened}
        )
    )


async def list_windows(
    tx: Transaction, translation_id: int, *, number: int | None = None
) -> Sequence[sa.Row[Any]]:
    """List the windows that were seen within 15 seconds, of one segment or of all, the earliest first."""
    query = sa.select(PROJECT_EDITORS).where(_E.translation_id == translation_id, _E.seen > _CLOCK - _PRESENT)
    if number is not None:
        query = query.where(_E.number == number)
    return (await tx.connection.execute(query.order_by(_E.opened, _E.window))).all()


async def delete_window(tx: Transaction, translation_id: int, *, window: str) -> None:
    """Remove a window."""
    await tx.connection.execute(
        sa.delete(PROJECT_EDITORS).where(_E.translation_id == translation_id, _E.window == window)
    )

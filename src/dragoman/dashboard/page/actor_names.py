"""Names for who did something, as the audit log and records of changes have it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dragoman.access.actions import find_application_names
from dragoman.accounts.actions import find_user_names
from dragoman.dashboard.page.locale import translate as _
from dragoman.database.connections import Transaction

_PERSON: Final = "user:"
_APPLICATION: Final = "application:"


async def find_names(tx: Transaction, actors: Sequence[str | None]) -> dict[str, str]:
    """Names for who did something: people, programs, the operator. Names in imported files stay unchanged.

    Applications that the transaction does not see are named by their ids.
    """
    known = {one for one in actors if one}
    ids = {one: int(one.removeprefix(_PERSON)) for one in known if _is_numbered(one, _PERSON)}
    people = await find_user_names(tx, sorted(set(ids.values()))) if ids else {}
    names = {one: people.get(number) or _("Provider") for one, number in ids.items()}
    programs = {one: int(one.removeprefix(_APPLICATION)) for one in known if _is_numbered(one, _APPLICATION)}
    called = await find_application_names(tx, sorted(set(programs.values()))) if programs else {}
    for one, number in programs.items():
        names[one] = called.get(number) or _("application %(id)s") % {"id": number}
    if "operator" in known:
        names["operator"] = _("Operator")
    return names


def _is_numbered(actor: str, kind: str) -> bool:
    number = actor.removeprefix(kind)
    return actor.startswith(kind) and number.isascii() and number.isdigit() and len(number) < 10

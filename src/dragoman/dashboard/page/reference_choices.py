"""What an account's projects, templates and defaults can refer to, for choosing on forms."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, TypeVar

from dragoman.accounts.model import User
from dragoman.catalog import reading
from dragoman.catalog.model import References
from dragoman.catalog.reference_types import INVOICING_ACCOUNT, SERVICE, WORK_AREA
from dragoman.dashboard.page.formats import alphabetical
from dragoman.dashboard.page.forms import PageForm
from dragoman.dashboard.page.locale import translate as _
from dragoman.database.connections import Transaction

_Id = TypeVar("_Id", bound="int | str")
Choices = Mapping[str, Sequence[tuple[int, str]]]  # ids and names, by the name of the field

MOST_PEOPLE: Final = 500  # to choose of
_WIRE_NAME: Final = re.compile(r"[a-z]\w*Id: ")


async def read_choices(tx: Transaction, *, account_id: int, had: References | None = None) -> Choices:
    """What the account can choose, by the field of a form.

    What was chosen before, in `had`, stays a choice even if it cannot be chosen anew.
    """
    options: dict[str, Any] = {"account_id": account_id, "limit": None, "offset": 0}
    sets = await reading.list_memory_sets(tx, **options)
    found = {
        "service_id": _named(await reading.list_choices(tx, SERVICE, **options)),
        "work_area_id": _named(await reading.list_choices(tx, WORK_AREA, **options)),
        "invoicing_account_id": _named(await reading.list_choices(tx, INVOICING_ACCOUNT, **options)),
        "user_id": _named(await _list_people(tx, account_id, None if had is None else had.user_id)),
        "memory_id": _named(await reading.list_memories(tx, **options)),
        "memory_set_id": _named(one.memory_set for one in sets),
        "term_base_id": _named(await reading.list_term_bases(tx, **options)),
        "style_id": _named(await reading.list_style_guides(tx, **options)),
    }
    before = {} if had is None else had.by_field()
    ids = {str(field): id_ for field, id_ in before.items()}
    return {
        name: with_earlier(names, ids.get(name), str(ids.get(name) or "")) for name, names in found.items()
    }


async def _list_people(tx: Transaction, account_id: int, chosen: int | None) -> Sequence[User]:
    """At most `MOST_PEOPLE` of the account, and who was chosen: of more, forms ask for the number."""
    found = list(await reading.list_people(tx, account_id=account_id, limit=MOST_PEOPLE, offset=0))
    if chosen is not None and len(found) == MOST_PEOPLE and all(one.id != chosen for one in found):
        person = await reading.get_person(tx, chosen, account_id=account_id)
        found += [] if person.disabled else [person]
    return found


def read_chosen(form: PageForm, names: Iterable[str]) -> dict[str, int | None]:
    """The ids that a form chose; None for a field without a choice."""
    return {name: form.number(name, least=1) for name in names}


def write_problems_plainly(form: PageForm) -> None:
    """Leave out the interface's names of fields, which messages about references begin with."""
    form.problems[:] = [
        replace(one, message=_WIRE_NAME.sub("", one.message, count=1)) for one in form.problems
    ]


def _named(items: Iterable[Any]) -> list[tuple[int, str]]:
    return sorted(((one.id, one.name or str(one.id)) for one in items), key=lambda one: alphabetical(one[1]))


def with_earlier(
    options: Sequence[tuple[_Id, str]], chosen: _Id | None, name: str
) -> Sequence[tuple[_Id, str]]:
    """The options and what was chosen before, which stays a choice even if it cannot be chosen anew.

    Without a choice or a name for it, the options alone.
    """
    if chosen is None or not name or any(id_ == chosen for id_, _name in options):
        return options
    return [*options, (chosen, name_disabled(name))]


def name_disabled(name: str) -> str:
    """The name of what was chosen before and cannot be chosen anew."""
    return _("%(id)s, disabled") % {"id": name}

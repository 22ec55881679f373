"""What the profile shows, also around a form of it that was refused."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, Final
from zoneinfo import available_timezones

from fastapi import Response

from dragoman.accounts import credentials
from dragoman.dashboard.page.request import PageRequest
from dragoman.dashboard.page.sent_texts import read_remote_texts
from dragoman.sign_in.passkeys.actions import list_passkeys
from dragoman.sign_in.second_factors.actions import count_recovery_codes
from dragoman.sign_in.sessions import list_sessions

PROFILE: Final = "/ui/profile"


async def render_profile(page: PageRequest, **values: Any) -> Response:
    """Make the page of the profile."""
    user_id = page.person.user.id
    async with page.transaction() as tx:
        sessions = await list_sessions(tx, page.runtime.settings, user_id=user_id)
        has_password = await credentials.find_password_hash(tx, user_id=user_id) is not None
        codes_left = await count_recovery_codes(tx, user_id=user_id)
        passkeys = await list_passkeys(tx, user_id=user_id)
        texts = await read_remote_texts(tx, page.person.account)
        now = tx.now
    return page.render(
        "profile/profile.html",
        sessions=sessions,
        has_password=has_password,
        codes_left=codes_left,
        passkeys=len(passkeys),
        texts=texts,
        time_zones=_list_zones(),
        now=now,
        **values,
    )


@functools.cache
def _list_zones() -> Sequence[str]:
    """Time zones by place, such as `Europe/Madrid`, and UTC."""
    return ["UTC", *sorted(name for name in available_timezones() if _is_place(name))]


def _is_place(name: str) -> bool:
    area, _, place = name.partition("/")
    return bool(place) and area not in {
        "Etc",
        "SystemV",
        "US",
        "Canada",
        "Brazil",
        "Chile",
        "Mexico",
        "posix",
    }

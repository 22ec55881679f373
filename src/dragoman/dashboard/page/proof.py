"""Lead to the page that asks again who one is, before what a stolen session must not do."""

from __future__ import annotations

from typing import Final
from urllib.parse import quote

from fastapi import Response

from dragoman.dashboard.page.request import PageRequest
from dragoman.sign_in.passwords import proved_recently

PROOF: Final = "/ui/profile/proof"


async def ask_for_proof(page: PageRequest, *, next: str = "") -> Response | None:  # noqa: A002
    """Lead to the page that asks who one is, if the last proof is too old. It goes on to `next` or here."""
    async with page.transaction() as tx:
        if proved_recently(tx, page.person):
            return None
    return page.redirect(f"{PROOF}?next={quote(next or page.path, safe='/')}")

"""The choice of memory, term bases and style guide for one translation, on pages that translate (T11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from dragoman.access.model import Caller
from dragoman.catalog import reading
from dragoman.dashboard.page.forms import PageForm
from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.request import PageRequest
from dragoman.database.connections import transaction
from dragoman.memories.model import Memory
from dragoman.memories.scoring import HIGHEST_THRESHOLD, LOWEST_THRESHOLD
from dragoman.style_guides.model import StyleGuide
from dragoman.termbases.bases import TermBase
from dragoman.translation.assets import AssetChoice

_MOST_BASES: Final = 5
_MOST_LISTED: Final = 200
# Codes of errors, and the controls that they are shown at.
ASSET_FIELDS: Final = {
    "TERM_BASE_REFUSED": "term_base",
    "TRANSLATION_MEMORY_REFUSED": "memory",
    "STYLE_GUIDE_REFUSED": "style",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedAssets:
    """What an account can choose from."""

    memories: Sequence[Memory] = ()
    term_bases: Sequence[TermBase] = ()
    style_guides: Sequence[StyleGuide] = ()

    def memory_name(self, memory_id: int) -> str:
        """What a memory is called."""
        found = (one.name for one in self.memories if one.id == memory_id)
        return next(found, "") or _("Memory %(id)s") % {"id": memory_id}


async def offered_assets(page: PageRequest, caller: Caller) -> OfferedAssets:
    """The memories, term bases and style guides of the caller's account that are not disabled."""
    async with transaction(page.runtime.database, account=caller.account_id) as tx:
        return OfferedAssets(
            memories=await reading.list_memories(
                tx, account_id=caller.account_id, limit=_MOST_LISTED, offset=0
            ),
            term_bases=await reading.list_term_bases(
                tx, account_id=caller.account_id, limit=_MOST_LISTED, offset=0
            ),
            style_guides=await reading.list_style_guides(
                tx, account_id=caller.account_id, limit=_MOST_LISTED, offset=0
            ),
        )


def read_asset_choice(form: PageForm) -> AssetChoice:
    """Read the choice from a form; what cannot be is noted as a problem of it."""
    bases: tuple[int, ...] | None = None
    if form.text("terms"):
        bases = () if form.text("terms") == "none" else _ids(form.texts("term_base"))
        if len(bases) > _MOST_BASES:
            form.add(_("Choose at most %(most)s term bases.") % {"most": _MOST_BASES}, at="term_base")
    memory, style = _ids([form.text("memory")]), _ids([form.text("style")])
    return AssetChoice(
        threshold=form.number("threshold", least=LOWEST_THRESHOLD, most=HIGHEST_THRESHOLD),
        term_base_ids=bases,
        memory_id=memory[0] if memory else None,
        style_id=style[0] if style else None,
    )


def _ids(texts: Sequence[str]) -> tuple[int, ...]:
    return tuple(int(one) for one in texts if one.isascii() and one.isdigit() and 0 < len(one) < 10)

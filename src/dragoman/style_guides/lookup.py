"""Looking up style guides for translations: what one asks of a target language."""

from __future__ import annotations

from dragoman.database.connections import Transaction
from dragoman.languages import candidates, read_code
from dragoman.style_guides import store
from dragoman.style_guides.model import StyleGuide
from dragoman.styles import Style


async def find_style_guide(tx: Transaction, style_guide_id: int, *, account_id: int) -> StyleGuide | None:
    """Find a style guide of an account, disabled or not."""
    guide = await store.find_guide(tx, style_guide_id)
    return guide if guide is not None and guide.account_id == account_id else None


def style_for(guide: StyleGuide | None, target: str) -> Style | None:
    """What a style guide asks of translations into a language; None: nothing."""
    if guide is None or not is_for(guide, target) or not guide.style.rules():
        return None
    return guide.style


def is_for(guide: StyleGuide, target: str) -> bool:
    """Whether a style guide is for a target language: one for `de` is for `de-AT` as well."""
    return guide.target_language is None or guide.target_language in candidates(read_code(target))

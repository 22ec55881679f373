"""Placeholders of programs: `%s`, `%1$d`, `%(name)s`, `{0}`, `{{x}}`, `${x}`, `{% tag %}`, `%NAME%`.

The arguments of ICU messages are compared by `messages`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from dragoman.messages.icu import has_choices
from dragoman.messages.placeholders import Placeholder
from dragoman.quality.model import Check, Finding, Severity
from dragoman.quality.view import PairView

PLACEHOLDER_MISSING: Final = Check(
    code="PLACEHOLDER_MISSING",
    severity=Severity.ERROR,
    fixable=False,
    description="A placeholder of the source (`%s`, `{0}`, `{{x}}`, an argument of an ICU message) is not "
    "in the "
    "translation, or fewer times.",
    message="A placeholder of the source is missing in the translation; put it where its value belongs.",
)
PLACEHOLDER_EXTRA: Final = Check(
    code="PLACEHOLDER_EXTRA",
    severity=Severity.ERROR,
    fixable=False,
    description="The translation has a placeholder that the source does not have, or more times.",
    message="This placeholder is not in the source; remove it or write it as in the source.",
)
PLACEHOLDER_ORDER: Final = Check(
    code="PLACEHOLDER_ORDER",
    severity=Severity.ERROR,
    fixable=False,
    description="Placeholders without numbers (`%s … %d`) are in another order, so that each gets the "
    "value of another.",
    message="Placeholders without numbers are in another order than in the source; number them (%1$s) or "
    "keep "
    "the order.",
)


def check_placeholders(pair_view: PairView) -> Iterator[Finding]:
    """`PLACEHOLDER_MISSING`, `PLACEHOLDER_EXTRA` and `PLACEHOLDER_ORDER`."""
    if not (pair_view.source.placeholders or pair_view.target.placeholders):
        return
    source, target = _comparable(pair_view)
    if has_choices(pair_view.source.text) or has_choices(pair_view.target.text):
        source, target = _beside_messages(source), _beside_messages(target)
    missing, extra = _surplus(source, target), _surplus(target, source)
    for placeholder in missing:
        yield PLACEHOLDER_MISSING.found(source=pair_view.source.span(placeholder.start, placeholder.end))
    for placeholder in extra:
        yield PLACEHOLDER_EXTRA.found(target=pair_view.target.span(placeholder.start, placeholder.end))
    if not missing and not extra:
        moved = _moved(source, target)
        if moved is not None:
            yield PLACEHOLDER_ORDER.found(target=pair_view.target.span(moved.start, moved.end))


def _comparable(pair_view: PairView) -> tuple[list[Placeholder], list[Placeholder]]:
    """Both sides' placeholders with keys that can be compared; percent signs of prose left out."""
    source, target = list(pair_view.source.placeholders), list(pair_view.target.placeholders)
    source_percents = {found.key for found in source if found.position >= 0}
    target_percents = {found.key for found in target if found.position >= 0}
    source = [found for found in source if found.sure or found.key in target_percents]
    target = [found for found in target if found.sure or found.key in source_percents]
    if any(found.position > 0 for found in (*source, *target)):
        source, target = _numbered(source), _numbered(target)
    return source, target


def _beside_messages(placeholders: Sequence[Placeholder]) -> list[Placeholder]:
    """The placeholders that are no arguments of a message, each once: every form may have them."""
    once = {found.key: found for found in placeholders if not found.key.startswith("{")}
    return list(once.values())


def _numbered(placeholders: Sequence[Placeholder]) -> list[Placeholder]:
    """`%s … %d` as `%1$s … %2$d`. A number that is used again is one argument all the same."""
    numbered, place, used = [], 0, set()
    for found in placeholders:
        if found.position < 0:
            numbered.append(found)
            continue
        place += found.position == 0
        key = f"%{found.position or place}${found.key}"
        if key not in used:
            used.add(key)
            numbered.append(found._replace(key=key, position=-1))
    return numbered


def _surplus(one: Sequence[Placeholder], other: Sequence[Placeholder]) -> list[Placeholder]:
    """The placeholders of one side that the other does not have as often."""
    waiting = Counter(found.key for found in other)
    surplus = []
    for found in one:
        if waiting[found.key]:
            waiting[found.key] -= 1
        else:
            surplus.append(found)
    return surplus


def _moved(source: Sequence[Placeholder], target: Sequence[Placeholder]) -> Placeholder | None:
    """The first placeholder whose value depends on its position, and whose position changed."""
    before = [found.key for found in source if _by_place(found)]
    after = [found for found in target if _by_place(found)]
    return next((found for key, found in zip(before, after, strict=True) if key != found.key), None)


def _by_place(found: Placeholder) -> bool:
    return found.position == 0

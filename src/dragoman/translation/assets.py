"""Language assets of an account for its translations: memories for look-ups, terms, and a style (T5).

They are loaded once for a request or a run of a job. `memory` and `terms` use them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from dragoman.catalog.reading import find_memory_threshold
from dragoman.database.connections import Database, Transaction, transaction
from dragoman.errors import RuleBroken, RulesBroken
from dragoman.languages import canonical
from dragoman.memories.lookup import LookupScope, MemoryMatch, Query, find_exact, find_similar
from dragoman.memories.model import Member
from dragoman.memories.neighbours import fold_text
from dragoman.memories.scoring import EXACT, USUAL_THRESHOLD
from dragoman.memories.usage import MemoriesInUse, find_memories, find_memories_in_use
from dragoman.segments import Segment
from dragoman.style_guides.lookup import find_style_guide, is_for, style_for
from dragoman.styles import CHOICES, Style
from dragoman.termbases.glossary_cache import (
    GlossaryCache,
    find_term_bases,
    glossary_for_translation,
    glossary_of_chosen,
)
from dragoman.termbases.recognition import Glossary
from dragoman.translation.model import LanguagePair

_SIMILAR: Final = 3  # units for a segment: the best one may not fit
_AT_ONCE: Final = 25  # segments: hundreds of candidates come back for each
_AT_ONCE_CLOSE: Final = 100  # from the usual threshold on, where a few candidates do
_MOST_KEPT: Final = 10_000  # segments whose similar units are cached


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryLookup:
    """Memories for look-ups, and the score from which a match is preferred to an engine (T11)."""

    database: Database
    scope: LookupScope
    threshold: int = USUAL_THRESHOLD  # 50 to 101
    # Whether a unit with other words than the segment is used: only where a threshold was set.
    other_words: bool = False
    _similar: dict[Segment, Sequence[MemoryMatch]] = field(default_factory=dict, repr=False, compare=False)

    @property
    def languages(self) -> LanguagePair:
        """The language pair of the look-up."""
        return LanguagePair(self.scope.source_language, self.scope.target_language)

    async def __call__(self, queries: Sequence[Query]) -> list[list[MemoryMatch]]:
        """The units that equal each query in form, best first, with any score."""
        return await find_exact(self.database, self.scope, queries)

    async def find_similar(self, segments: Sequence[Segment]) -> list[Sequence[MemoryMatch]]:
        """The units that are like each segment, from the threshold up, best first.

        A few for each; none where the threshold allows only what is the same. A segment that was looked up is
        not looked up again.
        """
        if self.threshold >= EXACT:
            return [() for _ in segments]
        missing = [one for one in dict.fromkeys(segments) if one not in self._similar]
        if len(self._similar) + len(missing) > _MOST_KEPT:
            self._similar.clear()
            missing = list(dict.fromkeys(segments))
        at_once = _AT_ONCE if self.threshold < USUAL_THRESHOLD else _AT_ONCE_CLOSE
        for start in range(0, len(missing), at_once):
            some = missing[start : start + at_once]
            queries = [Query(segment=one) for one in some]
            found = await find_similar(
                self.database, self.scope, queries, least=self.threshold, most=_SIMILAR
            )
            self._similar.update(zip(some, found, strict=True))
        return [self._similar[one] for one in segments]


@dataclass(frozen=True, slots=True, kw_only=True)
class TextContext:
    """What is around the texts, for engines that can use it."""

    title: str = ""  # of the document
    briefing: str = ""  # of the project
    context: str = ""  # text around, which is not translated
    before: str = ""  # the text before the first of the texts, and after the last
    after: str = ""


NO_TEXT_CONTEXT: Final = TextContext()


@dataclass(frozen=True, slots=True, kw_only=True)
class Assets:
    """Language assets that translations use in addition to engines."""

    look_up: MemoryLookup | None = None  # None: there are no memories
    glossary: Glossary | None = None  # None: there are no terms for this pair
    text_context: TextContext = NO_TEXT_CONTEXT
    style: Style | None = None  # for engines that follow one; None: nothing is asked of this target


NO_ASSETS: Final = Assets()


@dataclass(frozen=True, slots=True, kw_only=True)
class AssetChoice:
    """A request's own choice of language assets (T11). None: the account's setting applies."""

    threshold: int | None = None  # score from which a match is preferred to an engine
    term_base_ids: tuple[int, ...] | None = None  # instead of those enforced; the first has precedence
    memory_id: int | None = None  # instead of the account's memories
    style_id: int | None = None  # of a style guide
    style: Style | None = None  # what the request asks by itself, beside its style guide
    around: str = ""  # plain text around the segments


DEFAULT_CHOICE: Final = AssetChoice()


class TermBaseRefused(RuleBroken):
    """A request names a term base that the account does not have, or that is disabled."""

    code = "TERM_BASE_REFUSED"


class MemoryRefused(RuleBroken):
    """A request names a translation memory that the account does not have, or that is disabled."""

    code = "TRANSLATION_MEMORY_REFUSED"


class StyleGuideRefused(RuleBroken):
    """A request names a style guide that the account does not have, that is disabled, or is for others."""

    code = "STYLE_GUIDE_REFUSED"


async def check_choice(
    database: Database, choice: AssetChoice, *, account_id: int, targets: Sequence[str]
) -> None:
    """Refuse assets that the account does not have, with the same message for others' ones.

    `targets` are well-formed codes: a style guide must be for one of them. Raises `RulesBroken` with
    `TermBaseRefused`, `MemoryRefused` or `StyleGuideRefused` for each.
    """
    if not choice.term_base_ids and choice.memory_id is None and choice.style_id is None:
        return
    async with transaction(database, account=account_id) as tx:
        problems = [
            *await _check_bases(tx, choice),
            *await _check_memory(tx, choice, account_id=account_id),
            *await _check_style(tx, choice, account_id=account_id, targets=targets),
        ]
    if problems:
        raise RulesBroken(problems)


async def _check_bases(tx: Transaction, choice: AssetChoice) -> list[RuleBroken]:
    wanted = tuple(dict.fromkeys(choice.term_base_ids or ()))
    found = await find_term_bases(tx, wanted) if wanted else {}
    problems: list[RuleBroken] = []
    for one in wanted:
        if one not in found:
            problems.append(TermBaseRefused(f"There is no term base {one}."))
        elif found[one].disabled is not None:
            problems.append(TermBaseRefused(f"The term base {one} is disabled. Enable it, or leave it out."))
    return problems


async def _check_memory(tx: Transaction, choice: AssetChoice, *, account_id: int) -> list[RuleBroken]:
    if choice.memory_id is None:
        return []
    found = (await find_memories(tx, [choice.memory_id], account_id=account_id)).get(choice.memory_id)
    if found is None:
        return [MemoryRefused(f"There is no translation memory {choice.memory_id}.")]
    if found.disabled is not None:
        return [
            MemoryRefused(
                f"The translation memory {choice.memory_id} is disabled. Enable it, or leave it out."
            )
        ]
    return []


async def _check_style(
    tx: Transaction, choice: AssetChoice, *, account_id: int, targets: Sequence[str]
) -> list[RuleBroken]:
    if choice.style_id is None:
        return []
    number = choice.style_id
    guide = await find_style_guide(tx, number, account_id=account_id)
    if guide is None:
        return [StyleGuideRefused(f"There is no style guide {number}.")]
    if guide.disabled is not None:
        return [StyleGuideRefused(f"The style guide {number} is disabled. Enable it, or leave it out.")]
    if not any(is_for(guide, target) for target in targets):
        return [
            StyleGuideRefused(
                f"The style guide {number} is for {guide.target_language}, and the request is for another "
                "language. Choose one for that language, or leave it out."
            )
        ]
    return []


async def load_assets(
    database: Database,
    glossary_cache: GlossaryCache,
    *,
    account_id: int,
    source: str,
    target: str,
    choice: AssetChoice = DEFAULT_CHOICE,
) -> Assets:
    """Load an account's assets for the client's own, well-formed codes: a term base may be for `en-GB`.

    Assets in `choice` that no longer exist are left out; `check_choice` refuses them.
    """
    source, target = canonical(source), canonical(target)
    in_use = await _find_memories(database, choice, account_id=account_id)
    if choice.term_base_ids is None:
        glossary = await glossary_for_translation(
            glossary_cache, database, account_id=account_id, source=source, target=target
        )
    else:
        glossary = await glossary_of_chosen(
            glossary_cache,
            database,
            account_id=account_id,
            chosen=choice.term_base_ids,
            source=source,
            target=target,
        )
    around = TextContext(context=choice.around)
    style = await _find_style(database, choice, account_id=account_id, target=target)
    if not in_use.members:
        return Assets(glossary=glossary, text_context=around, style=style)
    scope = LookupScope(
        account_id=account_id,
        members=in_use.members,
        source_language=source,
        target_language=target,
        around=fold_text(choice.around),
    )
    threshold = in_use.threshold if choice.threshold is None else choice.threshold
    look_up = create_memory_lookup(database, scope, threshold=threshold)
    return Assets(look_up=look_up, glossary=glossary, text_context=around, style=style)


async def _find_memories(database: Database, choice: AssetChoice, *, account_id: int) -> MemoriesInUse:
    """The memories for look-ups: the chosen one, else those of the account."""
    if choice.memory_id is None:
        return await find_memories_in_use(database, account_id=account_id)
    async with transaction(database, account=account_id) as tx:
        found = await find_memories(tx, [choice.memory_id], account_id=account_id)
        threshold = await find_memory_threshold(tx, account_id=account_id)
    members = [Member(memory_id=one.id) for one in found.values() if one.disabled is None]
    return MemoriesInUse(members=members, threshold=threshold)


async def _find_style(
    database: Database, choice: AssetChoice, *, account_id: int, target: str
) -> Style | None:
    if choice.style_id is None:
        return choice.style
    async with transaction(database, account=account_id) as tx:
        guide = await find_style_guide(tx, choice.style_id, account_id=account_id)
    found = None if guide is None or guide.disabled is not None else style_for(guide, target)
    return _add_style(found, choice.style)


def _add_style(found: Style | None, own: Style | None) -> Style | None:
    """A style guide with what the request asks by itself, which wins."""
    if found is None or own is None:
        return found or own
    asked = {name: value for name in CHOICES if (value := getattr(own, name)) is not None}
    return replace(found, **asked, instructions=(*found.instructions, *own.instructions))


def create_memory_lookup(database: Database, scope: LookupScope, *, threshold: int | None) -> MemoryLookup:
    """Create a look-up; without a `threshold` it has the default one, and only units with the same words."""
    if threshold is None:
        return MemoryLookup(database=database, scope=scope)
    return MemoryLookup(database=database, scope=scope, threshold=threshold, other_words=True)

"""Rewriting a translation as a person wishes, by an engine that is told how: a language model.

The whole text goes to the engine in one call, with its draft: a wish is about all of it, so that nothing is
split, taken from the cache, or mended afterwards. Who calls decides what an answer is good for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dragoman import languages
from dragoman.engines.engine import EngineTimedOut, EngineUnavailable, HintKind
from dragoman.errors import TimedOut, Unavailable
from dragoman.segments import Segment
from dragoman.styles import Formality
from dragoman.telemetry import log
from dragoman.translation.assets import Assets
from dragoman.translation.guidance import StepAssets, make_guide
from dragoman.translation.pair_index import EngineChoice
from dragoman.translation.routes import Routes


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftToRewrite:
    """A translation that is to be rewritten."""

    source: Segment
    target: Segment  # with codes of the source; empty: there is none yet
    wishes: tuple[str, ...]  # plain sentences; they are data, as all that people write
    formality: Formality | None = None  # instead of the style guide's; None: as it says


@dataclass(frozen=True, slots=True, kw_only=True)
class RewrittenDraft:
    """An engine's answer. It may have lost codes; empty: the engine has no usable one."""

    target: Segment
    engine: str  # name and version


def find_assistants(routes: Routes, source: str, target: str) -> Sequence[EngineChoice]:
    """Find the engines that rewrite drafts of a pair of canonical codes, preferred ones first."""
    for to in languages.candidates(target):
        for from_ in languages.candidates(source):
            route = routes.get(from_, to)
            if route is None or len(route.steps) > 1:
                continue
            found = [one for one in route.steps[0].choices if HintKind.DRAFTS in one.engine.traits.uses]
            if found:
                return found
    return ()


async def rewrite(
    assistants: Sequence[EngineChoice], draft: DraftToRewrite, *, assets: Assets
) -> RewrittenDraft:
    """Have the first engine that can answer rewrite a draft, with terms, style and the texts around.

    Raises `Unavailable`, `TimedOut`, and `EngineRejected` as engines do.
    """
    failure: EngineUnavailable | None = None
    for choice in assistants:
        engine = choice.engine
        guide = await make_guide(StepAssets(assets=assets), engine.traits, [draft.source], [draft.source])
        guidance = guide.of_batch([draft.source])
        guidance = replace(
            guidance,
            formality=draft.formality or guidance.formality,
            wishes=draft.wishes,
            hints=(replace(guidance.of(0), draft=draft.target),),
        )
        try:
            (answer,) = await engine.translate([draft.source], choice.pair, guidance)
        except EngineUnavailable as error:
            log().warning("engine.unavailable", engine=engine.name, code=error.code)
            failure = error
            continue
        return RewrittenDraft(target=answer, engine=f"{engine.name} {engine.version}")
    if isinstance(failure, EngineTimedOut):
        raise TimedOut("The engine took longer than its limit. Try again.") from failure
    raise Unavailable("No engine that takes wishes can answer now. Try again.") from failure

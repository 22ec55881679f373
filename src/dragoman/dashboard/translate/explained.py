"""Translated segments as the page shows them: tags and placeholders as chips, and where each is from (T6)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from dragoman.dashboard.page.error_messages import translate_message
from dragoman.memories.scoring import EXACT, IN_CONTEXT
from dragoman.quality import Finding
from dragoman.segments import Code, Segment
from dragoman.translation.model import ENGINE_SEPARATOR, MemoryUse, Origin, TermUse, Translation
from dragoman.translation.protection.accelerators import restore_accelerators
from dragoman.translation.protection.markup import parse
from dragoman.translation.protection.placeholders import protect
from dragoman.translation.text import TextTranslation

# Types of codes that are shown as chips; numbers, addresses, emoji and others read as text.
_CHIPS: Final = frozenset({"tag", "block", "variable", "template", "message", "protected"})
# The least score of each colour of match badges.
_MATCH_COLOURS: Final = ((IN_CONTEXT, "cm"), (EXACT, "m100"), (75, "m75"), (0, "m50"))


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPart:
    """A piece of a translation."""

    text: str
    kind: str  # "" for text; of a chip "open", "close" or "standalone"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownIssue:
    """Something that deserves a look."""

    message: str
    severity: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownEngine:
    """An engine that had a part in a translation."""

    name: str  # with its version
    is_remote: bool  # the text was sent to it, off the operator's machines


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownSegment:
    """A translated segment, and what is known about it."""

    source: str
    gap: str  # white space before it
    parts: Sequence[ShownPart]
    origin: Origin
    engines: Sequence[ShownEngine]  # those of a pivot in their order
    memory: MemoryUse | None
    terms: Sequence[TermUse]
    issues: Sequence[ShownIssue]

    @property
    def badge(self) -> str:
        """The match badge: CM, a score, MT, or – for what is unchanged."""
        if self.memory is not None:
            return "CM" if self.memory.score >= IN_CONTEXT else str(self.memory.score)
        return "MT" if self.origin is Origin.ENGINE else "–"

    @property
    def colour(self) -> str:
        """The class of the match badge."""
        score = self.memory.score if self.memory is not None else None
        if score is None:
            return "mt" if self.origin is Origin.ENGINE else ""
        return next(name for least, name in _MATCH_COLOURS if score >= least)


def show_segment(
    source: str, gap: str, made: TextTranslation, findings: Sequence[Finding], *, remote: Collection[str]
) -> ShownSegment:
    """Show one translation. The texts of its parts together are the translation.

    `remote` has the names of remote engines.
    """
    translation = made.translation
    return ShownSegment(
        source=source,
        gap=gap,
        parts=_parts(made.text),
        origin=translation.origin,
        engines=list(_engines(translation, remote)),
        memory=translation.memory,
        terms=list(dict.fromkeys(translation.terms)),
        issues=list(_issues(translation, findings)),
    )


def _engines(translation: Translation, remote: Collection[str]) -> Iterator[ShownEngine]:
    for name in filter(None, (translation.engine or "").split(ENGINE_SEPARATOR)):
        yield ShownEngine(name=name, is_remote=name.partition(" ")[0] in remote)


def _parts(text: str) -> Sequence[ShownPart]:
    segment = restore_accelerators(protect(parse(text)))
    parts = list(_merged(segment))
    # References to letters are decoded in a segment: such a text is shown as it is.
    return parts if "".join(one.text for one in parts) == text else [ShownPart(text=text, kind="")]


def _merged(segment: Segment) -> Iterator[ShownPart]:
    """Chips, and the texts between them."""
    waiting = ""
    for part in segment:
        if isinstance(part, Code) and part.type in _CHIPS and part.data:
            if waiting:
                yield ShownPart(text=waiting, kind="")
            yield ShownPart(text=part.data, kind=part.kind.value)
            waiting = ""
        else:
            waiting += part.data if isinstance(part, Code) else part.text
    if waiting:
        yield ShownPart(text=waiting, kind="")


def _issues(translation: Translation, findings: Sequence[Finding]) -> Iterator[ShownIssue]:
    for issue in translation.issues:
        yield ShownIssue(message=translate_message(issue.message), severity=issue.severity.value)
    for finding in findings:
        yield ShownIssue(message=translate_message(finding.message), severity=finding.severity.value)

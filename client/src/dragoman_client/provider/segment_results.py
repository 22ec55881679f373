"""Segments of a translation as an editor sees them. Texts have their codes as `<1>`, `</1>` and `<2/>`."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from dragoman_client.provider.translation_results import TextSpan


@dataclass(frozen=True, slots=True, kw_only=True)
class TranslationSegment:
    """A segment. `<` and `&` of its texts are written `&lt;` and `&amp;`: what else is in `<>` are codes."""

    number: int  # from 0
    source: str = field(repr=False)
    target: str | None = field(default=None, repr=False)
    status: str = "new"  # "pretranslated", "translated" or "confirmed" later
    origin: str | None = None  # "memory", "engine", "human" or "joined"
    score: int | None = None
    key: str | None = None
    note: str | None = field(default=None, repr=False)
    max_length: int | None = None  # characters of a translation that fit its place, as the file says
    locked: bool = False  # by a manager
    version: int = 0  # the change of the translation that made it what it is
    change: str | None = None  # how: "edited", "propagated", "replaced", "imported" and so on
    changed_at: datetime | None = None
    changed_by: str | None = None  # such as "user:7"
    changed_by_name: str | None = None
    issues: tuple[str, ...] | None = None  # codes of checks; None: not checked since it was changed
    review: str | None = None  # "accepted" or "returned"; None: not reviewed since it was changed
    reviewed_at: datetime | None = None
    reviewed_by: str | None = None
    reviewed_by_name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentWindow:
    """Some of the segments that are wanted."""

    segments: tuple[TranslationSegment, ...]
    total: int  # that are wanted
    version: int  # of the translation: follow its changes from here


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentVersion:
    """What a segment was, from one version on."""

    version: int
    target: str | None = field(default=None, repr=False)
    status: str = "new"
    origin: str | None = None
    score: int | None = None
    change: str | None = None
    changed_at: datetime | None = None
    changed_by: str | None = None
    changed_by_name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetFinding:
    """What a check found in a target."""

    code: str
    severity: str  # "error", "warning" or "notice"
    message: str = field(default="", repr=False)
    source: TextSpan | None = None  # of the text without its codes
    target: TextSpan | None = None
    fixed: str | None = field(default=None, repr=False)  # the whole target without it


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedSegment:
    """A segment after it was saved."""

    segment: TranslationSegment
    version: int  # of the translation
    findings: tuple[TargetFinding, ...] = ()
    propagated: tuple[int, ...] = ()  # segments with the same source that were changed as well
    propagated_version: int | None = None  # of that change: `undo` takes it back by itself


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoneChange:
    """What undoing a change did."""

    segments: tuple[TranslationSegment, ...]  # as they were before it
    version: int  # of the translation
    kept: tuple[int, ...] = ()  # changed again since


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenWindow:
    """A window of an editor somewhere else."""

    actor: str
    name: str | None = None
    segment: int | None = None  # which it has open


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentChanges:
    """What was changed since a version, and who else has the translation open."""

    segments: tuple[TranslationSegment, ...]
    version: int  # to go on from
    editors: tuple[OpenWindow, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplacedSegment:
    """A segment that a replacement would change."""

    number: int
    version: int
    before: str = field(repr=False)
    target: str = field(repr=False)  # what it would be


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplacementOutcome:
    """What a replacement did."""

    segments: tuple[TranslationSegment, ...]
    version: int  # of the change: `undo` takes it back
    kept: tuple[int, ...] = ()  # changed or locked since the preview

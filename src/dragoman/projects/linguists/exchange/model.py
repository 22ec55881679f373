"""What goes out and what comes back, as values; and the refusals of files that do not fit."""

from __future__ import annotations

import enum
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, TypeAlias

from dragoman.errors import RuleBroken
from dragoman.projects.model import ProjectSegment
from dragoman.segments import CodeKind, Segment, Text

NAMESPACE: Final = "urn:dragoman:exchange"
LARGEST_FILE: Final = 100 * 1024 * 1024  # bytes


class Version(enum.StrEnum):
    """The versions of XLIFF that are written."""

    ONE = "1.2"
    TWO = "2.1"


@dataclass(frozen=True, slots=True, kw_only=True)
class PackageHeader:
    """Which translation a file is about. Languages are canonical."""

    project_id: int
    translation_id: int
    file_name: str
    source_language: str
    target_language: str
    digest: str  # of all sources: see `digest_of`
    exported: datetime | None = None  # when its segments were read, by the database's clock


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryProposal:
    """What a memory has for a segment."""

    score: int  # 0 to 101
    origin: str  # the memory's name
    source: Segment
    target: Segment
    fits: bool = False  # its codes are the segment's own


@dataclass(frozen=True, slots=True, kw_only=True)
class TermHint:
    """A term in a segment, and how it is to be said."""

    source: str
    targets: tuple[str, ...] = ()  # any of them
    forbidden: tuple[str, ...] = ()
    definition: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Package:
    """All that goes out. Proposals and terms are by the number of their segment."""

    header: PackageHeader
    rows: Sequence[ProjectSegment]  # those of a unit stand together
    proposals: Mapping[int, Sequence[MemoryProposal]] = field(default_factory=dict)
    terms: Mapping[int, Sequence[TermHint]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()  # on all of it


@dataclass(frozen=True, slots=True, kw_only=True)
class Tag:
    """An inline element that came back, by the name it went out with."""

    kind: CodeKind
    name: str  # the number of the code in its segment; "": it has none of our names
    row: int | None = None  # the segment's number, where the name says it


Flow: TypeAlias = tuple[Text | Tag, ...]


class XliffState(enum.Enum):
    """What a file says of the state of a translation."""

    NOTHING = enum.auto()
    OPEN = enum.auto()  # new, or in need of something
    TRANSLATED = enum.auto()
    CONFIRMED = enum.auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitPart:
    """A stretch of a unit: a segment, or what stands between segments."""

    source: Flow
    target: Flow | None  # None: there is no target
    file_state: XliffState = XliffState.NOTHING
    is_segment: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnedUnit:
    """A unit that came back."""

    id: str
    line: int
    pieces: tuple[UnitPart, ...]
    moved: bool = False  # targets stand in another order than sources
    fingerprints: tuple[str, ...] = ()  # of its segments when they went out: see `fingerprints`


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnedPackage:
    """A file that came back. What it does not say of itself is None."""

    version: Version
    units: tuple[ReturnedUnit, ...]
    source_language: str | None = None
    target_language: str | None = None
    project_id: str | None = None
    translation_id: str | None = None
    digest: str | None = None
    exported: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentProblem:
    """Something about a segment's new translation that somebody should know. Quotes no text."""

    number: int  # of the segment
    code: str  # stable
    message: str
    changed: datetime | None = None  # when somebody else did, where that is the problem


class XliffInvalid(RuleBroken):
    """A file that is no XLIFF that can be read."""

    code = "XLIFF_INVALID"


class XliffOfAnother(RuleBroken):
    """A file that was made for another translation."""

    code = "XLIFF_OF_ANOTHER_TRANSLATION"


class LanguageMismatch(RuleBroken):
    """A file in other languages."""

    code = "LANGUAGE_MISMATCH"


class SourceChanged(RuleBroken):
    """A file whose sources are not the translation's."""

    code = "SOURCE_CHANGED"


class UnitMissing(RuleBroken):
    """A file that lacks units."""

    code = "UNIT_MISSING"


class UnitUnknown(RuleBroken):
    """A file with units that are none of the translation's."""

    code = "UNIT_UNKNOWN"


class UnitTwice(RuleBroken):
    """A file with a unit several times."""

    code = "UNIT_TWICE"


def digest_of(rows: Sequence[ProjectSegment]) -> str:
    """What stands for the sources of a translation, all together."""
    digest = hashlib.sha256()
    for row in rows:
        digest.update(f"{row.unit}\0{row.part}\0{row.source}\0\0".encode(errors="replace"))
    return digest.hexdigest()[:32]

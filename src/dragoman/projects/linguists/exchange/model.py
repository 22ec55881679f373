"""Exported and returned packages as values, and the errors of files that are refused."""

from __future__ import annotations

import enum
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, TypeAlias

from dragoman.errors import RuleBroken
from dragoman.projects.segment_model import ProjectSegment
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
    """A memory's proposal for a segment."""

    score: int  # 0 to 101
    origin: str  # the memory's name
    source: Segment
    target: Segment
    fits: bool = False  # its codes are the segment's own


@dataclass(frozen=True, slots=True, kw_only=True)
class PackagedTerm:
    """A term in a segment, and its preferred and forbidden translations."""

    source: str
    targets: tuple[str, ...] = ()  # any of them
    forbidden: tuple[str, ...] = ()
    definition: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Package:
    """The contents of a package. Proposals and terms are by the number of their segment."""

    header: PackageHeader
    rows: Sequence[ProjectSegment]  # those of a unit are together
    proposals: Mapping[int, Sequence[MemoryProposal]] = field(default_factory=dict)
    terms: Mapping[int, Sequence[PackagedTerm]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()  # on all of it


@dataclass(frozen=True, slots=True, kw_only=True)
class Tag:
    """An inline element of a returned file, by its name in the export."""

    kind: CodeKind
    name: str  # the number of the code in its segment; "": it has none of our names
    row: int | None = None  # the segment's number, where the name says it


Flow: TypeAlias = tuple[Text | Tag, ...]


class XliffState(enum.Enum):
    """The state of a translation according to the file."""

    NOTHING = enum.auto()
    OPEN = enum.auto()  # new, or in need of something
    TRANSLATED = enum.auto()
    CONFIRMED = enum.auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitPart:
    """A part of a unit: a segment, or text between segments."""

    source: Flow
    target: Flow | None  # None: there is no target
    file_state: XliffState = XliffState.NOTHING
    is_segment: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnedUnit:
    """A unit of a returned file."""

    id: str
    line: int
    pieces: tuple[UnitPart, ...]
    moved: bool = False  # targets are in another order than sources
    fingerprints: tuple[str, ...] = ()  # of its segments when they went out: see `fingerprints`


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnedPackage:
    """A returned file. Missing attributes are None."""

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
    """A problem with the import of a segment, for its user. Quotes no text."""

    number: int  # of the segment
    code: str  # stable
    message: str
    changed: datetime | None = None  # when another user changed it, where that is the problem


class XliffInvalid(RuleBroken):
    """The file cannot be read as XLIFF."""

    code = "XLIFF_INVALID"


class XliffOfAnother(RuleBroken):
    """The file was exported from another translation."""

    code = "XLIFF_OF_ANOTHER_TRANSLATION"


class LanguageMismatch(RuleBroken):
    """The file's languages differ from the translation's."""

    code = "LANGUAGE_MISMATCH"


class SourceChanged(RuleBroken):
    """The file's sources differ from the translation's."""

    code = "SOURCE_CHANGED"


class UnitMissing(RuleBroken):
    """The file lacks units."""

    code = "UNIT_MISSING"


class UnitUnknown(RuleBroken):
    """The file has units that the translation does not have."""

    code = "UNIT_UNKNOWN"


class UnitTwice(RuleBroken):
    """The file has a unit several times."""

    code = "UNIT_TWICE"


def digest_of(rows: Sequence[ProjectSegment]) -> str:
    """Hash the sources of all segments of a translation."""
    digest = hashlib.sha256()
    for row in rows:
        digest.update(f"{row.unit}\0{row.part}\0{row.source}\0\0".encode(errors="replace"))
    return digest.hexdigest()[:32]

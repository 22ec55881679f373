"""Input and results of an analysis: amounts of text by match band, for each file and in total."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from dragoman.counting import NOTHING, Count
from dragoman.memories.lookup import Query
from dragoman.memories.model import Member


class Band(enum.StrEnum):
    """A match band: how well memories or the texts know a segment. In the order of reports. Stable."""

    CONTEXT = "context"  # 101: a memory has it, in the same context
    EXACT = "exact"  # 100: a memory has it
    REPETITION = "repetition"  # the same file has it earlier
    REPETITION_ACROSS = "repetition-across-files"  # an earlier file of the analysis has it
    FUZZY_95 = "fuzzy-95-99"  # a memory has a similar one
    FUZZY_85 = "fuzzy-85-94"
    FUZZY_75 = "fuzzy-75-84"
    FUZZY_50 = "fuzzy-50-74"
    INTERNAL_95 = "internal-95-99"  # an earlier segment is similar, and no memory has a better match
    INTERNAL_85 = "internal-85-94"
    INTERNAL_75 = "internal-75-84"
    INTERNAL_50 = "internal-50-74"
    NONE = "none"
    NUMBERS = "numbers"  # only numbers, punctuation and placeholders: nothing to translate
    PROTECTED = "protected"  # the document excludes it from translation, or has a translation of it


FUZZY: Final = (Band.FUZZY_95, Band.FUZZY_85, Band.FUZZY_75, Band.FUZZY_50)
INTERNAL: Final = (Band.INTERNAL_95, Band.INTERNAL_85, Band.INTERNAL_75, Band.INTERNAL_50)
FLOORS: Final = (95, 85, 75, 50)  # the least score of each of these
LEAST: Final = FLOORS[-1]


@dataclass(frozen=True, slots=True, kw_only=True)
class TextAmount:
    """An amount of text with its inline codes. Those of several texts add up: `sum(amounts, NO_AMOUNT)`."""

    count: Count = NOTHING
    codes: int = 0  # tags and placeholders within the segments

    def __add__(self, other: TextAmount) -> TextAmount:
        return TextAmount(count=self.count + other.count, codes=self.codes + other.codes)


NO_AMOUNT: Final = TextAmount()


class Treatment(enum.Enum):
    """How translation treats a segment."""

    TRANSLATED = enum.auto()
    NUMBERS = enum.auto()  # unchanged: nothing to translate
    PROTECTED = enum.auto()  # unchanged, regardless of its text


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysisSegment:
    """A segment to analyse, cut as for translation, with its context."""

    query: Query
    amount: TextAmount
    treatment: Treatment = Treatment.TRANSLATED
    wholes: tuple[Query, ...] = ()  # what it is a part of: an exact match of one of these counts for it


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftAlone:
    """The amount of text that is not translated for one reason. Some places contain no countable text."""

    places: int = 0
    words: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """A file to analyse."""

    name: str
    format: str
    segments: Sequence[AnalysisSegment] = ()  # in reading order
    left_alone: Mapping[str, LeftAlone] = field(default_factory=dict)  # by reason


@dataclass(frozen=True, slots=True, kw_only=True)
class FileFigures:
    """The figures of one file, or of all files together."""

    name: str
    format: str
    bands: Mapping[Band, TextAmount]  # every band
    left_alone: Mapping[str, LeftAlone]

    @property
    def total(self) -> TextAmount:
        """The total amount, protected text included."""
        return sum(self.bands.values(), NO_AMOUNT)

    @property
    def to_translate(self) -> TextAmount:
        """The amount of text to translate, in every band."""
        kept = (Band.NUMBERS, Band.PROTECTED)
        return sum((amount for band, amount in self.bands.items() if band not in kept), NO_AMOUNT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The report of an analysis, with everything that its figures depend on."""

    source: str  # canonical BCP 47
    target: str
    files: tuple[FileFigures, ...]
    as_of: datetime  # what memories held then
    memories: tuple[Member, ...] = ()  # which were asked, best first

    @property
    def total(self) -> FileFigures:
        """All files together."""
        bands = {band: sum((file.bands[band] for file in self.files), NO_AMOUNT) for band in Band}
        reasons = sorted({reason for file in self.files for reason in file.left_alone})
        left = {
            reason: LeftAlone(
                places=sum(
                    file.left_alone[reason].places for file in self.files if reason in file.left_alone
                ),
                words=sum(file.left_alone[reason].words for file in self.files if reason in file.left_alone),
            )
            for reason in reasons
        }
        return FileFigures(name="", format="", bands=bands, left_alone=left)


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """What a word of each band costs, in percent of a new one. What is not named costs nothing."""

    percent: Mapping[Band, int]

    def weigh(self, bands: Mapping[Band, TextAmount]) -> float:
        """Words as if all were new, to a hundredth."""
        return sum(self.percent.get(band, 0) * amount.count.words for band, amount in bands.items()) / 100


# What is usual (MateCat's payable rates): what is alike at three quarters costs 60 %, below that all of it.
USUAL_WEIGHTS: Final = Weights(
    percent={
        Band.CONTEXT: 0,
        Band.EXACT: 30,
        Band.REPETITION: 30,
        Band.REPETITION_ACROSS: 30,
        Band.FUZZY_95: 60,
        Band.FUZZY_85: 60,
        Band.FUZZY_75: 60,
        Band.FUZZY_50: 100,
        Band.INTERNAL_95: 60,
        Band.INTERNAL_85: 60,
        Band.INTERNAL_75: 60,
        Band.INTERNAL_50: 100,
        Band.NONE: 100,
        Band.NUMBERS: 0,
        Band.PROTECTED: 0,
    }
)

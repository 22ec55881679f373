"""The shapes of analyses (D10): words by match band, and what the figures depend on."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from dragoman.analysis.model import FileFigures, TextAmount, Weights
from dragoman.counting import COUNTING_RULE, UNICODE_VERSION
from dragoman.documents.analysing import DocumentAnalysis
from dragoman.http.models import ResponseModel
from dragoman.timestamps import write_time


class TextAmountBody(ResponseModel):
    """So much text."""

    segments: int = Field(description="Sentences, and strings that are not divided into sentences")
    words: int = Field(description="By the counting rule")
    characters: int = Field(description="Code points, codes left out")
    characters_without_spaces: int
    codes: int = Field(description="Tags and placeholders within the segments")


class BandBody(TextAmountBody):
    """What is known about as well as that."""

    band: str = Field(examples=["fuzzy-85-94"])
    weight: int = Field(description="What a word costs, in percent of a new one")


class LeftAloneBody(ResponseModel):
    """The number of texts left unchanged for one reason."""

    places: int
    words: int = Field(description="Where there is text that could be counted")


class FiguresBody(TextAmountBody):
    """The figures of one file, or of all."""

    words_to_translate: int = Field(description="Without numbers and protected text")
    weighted_words: float = Field(description="Words by the weights of their bands")
    bands: list[BandBody] = Field(description="Every band, the best known first")
    left_alone: dict[str, LeftAloneBody] = Field(description="By reason")


class AnalyzedFileBody(FiguresBody):
    """The figures of one file."""

    file_name: str
    format: str


class AskedMemoryBody(ResponseModel):
    """A memory that was asked."""

    id: int
    penalty: int = Field(description="Taken off the scores of its units")


class LimitBody(ResponseModel):
    """Whether the document is within the limit of words."""

    word_count: int = Field(description="The words that count for the limit")
    max_allowed_words: int
    exceeds_limit: bool


class WarningBody(ResponseModel):
    """Something about the document that its owner should know."""

    code: str
    message: str


class AnalysisBody(ResponseModel):
    """Words by match band, and what the figures depend on."""

    source: str = Field(description="Also where it was detected")
    source_detected: bool = Field(description="Whether `source` was `auto`")
    target: str
    counting_rule: str = Field(examples=["gmx-v-2.0/uax29-17.0.0/1"])
    unicode_version: str
    as_of: str = Field(description="Memories were asked for what they held then")
    memories: list[AskedMemoryBody] = Field(description="Best first; none: nothing is known from before")
    total: FiguresBody
    files: list[AnalyzedFileBody]
    limit: LimitBody
    warnings: list[WarningBody]


def write_analysis(analysis: DocumentAnalysis, *, weights: Weights) -> AnalysisBody:
    """The analysis of a document, its words weighed."""
    report = analysis.report
    return AnalysisBody(
        source=report.source,
        source_detected=analysis.source_detected,
        target=report.target,
        counting_rule=COUNTING_RULE,
        unicode_version=UNICODE_VERSION,
        as_of=write_time(report.as_of),
        memories=[AskedMemoryBody(id=one.memory_id, penalty=one.penalty) for one in report.memories],
        total=FiguresBody(**_figures(report.total, weights)),
        files=[
            AnalyzedFileBody(**_figures(file, weights), file_name=file.name, format=file.format)
            for file in report.files
        ],
        limit=LimitBody(
            word_count=analysis.words,
            max_allowed_words=analysis.most_words,
            exceeds_limit=analysis.words > analysis.most_words,
        ),
        warnings=[WarningBody(code=one.code, message=one.message) for one in analysis.warnings],
    )


def _figures(file: FileFigures, weights: Weights) -> dict[str, Any]:
    return {
        **_amount(file.total),
        "words_to_translate": file.to_translate.count.words,
        "weighted_words": weights.weigh(file.bands),
        "bands": [
            BandBody(**_amount(amount), band=band, weight=weights.percent.get(band, 0))
            for band, amount in file.bands.items()
        ],
        "left_alone": {
            reason: LeftAloneBody(places=one.places, words=one.words)
            for reason, one in sorted(file.left_alone.items())
        },
    }


def _amount(amount: TextAmount) -> dict[str, Any]:
    count = amount.count
    return {
        "segments": count.segments,
        "words": count.words,
        "characters": count.characters,
        "characters_without_spaces": count.characters_without_spaces,
        "codes": amount.codes,
    }

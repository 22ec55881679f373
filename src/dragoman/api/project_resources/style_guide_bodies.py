"""Models of style guides, for customers and staff."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final

from pydantic import Field, WithJsonSchema

from dragoman.http.fields import LARGEST_ID, CustomerText, LanguageCode
from dragoman.http.models import RequestModel, ResponseModel
from dragoman.http.paging import PageBody
from dragoman.style_guides.actions import StyleGuideDraft
from dragoman.style_guides.model import StyleGuide
from dragoman.styles import (
    CHOICES,
    LONGEST_INSTRUCTION,
    MOST_INSTRUCTIONS,
    DateFormat,
    FinalStop,
    Formality,
    MarkSpacing,
    NumberFormat,
    QuotationMarks,
    Style,
    Tone,
)
from dragoman.timestamps import write_time

_LANGUAGE: Final = "The target language, its varieties included; null: any"
_FORMALITY: Final = "How readers are addressed; here and below null: the style guide does not say"
_NUMBERS: Final = (
    "The signs within numbers: as the target `language` or the `source` has them, or as in `1,234.5` "
    "(`comma-point`), `1.234,5` (`point-comma`), `1 234,5` (`space-comma`), `1 234.5` (`space-point`), "
    "`1'234.5` (`apostrophe-point`)"
)
_DATES: Final = "Dates in digits: as the target `language` or the `source` has them, or `iso`: `2026-03-31`"
_QUOTATION: Final = (
    'The outer quotation marks: the target `language`\'s, `straight` ("…"), `curly` (“…”), `low` („…“ or '
    "„…”), or `guillemets` («…»)"
)
_STOP: Final = "The full stop of a short string: as the `source` has it, or `omit`"
_SPACE: Final = "Before `:`, `;`, `!` and `?`: as the target `language` has it, as in French, or `none`"
_INSTRUCTIONS: Final = "For engines that follow instructions, and for linguists"

Instructions = Annotated[
    list[CustomerText],
    WithJsonSchema({
        "type": "array",
        "items": {"type": "string", "minLength": 1, "maxLength": LONGEST_INSTRUCTION},
        "maxItems": MOST_INSTRUCTIONS,
    }),
]  # fmt: skip


class OwnStyleGuideDraft(RequestModel):
    """A style guide to be made."""

    name: CustomerText = Field(examples=["Web shop"])
    target_language: LanguageCode | None = Field(default=None, description=_LANGUAGE)
    formality: Formality | None = Field(default=None, description=_FORMALITY)
    tone: Tone | None = Field(default=None, description="The tone of the text")
    numbers: NumberFormat | None = Field(default=None, description=_NUMBERS)
    dates: DateFormat | None = Field(default=None, description=_DATES)
    quotation_marks: QuotationMarks | None = Field(default=None, description=_QUOTATION)
    final_stop: FinalStop | None = Field(default=None, description=_STOP)
    space_before_marks: MarkSpacing | None = Field(default=None, description=_SPACE)
    instructions: Instructions = Field(
        default=[], description=_INSTRUCTIONS, examples=[["Call the product “the Atlas”."]]
    )

    def draft(self, *, account_id: int) -> StyleGuideDraft:
        """The domain's value."""
        said = {name: getattr(self, name) for name in OwnStyleGuideDraft.model_fields}
        name, language = said.pop("name"), said.pop("target_language")
        style = Style(**{**said, "instructions": tuple(self.instructions)})
        return StyleGuideDraft(account_id=account_id, name=name, target_language=language, style=style)


class NewStyleGuide(OwnStyleGuideDraft):
    """A style guide to be made for an account."""

    account_id: int = Field(ge=1, le=LARGEST_ID, strict=True)


class ChangedStyleGuide(RequestModel):
    """The changes; absent fields stay unchanged, and null empties all but name and instructions."""

    clearable: ClassVar[frozenset[str]] = frozenset({"target_language", *CHOICES})

    name: CustomerText | None = None
    target_language: LanguageCode | None = Field(default=None, description=_LANGUAGE)
    formality: Formality | None = Field(default=None, description=_FORMALITY)
    tone: Tone | None = None
    numbers: NumberFormat | None = Field(default=None, description=_NUMBERS)
    dates: DateFormat | None = Field(default=None, description=_DATES)
    quotation_marks: QuotationMarks | None = Field(default=None, description=_QUOTATION)
    final_stop: FinalStop | None = Field(default=None, description=_STOP)
    space_before_marks: MarkSpacing | None = Field(default=None, description=_SPACE)
    instructions: Instructions | None = Field(default=None, description=f"All of them. {_INSTRUCTIONS}")
    disabled: bool | None = Field(default=None, description="True: it cannot be chosen any more")


class StyleGuideChoice(ResponseModel):
    """A style guide of the account."""

    id: int
    name: str
    target_language: str | None = Field(description=_LANGUAGE)
    formality: Formality | None = Field(description=_FORMALITY)
    tone: Tone | None
    numbers: NumberFormat | None = Field(description=_NUMBERS)
    dates: DateFormat | None = Field(description=_DATES)
    quotation_marks: QuotationMarks | None = Field(description=_QUOTATION)
    final_stop: FinalStop | None = Field(description=_STOP)
    space_before_marks: MarkSpacing | None = Field(description=_SPACE)
    instructions: list[str] = Field(description=_INSTRUCTIONS)
    created_at: str
    updated_at: str
    disabled: bool = Field(description="Whether it cannot be chosen any more")


class StyleGuideBody(StyleGuideChoice):
    """A style guide of an account."""

    account_id: int


class StyleGuideListBody(ResponseModel):
    """Style guides, oldest first."""

    style_guides: list[StyleGuideBody]
    metadata: PageBody


def write_choice(guide: StyleGuide) -> StyleGuideChoice:
    """A style guide for its customer."""
    return StyleGuideChoice(**_values(guide))


def write_guide(guide: StyleGuide) -> StyleGuideBody:
    """A style guide for staff."""
    return StyleGuideBody(account_id=guide.account_id, **_values(guide))


def _values(guide: StyleGuide) -> dict[str, Any]:
    style = guide.style
    return {
        "id": guide.id,
        "name": guide.name,
        "target_language": guide.target_language,
        "formality": style.formality,
        "tone": style.tone,
        "numbers": style.numbers,
        "dates": style.dates,
        "quotation_marks": style.quotation_marks,
        "final_stop": style.final_stop,
        "space_before_marks": style.space_before_marks,
        "instructions": list(style.instructions),
        "created_at": write_time(guide.created),
        "updated_at": write_time(guide.updated),
        "disabled": guide.disabled is not None,
    }

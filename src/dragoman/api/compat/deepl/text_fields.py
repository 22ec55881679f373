"""Fields of `/v2/translate` of the DeepL dialect. A field that is not here is ignored, as DeepL does."""

from __future__ import annotations

import enum
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from dragoman.http.fields import CustomerText

MOST_TEXTS: Final = 50
MOST_GLOSSARIES: Final = 5
_MOST_INSTRUCTIONS: Final = 10
_LONGEST_INSTRUCTION: Final = 300
_MOST_TAGS: Final = 1_000


class AskedFormality(enum.StrEnum):
    """DeepL's formalities."""

    DEFAULT = "default"
    MORE = "more"
    LESS = "less"
    PREFER_MORE = "prefer_more"
    PREFER_LESS = "prefer_less"


class TagHandling(enum.StrEnum):
    """How tags are read."""

    XML = "xml"
    HTML = "html"


class ModelType(enum.StrEnum):
    """DeepL's models. Here a pair has the engines that it has."""

    QUALITY = "quality_optimized"
    PREFER_QUALITY = "prefer_quality_optimized"
    LATENCY = "latency_optimized"


def _none_if_empty(value: object) -> object:
    return None if value == "" else value


def split_list(value: object) -> object:
    """Names or ids as a list: JSON has one, a form has them parted by commas or repeated."""
    values: list[Any] = value if isinstance(value, list) else [value]
    if not all(isinstance(one, str) for one in values):
        return value
    return [part.strip() for one in values for part in one.split(",") if part.strip()]


def _lower(value: object) -> object:
    return value.lower() if isinstance(value, str) else value


def _splitting(value: object) -> object:
    return {True: "1", False: "0"}.get(value, value) if isinstance(value, bool) else str(value)


Optional: Final = BeforeValidator(_none_if_empty)
_Instruction = Annotated[CustomerText, Field(max_length=_LONGEST_INSTRUCTION)]
Names = Annotated[list[CustomerText], BeforeValidator(split_list), Field(max_length=_MOST_TAGS)]
GlossaryIds = Annotated[list[str], BeforeValidator(split_list), Field(max_length=MOST_GLOSSARIES)]


class AssetFields(BaseModel):
    """What a translation follows, for texts and for documents."""

    model_config = ConfigDict(extra="ignore")

    source_lang: Annotated[str | None, Optional] = None
    target_lang: Annotated[str | None, Optional] = None
    formality: Annotated[AskedFormality | None, BeforeValidator(_lower), Optional] = None
    glossary_id: Annotated[str | None, Optional] = None
    glossary_ids: GlossaryIds | None = None
    translation_memory_id: Annotated[str | None, Optional] = None
    translation_memory_threshold: Annotated[int | None, Optional] = Field(default=None, ge=0, le=100)
    style_id: Annotated[str | None, Optional] = None


class TextFields(AssetFields):
    """Texts, and how they are to be translated."""

    text: list[CustomerText] | None = None
    context: CustomerText | None = None
    split_sentences: Annotated[
        Literal["0", "1", "nonewlines"] | None, BeforeValidator(_splitting), Optional
    ] = None
    preserve_formatting: bool | None = None
    tag_handling: Annotated[TagHandling | None, BeforeValidator(_lower), Optional] = None
    tag_handling_version: Annotated[Literal["v1", "v2"] | None, Optional] = None
    outline_detection: bool = True
    ignore_tags: Names = []
    splitting_tags: Names = []
    non_splitting_tags: Names = []
    model_type: Annotated[ModelType | None, Optional] = None
    show_billed_characters: bool = False
    custom_instructions: Annotated[list[_Instruction], Field(max_length=_MOST_INSTRUCTIONS)] | None = None


def with_list_of_texts(fields: dict[str, Any], *, is_form: bool) -> dict[str, Any]:
    """The fields of a form with its one text as a list, and those of a GET request likewise."""
    if is_form and isinstance(fields.get("text"), str):
        return {**fields, "text": [fields["text"]]}
    return fields

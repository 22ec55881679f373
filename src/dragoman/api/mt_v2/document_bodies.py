"""Models of documents: the form of a request, the record of an answer."""

from __future__ import annotations

from typing import Annotated, Any, Final

import orjson
from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from dragoman.http.fields import (
    THRESHOLD,
    CustomerText,
    LanguageCode,
    MemoryId,
    MemoryThreshold,
    StyleId,
    TermBaseIds,
)
from dragoman.http.forms import FormFile
from dragoman.http.models import RequestModel, ResponseModel
from dragoman.http.paging import PageBody

_LONGEST_ID: Final = 64


def _none_if_empty(value: object) -> object:
    return None if value == "" else value


def _check_id(value: str | None) -> str | None:
    if value is not None and not value.isprintable():
        raise PydanticCustomError("control_character", "The value holds control characters; leave them out")
    return value


def _parse_options(value: object) -> object:
    if value in (None, ""):
        return {}
    try:
        options = orjson.loads(value) if isinstance(value, str) else value
    except orjson.JSONDecodeError:
        raise PydanticCustomError("options_invalid", "The value is not valid JSON") from None
    if not isinstance(options, dict):
        raise PydanticCustomError("dict_type", 'The value is not a JSON object, such as {"comments": true}')
    return options


_OPTIONS: Final = {
    "type": "string",
    "contentMediaType": "application/json",
    "examples": ['{"comments": true}'],
}


def _split_ids(value: object) -> object:
    """Ids of a form field: each value may have several, parted by commas."""
    values = value if isinstance(value, list) else [value]
    texts = [one for one in values if isinstance(one, str)]
    if len(texts) < len(values):
        return value
    return [part.strip() for text in texts for part in text.split(",") if part.strip()]


_Optional = BeforeValidator(_none_if_empty)


class SentDocument(RequestModel):
    """A document, and how it is to be read."""

    file: FormFile = Field(description="The document, with its file name")
    source: LanguageCode = Field(description="BCP 47 language code; `auto`: detected")
    target: LanguageCode
    options: Annotated[dict[str, Any], BeforeValidator(_parse_options), WithJsonSchema(_OPTIONS)] = Field(
        default_factory=dict, description="A JSON object with options of the document's format"
    )


class DocumentForm(SentDocument):
    """A document and what is to become of it."""

    success_callback_url: Annotated[str | None, _Optional] = Field(
        default=None, description="Notified when the translation is finished"
    )
    error_callback_url: Annotated[str | None, _Optional] = Field(
        default=None, description="Notified when it failed"
    )
    translation_id: Annotated[CustomerText | None, _Optional, AfterValidator(_check_id)] = Field(
        default=None, max_length=_LONGEST_ID, description="Your own id, given back in the record"
    )
    memory_threshold: Annotated[MemoryThreshold | None, _Optional] = Field(
        default=None, description=f"{THRESHOLD}. Default: the account's, else 85 for texts of the same words"
    )
    term_base_ids: Annotated[TermBaseIds | None, BeforeValidator(_split_ids)] = Field(
        default=None,
        description="Up to 5 of the account's term bases, parted by commas or repeated, instead of those "
        "that are enforced; an earlier one has precedence. Empty: none",
    )
    translation_memory_id: Annotated[MemoryId | None, _Optional] = Field(
        default=None, description="One of the account's memories, instead of those that are looked into"
    )
    style_id: Annotated[StyleId | None, _Optional] = Field(
        default=None, description="One of the account's style guides, which is for the target language"
    )


class AcceptedBody(ResponseModel):
    """The job that was made."""

    job_id: str = Field(examples=["8a3b3a0e-60a5-4c3a-9b0a-2d3c1f9a7e11"])


class DocumentBody(ResponseModel):
    """A document job (D3). The last four only with `details=true`."""

    model_config = ConfigDict(extra="forbid")

    job_id: str
    source: str = Field(description="`auto` until it is detected")
    target: str
    file_name: str
    translation_id: str | None
    success_callback_url: str | None
    error_callback_url: str | None
    status: str = Field(description="`CREATED`, `IN_PROGRESS`, `SUCCESS` or `FAILED`")
    reason: str | None = Field(description="Why it failed, for people")
    error_code: str | None = Field(description="Why it failed, for programs")
    error_data: dict[str, Any] | None
    progress: float = Field(description="0 to 1")
    created_at: str
    finished_at: str | None
    expires_at: str | None = Field(description="When the job and its files are deleted")
    format: str = ""
    size: int = 0
    report: dict[str, Any] | None = Field(
        default=None, description="What became of the text: the fidelity report"
    )
    source_detected: bool | None = Field(default=None, description="Whether the source was sent as `auto`")


class DocumentListBody(ResponseModel):
    """The application's jobs, newest first."""

    documents: list[DocumentBody]
    metadata: PageBody


class TypeBody(ResponseModel):
    """A document type that is accepted now."""

    format: str = Field(examples=["docx"])
    file_extensions: list[str] = Field(examples=[["docx", "dotx"]])
    content_types: list[str]
    experimental: bool = Field(default=False, description="Results deserve a look; only given when true")
    result_extension: str = Field(
        default="", description="Results have this extension; only given when it is not the document's own"
    )
    result_content_type: str = Field(default="", description="Given with `resultExtension`")

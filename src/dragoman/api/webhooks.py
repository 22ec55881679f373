"""The calls that the service makes (D8, N1), for the OpenAPI document; `notifications` makes them."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Depends, Header
from pydantic import ConfigDict, Field
from pydantic.alias_generators import to_pascal

from dragoman.api.mt_v2.document_bodies import DocumentBody
from dragoman.http.models import ResponseModel
from dragoman.http.responses import Responses

_ANSWERS: Final[Responses] = {
    "2XX": {"description": "Received, answered within 15 seconds: the body of the answer is not used."},
    410: {"description": "Not wanted any more: no further try."},
    "4XX": {"description": "Not received: tried again later, after `Retry-After` if the answer has it."},
    "5XX": {"description": "Not received: tried again later, after `Retry-After` if the answer has it."},
}


def _signature(
    webhook_id: Annotated[
        str,
        Header(
            alias="webhook-id",
            description="Name of the event: the same on every try",
            examples=["msg_2b1c9e"],
        ),
    ],
    webhook_timestamp: Annotated[
        str,
        Header(
            alias="webhook-timestamp", description="Second of this try since 1970", examples=["1893456000"]
        ),
    ],
    webhook_signature: Annotated[
        str,
        Header(
            alias="webhook-signature",
            description="Signatures of `id.timestamp.body`, separated by spaces (Standard Webhooks 1.0): "
            "`v1,` HMAC-SHA256 with the application's webhook secret, `v1a,` ed25519 with a key of "
            "`/.well-known/webhook-keys`. One that can be verified is enough",
            examples=["v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="],
        ),
    ],
) -> None:
    """The headers of every delivery (N2)."""


router = APIRouter(tags=["Webhooks"], responses=_ANSWERS, dependencies=[Depends(_signature)])


class ProjectFileNotification(ResponseModel):
    """A translation of a project's file that is finished or cancelled (N1)."""

    model_config = ConfigDict(
        alias_generator=to_pascal,  # as the original service names them
        json_schema_extra={
            "examples": [
                {
                    "ProjectId": 12,
                    "TranslationId": 40,
                    "SourceFileId": "8a3b3a0e-60a5-4c3a-9b0a-2d3c1f9a7e11",
                    "SourceFileName": "manual.docx",
                    "TargetFileId": "0d9c5a52-7f0e-4f8e-bb0c-6a4f7c1f6a02",
                    "TargetFileName": "manual.docx",
                    "SourceLanguageCode": "en",
                    "TargetLanguageCode": "es",
                    "Status": "Finished",
                }
            ]
        },
    )

    project_id: int
    translation_id: int
    source_file_id: str
    source_file_name: str
    target_file_id: str | None = Field(description="null: it was cancelled")
    target_file_name: str | None
    source_language_code: str
    target_language_code: str
    status: str = Field(description="`Finished` or `Cancelled`")


class SentTestEvent(ResponseModel):
    """A test event: it says that a receiver can be reached, and nothing else."""

    type: str = Field(examples=["test.event"])
    id: str = Field(description="Of this event", examples=["5f0c9a1e-2a53-4d1c-9d0e-0f7f5b7b9a11"])
    created_at: str
    application_id: int
    message: str


@router.post("testEvent", status_code=204, operation_id="notify_test_event")
async def test_event(body: SentTestEvent) -> None:
    """Send an event that was asked for, at the address that was given."""


@router.post("documentFinished", status_code=204, operation_id="notify_document_finished")
async def document_finished(body: DocumentBody) -> None:
    """Notify that a document is translated, at its `successCallbackUrl`."""


@router.post("documentFailed", status_code=204, operation_id="notify_document_failed")
async def document_failed(body: DocumentBody) -> None:
    """Notify that a document could not be translated, at its `errorCallbackUrl`."""


@router.post("projectFileEnded", status_code=204, operation_id="notify_project_file_ended")
async def project_file_ended(body: ProjectFileNotification) -> None:
    """Notify that a translation of a project's file is finished or cancelled, at its `callbackUrl`."""

"""Methods and paths of the calls that errors point to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dragoman.errors import DragomanError, Operation

CALLS: Final[Mapping[Operation, str]] = {
    Operation.GET_DOCUMENT: "GET /v2/documents/{jobId}",
    Operation.LIST_DOCUMENT_TYPES: "GET /v2/documents/types",
    Operation.LIST_TEXT_PAIRS: "GET /v2/languages/text-translation",
    Operation.LIST_LANGUAGES: "GET /project/v1/languages",
    Operation.LIST_SERVICES: "GET /project/v1/services",
    Operation.LIST_PROJECT_TEMPLATES: "GET /project/v1/project-templates",
    Operation.LIST_WORK_AREAS: "GET /project/v1/workareas",
    Operation.LIST_INVOICING_ACCOUNTS: "GET /project/v1/invoicing-accounts",
    Operation.LIST_USERS: "GET /project/v1/users",
    Operation.LIST_MEMORIES: "GET /project/v1/translation-memories",
    Operation.LIST_MEMORY_SETS: "GET /project/v1/translation-memory-sets",
    Operation.LIST_TERM_BASES: "GET /project/v1/term-bases",
    Operation.LIST_STYLE_GUIDES: "GET /project/v1/style-guides",
    Operation.UPLOAD_FILE: "POST /project/v1/projects/{id}/files",
    Operation.DELETE_FILE: "DELETE /project/v1/projects/{id}/files/{fileId}",
}


def write_message(error: DragomanError) -> str:
    """The message, with the calls where there are no hints to speak of them."""
    return error.message if error.hints else _add_calls(error.message, error)


def write_hints(error: DragomanError) -> str:
    """The hints with the calls that they speak of, as `Send one: POST /project/v1/projects/3/files`."""
    return _add_calls(error.hints, error) if error.hints else ""


def _add_calls(text: str, error: DragomanError) -> str:
    if not error.calls:
        return text
    written = (CALLS[call.operation].format_map(call.parameters) for call in error.calls)
    return f"{text.removesuffix('.')}: {', '.join(written)}."

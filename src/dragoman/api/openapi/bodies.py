"""Document bodies that endpoints read themselves. `document` names their schemas."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from dragoman.http.responses import REFERENCE


def json_body(model: type[BaseModel]) -> dict[str, Any]:
    """Document a JSON body that an endpoint reads itself, for `openapi_extra`."""
    return body_of({"application/json": model})


def body_of(models: dict[str, type[BaseModel] | None]) -> dict[str, Any]:
    """Document a body that an endpoint reads itself, by media type; None: the bytes of a file."""
    content = {
        kind: {"schema": _bytes(kind) if model is None else model.model_json_schema(ref_template=REFERENCE)}
        for kind, model in models.items()
    }
    return {"requestBody": {"required": True, "content": content}}


def _bytes(media_type: str) -> dict[str, str]:
    return {"type": "string", "format": "binary", "contentMediaType": media_type}

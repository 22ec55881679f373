"""The committed OpenAPI document is the one the code makes, and a stranger can rely on it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from dragoman.app import create_app
from dragoman.settings import Settings

COMMITTED = Path(__file__).parents[2] / "docs" / "openapi.json"


def document() -> dict[str, Any]:
    return create_app(Settings(), issuer="http://127.0.0.1:8080").openapi()


def test_the_committed_document_is_current() -> None:
    assert json.loads(COMMITTED.read_text(encoding="utf-8")) == document(), "run `make openapi`"


def test_every_operation_has_words_and_documents_its_refusals() -> None:
    for path, operations in document()["paths"].items():
        for method, operation in operations.items():
            assert operation["summary"], f"{method} {path}"
            assert operation["description"], f"{method} {path}"
            if path.startswith("/v2"):
                documented = set(operation["responses"])
                assert {"401", "403", "422", "429", "500", "503", "504"} <= documented
                assert documented & {"200", "202", "204"}
                assert operation["security"]


def test_the_token_form_of_the_page_knows_where_to_send_credentials() -> None:
    (scheme,) = document()["components"]["securitySchemes"].values()
    assert scheme["flows"]["clientCredentials"]["tokenUrl"] == "/oauth2/token"
    assert "translate" in scheme["flows"]["clientCredentials"]["scopes"]

"""The OpenAPI document: FastAPI's own, with the words of our docstrings in the lists of generated pages."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.routing import APIRoute


def operation_id(route: APIRoute) -> str:
    """The endpoint's name: what generators of clients call the operation."""
    return route.name


def summarise_operations(app: FastAPI) -> None:
    """Have every operation's summary be the first line of its description."""
    generate = app.openapi

    def openapi() -> dict[str, Any]:
        document = generate()
        for operations in document["paths"].values():
            for operation in operations.values():
                operation["summary"] = operation["description"].partition("\n")[0].rstrip(".")
        return document

    app.openapi = openapi  # type: ignore[method-assign] # FastAPI's documented way

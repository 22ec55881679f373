"""The orders of lists of projects, as clients name them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from pydantic_core import PydanticCustomError

# Names of the interface → columns.
ORDERS: Final[Mapping[str, str]] = {
    "id": "id",
    "creationDate": "created",
    "updatedAt": "updated",
    "finishedAt": "finished",
    "deadline": "deadline",
    "title": "title",
    "status": "status",
}
# Of all accounts' projects: those that have an index.
STAFF_ORDERS: Final[Mapping[str, str]] = {
    name: ORDERS[name] for name in ("id", "creationDate", "updatedAt", "deadline", "title")
}


def order_parser(orders: Mapping[str, str]) -> Callable[[str], str]:
    """Make the parser of a parameter that names one of these orders, in any case, with or without `-`."""
    spelled = {name.lower(): name for name in orders}

    def parse(value: str) -> str:
        name = spelled.get(value.removeprefix("-").lower())
        if name is None:
            message = "Write one of {names}, with - before it to begin with the last"
            raise PydanticCustomError("enum", message, {"names": ", ".join(orders)})
        return ("-" if value.startswith("-") else "") + name

    return parse


def describe_orders(orders: Mapping[str, str]) -> str:
    """Describe the parameter for the OpenAPI document."""
    return f"One of {', '.join(orders)}; with `-` before it the last first"

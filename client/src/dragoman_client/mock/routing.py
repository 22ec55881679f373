"""The table of handlers, which modules fill by decorators, and what a handler gets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from dragoman_client.mock.contract import Contract, Operation, path_pattern
from dragoman_client.mock.messages import MockAnswer, RecordedRequest
from dragoman_client.mock.multipart import Form
from dragoman_client.mock.state import MockApplication, State


@dataclass(frozen=True, kw_only=True)
class MockCall:
    """One request that passed every check before its handler."""

    state: State
    request: RecordedRequest
    application: MockApplication
    operation: Operation
    path: Mapping[str, str]
    query: Mapping[str, Any] = field(default_factory=dict)  # by the contract's names, with defaults
    body: Any = None  # of JSON; None where there is none
    form: Form | None = None

    @property
    def account(self) -> int:
        """The account of the application."""
        return self.application.account

    def number(self, name: str = "id") -> int:
        """An id in the path."""
        return int(self.path[name])


Handler = Callable[[MockCall], MockAnswer]

HANDLERS: Final[dict[str, Handler]] = {}  # by operation id


def handles(*ids: str) -> Callable[[Handler], Handler]:
    """Register a handler of operations, by the ids of the OpenAPI document.

    An id stands for other spellings of the path too: `get_project` for `get_project_at_projects`.
    """

    def register(handler: Handler) -> Handler:
        for one in ids:
            HANDLERS[one] = handler
        return handler

    return register


def find_handler(operation: Operation) -> Handler | None:
    """The handler of an operation, by its id or by that of its first spelling."""
    return HANDLERS.get(operation.id) or HANDLERS.get(plain_id(operation))


def plain_id(operation: Operation) -> str:
    """The id without the spelling of its path."""
    return operation.id.partition("_at_")[0]


class Router:
    """Finds operations by path and method. Paths without parameters go before those with some."""

    def __init__(self, contract: Contract) -> None:
        self.operations = sorted(
            contract.operations,
            key=lambda one: [piece.startswith("{") for piece in one.path.split("/")],
        )
        self._fixed: dict[str, list[Operation]] = {}
        for one in self.operations:
            self._fixed.setdefault(one.path, []).append(one)

    def find(self, path: str) -> tuple[list[Operation], Mapping[str, str]]:
        """The operations of a path and the values in it; none for an unknown path."""
        if path in self._fixed:
            return self._fixed[path], {}
        for template, operations in self._fixed.items():
            if "{" in template:
                match = path_pattern(template).fullmatch(path)
                if match:
                    return operations, match.groupdict()
        return [], {}


def allowed_methods(operations: Iterable[Operation]) -> list[str]:
    """The methods of an address, sorted, HEAD where GET is."""
    methods = {one.method for one in operations}
    return sorted(methods | {"HEAD"} if "GET" in methods else methods)

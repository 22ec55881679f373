"""Run every call of the client without a server.

Each request is checked and answered by the interface's document, so that a name that is wrong, or an
operation that no call uses, is found.
"""

from __future__ import annotations

import importlib
import inspect
import json
import pkgutil
import types
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import cache
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

import dragoman_client
from dragoman_client.exchange import Answer, Request
from dragoman_client.flows import Exclusive, Flow, Pause, Send, Together
from dragoman_client.operations import listing, operation
from tests.client.interface_document import Operation, find_operation, find_unknown, make_sample

PAGES: Final = {"limit", "offset", "after", "before"}


@dataclass
class Recorder:
    """A runner that answers requests by the document, and knows what was sent to each operation."""

    nulls: bool
    sent: dict[str, set[str]] = field(default_factory=dict)  # by operation: names of parameters and fields
    problems: list[str] = field(default_factory=list)

    def run(self, flow: Flow[Any], _stop: object = None) -> Any:
        outcome: Any = None
        while True:
            try:
                effect = flow.send(outcome)
            except StopIteration as end:
                return end.value
            match effect:
                case Send(request):
                    outcome = self._answer(request)
                case Pause():
                    outcome = None
                case Exclusive(make):
                    outcome = self.run(make())
                case Together(flows):
                    outcome = [self.run(make()) for make in flows]

    def stream(self, items: Iterable[Any], make_flow: Callable[[Any], Flow[Any]], **_: int) -> Iterator[Any]:
        for item in items:
            yield self.run(make_flow(item))

    def _answer(self, request: Request) -> Answer:
        address = urlsplit(request.url)
        found = find_operation(request.method, address.path)
        self._check(found, request, set(parse_qs(address.query)))
        status, media_type, schema = found.answer()
        headers = {"content-type": media_type}
        if media_type == "application/json" and request.sink is None:
            sample = make_sample(schema, nulls=self.nulls)
            if found.path.startswith("/v2/documents") and isinstance(sample, dict) and "status" in sample:
                sample["status"] = "SUCCESS"
            return Answer(status=status, headers=headers, body=json.dumps(sample).encode())
        if request.sink is not None:
            with request.sink.open(headers, 1) as write:
                write(b"x")
        return Answer(status=status, headers=headers)

    def _check(self, found: Operation, request: Request, query: set[str]) -> None:
        sent = self.sent.setdefault(str(found), set())
        sent |= query
        self.problems += [f"{found}: no parameter {name}" for name in query - found.query]
        if request.upload is not None or request.form is not None:
            form = {"file": "", **(request.form or {})}
            sent |= set(form)
            schema = found.body("multipart/form-data")
            assert schema is not None, f"{found} takes no form"
            known = {name.lstrip(".") for name in find_unknown(schema, form)}
            self.problems += [f"{found}: no form field {name}" for name in known - found.query]
        elif request.content is not None:
            body = json.loads(request.content)
            sent |= set(body)
            schema = found.body("application/json")
            assert schema is not None, f"{found} takes no JSON"
            self.problems += [f"{found}: no field {name}" for name in find_unknown(schema, body)]


def parts_of(client: Any, name: str = "client") -> Iterator[tuple[str, Any]]:
    """A client and its parts, and theirs, by their names."""
    yield name, client
    for key in dir(type(client)):
        attribute = inspect.getattr_static(type(client), key)
        if not key.startswith("_") and not isinstance(attribute, operation | listing | property):
            inner = getattr(client, key)
            if hasattr(inner, "_runner"):
                yield from parts_of(inner, f"{name}.{key}")


def calls_of(part: Any) -> Iterator[str]:
    """The names of the operations and listings of a part."""
    for key in dir(type(part)):
        if isinstance(inspect.getattr_static(type(part), key), operation | listing):
            yield key


def make_arguments(part: Any, name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """A value for every argument of a call, those that may be left out too; some are given by their names."""
    definition = inspect.getattr_static(type(part), name)
    function = definition.flow if isinstance(definition, operation) else definition.pages
    hints = typing.get_type_hints(function, localns=_names())
    wanted: dict[str, Any] = {}
    for argument in list(inspect.signature(function).parameters.values())[1:]:
        hint = hints[argument.name]
        if argument.kind is inspect.Parameter.VAR_KEYWORD:  # of Unpack[…]
            wanted |= typing.get_type_hints(typing.get_args(hint)[0], localns=_names())
        else:
            wanted[argument.name] = hint
    return {key: given[key] if key in given else make_value(hint) for key, hint in wanted.items()}


def make_value(hint: Any) -> Any:
    """A value of a type, not empty."""
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if hint in _VALUES:
        return _VALUES[hint]
    if origin in {typing.Union, types.UnionType}:
        return make_value(inner[0])
    if origin is Callable:
        return lambda *_: None
    if origin is tuple:
        return tuple(make_value(one) for one in inner if one is not Ellipsis)
    if origin in {list, Sequence}:
        return [make_value(inner[0])]
    if origin in {dict, Mapping}:
        return {make_value(inner[0]): make_value(inner[1])}
    if isinstance(hint, type) and hasattr(hint, "__dataclass_fields__"):
        fields = typing.get_type_hints(hint)
        return hint(**{key: make_value(fields[key]) for key in hint.__dataclass_fields__})
    if isinstance(hint, type) and typing.is_typeddict(hint):
        return {key: make_value(one) for key, one in typing.get_type_hints(hint).items()}
    if hint is Any:
        return "x"
    raise AssertionError(f"no value for {hint!r}")


_VALUES: Final[dict[Any, Any]] = {
    int: 7,
    str: "x",
    float: 5.0,
    bool: True,
    bytes: b"x",
    date: date(2031, 5, 4),
    datetime: datetime(2031, 5, 4, tzinfo=UTC),
}


@cache
def _names() -> dict[str, Any]:
    """All names of the package: annotations name what is imported for type checkers alone."""
    found: dict[str, Any] = {}
    for one in pkgutil.walk_packages(dragoman_client.__path__, "dragoman_client."):
        if ".commands" not in one.name and "__main__" not in one.name:
            with suppress(ImportError):
                module = importlib.import_module(one.name)
                found |= {key: value for key, value in vars(module).items() if key[0].isupper()}
    return found | {"FileSource": bytes}  # the alias is a text

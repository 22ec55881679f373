"""Results as frozen values, made from the JSON of the interface.

A result is a frozen dataclass; its field `created_at` is read from `createdAt`. Fields that this version does
not know are ignored, fields that are missing have their defaults: a newer or an older server breaks nothing.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable, Mapping
from datetime import date, datetime
from enum import Enum
from functools import cache
from typing import Any, TypeVar, Union, cast

from dragoman_client.errors import UnexpectedAnswerError

T = TypeVar("T")
Converter = Callable[[Any], Any]


def read(kind: type[T], data: Any) -> T:
    """Make a result of JSON. Raises `UnexpectedAnswerError` where it has another form."""
    try:
        return cast("T", _converter(cast("Any", kind))(data))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise UnexpectedAnswerError(
            f"The server's answer is not a {kind.__name__} of this interface: {_describe(error)}. "
            "Is the address that of a Dragoman service?"
        ) from None


def read_list(kind: type[T], data: Any, name: str) -> list[T]:
    """Make results of all items of a list that is a field of an answer. Raises `UnexpectedAnswerError`."""
    items = data.get(name) if isinstance(data, dict) else None
    if not isinstance(items, list):
        raise UnexpectedAnswerError(f"The server's answer has no list {name!r}.")
    return [read(kind, one) for one in items]


def wire_name(name: str) -> str:
    """The name of a field in JSON: `source_language` → `sourceLanguage`."""
    first, *others = name.rstrip("_").split("_")
    return first + "".join(part.capitalize() for part in others)


def to_wire(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON of arguments given by their Python names; those that are `NOT_GIVEN` are left out."""
    return {wire_name(name): wire_value(value) for name, value in fields.items() if value is not NOT_GIVEN}


def wire_value(value: Any) -> Any:
    """A value as JSON: dates by ISO 8601, enumerations by their values, results by their fields."""
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Enum):
        return value.value
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        pairs = ((field.name, getattr(value, field.name)) for field in dataclasses.fields(value))
        return to_wire({name: one for name, one in pairs if one is not None})
    if isinstance(value, list | tuple):
        return [wire_value(one) for one in value]
    return value


class NotGiven(Enum):
    """The type of `NOT_GIVEN`."""

    NOT_GIVEN = "not given"

    def __repr__(self) -> str:
        return "NOT_GIVEN"


NOT_GIVEN: typing.Final = NotGiven.NOT_GIVEN  # an argument that is left out; None is sent as null


@cache
def _converter(kind: Any) -> Converter:
    """How JSON becomes a value of a type."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin in {Union, types.UnionType}:
        return _optional([one for one in arguments if one is not types.NoneType])
    if origin is not None:
        return _of_items(origin, [_converter(one) for one in arguments])
    if kind in _SCALARS:
        return _SCALARS[kind]
    if isinstance(kind, type) and issubclass(kind, Enum):
        known = kind._value2member_map_
        return lambda data: known.get(data, data)  # a value of a newer server stays what it is
    return _of_fields(cast("type[Any]", kind)) if dataclasses.is_dataclass(kind) else lambda data: data


def _of_items(origin: Any, inner: list[Converter]) -> Converter:
    """Of a tuple of items of one type, or of a mapping from names."""
    if issubclass(origin, tuple):
        return lambda data: tuple(inner[0](one) for one in data)
    return lambda data: {str(name): inner[1](one) for name, one in data.items()}


def _optional(kinds: list[Any]) -> Converter:
    """Of a value that may be missing. Of several types the first is meant: an enumeration before its text."""
    inner = _converter(kinds[0])
    return lambda data: None if data is None else inner(data)


def _of_fields(kind: type[Any]) -> Converter:
    hints = typing.get_type_hints(kind)
    fields = [
        (field.name, field.metadata.get("wire", wire_name(field.name)), _converter(hints[field.name]))
        for field in dataclasses.fields(kind)
    ]

    def convert(data: Any) -> Any:
        if not isinstance(data, dict):
            raise TypeError(f"{kind.__name__} is not an object")
        return kind(**{name: inner(data[wire]) for name, wire, inner in fields if wire in data})

    return convert


def _checked(kind: type) -> Converter:
    def convert(data: Any) -> Any:
        if data is None:
            return None
        if kind is float and isinstance(data, int):
            return float(data)
        if not isinstance(data, kind):
            raise TypeError(f"a {type(data).__name__} where a {kind.__name__} is expected")
        return data

    return convert


_SCALARS: typing.Final[Mapping[Any, Converter]] = {
    datetime: datetime.fromisoformat,
    date: date.fromisoformat,
    **{kind: _checked(kind) for kind in (str, int, float, bool)},
}


def _describe(error: Exception) -> str:
    """What is wrong, without the value: it may be a customer's text."""
    if isinstance(error, ValueError):
        return "a value has another form"
    return str(error).partition(".__init__() ")[2] or str(error)

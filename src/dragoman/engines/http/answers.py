"""Values in the answers of services, checked while they are read. Errors name the place, never a value."""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.engines.http.failures import not_understood


def get_list(value: object, key: str | None = None) -> list[object]:
    """A list, or the one under a key of an object. Raises `ServiceFailed`."""
    found = value if key is None else get_object(value).get(key)
    if not isinstance(found, list):
        raise not_understood(f"The service's answer has no list{_at(key)}.")
    return found


def get_object(value: object) -> dict[str, object]:
    """An object. Raises `ServiceFailed`."""
    if not isinstance(value, dict):
        raise not_understood("The service's answer has something else where an object should be.")
    return value


def get_text(value: object, key: str) -> str:
    """A text under a key of an object. Raises `ServiceFailed`."""
    found = get_object(value).get(key)
    if not isinstance(found, str):
        raise not_understood(f"The service's answer has no text{_at(key)}.")
    return found


def read_texts(answer: object, key: str | None, text_key: str, *, count: int) -> Sequence[str]:
    """The translations of an answer, which must be as many as were asked for. Raises `ServiceFailed`."""
    entries = get_list(answer, key)
    check_count(len(entries), count)
    return [get_text(entry, text_key) for entry in entries]


def check_count(found: int, expected: int) -> None:
    """Raise `ServiceFailed` where a service answered with another number of translations."""
    if found != expected:
        raise not_understood(f"The service answered with {found} translations for {expected} texts.")


def _at(key: str | None) -> str:
    return f" under `{key}`" if key is not None else ""

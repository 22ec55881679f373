"""Elements and attributes as they are written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from dragoman.projects.linguists.exchange.tags import clean

_REFERENCES: Final = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\r", "&#13;"))
_IN_VALUES: Final = (*_REFERENCES, ('"', "&quot;"), ("\n", "&#10;"), ("\t", "&#9;"))


def escape(text: str) -> str:
    """Escape text for the content of an element."""
    return _replace(text, _REFERENCES)


def begin(name: str, attributes: Mapping[str, str | None], *, empty: bool = False) -> str:
    """A start tag; attributes that are None are left out."""
    return "<" + name + "".join(_written(attributes)) + ("/>" if empty else ">")


def element(name: str, attributes: Mapping[str, str | None], text: str) -> str:
    """An element with nothing but text in it."""
    return f"{begin(name, attributes)}{escape(clean(text))}</{name}>"


def _written(attributes: Mapping[str, str | None]) -> Iterator[str]:
    for name, value in attributes.items():
        if value is None:
            continue
        yield f' {name}="{_replace(clean(value), _IN_VALUES)}"'


def _replace(text: str, references: Iterable[tuple[str, str]]) -> str:
    for character, reference in references:
        text = text.replace(character, reference)
    return text

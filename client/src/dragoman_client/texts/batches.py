"""Texts in groups that one request can hold."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from dragoman_client.errors import InvalidInputError
from dragoman_client.texts.results import Limits

T = TypeVar("T")

_BYTES_AROUND = 12  # of each segment in JSON: {"text":"…"},
_BYTES_OF_BODY = 16_384  # languages, options; `context` is counted by itself


@dataclass(slots=True)
class Grouping:
    """Collects texts until no further one fits into a request."""

    limits: Limits
    targets: int = 1
    texts: list[str] = field(default_factory=list, repr=False)
    _characters: int = 0
    _bytes: int = 0

    def add(self, text: str) -> list[str] | None:
        """Add a text; a group that is complete without it, or None."""
        size = len(text.encode("utf-8", "surrogatepass")) + _escapes(text) + _BYTES_AROUND
        complete = None
        if self.texts and not self._fits(text, size):
            complete = self.take()
        self.texts.append(text)
        self._characters += len(text) * self.targets
        self._bytes += size
        return complete

    def take(self) -> list[str]:
        """The group so far; a new one is begun."""
        texts, self.texts = self.texts, []
        self._characters = self._bytes = 0
        return texts

    def _fits(self, text: str, size: int) -> bool:
        return (
            len(self.texts) < self.limits.segments
            and self._characters + len(text) * self.targets <= self.limits.characters
            and self._bytes + size <= self.limits.body_bytes - _BYTES_OF_BODY
        )


def group(texts: Iterable[str], limits: Limits, targets: int = 1) -> Iterator[list[str]]:
    """Texts in groups for one request each, in order. A text beyond the limits is a group of its own."""
    grouping = Grouping(limits, targets)
    for text in texts:
        complete = grouping.add(text)
        if complete is not None:
            yield complete
    if grouping.texts:
        yield grouping.take()


async def group_as_they_come(
    texts: Iterable[str] | AsyncIterable[str], limits: Limits, targets: int = 1
) -> AsyncIterator[list[str]]:
    """As `group`, of texts that are checked and may come one by one."""
    grouping, index = Grouping(limits, targets), 0
    async for text in each(texts):
        complete = grouping.add(check_text(text, index))
        index += 1
        if complete is not None:
            yield complete
    if grouping.texts:
        yield grouping.take()


async def each(items: Iterable[T] | AsyncIterable[T]) -> AsyncIterator[T]:
    """What either kind of iterator gives."""
    if isinstance(items, AsyncIterable):
        async for item in items:
            yield item
    else:
        for item in items:
            yield item


def check_text(text: object, index: int | None = None) -> str:
    """A text that can be sent. Raises `InvalidInputError` that names its place."""
    place = "The text" if index is None else f"Text {index + 1}"
    if not isinstance(text, str):
        raise InvalidInputError(f"{place} is of type {type(text).__name__}: texts are str.")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        code = ord(text[error.start])
        raise InvalidInputError(
            f"{place} has a lone surrogate (U+{code:04X}) at character {error.start + 1}, "
            "because it was decoded wrongly. Decode its bytes as UTF-8 with errors='replace', or remove the "
            "character."
        ) from None
    if "\0" in text:
        raise InvalidInputError(
            f"{place} has a NUL (U+0000) at character {text.index(chr(0)) + 1}. Remove it."
        )
    return text


def _escapes(text: str) -> int:
    """Bytes that JSON adds to a text: a backslash for quotes and line breaks, more for control characters."""
    simple = text.count('"') + text.count("\\") + text.count("\n") + text.count("\r") + text.count("\t")
    return simple + 5 * sum(1 for character in text if character < " ") if not text.isprintable() else simple

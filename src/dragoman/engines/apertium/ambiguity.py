"""Interpret a tagger's reports about its state.

At an ambiguity class that it was not trained for, `apertium-tagger` looks for the smallest trained class that
includes it, and by mistake makes that its open class, which decides about all unknown words from then on
(`find_similar_ambiguity_class` assigns through a reference). Where no trained class smaller than the open one
includes it, nothing changes. That is so for most reports: most taggers that report need not be replaced.
Whether it is so can be read from the beginning of a model's file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

_REPORT: Final = b"new ambiguity class"
_CLASS: Final = re.compile(rb"^New ambiguity class: \{([^{}\n]*)\}$", re.MULTILINE)
_MOST_CLASSES: Final = 100_000  # a file with more is not what we take it for


@dataclass(frozen=True, slots=True, kw_only=True)
class TaggerModel:
    """The part of a hidden Markov model on which its tagger's state depends."""

    tags: Mapping[bytes, int]
    open_class: frozenset[int]
    classes: Sequence[frozenset[int]]  # those it was trained for, in its order
    known: dict[bytes, bool] = field(default_factory=dict, compare=False)  # answers given before

    def is_changed_by(self, names: bytes) -> bool:
        """Whether a new ambiguity class, its tags' names joined by commas, changes an unchanged tagger."""
        if names not in self.known:
            self.known[names] = self._is_changed_by(names)
        return self.known[names]

    def _is_changed_by(self, names: bytes) -> bool:
        numbers = [self.tags.get(name) for name in names.split(b",")]
        wanted = frozenset(number for number in numbers if number is not None)
        if len(wanted) < len(numbers) or self.open_class not in self.classes:
            return True
        return any(wanted <= trained and len(trained) < len(self.open_class) for trained in self.classes)


def reports_change(model: TaggerModel | None, heard: bytes) -> bool:
    """Whether a tagger's report on standard error about a segment means that its state changed.

    A report that cannot be parsed counts as a change. Users' words in it can at most cause a needless "yes".
    """
    if _REPORT not in heard:
        return False
    classes = _CLASS.findall(heard)
    if model is None or len(classes) < heard.count(_REPORT):
        return True
    return any(model.is_changed_by(names) for names in classes)


def read_model(file: Path) -> TaggerModel | None:
    """Parse a model's file (`.prob`); None if its format is unknown."""
    try:
        reader = _Reader(file.read_bytes())
        model = _read(reader)
    except (OSError, IndexError, ValueError, OverflowError):
        return None
    return model if model.open_class in model.classes and len(model.tags) > max(model.open_class) else None


def _read(reader: _Reader) -> TaggerModel:
    """The order of the file: open class, forbidden pairs, tags, index of tags, enforced successors, preferred
    forms, constants, ambiguity classes; then the probabilities."""
    open_class, tag = set(), 0
    for _ in range(reader.number()):
        tag += reader.number()
        open_class.add(tag)
    for _ in range(reader.number()):
        reader.number()
        reader.number()
    tags = {reader.text().encode(): number for number in range(reader.number())}
    for _ in range(reader.number()):
        reader.text()
        reader.number()
    for _ in range(reader.number()):
        reader.number()
        reader.numbers()
    for _ in range(reader.number()):
        reader.text()
    for _ in range(reader.number()):
        reader.text()
        reader.number()
    count = reader.number()
    if count > _MOST_CLASSES:
        raise ValueError("not a model of a tagger")
    classes = tuple(frozenset(reader.numbers()) for _ in range(count))
    reader.number()  # of states
    if reader.number() != count:  # the observations are the classes
        raise ValueError("not a model of a tagger")
    return TaggerModel(tags=tags, open_class=frozenset(open_class), classes=classes)


class _Reader:
    """Reads the numbers of Apertium's binary files: the first two bits count the bytes that follow."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._place = 0

    def number(self) -> int:
        first = self._data[self._place]
        end = self._place + 1 + (first >> 6)
        if end > len(self._data):
            raise ValueError("the file ends early")
        value = int.from_bytes(bytes((first & 0x3F, *self._data[self._place + 1 : end])), "big")
        self._place = end
        return value

    def numbers(self) -> list[int]:
        return [self.number() for _ in range(self.number())]

    def text(self) -> str:
        return "".join(map(chr, self.numbers()))

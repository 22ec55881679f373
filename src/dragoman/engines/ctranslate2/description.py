"""`engine.toml`: the description of a model beside its files, written by `dragoman engines add`.

A running service reads only this: recognition and measurements are done once. Operators may change the
quality, the pairs and the method for codes in it.
"""

from __future__ import annotations

import enum
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any, Final

import orjson

from dragoman.engines.engine import EnginePair, Quality
from dragoman.languages import canonical, is_well_formed

FILE_NAME: Final = "engine.toml"
SOURCE: Final = "{source}"  # in lists of tokens: the token of the source language
TARGET: Final = "{target}"

_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,62}")
_MOST_BYTES: Final = 4 * 1024 * 1024


class Layout(enum.StrEnum):
    """What files a model came with, and how its languages are named."""

    OPUS = "opus-mt"
    NLLB = "nllb-200"
    M2M = "m2m-100"
    MADLAD = "madlad-400"
    ARGOS = "argos"


class PlacingMethod(enum.StrEnum):
    """How inline codes get into the translation."""

    ALIGNMENT = "alignment"  # by the model's attention
    MARKERS = "markers"  # as marks in the text, which the model copies
    NONE = "none"  # not by this engine


class BadDescription(ValueError):
    """The description cannot be used; the message has the reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFiles:
    """The files that a model needs, as paths relative to its folder."""

    model: str  # the folder with `model.bin`
    source: str  # the SentencePiece model of source texts
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelTokens:
    """The tokens around the pieces of a text. `{source}` and `{target}` are the languages' tokens."""

    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    prefix: tuple[str, ...] = ()  # that a translation begins with


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """What `engines add` measured. Zero: it was not measured."""

    memory_mb: int = 0
    words_per_second: float = 0
    alignment: float = 0  # share of the words that alignment attributed rightly
    markers: float = 0  # share of the sentences that kept their marks around the right words


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelDescription:
    """A model that can be loaded."""

    name: str
    version: str
    layout: Layout
    quality: Quality
    files: ModelFiles
    tokens: ModelTokens
    languages: Mapping[str, str]  # the token of each language, "" where the model has none
    pairs: tuple[tuple[str, str], ...]  # none: every pair of languages
    longest: int  # pieces of one input
    placing: PlacingMethod = PlacingMethod.ALIGNMENT
    stand_in: str = ""  # what placeholders are written as, with `{n}`; "": they are left out and inserted
    measured: Measured = field(default=Measured())

    def all_pairs(self) -> tuple[tuple[str, str], ...]:
        """The directions that the model translates."""
        if self.pairs:
            return self.pairs
        return tuple((a, b) for a in self.languages for b in self.languages if a != b)

    def engine_pairs(self) -> tuple[EnginePair, ...]:
        """The same, for the table of engines."""
        return tuple(
            EnginePair(source=source, target=target, quality=self.quality)
            for source, target in self.all_pairs()
        )

    def fill(self, tokens: tuple[str, ...], *, source: str, target: str) -> list[str]:
        """Tokens with those of the languages in them."""
        own = {SOURCE: self.languages.get(source, ""), TARGET: self.languages.get(target, "")}
        return [filled for token in tokens if (filled := own.get(token, token))]


def read_description(folder: Path) -> ModelDescription:
    """Read the description in a model's folder. Raises `BadDescription` and OSError."""
    path = folder / FILE_NAME
    if path.stat().st_size > _MOST_BYTES:
        raise BadDescription(f"{FILE_NAME} is too large.")
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadDescription(f"{FILE_NAME} cannot be read: {error}.") from None
    try:
        return _read(content)
    except KeyError as error:
        raise BadDescription(f"{FILE_NAME} has no {error.args[0]}.") from None
    except (TypeError, AttributeError):
        raise BadDescription(f"{FILE_NAME} has a value of the wrong type.") from None
    except BadDescription:
        raise
    except ValueError as error:
        raise BadDescription(f"{FILE_NAME}: {error}.") from None


def _read(content: Mapping[str, Any]) -> ModelDescription:
    files, tokens = content["files"], content.get("tokens", {})
    languages = {str(tag): str(token) for tag, token in content["languages"].items()}
    pairs = tuple((str(source), str(target)) for source, target in content.get("pairs", ()))
    for tag in (*languages, *(tag for pair in pairs for tag in pair)):
        if not is_well_formed(tag) or canonical(tag) != tag:
            raise BadDescription(f"{FILE_NAME} names a language {tag!r}, which is no canonical BCP 47 tag.")
    for source, target in pairs:
        if source == target or source not in languages or target not in languages:
            raise BadDescription(
                f"{FILE_NAME} has the pair {source}-{target}, which its languages do not have."
            )
    measured = content.get("measured", {})
    return ModelDescription(
        name=check_name(str(content["name"])),
        version=str(content["version"]).strip(),
        layout=Layout(content["layout"]),
        quality=Quality(content["quality"]),
        files=ModelFiles(**{key: _inside(str(files[key])) for key in ("model", "source", "target")}),
        tokens=ModelTokens(**{key: tuple(map(str, value)) for key, value in tokens.items()}),
        languages=languages,
        pairs=pairs,
        longest=_within(int(content["longest"]), 16, 4096),
        placing=PlacingMethod(content.get("placing", PlacingMethod.ALIGNMENT)),
        stand_in=str(content.get("stand_in", "")),
        measured=Measured(**{key: value for key, value in measured.items() if key in Measured.__slots__}),
    )


def check_name(name: str) -> str:
    """A name that an engine may have. Raises `BadDescription`."""
    if not _NAME.fullmatch(name):
        raise BadDescription(
            f"{name!r} cannot be the name of an engine: it has small letters, digits and low lines, "
            "and begins with a letter."
        )
    return name


def make_name(text: str) -> str:
    """A name made of the name of a file or folder: `opus-mt-en-es` is `opus_mt_en_es`."""
    words = re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")[:62].rstrip("_")
    return words if _NAME.fullmatch(words) else f"model_{words}".rstrip("_")[:62]


def write_description(description: ModelDescription) -> str:
    """The text of `engine.toml`."""
    one = description
    lines = [
        "# Written by `dragoman engines add`. Quality (high, medium, gist), pairs and placing (alignment,",
        "# markers, none) may be changed; a running service takes that up.",
        *(f"{key} = {_value(value)}" for key, value in _top(one).items()),
    ]
    if one.pairs:
        lines += ["pairs = [", *(f"  {_value(list(pair))}," for pair in one.pairs), "]"]
    sections: dict[str, Mapping[str, object]] = {
        "files": {key: getattr(one.files, key) for key in ModelFiles.__slots__},
        "tokens": {key: list(getattr(one.tokens, key)) for key in ModelTokens.__slots__},
        "languages": dict(one.languages),
        "measured": {key: getattr(one.measured, key) for key in Measured.__slots__},
    }
    for title, values in sections.items():
        lines += ["", f"[{title}]", *(f"{_value(key)} = {_value(value)}" for key, value in values.items())]
    return "\n".join(lines) + "\n"


def _top(one: ModelDescription) -> dict[str, object]:
    return {
        "name": one.name,
        "version": one.version,
        "layout": str(one.layout),
        "quality": str(one.quality),
        "longest": one.longest,
        "placing": str(one.placing),
        "stand_in": one.stand_in,
    }


def _value(value: object) -> str:
    """Strings, numbers and lists of strings are written alike in TOML and JSON."""
    return orjson.dumps(value).decode()


def _inside(path: str) -> str:
    """A relative path that stays within the folder."""
    steps = PurePosixPath(path).parts
    if PurePosixPath(path).is_absolute() or ".." in steps:
        raise BadDescription(f"{FILE_NAME} names the file {path!r}, which is not in its folder.")
    return path


def _within(value: int, least: int, most: int) -> int:
    if not least <= value <= most:
        raise BadDescription(f"{FILE_NAME}: longest must be from {least} to {most}.")
    return value

"""Convert a Fluent pattern to segments and back.

A pattern without a selector is one segment, with its placeables as codes. A pattern with one selector becomes
one whole text for each variant; if it selects by number, for each variant that the target language needs. A
pattern with more selectors keeps its structure: each text in it is a segment, with the selectors as codes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from dragoman.formats.fluent.reading import Element, Pattern, Placeable, Variant
from dragoman.formats.format import Languages
from dragoman.messages import plurals
from dragoman.segments import Code, CodeKind, Part, Segment, Text, codes, normalise
from dragoman.text_io.errors import ConversionFailed

_MOST_DATA: Final = 200  # characters of a code's display
_ORDINAL: Final = re.compile(r"type\s*:\s*\"ordinal\"")
_BRACE: Final = re.compile(r"[{}]")
_MARK: Final = re.compile("\0([0-9]+)\0")
_LINE_START: Final = re.compile(r"\n( *)([\[*.])")


@dataclass(frozen=True, slots=True, kw_only=True)
class PatternText:
    """One text of a pattern."""

    path: str  # unique in its pattern
    elements: tuple[Element, ...]
    key: str = ""  # of the variant, where the pattern is a choice

    def segment(self) -> Segment:
        """The text as a segment."""
        parts: list[Part] = []
        number = 0
        for element in self.elements:
            if isinstance(element, str):
                parts.append(Text(text=element))
                continue
            number += 1
            data = element.raw if not element.variants else f"{{ {element.selector} -> … }}"
            data = data if len(data) <= _MOST_DATA else data[: _MOST_DATA - 1] + "…"
            parts.append(Code(id=str(number), kind=CodeKind.STANDALONE, type="variable", data=data))
        return normalise(parts)

    def codes(self) -> dict[str, Placeable]:
        """The source of each code, by id."""
        placeables = (element for element in self.elements if isinstance(element, Placeable))
        return {str(number): placeable for number, placeable in enumerate(placeables, start=1)}

    def write(self, target: Segment) -> str:
        """A target in Fluent's syntax, its lines without indentation, with a mark for each code."""
        if Counter(code.id for code in codes(target)) != Counter(list(self.codes())):
            raise ConversionFailed(
                "The translation of a message does not have the placeholders of its source."
            )
        parts = [escape(part.text) if isinstance(part, Text) else f"\0{part.id}\0" for part in target]
        return _LINE_START.sub(r'\n\1{"\2"}', "".join(parts).strip(" \n"))


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedPattern:
    """A pattern split into its texts."""

    pattern: Pattern
    texts: tuple[PatternText, ...]
    choice: Placeable | None = None  # all texts are variants of this one
    fed_by: Mapping[str, str] | None = None  # key to write → key of the source's variant
    inner: tuple[ParsedPattern, ...] = ()  # of a pattern that keeps its structure: those of its variants
    prefix: str = ""


def escape(text: str) -> str:
    """Escape a text, except for the special beginnings of a pattern and its lines."""
    text = text.replace("\0", "").replace("\r\n", "\n").replace("\r", "\n")
    return _BRACE.sub(lambda found: f'{{"{found[0]}"}}', text)


def put_codes(text: str, raw: Mapping[str, str]) -> str:
    """Replace the marks in a written target by their codes."""
    return _MARK.sub(lambda found: raw[found[1]], text)


def read_pattern(pattern: Pattern, languages: Languages, *, prefix: str = "") -> ParsedPattern:
    """Split a pattern into its texts."""
    chosen = [e for e in pattern.elements if isinstance(e, Placeable) and e.variants]
    if not chosen:
        return ParsedPattern(
            pattern=pattern,
            texts=(PatternText(path=prefix.removesuffix("."), elements=tuple(pattern.elements)),),
            prefix=prefix,
        )
    if len(chosen) == 1 and not any(_has_choice(variant.pattern) for variant in chosen[0].variants):
        fed_by = _fed_by(chosen[0], languages)
        at = pattern.elements.index(chosen[0])
        before, after = pattern.elements[:at], pattern.elements[at + 1 :]
        by_key = {variant.key: variant for variant in chosen[0].variants}
        texts = tuple(
            PatternText(
                path=f"{prefix}{key}",
                elements=_joined([*before, *by_key[source].pattern.elements, *after]),
                key=key,
            )
            for key, source in fed_by.items()
        )
        return ParsedPattern(pattern=pattern, texts=texts, choice=chosen[0], fed_by=fed_by, prefix=prefix)
    inner = tuple(
        read_pattern(variant.pattern, languages, prefix=f"{prefix}{number}.{variant.key}.")
        for number, element in enumerate(chosen, start=1)
        for variant in element.variants
    )
    own = PatternText(path=prefix.removesuffix(".") or "0", elements=tuple(pattern.elements))
    return ParsedPattern(pattern=pattern, texts=(own,), inner=inner, prefix=prefix)


def all_texts(reading: ParsedPattern) -> Iterator[PatternText]:
    """Every text of a pattern, in order."""
    yield from reading.texts
    for inner in reading.inner:
        yield from all_texts(inner)


def _joined(elements: Sequence[Element]) -> tuple[Element, ...]:
    found: list[Element] = []
    for element in elements:
        if isinstance(element, str) and found and isinstance(found[-1], str):
            found[-1] += element
        else:
            found.append(element)
    return tuple(found)


def _has_choice(pattern: Pattern) -> bool:
    return any(isinstance(element, Placeable) and element.variants for element in pattern.elements)


def _fed_by(choice: Placeable, languages: Languages) -> dict[str, str]:
    """The variants to write, each with the variant of the source that it is translated from."""
    keys = [variant.key for variant in choice.variants]
    named = [key for key in keys if not _is_number(key)]
    default = next(variant for variant in choice.variants if variant.is_default)
    if default.key != plurals.OTHER or not set(named) <= set(plurals.CATEGORIES):
        return {key: key for key in keys}
    ordinal = _ORDINAL.search(choice.selector) is not None
    wanted = plurals.categories(languages.target, ordinal=ordinal)
    shows = {v.key: _shows_number(v, choice.selector) for v in choice.variants if v.key in named}

    def source(key: str) -> str:
        return plurals.feeding(key, shows_number=shows, language=languages.target, ordinal=ordinal)

    order = keys if set(named) == set(wanted) else [*(key for key in keys if key not in named), *wanted]
    return {key: source(key) if key in wanted else key for key in order}


def _shows_number(variant: Variant, selector: str) -> bool:
    """Whether a variant contains the number itself."""
    found = re.search(r"\$[A-Za-z][\w\-]*", selector)
    name = found[0] if found else selector
    return any(
        isinstance(element, Placeable) and re.search(rf"{re.escape(name)}(?![\w\-])", element.raw)
        for element in variant.pattern.elements
    )


def _is_number(key: str) -> bool:
    return key[0] in "-0123456789"

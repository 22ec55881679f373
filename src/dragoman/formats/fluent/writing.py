"""Write patterns with translations, as Fluent source."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from dragoman.formats.fluent.patterns import ParsedPattern, PatternText, put_codes
from dragoman.formats.fluent.reading import Pattern, Placeable, Variant
from dragoman.segments import Segment
from dragoman.text_io.splice import Replacement, splice

EMPTY: Final = '{""}'
_SPECIAL: Final = frozenset("[*.")


@dataclass(frozen=True, slots=True)
class FluentSource:
    """The source of a file."""

    text: str
    ending: str  # of its lines


def replacements(
    reading: ParsedPattern, source: FluentSource, targets: Mapping[str, Segment]
) -> list[Replacement]:
    """The replacements that write `targets` (path of a text → translation) into a pattern."""
    changed = {
        text.path for text in reading.texts if text.path in targets and targets[text.path] != text.segment()
    }
    if reading.choice is None:
        own = reading.texts[0]
        if not changed:
            return [found for inner in reading.inner for found in replacements(inner, source, targets)]
        raw = _raw(own, reading, source, targets)
        return [_placed(reading.pattern, source, own.write(targets[own.path]), raw)]
    if not changed:
        return []
    by_key = {variant.key: variant for variant in reading.choice.variants}
    assert reading.fed_by is not None
    alone = len(reading.pattern.elements) == 1 and list(reading.fed_by) == list(by_key)
    if alone:
        return [
            _placed(by_key[text.key].pattern, source, text.write(targets[text.path]), _codes(text))
            for text in reading.texts
            if text.path in changed
        ]
    written = source.ending.join(_choice(reading, reading.choice, source, targets))
    return [Replacement(reading.pattern.start, reading.pattern.end, written)]


def _codes(text: PatternText) -> dict[str, str]:
    return {identity: placeable.raw for identity, placeable in text.codes().items()}


def _raw(
    own: PatternText, reading: ParsedPattern, source: FluentSource, targets: Mapping[str, Segment]
) -> dict[str, str]:
    """The source of each code of a pattern that keeps its structure; selectors have translations in them."""
    inner = [found for part in reading.inner for found in replacements(part, source, targets)]
    raw: dict[str, str] = {}
    for identity, element in own.codes().items():
        within = [r for r in inner if element.start <= r.start and r.end <= element.end]
        raw[identity] = splice(source.text, within, start=element.start, end=element.end)
    return raw


def _placed(pattern: Pattern, source: FluentSource, text: str, raw: Mapping[str, str]) -> Replacement:
    """A text in place of a pattern: its lines are indented, and none begins with a special character."""
    if text[:1] in _SPECIAL and pattern.block:
        text = f'{{"{text[0]}"}}{text[1:]}'
    first, *others = text.split("\n")
    written = [first, *(f"{pattern.indent}{line}" if line.strip() else "" for line in others)]
    return Replacement(pattern.start, pattern.end, put_codes(source.ending.join(written), raw) or EMPTY)


def _choice(
    reading: ParsedPattern, choice: Placeable, source: FluentSource, targets: Mapping[str, Segment]
) -> list[str]:
    """The lines of the rewritten selector, with all text around it in its variants."""
    first, last = choice.variants[0], choice.variants[-1]
    opening = source.text[choice.start : first.start].replace("\r\n", "\n")
    closing = source.text[last.pattern.end : choice.end].replace("\r\n", "\n")
    indent = opening.rpartition("\n")[2] if "\n" in opening else reading.pattern.indent
    default = next(variant for variant in choice.variants if variant.is_default)
    lines = [opening.rpartition("\n")[0].rstrip() if "\n" in opening else opening.rstrip()]
    for text in reading.texts:
        star = "*" if text.key == default.key else ""
        column = indent[:-1] if star and indent.endswith(" ") and not first.is_default else indent
        column += " " if first.is_default and not star else ""
        deeper = _deeper(choice.variants[0], column)
        head, *others = text.write(targets.get(text.path, text.segment())).split("\n")
        written = [f"{column}{star}[{text.key}] {head or EMPTY}"]
        written += [f"{deeper}{line}" if line.strip() else "" for line in others]
        lines += [put_codes(line, _codes(text)) for line in written]
    tail = closing.rpartition("\n")[2] if "\n" in closing else "}"
    lines.append(tail if "\n" in closing else f"{reading.pattern.indent}}}")
    return lines


def _deeper(variant: Variant, column: str) -> str:
    return variant.pattern.indent if len(variant.pattern.indent) > len(column) else f"{column}    "

"""A string in ICU MessageFormat to segments and back.

`{n, plural, …}` and `{x, select, …}` are taken apart: each combination of branches becomes one segment with
the text before and after the choice in it, so that engines get whole sentences. Plural branches are those
that the target language needs, exact ones (`=0`) and `other`. A message with too many variants keeps its
shape instead: each of its texts is a segment, with the choices in it as codes.

`messages.icu` parses messages, `icu_branches` finds their variants.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from dragoman.formats.format import Languages
from dragoman.formats.units.icu_branches import MessageVariant, Template, TooManyBranches, flatten, keep_shape
from dragoman.messages.icu import Apostrophes, has_choices, parse_message
from dragoman.messages.icu_model import IcuChoice, Literal
from dragoman.messages.icu_quoting import Quoting
from dragoman.segments import Segment, Text, codes
from dragoman.text_io.errors import ConversionFailed


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageText:
    """A string that is a message, with its texts in reading order."""

    text: str
    variants: tuple[MessageVariant, ...]
    template: Template = field(repr=False)
    apostrophes: Apostrophes


def read_message(
    text: str,
    languages: Languages,
    *,
    apostrophes: Apostrophes = Apostrophes.OPTIONAL,
    always: bool = False,
) -> MessageText | None:
    """Read a string that is a message with choices; None for any other, which is ordinary text.

    With `always` (the format says that its strings are messages) also one with only arguments or quoting.
    """
    # Where apostrophes always quote, a translation may need them although its source has none.
    quotes = always and apostrophes is Apostrophes.REQUIRED
    if not (quotes or has_choices(text) or (always and ("{" in text or "'" in text))):
        return None
    message = parse_message(text, apostrophes)
    if message is None or not (always or any(isinstance(node, IcuChoice) for node in message)):
        return None
    if message == () or (message == (Literal(text),) and not quotes):
        return None
    try:
        template: Template = flatten(message, languages, text=text)
    except TooManyBranches:
        template = keep_shape(message, text=text)
    return MessageText(
        text=text, variants=tuple(_list_variants(template)), template=template, apostrophes=apostrophes
    )


def write_message(message: MessageText, targets: Mapping[str, Segment]) -> str:
    """Write a message with `targets` (path → translation); the other texts stay as they are.

    A message in which nothing changed keeps its spelling. Raises ConversionFailed when codes are not those of
    the text.
    """
    if all(targets.get(variant.path, variant.segment) == variant.segment for variant in message.variants):
        return message.text
    return _write(message.template, message, targets)


def _list_variants(template: Template) -> Iterator[MessageVariant]:
    for piece in template:
        if isinstance(piece, MessageVariant):
            yield piece
            for nested in piece.written.values():
                yield from _list_variants(nested)


# --- writing ----------------------------------------------------------------------------------------------


def _write(template: Template, message: MessageText, targets: Mapping[str, Segment]) -> str:
    return "".join(
        piece if isinstance(piece, str) else _write_variant(piece, message, targets) for piece in template
    )


def _write_variant(variant: MessageVariant, message: MessageText, targets: Mapping[str, Segment]) -> str:
    segment = targets.get(variant.path, variant.segment)
    if Counter(codes(segment)) != Counter(codes(variant.segment)):
        raise ConversionFailed("The translation of a message does not have the placeholders of its source.")
    tags = "'<" not in message.text
    quoting = Quoting(variant.spellings, message.apostrophes, counted=variant.counted, tags=tags)
    return "".join(
        quoting.write(part.text)
        if isinstance(part, Text)
        else _write(variant.written[part.id], message, targets)
        for part in segment
    )

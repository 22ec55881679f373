"""An engine that answers wrongly on purpose, in every way that engines have been seen to.

Which way, the text decides. What it does to codes it does to texts with codes only: a text without any comes
back right, or empty, or far too long.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from dragoman.engines.engine import NO_GUIDANCE, EnginePair, Guidance
from dragoman.segments import Code, CodeKind, Part, Segment, Text, codes, normalise, plain_text, render
from scripts.structure.moving import MovingEngine, move
from scripts.structure.words import style_of

Fault: TypeAlias = Callable[[Segment], Segment]


class WrongEngine(MovingEngine):
    """Moves words as `MovingEngine`, and then does harm. With a `fault`, always that one."""

    def __init__(self, fault: Fault | None = None) -> None:
        self._fault = fault

    async def translate(
        self, batch: Sequence[Segment], pair: EnginePair, _guidance: Guidance = NO_GUIDANCE, /
    ) -> list[Segment]:
        """Answer a batch wrongly; never fails."""
        style = style_of(pair.target)
        return [self._harm(segment, move(segment, style)) for segment in batch]

    def _harm(self, source: Segment, answer: Segment) -> Segment:
        chance = zlib.crc32(render(source).encode())
        if self._fault is not None:
            return self._fault(answer)
        if not any(codes(source)):
            return TEXT_FAULTS[chance % 97](answer) if chance % 97 < len(TEXT_FAULTS) else answer
        return FAULTS[chance % len(FAULTS)](answer)


def lose_codes(answer: Segment) -> Segment:
    """No code at all."""
    return normalise(part for part in answer if isinstance(part, Text))


def lose_ends(answer: Segment) -> Segment:
    """Pairs are opened and never closed."""
    return normalise(part for part in answer if isinstance(part, Text) or part.kind is not CodeKind.CLOSE)


def lose_pairs(answer: Segment) -> Segment:
    """Only standalone codes are left."""
    return normalise(part for part in answer if isinstance(part, Text) or part.kind is CodeKind.STANDALONE)


def double_codes(answer: Segment) -> Segment:
    """Everything twice, side by side."""
    return normalise(copy for part in answer for copy in ([part, part] if isinstance(part, Code) else [part]))


def invent_codes(answer: Segment) -> Segment:
    """Codes that were not sent, one of them with an id that was."""
    new = [Code(id="99", kind=CodeKind.STANDALONE, type="tag", data="<new>")]
    known = [Code(id=code.id, kind=CodeKind.CLOSE, type="tag", data="</made-up>") for code in codes(answer)]
    return normalise((*new, *answer, *known[:1]))


def swap_pairs(answer: Segment) -> Segment:
    """Each pair is where the next one was."""
    pairs = [code for code in codes(answer) if code.kind is CodeKind.OPEN]
    closings = {code.id: code for code in codes(answer) if code.kind is CodeKind.CLOSE}
    turned = {
        old.id: new for old, new in zip(pairs, pairs[1:] + pairs[:1], strict=True) if new.id in closings
    }
    return tuple(
        part
        if isinstance(part, Text) or part.id not in turned or part.kind is CodeKind.STANDALONE
        else turned[part.id]
        if part.kind is CodeKind.OPEN
        else closings[turned[part.id].id]
        for part in answer
    )


def empty_pairs(answer: Segment) -> Segment:
    """Each pair closes where it opens; its words come behind it."""
    closings = {code.id: code for code in codes(answer) if code.kind is CodeKind.CLOSE}
    parts: list[Part] = []
    for part in answer:
        if isinstance(part, Code) and part.kind is CodeKind.CLOSE:
            continue
        parts.append(part)
        if isinstance(part, Code) and part.kind is CodeKind.OPEN and part.id in closings:
            parts.append(closings[part.id])
    return normalise(parts)


def push_out(answer: Segment) -> Segment:
    """The last word of each pair is behind it."""
    parts: list[Part] = []
    for part in answer:
        last = parts[-1] if parts else None
        if isinstance(part, Code) and part.kind is CodeKind.CLOSE and isinstance(last, Text):
            before, blank, word = last.text.rpartition(" ")
            parts[-1:] = [Text(text=before), part, Text(text=blank + word)]
        else:
            parts.append(part)
    return normalise(parts)


def glue(answer: Segment) -> Segment:
    """No blank behind pairs; a word that is all of the next pair is in the one before it."""
    parts: list[Part] = []
    waiting: list[Part] = []  # from the end of a pair up to the next text
    for part in answer:
        if isinstance(part, Code) and (waiting or part.kind is CodeKind.CLOSE):
            waiting.append(part)
        elif isinstance(part, Text) and waiting:
            text = part.text.lstrip()
            is_whole = isinstance(waiting[-1], Code) and waiting[-1].kind is CodeKind.OPEN
            parts += (
                [Text(text=text), *waiting] if is_whole and " " not in text else [*waiting, Text(text=text)]
            )
            waiting = []
        else:
            parts.append(part)
    return normalise((*parts, *waiting))


def wrap_all(answer: Segment) -> Segment:
    """All pairs around everything."""
    opened = list({code.id: code for code in codes(answer) if code.kind is CodeKind.OPEN}.values())
    closings = {code.id: code for code in codes(answer) if code.kind is CodeKind.CLOSE}
    inside = (part for part in answer if isinstance(part, Text) or part.kind is CodeKind.STANDALONE)
    return normalise(
        (*opened, *inside, *(closings[code.id] for code in reversed(opened) if code.id in closings))
    )


def cross_pairs(answer: Segment) -> Segment:
    """Pairs end one text too late."""
    parts = list(answer)
    for at in range(len(parts) - 2, -1, -1):
        part = parts[at]
        if isinstance(part, Code) and part.kind is CodeKind.CLOSE:
            parts[at : at + 2] = parts[at + 1], part
    return tuple(parts)


def move_standalone(answer: Segment) -> Segment:
    """Standalone codes come last."""
    alone = [part for part in answer if isinstance(part, Code) and part.kind is CodeKind.STANDALONE]
    return normalise((*(part for part in answer if part not in alone), *alone))


def drop_end(answer: Segment) -> Segment:
    """No mark at the end, no blank at tags."""
    return normalise(
        Text(text=part.text.strip(" .!?。！？")) if isinstance(part, Text) else part for part in answer
    )


def say_nothing(answer: Segment) -> Segment:
    """Codes without any text."""
    return tuple(codes(answer))


def babble(answer: Segment) -> Segment:
    """Far too much."""
    return normalise((*answer, Text(text=f" {plain_text(answer)[:40]}" * 400)))


CODE_FAULTS: Final[tuple[Fault, ...]] = (
    lose_codes,
    lose_ends,
    lose_pairs,
    double_codes,
    invent_codes,
    swap_pairs,
    empty_pairs,
    push_out,
    glue,
    wrap_all,
    cross_pairs,
    move_standalone,
    drop_end,
)
TEXT_FAULTS: Final[tuple[Fault, ...]] = (say_nothing, babble)
FAULTS: Final = CODE_FAULTS + TEXT_FAULTS

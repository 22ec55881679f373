"""Inline codes: none lost, none added, pairs nested, and all in the same order.

Codes are equal if their data is equal; ids only distinguish them within a segment. Codes that are shown as
text, such as a protected placeholder, are compared by the check of that text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from dragoman.messages.addresses import find_addresses
from dragoman.messages.placeholders import find_placeholders
from dragoman.quality.model import Check, Finding, Severity, Span
from dragoman.quality.view import PairView, visible_code
from dragoman.segments import Code, CodeKind, Segment, Text, is_nested

CODE_MISSING: Final = Check(
    code="CODE_MISSING",
    severity=Severity.ERROR,
    fixable=False,
    description="An inline code of the source (a tag, a footnote mark, a protected piece) is not in the "
    "translation. A pair counts once.",
    message="A code of the source is missing in the translation; put it around or beside the words it "
    "belongs to.",
)
CODE_EXTRA: Final = Check(
    code="CODE_EXTRA",
    severity=Severity.ERROR,
    fixable=False,
    description="The translation has an inline code that the source does not have, or more often.",
    message="This code is not in the source, or not as often; remove it.",
)
CODE_PAIRING: Final = Check(
    code="CODE_PAIRING",
    severity=Severity.ERROR,
    fixable=False,
    description="Pairs of inline codes cross each other, or one is closed before it is opened.",
    message="Pairs of codes cross, or one is closed before it is opened; close the innermost pair first.",
)
CODE_ORDER: Final = Check(
    code="CODE_ORDER",
    severity=Severity.NOTICE,
    fixable=False,
    description="A pair of codes lies within another pair than in the source, or standalone codes "
    "(images, notes, not placeholders) changed places.",
    message="Codes are in another order, or within other codes, than in the source; see whether that is "
    "meant.",
)

# White space is compared as text, and the texts of a message are translated.
_COMPARED_AS_TEXT: Final = frozenset({"space", "message", "number"})

_Key: TypeAlias = tuple[CodeKind, str]


class _Placed(NamedTuple):
    code: Code
    place: int  # in the plain text


def check_codes(pair_view: PairView) -> Iterator[Finding]:
    """`CODE_MISSING`, `CODE_EXTRA`, `CODE_PAIRING` and `CODE_ORDER`."""
    pair = pair_view.pair
    source, target = _codes(pair.source), _codes(pair.target)
    if not source and not target:
        return
    missing = _surplus(source, target, pair_view.target.text)
    extra = _surplus(target, source, pair_view.source.text)
    for placed in missing:
        yield CODE_MISSING.found(source=_point(placed))
    for placed in extra:
        yield CODE_EXTRA.found(target=_point(placed))
    if not is_nested(pair.target) and is_nested(pair.source):
        crossing = _first_crossing(target)
        if crossing is not None:
            yield CODE_PAIRING.found(target=_point(crossing))
    elif not missing and not extra:
        moved = _moved(source, target)
        if moved is not None:
            yield CODE_ORDER.found(target=_point(moved))


def _codes(segment: Segment) -> list[_Placed]:
    """The codes that are compared as codes."""
    placed, place = [], 0
    for part in segment:
        if isinstance(part, Text):
            place += len(part.text)
        elif not _is_text(part):
            placed.append(_Placed(part, place))
    return placed


def _is_text(code: Code) -> bool:
    if code.kind is not CodeKind.STANDALONE:
        return False
    if code.type in _COMPARED_AS_TEXT or (code.type == "entity" and visible_code(code).isspace()):
        return True
    if code.type == "variable":
        found = find_placeholders(code.data)
        return len(found) == 1 and found[0].end - found[0].start == len(code.data) and found[0].sure
    return code.type in ("url", "email") and find_addresses(code.data) == ((0, len(code.data)),)


def _key(code: Code) -> _Key:
    return code.kind, code.data or code.type


def _surplus(one: Sequence[_Placed], other: Sequence[_Placed], shown: str) -> list[_Placed]:
    """The codes of one side that the other lacks, an opened pair once. What the other shows it does not "
    "lack."""
    waiting = Counter(_key(placed.code) for placed in other)
    surplus: list[_Placed] = []
    halves: set[str] = set()
    for placed in one:
        key = _key(placed.code)
        if waiting[key]:
            waiting[key] -= 1
        elif placed.code.kind is CodeKind.CLOSE and placed.code.id in halves:
            continue
        elif placed.code.kind is not CodeKind.STANDALONE or not _key_of(shown, placed.code):
            surplus.append(placed)
            if placed.code.kind is CodeKind.OPEN:
                halves.add(placed.code.id)
    return surplus


def _key_of(shown: str, code: Code) -> bool:
    """Whether a protected code occurs in the text unchanged."""
    return (
        code.type not in ("tag", "fmt")
        and not code.data.startswith("<")
        and bool(code.data)
        and code.data in shown
    )


def _first_crossing(placed: Sequence[_Placed]) -> _Placed | None:
    around: list[str] = []
    for one in placed:
        if one.code.kind is CodeKind.OPEN:
            around.append(one.code.id)
        elif one.code.kind is CodeKind.CLOSE and (not around or around.pop() != one.code.id):
            return one
    return next((one for one in placed if one.code.id in around), None)


def _moved(source: Sequence[_Placed], target: Sequence[_Placed]) -> _Placed | None:
    """The first pair that is inside other pairs than in the source, or standalone code that moved."""
    before = Counter((_key(placed.code), around) for placed, around in _enclosing_pairs(source))
    for placed, around in _enclosing_pairs(target):
        key = (_key(placed.code), around)
        if not before[key]:
            return placed
        before[key] -= 1
    alone = [_key(placed.code) for placed in source if _keeps_place(placed.code)]
    now = [placed for placed in target if _keeps_place(placed.code)]
    return next((placed for key, placed in zip(alone, now, strict=False) if key != _key(placed.code)), None)


def _enclosing_pairs(placed: Sequence[_Placed]) -> Iterator[tuple[_Placed, _Key | None]]:
    """Each opened pair with the pair that encloses it."""
    around: list[Code] = []
    for one in placed:
        if one.code.kind is CodeKind.OPEN:
            yield one, _key(around[-1]) if around else None
            around.append(one.code)
        elif one.code.kind is CodeKind.CLOSE and around:
            around.pop()


def _keeps_place(code: Code) -> bool:
    """Whether a code must keep its place: images, breaks and notes do; codes that represent words move."""
    return code.kind is CodeKind.STANDALONE and code.type not in _SPOKEN


_SPOKEN: Final = frozenset(
    {
        "email",
        "emoji",
        "entity",
        "handle",
        "hashtag",
        "path",
        "protected",
        "template",
        "url",
        "uuid",
        "variable",
        "version",
    }
)


def _point(placed: _Placed) -> Span:
    return Span(start=placed.place, end=placed.place)

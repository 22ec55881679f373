"""Consistency over many pairs: one source one translation, and one translation one source."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from dragoman.quality.model import Check, Finding, Pair, Severity, Span
from dragoman.segments import Code, Segment, Text, plain_text
from dragoman.unicode_normalization import normalize

TARGETS_DIFFER: Final = Check(
    code="TARGETS_DIFFER",
    severity=Severity.NOTICE,
    fixable=False,
    description="The same source is translated in another way elsewhere among the pairs that were checked "
    "together.",
    message="The same source has another translation elsewhere; use one of them for all, or see why not.",
)
SOURCES_DIFFER: Final = Check(
    code="SOURCES_DIFFER",
    severity=Severity.NOTICE,
    fixable=False,
    description="Sources that differ in more than case, marks and white space have the same translation.",
    message="Another source has the same translation; see whether both mean the same.",
)

_BLANKS: Final = re.compile(r"\s+")
_MARKS: Final = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchFinding:
    """A finding about one pair of many."""

    index: int  # of the pair
    finding: Finding
    others: tuple[int, ...]  # the pairs that it is inconsistent with


def check_batch(pairs: Sequence[Pair]) -> list[BatchFinding]:
    """`TARGETS_DIFFER` and `SOURCES_DIFFER`, in the order of the pairs.

    Every pair of a group whose translations (sources) are not all the same has its finding. Pairs without a
    translation, and texts without letters, are ignored.
    """
    compared = [index for index, pair in enumerate(pairs) if _key_of(pair.target) and _key_of(pair.source)]
    findings = [
        *_disagreements(pairs, compared, by=_source_text, differ=_target_text, check=TARGETS_DIFFER),
        *_disagreements(pairs, compared, by=_target_text, differ=_source_words, check=SOURCES_DIFFER),
    ]
    return sorted(findings, key=lambda found: (found.index, found.finding.code))


def _disagreements(
    pairs: Sequence[Pair],
    compared: Sequence[int],
    *,
    by: Callable[[Pair], str],
    differ: Callable[[Pair], str],
    check: Check,
) -> Iterator[BatchFinding]:
    groups: defaultdict[tuple[str, str, str], dict[str, list[int]]] = defaultdict(dict)
    for index in compared:
        pair = pairs[index]
        group = groups[pair.source_language, pair.target_language, by(pair)]
        group.setdefault(differ(pair), []).append(index)
    for group in groups.values():
        if len(group) < 2:
            continue
        everyone = sorted(index for members in group.values() for index in members)
        for members in group.values():
            own = set(members)
            others = tuple(index for index in everyone if index not in own)
            for index in members:
                yield BatchFinding(index=index, finding=_finding(check, pairs[index]), others=others)


def _finding(check: Check, pair: Pair) -> Finding:
    source, target = (Span(start=0, end=len(plain_text(side))) for side in (pair.source, pair.target))
    return check.found(source=source, target=target)


def _key_of(segment: Segment) -> bool:
    return any(map(str.isalpha, plain_text(segment)))


def _source_text(pair: Pair) -> str:
    return _written(pair.source)


def _target_text(pair: Pair) -> str:
    return _written(pair.target)


def _source_words(pair: Pair) -> str:
    return _MARKS.sub(" ", _written(pair.source).casefold()).strip()


def _written(segment: Segment) -> str:
    """A segment normalised for comparison: white space and the coding of letters do not matter."""
    parts = (part.text if isinstance(part, Text) else _shown(part) for part in segment)
    return normalize("NFC", _BLANKS.sub(" ", "".join(parts)).strip())


def _shown(code: Code) -> str:
    return f"\ufffc{code.kind}{code.data}\ufffc"

"""Finding the most similar earlier segment of the same texts by shared shingles, without comparing all.

The work for a segment is bounded: of the segments that share a shingle only the latest are candidates, and of
these the ones that share the most are compared.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from dragoman.analysis.model import LEAST
from dragoman.memories.fingerprints import Fingerprint, choose_probes, find_shingles, write_signature
from dragoman.memories.scoring import longest_for, most_edits, rate_signatures, score, shortest_for

_PROBES: Final = 12  # of a segment
_LATEST: Final = 24  # segments kept for each shingle
_COMPARED: Final = 24  # of a segment's candidates
_SCORED: Final = 3  # of these


@dataclass(slots=True)
class EarlierSegments:
    """The distinct segments so far, in order."""

    _fingerprints: list[Fingerprint] = field(default_factory=list)
    _signatures: list[str] = field(default_factory=list)
    _by_shingle: dict[int, deque[int]] = field(
        default_factory=lambda: defaultdict(partial(deque, maxlen=_LATEST))
    )

    def compare_and_add(self, fingerprint: Fingerprint) -> int:
        """Return the best score of an earlier segment, 0 where none reaches `LEAST`; then add this one."""
        shingles = find_shingles(fingerprint.tokens, salt="")
        signature = write_signature(fingerprint.tokens)
        best = self._compare(fingerprint, signature, shingles)
        number = len(self._fingerprints)
        self._fingerprints.append(fingerprint)
        self._signatures.append(signature)
        for shingle in shingles:
            self._by_shingle[shingle].append(number)
        return best

    def _compare(self, fingerprint: Fingerprint, signature: str, shingles: dict[int, int]) -> int:
        length = len(fingerprint.tokens)
        probes = choose_probes(shingles, edits=most_edits(length, least=LEAST), most=_PROBES)
        votes: Counter[int] = Counter()
        for probe in probes:
            votes.update(self._by_shingle.get(probe, ()))
        shortest, longest = shortest_for(length, least=LEAST), longest_for(length, least=LEAST)
        rated = sorted(
            (
                (points, number)
                for number, _ in votes.most_common(_COMPARED)
                if shortest <= len(self._signatures[number]) <= longest
                and (points := rate_signatures(signature, self._signatures[number], least=LEAST))
            ),
            reverse=True,
        )
        scores = (score(fingerprint, self._fingerprints[number]) for _, number in rated[:_SCORED])
        best = max(scores, default=0)
        return best if best >= LEAST else 0

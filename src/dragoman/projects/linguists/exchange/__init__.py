"""XLIFF out and back: a translation's segments for people with other tools, and what they made of them.

`writing` makes packages (`writing1` and `writing2` their vocabularies, `tags` names codes), `omegat` projects
of OmegaT, `reading` reads
what comes back, `joining` finds the segments again where a tool cut a text anew, `matching` whether a file
fits, `deciding` what it changes, by `fingerprints` of what went out too.
"""

from dragoman.projects.linguists.exchange.matching import PackageChanges, compare
from dragoman.projects.linguists.exchange.model import (
    MemoryProposal,
    Package,
    PackageHeader,
    SegmentProblem,
    TermHint,
    Version,
    digest_of,
)
from dragoman.projects.linguists.exchange.omegat import write_project
from dragoman.projects.linguists.exchange.reading import read
from dragoman.projects.linguists.exchange.writing import write

__all__ = [
    "MemoryProposal",
    "Package",
    "PackageChanges",
    "PackageHeader",
    "SegmentProblem",
    "TermHint",
    "Version",
    "compare",
    "digest_of",
    "read",
    "write",
    "write_project",
]

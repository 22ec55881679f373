"""The exchange of a translation's segments with CAT tools as XLIFF: packages out, and what comes back.

`writing` makes packages (`writing_xliff_1_2` and `writing_xliff_2` by version, `tags` names codes), `omegat`
projects of OmegaT. `reading` parses returned packages, `joining` aligns the segments of units that a tool has
cut anew, `matching` validates a package, `deciding` chooses the changes, with `fingerprints` of the export.
"""

from dragoman.projects.linguists.exchange.matching import PackageChanges, compare
from dragoman.projects.linguists.exchange.model import (
    MemoryProposal,
    Package,
    PackagedTerm,
    PackageHeader,
    SegmentProblem,
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
    "PackagedTerm",
    "SegmentProblem",
    "Version",
    "compare",
    "digest_of",
    "read",
    "write",
    "write_project",
]

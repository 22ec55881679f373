"""Making a package: a file of XLIFF with all that a linguist's tool can use."""

from __future__ import annotations

from dragoman.projects.linguists.exchange import writing_xliff_1_2, writing_xliff_2
from dragoman.projects.linguists.exchange.model import Package, Version


def write(version: Version, package: Package) -> bytes:
    """The file, in UTF-8. The same package gives the same bytes."""
    pieces = writing_xliff_1_2.write(package) if version is Version.ONE else writing_xliff_2.write(package)
    return "".join(pieces).encode()

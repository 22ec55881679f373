"""Packages of linguists on pages: what their kinds are called, and how they are imported."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from dragoman.dashboard.page.forms import PageForm
from dragoman.dashboard.page.locale import mark, translate
from dragoman.projects.linguists.importing import PackageImportOptions
from dragoman.projects.linguists.packages import PackageKind

_KINDS: Final[Mapping[PackageKind, str]] = {
    PackageKind.XLIFF_2: mark("XLIFF 2"),
    PackageKind.XLIFF_1_2: mark("XLIFF 1.2"),
    PackageKind.OMEGAT: mark("Project of OmegaT"),
}


def package_kinds() -> Sequence[tuple[str, str]]:
    """The kinds of packages and what they are called, the usual one first."""
    return [(kind.value, translate(name)) for kind, name in _KINDS.items()]


def read_package_kind(text: str) -> PackageKind:
    """Read the kind of a package; for anything else it is the usual one."""
    return PackageKind(text) if text in set(PackageKind) else PackageKind.XLIFF_2


def read_import_options(form: PageForm) -> PackageImportOptions:
    """Read how packages are imported from the boxes that `packages.html` shows."""
    return PackageImportOptions(
        partial=form.flag("partial"), overwrite=form.flag("overwrite"), confirm=form.flag("confirm")
    )

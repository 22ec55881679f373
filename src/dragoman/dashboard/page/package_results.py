"""How packages of linguists are imported, read from a form."""

from __future__ import annotations

from dragoman.dashboard.page.forms import PageForm
from dragoman.projects.linguists.importing import PackageImportOptions


def read_import_options(form: PageForm) -> PackageImportOptions:
    """Read how packages are imported from the boxes that `packages.html` shows."""
    return PackageImportOptions(
        partial=form.flag("partial"), overwrite=form.flag("overwrite"), confirm=form.flag("confirm")
    )

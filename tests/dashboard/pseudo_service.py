"""`dragoman` with one more language for its pages, whose catalogues are in the folder `PSEUDO_CATALOGS`."""

from __future__ import annotations

import os
from pathlib import Path

from dragoman.__main__ import main
from dragoman.dashboard.page import locale
from tests.dashboard.pseudo import LANGUAGE

if __name__ == "__main__":
    locale._CATALOGS = Path(os.environ["PSEUDO_CATALOGS"])  # type: ignore[misc]
    locale.LANGUAGES[LANGUAGE] = "Pseudo"
    main()

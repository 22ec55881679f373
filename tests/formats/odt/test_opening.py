"""LibreOffice opens translated documents."""

from __future__ import annotations

import shutil

import pytest

from dragoman.formats.odp import FORMAT as ODP
from dragoman.formats.ods import FORMAT as ODS
from dragoman.formats.odt import FORMAT as ODT
from scripts.corpus_office import open_in_office
from tests.formats.odp import samples as odp
from tests.formats.ods import samples as ods
from tests.formats.odt import samples as odt
from tests.formats.odt.roundtrip import translate


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("soffice"), reason="needs LibreOffice")
@pytest.mark.timeout(300)
def test_translations_open_in_libreoffice() -> None:
    written = {
        name.replace(".", f"-{entry.info.name}."): translate(data, entry=entry)
        for entry, module in ((ODT, odt), (ODS, ods), (ODP, odp))
        for name, data in module.SAMPLES.items()
    }
    assert open_in_office(written) == set(written)

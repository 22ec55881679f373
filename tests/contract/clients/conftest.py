"""What the generated clients are made from: the document of the live service."""

from __future__ import annotations

from pathlib import Path

import httpx2
import pytest

from tests.live import LiveService
from tests.waiting import CEILING


@pytest.fixture(scope="session")
def document(live: LiveService, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The OpenAPI document as the service answers it."""
    path = tmp_path_factory.mktemp("clients") / "openapi.json"
    path.write_bytes(httpx2.get(f"{live.url}/openapi.json", timeout=CEILING).content)
    return path


@pytest.fixture(scope="session")
def tmx() -> str:
    header = (
        'srclang="en" segtype="sentence" adminlang="en" datatype="plaintext" o-tmf="x" creationtool="x" '
        'creationtoolversion="1"'
    )
    unit = (
        '<tu><tuv xml:lang="en"><seg>The house.</seg></tuv><tuv xml:lang="es"><seg>La casa.</seg></tuv></tu>'
    )
    return f'<tmx version="1.4"><header {header}/><body>{unit}</body></tmx>'

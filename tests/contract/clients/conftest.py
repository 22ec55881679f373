"""What the generated clients send."""

from __future__ import annotations

import pytest


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

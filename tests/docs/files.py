"""Files that a reader of the documentation has: documents, a translation memory, texts with translations."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tests.docs.blocks import ROOT
from tests.formats.docx import packages as word

_DOCUMENTS: Final = ("report.docx", "manual.docx")
_MEMORY: Final = """<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.4"><header creationtool="a" creationtoolversion="1" segtype="sentence" o-tmf="a"
 adminlang="en" srclang="en" datatype="plaintext"/><body>
<tu><tuv xml:lang="en"><seg>Open the front cover.</seg></tuv>
 <tuv xml:lang="de"><seg>Frontklappe öffnen.</seg></tuv></tu>
<tu><tuv xml:lang="en"><seg>Close the tray.</seg></tuv>
 <tuv xml:lang="de"><seg>Fach schließen.</seg></tuv></tu>
</body></tmx>
"""


def write_files(folder: Path) -> None:
    """Write them all."""
    for name in _DOCUMENTS:
        paragraph = "<w:p><w:r><w:t>The red house is big.</w:t></w:r></w:p>"
        (folder / name).write_bytes(word.body(paragraph))
    (folder / "node_modules").symlink_to(ROOT / "node_modules")  # what npm would fetch
    (folder / "manuals.tmx").write_text(_MEMORY, encoding="utf-8")

"""OmegaT without a window: a project, translated as far as its memory goes."""

from __future__ import annotations

import io
import os
import subprocess
import zipfile
from collections.abc import Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from tests.waiting import CEILING


def translate(folder: Path, archive: bytes, texts: Sequence[tuple[str, str]]) -> tuple[bytes, bytes]:
    """The file of a project as OmegaT 3.6 writes it with these translations too, and as it was.

    Texts are as OmegaT shows them: `<g0>`, `</g0>` and `<x1/>` for inline elements.
    """
    with zipfile.ZipFile(io.BytesIO(archive)) as project:
        project.extractall(folder)
    units = "".join(
        f'<tu><tuv lang="en"><seg>{escape(source)}</seg></tuv>'
        f'<tuv lang="es"><seg>{escape(target)}</seg></tuv></tu>'
        for source, target in texts
    )
    saved = folder / "omegat" / "project_save.tmx"
    saved.write_text(
        saved.read_text(encoding="utf-8").replace("</body>", f"{units}</body>"), encoding="utf-8"
    )
    subprocess.run(
        ["omegat", str(folder), "--mode=console-translate", f"--config-dir={folder / 'settings'}"],
        env={**os.environ, "HOME": str(folder)},
        check=True,
        capture_output=True,
        timeout=CEILING,
    )
    (source,) = (folder / "source").iterdir()
    return (folder / "target" / source.name).read_bytes(), source.read_bytes()

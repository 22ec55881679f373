"""OmegaT without a window: a project with one file and a memory, translated as far as the memory goes."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from xml.sax.saxutils import escape

_PROJECT = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<omegat><project version="1.0">
<source_dir>__DEFAULT__</source_dir><target_dir>__DEFAULT__</target_dir><tm_dir>__DEFAULT__</tm_dir>
<glossary_dir>__DEFAULT__</glossary_dir><glossary_file>__DEFAULT__</glossary_file>
<dictionary_dir>__DEFAULT__</dictionary_dir><source_lang>EN</source_lang><target_lang>ES</target_lang>
<source_tok>org.omegat.tokenizer.LuceneEnglishTokenizer</source_tok>
<target_tok>org.omegat.tokenizer.DefaultTokenizer</target_tok><sentence_seg>true</sentence_seg>
<support_default_translations>true</support_default_translations><remove_tags>false</remove_tags>
</project></omegat>
"""
_HEAD = (
    '<header creationtool="OmegaT" o-tmf="OmegaT TMX" adminlang="EN" datatype="plaintext" '
    'creationtoolversion="3.6" segtype="sentence" srclang="EN"/>'
)


def translate(folder: Path, data: bytes, texts: Sequence[tuple[str, str]]) -> bytes:
    """The file `a.xlf` as OmegaT 3.6 writes it with these translations.

    Texts are as OmegaT shows them: `<g0>`, `</g0>` and `<x1/>` for inline elements.
    """
    for name in ("source", "target", "tm", "omegat", "glossary", "dictionary"):
        (folder / name).mkdir(parents=True)
    (folder / "omegat.project").write_text(_PROJECT)
    (folder / "source" / "a.xlf").write_bytes(data)
    units = "".join(
        f'<tu><tuv lang="EN"><seg>{escape(source)}</seg></tuv>'
        f'<tuv lang="ES"><seg>{escape(target)}</seg></tuv></tu>'
        for source, target in texts
    )
    (folder / "omegat" / "project_save.tmx").write_text(
        f'<?xml version="1.0" encoding="UTF-8"?><tmx version="1.1">{_HEAD}<body>{units}</body></tmx>',
        encoding="utf-8",
    )
    subprocess.run(
        ["omegat", str(folder), "--mode=console-translate", f"--config-dir={folder / 'settings'}"],
        env={**os.environ, "HOME": str(folder)},
        check=True,
        capture_output=True,
        timeout=180,
    )
    return (folder / "target" / "a.xlf").read_bytes()

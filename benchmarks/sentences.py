"""Sentences to translate: a file's, FLORES-200 where it is, else the standard library's docstrings."""

from __future__ import annotations

import ast
import re
import sysconfig
from pathlib import Path

from dragoman.segmentation import sentences

FLORES = Path("../shared/eval")
_FLORES_NAMES = {"en": "eng", "es": "spa", "fr": "fra", "ca": "cat", "pt": "por", "it": "ita", "gl": "glg"}
_PROSE = re.compile(r"[A-Z][A-Za-z ,;:'()-]*[.?!]")


def load_sentences(language: str, *, file: Path | None, most: int) -> tuple[str, list[str]]:
    """Where the sentences come from, and at most so many, one a line."""
    flores = FLORES / f"flores200-devtest.{_FLORES_NAMES.get(language, language)}"
    if file is not None:
        return str(file), _lines(file)[:most]
    if flores.is_file():
        return "FLORES-200 devtest", _lines(flores)[:most]
    if language != "en":
        raise FileNotFoundError(f"no sentences in {language}: name a file with --text")
    return "docstrings of the standard library", _docstring_sentences(most)


def _lines(path: Path) -> list[str]:
    return [line.strip() for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def _docstring_sentences(most: int) -> list[str]:
    found: dict[str, None] = {}
    for path in sorted(Path(sysconfig.get_paths()["stdlib"]).glob("*.py")):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                continue
            for paragraph in (ast.get_docstring(node) or "").split("\n\n"):
                for sentence in sentences(" ".join(paragraph.split()), language="en"):
                    if _PROSE.fullmatch(sentence.strip()) and 5 <= len(sentence.split()) <= 40:
                        found[sentence.strip()] = None
        if len(found) >= most:
            break
    return list(found)[:most]

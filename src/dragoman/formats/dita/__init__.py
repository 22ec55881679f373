"""DITA topics and maps; `rules.toml` says what their elements are."""

from typing import Final

from dragoman.formats.dita.document import DitaFormat

FORMAT: Final = DitaFormat()

"""InCopy stories (ICML)."""

from typing import Final

from dragoman.formats.icml.document import IcmlFormat

FORMAT: Final = IcmlFormat()

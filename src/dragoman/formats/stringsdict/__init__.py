"""stringsdict: the plural rules of Apple's systems."""

from typing import Final

from dragoman.formats.stringsdict.document import StringsdictFormat

FORMAT: Final = StringsdictFormat()

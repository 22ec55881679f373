"""strings: the string tables of Apple's systems."""

from typing import Final

from dragoman.formats.strings.document import StringsFormat

FORMAT: Final = StringsFormat()

"""xcstrings: Xcode's string catalogs."""

from typing import Final

from dragoman.formats.xcstrings.document import XcstringsFormat

FORMAT: Final = XcstringsFormat()

"""ARB: the application resource bundles of Flutter and Dart."""

from typing import Final

from dragoman.formats.arb.document import ArbFormat

FORMAT: Final = ArbFormat()

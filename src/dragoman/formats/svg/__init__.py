"""SVG drawings; `rules.toml` says what their elements are."""

from typing import Final

from dragoman.formats.svg.document import SvgFormat

FORMAT: Final = SvgFormat()

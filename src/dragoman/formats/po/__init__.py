"""PO: gettext's message catalogues and their templates."""

from typing import Final

from dragoman.formats.po.document import PoFormat

FORMAT: Final = PoFormat()

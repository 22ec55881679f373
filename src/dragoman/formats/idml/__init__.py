"""InDesign documents as packages of XML (IDML)."""

from typing import Final

from dragoman.formats.idml.document import IdmlFormat

FORMAT: Final = IdmlFormat()

"""JSON: resource files of many dialects, and plain data with texts in it."""

from typing import Final

from dragoman.formats.json.document import JsonFormat

FORMAT: Final = JsonFormat()

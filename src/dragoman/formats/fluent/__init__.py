"""Fluent: the translation lists of Mozilla's projects (.ftl)."""

from typing import Final

from dragoman.formats.fluent.document import FluentFormat

FORMAT: Final = FluentFormat()

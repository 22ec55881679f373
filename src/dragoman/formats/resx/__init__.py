"""resx and resw: the resource files of .NET and of Windows apps."""

from typing import Final

from dragoman.formats.resx.document import ResxFormat

FORMAT: Final = ResxFormat()

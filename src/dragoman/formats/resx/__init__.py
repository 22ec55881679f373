"""resx and resw: the resource files of .NET and of Windows apps."""

from dragoman.formats.resx.format import FORMAT

__all__ = ["FORMAT"]

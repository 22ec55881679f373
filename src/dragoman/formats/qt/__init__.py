"""Qt: the message files of Qt Linguist."""

from dragoman.formats.qt.format import FORMAT

__all__ = ["FORMAT"]

"""Qt: the message files of Qt Linguist."""

from typing import Final

from dragoman.formats.qt.document import QtFormat

FORMAT: Final = QtFormat()

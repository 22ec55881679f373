"""Android: string resources (`res/values/strings.xml`)."""

from typing import Final

from dragoman.formats.android.document import AndroidFormat

FORMAT: Final = AndroidFormat()

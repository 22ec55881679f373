"""Advanced SubStation Alpha and SubStation Alpha subtitles."""

from typing import Final

from dragoman.formats.ass.document import AssFormat

FORMAT: Final = AssFormat()

"""Android: string resources (`res/values/strings.xml`)."""

from dragoman.formats.android.format import FORMAT

__all__ = ["FORMAT"]

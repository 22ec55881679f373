"""ARB: the application resource bundles of Flutter and Dart."""

from dragoman.formats.arb.format import FORMAT

__all__ = ["FORMAT"]

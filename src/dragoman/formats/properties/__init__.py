"""Java properties: resource bundles of Java programs."""

from dragoman.formats.properties.document import FORMAT

__all__ = ["FORMAT"]

"""Java properties: resource bundles of Java programs."""

from dragoman.formats.properties.format import FORMAT

__all__ = ["FORMAT"]

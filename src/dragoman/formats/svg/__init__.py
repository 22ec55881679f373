"""SVG drawings; `rules.toml` has the rules for their elements."""

from dragoman.formats.svg.format import FORMAT

__all__ = ["FORMAT"]

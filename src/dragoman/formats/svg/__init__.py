"""SVG drawings; `rules.toml` says what their elements are."""

from dragoman.formats.svg.format import FORMAT

__all__ = ["FORMAT"]

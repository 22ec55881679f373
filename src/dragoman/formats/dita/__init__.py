"""DITA topics and maps; `rules.toml` has the rules for their elements."""

from dragoman.formats.dita.format import FORMAT

__all__ = ["FORMAT"]

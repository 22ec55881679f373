"""DITA topics and maps; `rules.toml` says what their elements are."""

from dragoman.formats.dita.format import FORMAT

__all__ = ["FORMAT"]

"""TOML: resource files such as those of go-i18n and Hugo, and plain data with texts in it."""

from dragoman.formats.toml.format import FORMAT

__all__ = ["FORMAT"]

"""YAML: resource files of Rails, Symfony, i18next and others, and plain data with texts in it."""

from dragoman.formats.yaml.format import FORMAT

__all__ = ["FORMAT"]

"""Tables of separated values: CSV and TSV."""

from dragoman.formats.csv.format import FORMAT

__all__ = ["FORMAT"]

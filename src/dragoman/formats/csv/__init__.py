"""Tables of separated values: CSV and TSV."""

from typing import Final

from dragoman.formats.csv.document import CsvFormat

FORMAT: Final = CsvFormat()

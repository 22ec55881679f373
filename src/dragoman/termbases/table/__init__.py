"""Terms in tables of separated values: a row for each concept, a column for each language.

`columns` says what columns may be called, `cells` how several terms stand in one cell, `rows` reads lines.
"""

from dragoman.termbases.table.reading import TableOptions, read_table
from dragoman.termbases.table.writing import Layout, find_layout, write_table

__all__ = ["Layout", "TableOptions", "find_layout", "read_table", "write_table"]

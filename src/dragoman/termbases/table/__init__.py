"""Term bases as tables of separated values: a row for each concept, a column for each language.

`rows` reads rows, `columns` recognises columns by their names, `cells` separates several values in a cell.
"""

from dragoman.termbases.table.reading import TableOptions, TablePreview, preview_table, read_table
from dragoman.termbases.table.writing import TableLayout, find_layout, write_table

__all__ = [
    "TableLayout",
    "TableOptions",
    "TablePreview",
    "find_layout",
    "preview_table",
    "read_table",
    "write_table",
]

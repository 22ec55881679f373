"""The format "ods": OpenDocument spreadsheets and templates, packed or as flat XML."""

from __future__ import annotations

from typing import Final

from dragoman.formats import find_entry
from dragoman.formats.families.odf.format import OdfFormat
from dragoman.formats.format import FormatInfo, Option
from dragoman.formats.paragraphs.options import COMMENTS, DIRECTION, PROPERTIES

INFO: Final = FormatInfo(
    file_type=find_entry("ods"),
    title="OpenDocument spreadsheet",
    translated=(
        "cells with text",
        "headers and footers of pages",
        "shapes and text boxes",
        "titles and labels of charts",
        "help and error messages of validations",
        "labels of forms",
        "alternative texts of pictures",
    ),
    left_alone=(
        "formulas and their results, numbers and dates",
        "names of sheets and ranges",
        "hidden rows, columns and sheets",
        "cells that allow only values of a list",
        "pivot tables, and the field names in their sources",
        "comments",
        "title and keywords of the file",
        "values and names of charts",
        "pictures and embedded files",
    ),
    options=(
        Option(
            name="hiddenText",
            default=False,
            description="Translate hidden sheets, rows, columns and text too.",
        ),
        COMMENTS,
        PROPERTIES,
        DIRECTION,
    ),
)

FORMAT: Final = OdfFormat(info=INFO, body="office:spreadsheet")

"""The format "odt": OpenDocument texts and templates, packed or as flat XML."""

from __future__ import annotations

from typing import Final

from dragoman.formats import find_entry
from dragoman.formats.families.odf.format import OdfFormat
from dragoman.formats.format import FormatInfo
from dragoman.formats.paragraphs.options import COMMENTS, DIRECTION, HIDDEN_TEXT, PROPERTIES
from dragoman.messages.placeholder_grammars import PROSE

INFO: Final = FormatInfo(
    file_type=find_entry("odt"),
    title="OpenDocument text",
    translated=(
        "paragraphs, headings, tables and lists",
        "headers, footers, footnotes and endnotes",
        "text boxes, titles and labels of charts",
        "links and their tooltips",
        "placeholders and input fields",
        "marks for indexes, and titles of indexes",
        "tables of contents, indexes and cross references, with the translations of the texts they repeat",
        "tracked insertions",
        "labels of forms",
        "alternative texts of pictures",
    ),
    left_alone=(
        "hidden text and hidden sections",
        "tracked deletions",
        "entries of tables of contents and indexes that repeat no text of the document",
        "fields that the program computes",
        "values of lists, calendars and check boxes in forms",
        "comments",
        "title and keywords of the file",
        "formulas, pictures and embedded files",
        "values of charts",
    ),
    placeholders=PROSE,
    options=(
        HIDDEN_TEXT,
        COMMENTS,
        PROPERTIES,
        DIRECTION,
    ),
)

FORMAT: Final = OdfFormat(info=INFO, body="office:text")

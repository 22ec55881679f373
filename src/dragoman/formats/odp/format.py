"""The format "odp": OpenDocument presentations and templates, packed or as flat XML."""

from __future__ import annotations

from typing import Final

from dragoman.formats import find_entry
from dragoman.formats.families.odf.format import OdfFormat
from dragoman.formats.format import FormatInfo, Option
from dragoman.formats.paragraphs.options import COMMENTS, DIRECTION, PROPERTIES
from dragoman.messages.placeholder_grammars import PROSE

INFO: Final = FormatInfo(
    file_type=find_entry("odp"),
    title="OpenDocument presentation",
    translated=(
        "titles, texts, lists, tables and shapes of slides",
        "speaker notes",
        "headers and footers",
        "titles and labels of charts",
        "links and their tooltips",
        "alternative texts of pictures",
    ),
    left_alone=(
        "hidden slides",
        "texts of masters",
        "fields that the program computes",
        "names of slides and animations",
        "comments",
        "title and keywords of the file",
        "values and names of charts",
        "pictures and embedded files",
    ),
    placeholders=PROSE,
    options=(
        Option(name="notes", default=True, description="Translate speaker notes."),
        Option(name="hiddenText", default=False, description="Translate hidden slides and text too."),
        COMMENTS,
        Option(name="masters", default=False, description="Translate the texts of masters too."),
        PROPERTIES,
        DIRECTION,
    ),
)

FORMAT: Final = OdfFormat(info=INFO, body="office:presentation")

"""What the match bands of an analysis are called on pages, in the order of reports."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dragoman.analysis.model import Band
from dragoman.dashboard.page.locale import mark, translate

BAND_NAMES: Final[Mapping[Band, str]] = {
    Band.CONTEXT: mark("In a memory, in the same context"),
    Band.EXACT: mark("In a memory"),
    Band.REPETITION: mark("Repeated in the file"),
    Band.REPETITION_ACROSS: mark("Repeated from another file"),
    Band.FUZZY_95: mark("Like a memory's, 95–99"),
    Band.FUZZY_85: mark("Like a memory's, 85–94"),
    Band.FUZZY_75: mark("Like a memory's, 75–84"),
    Band.FUZZY_50: mark("Like a memory's, 50–74"),
    Band.INTERNAL_95: mark("Like an earlier sentence, 95–99"),
    Band.INTERNAL_85: mark("Like an earlier sentence, 85–94"),
    Band.INTERNAL_75: mark("Like an earlier sentence, 75–84"),
    Band.INTERNAL_50: mark("Like an earlier sentence, 50–74"),
    Band.NONE: mark("New"),
    Band.NUMBERS: mark("Numbers and signs only"),
    Band.PROTECTED: mark("Left alone"),
}


def name_band(band: Band) -> str:
    """What a match band is called."""
    return translate(BAND_NAMES[band])

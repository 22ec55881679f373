"""The number of plural forms of a language in Qt, which differs from CLDR's and gettext's."""

from __future__ import annotations

from typing import Final

from dragoman.languages import is_well_formed, primary

_USUAL: Final = 2
_FORMS: Final = {
    code: count
    for count, languages in (
        (1, "bi bo dz fa fj gn hu id ja jv ko ms my na om su th tr tt vi yo za zh"),
        (3, "be bs cs dv ga gv hr ik iu lt lv mi mk pl ro ru sa se sk sm sr uk"),
        (4, "gd mt sl"),
        (5, "cy"),
        (6, "ar"),
    )
    for code in languages.split()
}


def count_forms(language: str) -> int:
    """The number of forms for a language (BCP 47)."""
    return _FORMS.get(primary(language) if is_well_formed(language) else language, _USUAL)

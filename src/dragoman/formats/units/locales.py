"""Languages as named in files: `de`, `de_DE`, `zh-Hant`."""

from __future__ import annotations

import re
from typing import Final

from dragoman.languages import is_well_formed, primary, script

_REGION: Final = re.compile(r"-([A-Za-z]{2}|[0-9]{3})(?=-|\Z)")


def is_same_language(one: str, other: str) -> bool:
    """Whether one code is the other or its prefix (RFC 4647), or both mean one script and no other region."""
    first, second = (code.replace("_", "-").casefold() for code in (one, other))
    if first == second or first.startswith(second + "-") or second.startswith(first + "-"):
        return True
    if not (is_well_formed(first) and is_well_formed(second)):
        return False
    if primary(first) != primary(second):
        return False
    regions = {found.group(1) for code in (first, second) if (found := _REGION.search(code))}
    return len(regions) < 2 and script(first) == script(second)

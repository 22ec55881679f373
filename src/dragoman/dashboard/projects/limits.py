"""How large the forms of projects may be."""

from __future__ import annotations

from typing import Final

from dragoman.http.route_policy import UploadLimit
from dragoman.projects.linguists.exchange.model import LARGEST_FILE

_AT_ONCE: Final = 10  # files of the largest size in one form without script; with it each has its own

FILES_LIMIT: Final = UploadLimit(
    file_bytes=lambda settings: _AT_ONCE * settings.max_document_bytes,
    kind="Files",
    advice="Send fewer at once.",
)
PACKAGES_LIMIT: Final = UploadLimit(file_bytes=lambda _: LARGEST_FILE, advice="Send several archives.")

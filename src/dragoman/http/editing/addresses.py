"""Which translation, and which segment of it, the path of a request names."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends

from dragoman.http.editing.segment_requests import SegmentNumber
from dragoman.http.fields import Id, TranslationId
from dragoman.projects.linguists.editing.opening import SegmentAddress, TranslationAddress


async def _find_translation(project_id: Id, translation_id: TranslationId) -> TranslationAddress:
    return TranslationAddress(project_id=project_id, translation_id=translation_id)


async def _find_segment(
    project_id: Id, translation_id: TranslationId, number: SegmentNumber
) -> SegmentAddress:
    return SegmentAddress(project_id=project_id, translation_id=translation_id, number=number)


AtTranslation = Annotated[TranslationAddress, Depends(_find_translation)]
AtSegment = Annotated[SegmentAddress, Depends(_find_segment)]

"""Import the file of a form into a memory."""

from __future__ import annotations

from typing import Final

from fastapi import Response

from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.request import PageRequest
from dragoman.http.forms import read_pieces
from dragoman.http.route_policy import UploadLimit
from dragoman.memories.imports.actions import MemoryUpload, import_upload
from dragoman.memories.imports.model import ImportOptions
from dragoman.memories.model import UnitStatus

MEMORY_LIMIT: Final = UploadLimit(file_bytes=lambda settings: settings.max_memory_bytes)


async def import_file(page: PageRequest, memory_id: int) -> Response:
    """Start the import of the form's file, and go on to where its progress is shown.

    Raises what `import_upload` raises.
    """
    file = page.form.files("file")[0]
    status = page.form.text("status")
    upload = MemoryUpload(
        file_name=file.filename or "",
        size=file.size or 0,
        pieces=read_pieces(file),
        options=ImportOptions(
            status=UnitStatus(status) if status in {one.value for one in UnitStatus} else None
        ),
    )
    made = await import_upload(
        page.runtime.memory_resources(),
        memory_id,
        upload=upload,
        staff=page.staff,
        seen=page.account_scope,
    )
    return page.redirect(f"/ui/memories/{memory_id}/imports/{made.id}", done=_("Import started."))

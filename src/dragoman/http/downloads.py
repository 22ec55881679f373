"""Headers of downloads."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import quote

from dragoman.text_io.file_names import MISLEADING

_NOT_IN_NAMES: Final = re.compile(rf"[/\\{MISLEADING}]")

# What browsers show in spite of all (by a plug-in, or without heeding the disposition) runs nothing, sends
# nothing and belongs to no origin: files are whatever customers sent.
_POLICY: Final = "default-src 'none'; frame-ancestors 'none'; sandbox"


def download_headers(file_name: str, *, size: int | None = None) -> dict[str, str]:
    """The headers of a download; `size` in bytes, where it is known before the file is sent."""
    return {
        "Content-Disposition": _disposition(file_name),
        **({} if size is None else {"Content-Length": str(size)}),
        "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": _POLICY,
        "Cache-Control": "no-store",
    }


def _disposition(file_name: str) -> str:
    """`Content-Disposition` for a download of any name (RFC 6266)."""
    file_name = _NOT_IN_NAMES.sub("_", file_name)
    plain = "".join(
        character if " " <= character <= "~" and character not in '"\\%' else "_" for character in file_name
    )
    extended = "" if plain == file_name else f"; filename*=UTF-8''{quote(file_name, safe='')}"
    return f'attachment; filename="{plain}"{extended}'

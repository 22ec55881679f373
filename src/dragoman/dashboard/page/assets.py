"""Browser files of the pages: style, scripts, icons, fonts. Their addresses change with their content.

An address holds a hash over all files, so that browsers keep them for a year. Files refer to each other by
relative addresses, which keep that hash. Our scripts are served without their comments and indentation, which
are a third of their size.
"""

from __future__ import annotations

import functools
import gzip
import hashlib
import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import rjsmin
from fastapi import APIRouter, Request, Response
from starlette.exceptions import HTTPException

PREFIX: Final = "/ui/assets"

_PACKAGE: Final = Path(__file__).parent.parent
_VENDOR: Final = _PACKAGE.parent / "static/vendor"
_OF_OTHERS: Final = ("htmx", "inter", "lucide")  # folders of other projects' files, copied by `make assets`
_FOREVER: Final = "public, max-age=31536000, immutable"
_COMPRESSED: Final = frozenset({".css", ".js", ".svg"})  # fonts are compressed already

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class BrowserFile:
    """A browser file in memory."""

    content: bytes
    compressed: bytes | None  # with gzip; None: not worth it
    media_type: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BrowserFiles:
    """All browser files by their names, such as `tokens.css` and `htmx/htmx.min.js`."""

    files: Mapping[str, BrowserFile]
    version: str  # changes with the content of any file


@functools.cache
def load_assets() -> BrowserFiles:
    """Read the browser files, once in a process."""
    found = dict(_read_folder(_PACKAGE / "static"))
    for folder in _OF_OTHERS:
        found |= {f"{folder}/{name}": asset for name, asset in _read_folder(_VENDOR / folder).items()}
    digest = hashlib.sha256()
    for name in sorted(found):
        digest.update(name.encode() + b"\0" + found[name].content)
    return BrowserFiles(files=found, version=digest.hexdigest()[:12])


def _read_folder(folder: Path) -> dict[str, BrowserFile]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix)
    return {path.relative_to(folder).as_posix(): _read(path) for path in files}


def _read(path: Path) -> BrowserFile:
    content = path.read_bytes()
    if path.suffix == ".js" and not path.is_relative_to(_VENDOR):  # theirs come minified
        content = rjsmin.jsmin(content)
    kind = "text/javascript" if path.suffix == ".js" else mimetypes.guess_type(path.name)[0]
    return BrowserFile(
        content=content,
        compressed=gzip.compress(content, mtime=0) if path.suffix in _COMPRESSED else None,
        media_type=kind or "application/octet-stream",
    )


def asset_url(name: str) -> str:
    """The address of a browser file. Raises `KeyError` for one that does not exist."""
    assets = load_assets()
    assets.files[name]  # an unknown name is an error of the template, not of the browser
    return f"{PREFIX}/{assets.version}/{name}"


@router.get(PREFIX + "/{version}/{name:path}")
async def get_asset(request: Request, version: str, name: str) -> Response:
    """Answer with a browser file. One asked for by an old address is the current one, kept by no cache."""
    assets = load_assets()
    asset = assets.files.get(name)
    if asset is None:
        raise HTTPException(404)
    headers = {
        "Cache-Control": _FOREVER if version == assets.version else "no-cache",
    }
    content = asset.content
    if asset.compressed is not None:
        headers["Vary"] = "Accept-Encoding"
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            content = asset.compressed
    return Response(content, media_type=asset.media_type, headers=headers)

"""The documentation site at `/docs/…`, as `make docs` built it into the package; `docs` has `/docs` itself.

Its files are public. Only names that the build has made are looked up, so that no path leads out of the site.
Each page is sent with the content security policy that its build has written.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final
from urllib.parse import quote

from fastapi import APIRouter, Request, Response
from starlette.responses import FileResponse, RedirectResponse
from starlette.staticfiles import StaticFiles

SITE: Final = Path(__file__).parent.parent / "documentation_site"
_POLICY_FILE: Final = "content-security-policy.txt"  # what the build writes last
_NOT_BUILT: Final = Path(__file__).parent.parent / "static/docs/not-built.html"
_NOT_BUILT_POLICY: Final = "default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'none'"
_MEDIA_TYPES: Final = {".html": "text/html", ".md": "text/markdown", ".txt": "text/plain"}
# Names of scripts and styles change with their contents; anything else is asked for again, by its ETag.
_HASHED: Final = ("assets/javascripts/", "assets/stylesheets/")

router = APIRouter()
_files = StaticFiles(directory=SITE, check_dir=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class BuiltSite:
    """The names of all files of a built site, below its folder, and its content security policy."""

    names: frozenset[str]
    policy: str


@router.get("/llms.txt", include_in_schema=False)
async def texts_for_language_models(request: Request) -> Response:
    """The list of all pages as text (llmstxt.org)."""
    return _answer("llms.txt", request)


@router.get("/docs/{path:path}", include_in_schema=False)
async def page(path: str, request: Request) -> Response:
    """A page or another file of the site; before it is built, how to get it."""
    return _answer(path, request)


def _answer(path: str, request: Request) -> Response:
    site = _find_site()
    if site is None:
        return _protected(FileResponse(_NOT_BUILT, status_code=404), policy=_NOT_BUILT_POLICY)
    name = f"{path}index.html" if path == "" or path.endswith("/") else path
    if name in site.names:
        return _protected(_file(name, request), policy=site.policy)
    if f"{path}/index.html" in site.names:
        prefix = request.scope.get("root_path", "")
        return RedirectResponse(f"{prefix}/docs/{quote(path)}/", status_code=308)
    return _protected(FileResponse(SITE / "404.html", status_code=404), policy=site.policy)


def _file(name: str, request: Request) -> Response:
    """The answer with a file, or 304 where the client has it."""
    path = SITE / name
    answer = _files.file_response(path, path.stat(), request.scope)
    kind = _MEDIA_TYPES.get(path.suffix)
    if kind is not None and answer.status_code == 200:
        answer.headers["Content-Type"] = f"{kind}; charset=utf-8"
    if name.startswith(_HASHED):
        answer.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    return answer


def _protected(answer: Response, *, policy: str) -> Response:
    answer.headers.setdefault("Cache-Control", "no-cache")
    answer.headers["Content-Security-Policy"] = policy
    answer.headers["Referrer-Policy"] = "no-referrer"
    return answer


def _find_site() -> BuiltSite | None:
    """The site, read again after each build; None before the first."""
    try:
        return _read_site((SITE / _POLICY_FILE).stat().st_mtime_ns)
    except OSError:
        return None


@lru_cache(maxsize=1)
def _read_site(built: int) -> BuiltSite:  # noqa: ARG001 - when it was built: another build is read anew
    names = frozenset(path.relative_to(SITE).as_posix() for path in SITE.rglob("*") if path.is_file())
    policy = (SITE / _POLICY_FILE).read_text(encoding="utf-8").strip()
    return BuiltSite(names=names - {_POLICY_FILE}, policy=policy)

"""Finish built pages, so that they need neither inline styles nor unknown scripts, and work at any host."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

_SCRIPT: Final = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_ALIGNED: Final = re.compile(r' style="text-align: (left|right|center);?"')
_CELL: Final = re.compile(
    r"<td[^>]*>.*?</td>", re.DOTALL
)  # Markdown of tables needs `\|` there, GitHub shows `|`
_WAY_OUT: Final = (
    '<p>There is no page at this address. The <a href="/docs/">first page</a> leads to all of them, '
    "and the search finds words.</p>"
)
_NOT_SEARCHED: Final = ("decisions/0",)  # for contributors, who come by links


def finish_pages(site: Path) -> str:
    """Change all pages of a built site and its index of search; their content security policy."""
    scripts: set[str] = set()
    for path in sorted(site.rglob("*.html")):
        html = _finished(path.read_text(encoding="utf-8"), is_at_root=path.name == "404.html")
        path.write_text(html, encoding="utf-8")
        scripts |= set(_SCRIPT.findall(html))
    (site / "openapi.json").unlink(missing_ok=True)  # the service has its own
    (site / "sitemap.xml").unlink(missing_ok=True)  # it would name a host
    _shorten_search(site / "search.json")
    [bundle] = site.glob("assets/javascripts/bundle.*.js")
    return content_security_policy(scripts, [search_style(bundle.read_text(encoding="utf-8"))])


def _finished(html: str, *, is_at_root: bool) -> str:
    html = _ALIGNED.sub(r' align="\1"', html)
    html = _CELL.sub(lambda cell: cell[0].replace("\\|", "|"), html)
    html = re.sub(r'href="[./]*openapi\.json"', 'href="/openapi.json"', html)
    if is_at_root:  # shown at any address below /docs/, so that relative addresses would lead astray
        html = re.sub(r'(href|src)="/(?!docs|static/|openapi|ui/|llms)', r'\1="/docs/', html)
        html = html.replace('new URL("/",', 'new URL("/docs/",').replace('"base":"/"', '"base":"/docs"')
        html = html.replace("</h1>", f"</h1>\n{_WAY_OUT}")
        html = html.replace('"search":"/assets', '"search":"/docs/assets')
    return html


def search_style(bundle: str) -> str:
    """The one style that the theme's script adds: that of search. Raises ValueError when it is not found."""
    used = re.search(r'"style",\{\},(\w+)\.toString\(\)', bundle)
    found = used and re.search(rf"\b{used[1]}='([^'\\]+)'", bundle)
    if not found:
        raise ValueError("The theme's search adds its style in another way: change search_style.")
    return found[1]


def content_security_policy(scripts: Iterable[str], styles: Iterable[str]) -> str:
    """The policy of all pages: files of this host, and exactly these scripts and styles within pages."""
    return "; ".join(
        [
            "default-src 'none'",
            " ".join(["script-src 'self'", *_hashes(scripts)]),
            " ".join(["style-src 'self'", *_hashes(styles)]),
            "font-src 'self'",
            "img-src 'self' data:",  # icons of the theme's style
            "connect-src 'self'",  # the index of search
            "worker-src 'self'",  # search
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        ]
    )


def _is_object(item: Mapping[str, Any]) -> bool:
    """Whether it is the fields of an object: a search finds the operations, which link them."""
    location: str = item["location"]
    return item["level"] == 3 and location.startswith("reference/http/")


def _hashes(contents: Iterable[str]) -> list[str]:
    digests = (hashlib.sha256(one.encode()).digest() for one in contents)
    return sorted(f"'sha256-{base64.b64encode(one).decode()}'" for one in digests)


def _shorten_search(path: Path) -> None:
    index = json.loads(path.read_text(encoding="utf-8"))
    index["items"] = [
        {**item, "text": item["text"].replace("\\|", "|")}
        for item in index["items"]
        if not item["location"].startswith(_NOT_SEARCHED) and not _is_object(item)
    ]
    path.write_text(json.dumps(index, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")

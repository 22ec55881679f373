"""The pages of the dashboard that are measured: found by links, and lists as people search and sort them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

import httpx2
from lxml import html

from benchmarks.made_dashboard import PASSWORD, email_of

# What is downloaded, what ends the session, and what belongs to the API and not to a page.
_NO_PAGES: Final = re.compile(r"/(csv|export|download|sign-out|assets|with|archive|files|package)\b")
_IDS: Final = re.compile(r"/(\d+|[0-9a-f-]{36})(?=/|$)")
_PLAIN: Final = re.compile(r"-?[A-Za-z][A-Za-z-]*\Z|[1-5]xx\Z")

# Lists as they are asked for besides what they link to. `{memory}` and the like are the first of their list;
# a list of a role without it is left out.
_ASKED: Final[Mapping[str, Sequence[str]]] = {
    "/ui/projects": (
        "search=%234242",
        "search=contract",
        "search=e",
        "search=qxqx",
        "stage=all",
        "stage=all&search=contract&sort=title",
        "stage=all&sort=deadline",
        "stage=all&sort=-updated&offset=5000",
        "stage=all&offset=20000",
        "stage=all&limit=100",
        "stage=all&language=de",
        "stage=all&language=fr",
        "due=today&sort=deadline",
    ),
    "/ui/memories": ("search=memory", "sort=units", "sort=-units", "sort=created", "limit=100", "offset=400"),
    "/ui/memories/{memory}": (
        "search={common}",
        "search={common}+{second}",
        "search={common}&side=source",
        "search={common}&side=target",
        "search={common}+{second}&match=phrase",
        "search={rare}",
        "search={rare}+{common}",
        "search=qxqxqx",
        "search={common}+qxqxqx",
        "search={common}&direction=en-es",
        "direction=en-es",
        "direction=en-es&search={rare}",
        "after=500000",
        "after=500000&search={common}",
        "limit=100",
    ),
    "/ui/term-bases/{terms}": (
        "search={common}",
        "search=4242",
        "search=qxqxqx",
        "language=es",
        "language=fr",
        "status=forbidden",
        "domain=law",
        "offset=50000",
        "version=1",
    ),
    "/ui/people": (
        "search=brandt",
        "search=person-4242%40",
        "search=qxqxqx",
        "role=developer",
        "role=linguist",
        "state=invited",
        "state=disabled",
        "offset=20000",
        "limit=100",
    ),
    "/ui/applications": ("offset=5000", "limit=100", "account=1"),
    "/ui/requests": ("status=4xx", "status=500", "path=/v2/translate", "path=/nowhere", "limit=100"),
    "/ui/webhooks": (
        "status=dead",
        "status=pending",
        "status=gone",
        "kind=document.finished",
        "kind=project.translation",
        "offset=20000",
        "limit=100",
    ),
    "/ui/documents": ("status=SUCCESS", "status=FAILED", "offset=20000", "limit=100"),
    "/ui/usage": (
        "by=month",
        "by=application",
        "from={year_ago}&to={today}",
        "from={year_ago}&to={today}&by=application",
    ),
    "/ui/accounts": ("search=made+4", "offset=500", "limit=100"),
    "/ui/memory-sets": ("offset=400",),
    "/ui/templates": ("offset=1000", "account=1"),
    "/ui/work": ("offset=1000",),
    "/ui/audit-log": (
        "actor=operator",
        "action=project.created",
        "subject=project:4242",
        "account=1",
        "from={year_ago}",
        "actor=nobody",
        "limit=100",
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundPage:
    """A page of one kind."""

    kind: str  # the address with a sign for each id
    address: str


def sign_in(url: str, role: str) -> httpx2.Client:
    """A browser in which a person of the benchmark has signed in."""
    client = httpx2.Client(base_url=url, timeout=60, headers={"Accept-Language": "en"})
    form = _parse(client.get("/ui/sign-in").text)
    fields = {"email": email_of(role), "password": PASSWORD, "next": "/ui/profile"}
    fields["csrf"] = str(form.xpath("//input[@name='csrf']/@value")[0])
    answer = client.post("/ui/sign-in", data=fields)
    if answer.status_code != 303 or answer.headers["location"] != "/ui/profile":
        raise RuntimeError(f"{role} cannot sign in: {answer.status_code}")
    return client


def find_pages(client: httpx2.Client, words: Mapping[str, str], *, known: set[str]) -> Iterator[FoundPage]:
    """One page of each kind that is not known yet: by links from the navigation on, then lists as asked."""
    start = _parse(client.get("/ui/profile").text)
    waiting = [str(link) for link in start.xpath("//nav[@id='side']//a/@href")] + ["/ui/profile"]
    areas = set(waiting)
    first: dict[str, str] = {}
    while waiting:
        address = waiting.pop(0)
        kind = kind_of(address)
        if kind in known:
            continue
        known.add(kind)
        answer = client.get(address)
        if answer.status_code != 200 or not answer.headers["content-type"].startswith("text/html"):
            continue
        yield FoundPage(kind=kind, address=address)
        first.setdefault(kind, address)
        if "?" not in address:
            waiting += _links(answer.text)
    yield from _asked(areas, first, words, known)


def _parse(text: str) -> Any:
    return html.fromstring(text)


def _links(text: str) -> Iterator[str]:
    for link in _parse(text).xpath("//main//a/@href"):
        address = str(link).partition("#")[0]
        if address.startswith("/ui/") and not _NO_PAGES.search(address.partition("?")[0]):
            yield address


def _asked(
    areas: set[str], first: Mapping[str, str], words: Mapping[str, str], known: set[str]
) -> Iterator[FoundPage]:
    things = {"memory": "/ui/memories/1", "terms": first.get("/ui/term-bases/#", "")}
    things["terms"] = things["terms"].rpartition("/")[2]
    for path, queries in _ASKED.items():
        area = "/".join(path.split("/")[:3])
        if area not in areas:
            continue
        for query in queries:
            values = {**words, "memory": "1", "terms": things["terms"]}
            kind = f"{re.sub('{(memory|terms)}', '#', path)}?{query}"
            if kind not in known:
                known.add(kind)
                yield FoundPage(kind=kind, address=f"{path}?{query}".format(**values))


def kind_of(address: str) -> str:
    """The address with a sign for each id, number and typed text."""
    parts = urlsplit(address)
    query = [(name, text if _PLAIN.match(text) else "#") for name, text in parse_qsl(parts.query)]
    path = _IDS.sub("/#", parts.path)
    return path + ("?" + "&".join(f"{name}={text}" for name, text in sorted(query)) if query else "")

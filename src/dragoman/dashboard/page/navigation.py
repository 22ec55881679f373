"""The links at the side of every page, by what the reader may see."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from dragoman.dashboard.page.locale import mark, translate
from dragoman.dashboard.page.rights import Right


@dataclass(frozen=True, slots=True, kw_only=True)
class NavigationLink:
    """A link to an area."""

    title: str
    path: str
    icon: str
    needs: tuple[Right, ...]
    key: str = ""  # after `g`, goes there


@dataclass(frozen=True, slots=True, kw_only=True)
class NavigationGroup:
    """Links under one title."""

    title: str
    links: tuple[NavigationLink, ...]


_STAFF: Final = (Right.LINGUIST,)
_CUSTOMERS: Final = (Right.DEVELOPER, Right.ORDERER)
_DEVELOPERS: Final = (Right.DEVELOPER, Right.MANAGER)

GROUPS: Final = (
    NavigationGroup(
        title=mark("Work"),
        links=(
            NavigationLink(
                title=mark("Translate"),
                path="/ui/translate",
                icon="languages",
                needs=(Right.PERSON,),
                key="t",
            ),
            NavigationLink(
                title=mark("Documents"),
                path="/ui/documents",
                icon="file-text",
                needs=(Right.PERSON,),
                key="d",
            ),
            NavigationLink(
                title=mark("Projects"),
                path="/ui/projects",
                icon="folder",
                needs=(*_CUSTOMERS, Right.MANAGER),
                key="p",
            ),
            NavigationLink(title=mark("My work"), path="/ui/work", icon="inbox", needs=_STAFF, key="w"),
        ),
    ),
    NavigationGroup(
        title=mark("Language assets"),
        links=(
            NavigationLink(
                title=mark("Memories"),
                path="/ui/memories",
                icon="database",
                needs=(*_STAFF, *_CUSTOMERS),
                key="m",
            ),
            NavigationLink(
                title=mark("Memory sets"), path="/ui/memory-sets", icon="layers", needs=(Right.MANAGER,)
            ),
            NavigationLink(
                title=mark("Term bases"),
                path="/ui/term-bases",
                icon="tag",
                needs=(*_STAFF, *_CUSTOMERS),
            ),
            NavigationLink(
                title=mark("Style guides"),
                path="/ui/style-guides",
                icon="pencil",
                needs=(*_STAFF, *_CUSTOMERS),
            ),
            NavigationLink(
                title=mark("Templates"), path="/ui/templates", icon="file", needs=(Right.MANAGER,)
            ),
        ),
    ),
    NavigationGroup(
        title=mark("For developers"),
        links=(
            NavigationLink(
                title=mark("Applications"),
                path="/ui/applications",
                icon="key-round",
                needs=_DEVELOPERS,
                key="a",
            ),
            NavigationLink(title=mark("Usage"), path="/ui/usage", icon="chart-column", needs=_DEVELOPERS),
            NavigationLink(title=mark("Requests"), path="/ui/requests", icon="list", needs=_DEVELOPERS),
            NavigationLink(title=mark("Webhooks"), path="/ui/webhooks", icon="send", needs=_DEVELOPERS),
            NavigationLink(title=mark("API reference"), path="/ui/api", icon="book-open", needs=_DEVELOPERS),
        ),
    ),
    NavigationGroup(
        title=mark("Administration"),
        links=(
            NavigationLink(
                title=mark("Services and prices"), path="/ui/services", icon="coins", needs=(Right.ADMIN,)
            ),
            NavigationLink(
                title=mark("Accounts"), path="/ui/accounts", icon="building-2", needs=(Right.MANAGER,)
            ),
            NavigationLink(
                title=mark("People"),
                path="/ui/people",
                icon="users",
                needs=(*_CUSTOMERS, Right.MANAGER),
            ),
            NavigationLink(title=mark("Engines"), path="/ui/engines", icon="cpu", needs=(Right.MANAGER,)),
            NavigationLink(
                title=mark("Audit log"), path="/ui/audit-log", icon="scroll-text", needs=(Right.ADMIN,)
            ),
            NavigationLink(
                title=mark("Health"), path="/ui/health", icon="activity", needs=(Right.MANAGER,), key="h"
            ),
        ),
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownLink:
    """A link as one page shows it."""

    title: str
    path: str
    icon: str
    key: str
    is_current: bool


def navigation_for(rights: Iterable[Right], path: str) -> list[tuple[str, list[ShownLink]]]:
    """The groups of links that a reader may follow; the one that the page belongs to is current."""
    held = frozenset(rights)
    groups = []
    for group in GROUPS:
        links = [_show(link, path) for link in group.links if not held.isdisjoint(link.needs)]
        if links:
            groups.append((translate(group.title), links))
    return groups


def _show(link: NavigationLink, path: str) -> ShownLink:
    return ShownLink(
        title=translate(link.title),
        path=link.path,
        icon=link.icon,
        key=link.key,
        is_current=path == link.path or path.startswith(f"{link.path}/"),
    )

"""The navigation of the site: read from `mkdocs.yml`, complete, and with every title in one place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import yaml


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A part of the navigation: its titles from the outside in, and its pages in order."""

    titles: tuple[str, ...]
    pages: tuple[str, ...]  # paths below the folder of pages


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteConfiguration:
    """What of `mkdocs.yml` is used besides building."""

    file: Path
    name: str
    description: str
    pages: Path  # the folder of the pages
    site: Path  # the folder of the built site
    sections: tuple[Section, ...]
    left_out: tuple[str, ...]  # patterns of pages that need not be in the navigation

    @property
    def root(self) -> Path:
        """The folder of the file."""
        return self.file.parent

    def title(self, page: str) -> str:
        """The heading of a page."""
        found = re.search(r"^# (.+)$", self.read(page), re.MULTILINE)
        return found[1] if found else page

    def read(self, page: str) -> str:
        """The text of a page."""
        return (self.pages / page).read_text(encoding="utf-8")


def read_configuration(file: Path) -> SiteConfiguration:
    """Read `mkdocs.yml`."""
    values = yaml.safe_load(file.read_text(encoding="utf-8"))
    return SiteConfiguration(
        file=file,
        name=values["site_name"],
        description=values["site_description"],
        pages=file.parent / values["docs_dir"],
        site=file.parent / values["site_dir"],
        sections=tuple(_sections(values["nav"], ())),
        left_out=tuple(values.get("not_in_nav", "").split()),
    )


def _sections(entries: list[Any], titles: tuple[str, ...]) -> Iterator[Section]:
    pages = tuple(entry for entry in entries if isinstance(entry, str))
    if pages:
        yield Section(titles=titles, pages=pages)
    for entry in entries:
        if isinstance(entry, dict):
            for title, inner in entry.items():
                if not isinstance(inner, str):  # a link to another part of the service
                    yield from _sections(inner, (*titles, title))


def find_faults(configuration: SiteConfiguration) -> list[str]:
    """Pages that the navigation lacks or that are not there, named twice, or without a heading."""
    there = {path.relative_to(configuration.pages).as_posix() for path in configuration.pages.rglob("*.md")}
    named = [page for section in configuration.sections for page in section.pages]
    exempt = {page for page in there if any(fnmatch(f"/{page}", one) for one in configuration.left_out)}
    faults = [
        f"{page} is not in the navigation of mkdocs.yml" for page in sorted(there - set(named) - exempt)
    ]
    faults += [
        f"{page} is in the navigation of mkdocs.yml and not in docs/" for page in named if page not in there
    ]
    faults += [
        f"{page} is twice in the navigation of mkdocs.yml" for page in {*named} if named.count(page) > 1
    ]
    titled = [page for page in sorted(there) if configuration.title(page) != page]
    faults += [f"{page} has no heading (# …)" for page in sorted(there - set(titled))]
    faults += [
        f"{page} is not in the navigation, and no page links it" for page in _orphans(configuration, exempt)
    ]
    return faults


def _orphans(configuration: SiteConfiguration, exempt: set[str]) -> list[str]:
    linked: set[Path] = set()
    for path in configuration.pages.rglob("*.md"):
        links = re.findall(r"\]\(([^)#\s]+\.md)", path.read_text(encoding="utf-8"))
        linked |= {(path.parent / link).resolve() for link in links}
    return [page for page in sorted(exempt) if (configuration.pages / page).resolve() not in linked]

"""`llms.txt` and `llms-full.txt` (llmstxt.org), and each page as Markdown, beside the built pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from scripts.site.navigation import Section, SiteConfiguration

_GENERATED: Final = (  # long; linked only
    "reference/http/", "reference/commands.md", "reference/settings.md", "reference/python/objects.md",
)  # fmt: skip
_OPTIONAL: Final = "Contributing"
_COMMENT: Final = re.compile(r"<!--.*?-->\n?", re.DOTALL)
_FENCED: Final = re.compile(r"^ *(`{3,}).*?^ *\1$", re.DOTALL | re.MULTILINE)
_NOTES: Final = """The whole interface is at [/openapi.json](/openapi.json), to be tried at [/docs](/docs).
Every page is here as Markdown; [llms-full.txt](/docs/llms-full.txt) has all but the longest tables.
"""


def write_texts(configuration: SiteConfiguration) -> None:
    """Write the list of all pages, all pages in one file, and every page as Markdown."""
    for path in configuration.pages.rglob("*.md"):
        target = configuration.site / path.relative_to(configuration.pages)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(_COMMENT.sub("", path.read_text(encoding="utf-8")), encoding="utf-8")
    listed = "\n".join([*_head(configuration), *_lists(configuration)])
    (configuration.site / "llms.txt").write_text(f"{listed}\n", encoding="utf-8")
    whole = "\n".join([*_head(configuration), *_texts(configuration)])
    (configuration.site / "llms-full.txt").write_text(f"{whole}\n", encoding="utf-8")


def _head(configuration: SiteConfiguration) -> list[str]:
    return [f"# {configuration.name}", "", f"> {configuration.description}", "", _NOTES]


def _lists(configuration: SiteConfiguration) -> Iterator[str]:
    title = ""
    for section in configuration.sections:
        if section.titles[0] != title:
            title = section.titles[0]
            yield f"{'## Optional' if title == _OPTIONAL else f'## {title}'}\n"
        inner = f"{section.titles[-1]}: " if len(section.titles) > 1 else ""
        for page in section.pages:
            title_of_page = inner + _plain(configuration.title(page))
            about = first_sentence(configuration.read(page))
            yield f"- [{title_of_page}](/docs/{page})" + (f": {about}" if about else "")
        if _is_last(configuration, section):
            yield ""


def _is_last(configuration: SiteConfiguration, section: Section) -> bool:
    """Whether another part of the site begins after this section."""
    place = configuration.sections.index(section) + 1
    return configuration.sections[place : place + 1] == () or (
        configuration.sections[place].titles[0] != section.titles[0]
    )


def _texts(configuration: SiteConfiguration) -> Iterator[str]:
    for section in configuration.sections:
        for page in section.pages:
            if section.titles[0] != _OPTIONAL and not page.startswith(_GENERATED):
                text = _COMMENT.sub("", configuration.read(page)).strip()
                yield f"<!-- /docs/{page} -->\n\n{text}\n"


def first_sentence(page: str) -> str:
    """The first sentence of a page's prose, without links and marks."""
    for paragraph in _FENCED.sub("", _COMMENT.sub("", page)).split("\n\n"):
        text = " ".join(paragraph.split())
        if re.match(r"[\w`*\[]", text) and not re.match(r"\d\. |\*\*", text):
            return re.split(r"(?<=[.?])\s", _plain(text))[0].rstrip(":")
    return ""


def _plain(text: str) -> str:
    """Text without the marks of links and code."""
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text).replace("`", "").replace("*", "")

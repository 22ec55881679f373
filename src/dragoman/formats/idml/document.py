"""The IDML format: the stories of an InDesign document; every other part of it stays byte for byte."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import ClassVar

from dragoman.formats.format import (
    Document,
    FormatInfo,
    Languages,
    Match,
    Option,
    Reason,
    Sample,
    Source,
    Unit,
)
from dragoman.formats.idml.package import MAP, TYPE, Layout, Story, open_layout, read_part
from dragoman.formats.kits.limits import too_many
from dragoman.formats.kits.stories import Choices
from dragoman.formats.kits.story_looks import Looks
from dragoman.formats.kits.story_parts import MOST_LINES, StoryPart
from dragoman.formats.kits.xml_bytes import decode, encode
from dragoman.formats.kits.zipped import rewrite
from dragoman.segments import Segment


class IdmlFormat:
    """Documents that InDesign exports for exchange."""

    info: ClassVar[FormatInfo] = FormatInfo(
        name="idml",
        title="InDesign document",
        media_types={"idml": TYPE},
        translated=(
            "stories in the order of their frames, those anchored in them, and those of master pages",
            "tables, footnotes and endnotes",
            "links and cross-references",
            "tracked insertions",
        ),
        left_alone=(
            "stories whose frames are hidden or on hidden layers, and text that conditions hide",
            "tracked deletions",
            "editors' notes",
            "index entries, text variables and page numbers",
            "names of styles, layers, bookmarks and links; alternative texts of pictures",
            "the language of spelling and hyphenation, and the direction of paragraphs",
        ),
        options=(
            Option(name="hiddenText", default=False, description="Translate text that conditions hide too."),
            Option(
                name="hiddenLayers",
                default=False,
                description="Translate stories in hidden frames and on hidden layers too.",
            ),
            Option(name="masterPages", default=True, description="Translate what stands on master pages."),
            Option(name="notes", default=False, description="Translate editors' notes too."),
        ),
        zipped=True,
    )

    def recognise(self, sample: Sample) -> Match:
        """Documents say what they are, or have the map that no other archive has."""
        if sample.kind.strip().lower() == TYPE:
            return Match.CERTAIN
        return Match.POSSIBLE if not sample.kind and MAP in (sample.members or ()) else Match.NO

    def extract(self, source: Source, languages: Languages) -> Document:  # noqa: ARG002 # of the protocol
        """Read all units, story by story."""
        layout = open_layout(source.data)
        looks = Looks(layout.conditions)
        left_alone: Counter[Reason] = Counter()
        units: list[Unit] = []
        for story in layout.stories:
            part = _part(layout, story, looks, source.options)
            reason = _reason(story, source.options)
            if reason is not None:
                left_alone[reason] += bool(part.units(Counter()))
                continue
            units += part.units(left_alone)
            if len(units) > MOST_LINES:
                raise too_many("paragraphs", MOST_LINES, units)
        return Document(units=tuple(units), left_alone=dict(+left_alone))

    def rebuild(self, source: Source, targets: Mapping[str, Segment], languages: Languages) -> bytes:  # noqa: ARG002
        """Write the document with the translations in it; without any that differs, it is the source."""
        layout = open_layout(source.data)
        looks = Looks(layout.conditions)
        wanted = {identity.rpartition("#")[0] for identity in targets}
        written: dict[str, bytes | Iterable[bytes]] = {}
        for story in layout.stories:
            if story.name not in wanted or _reason(story, source.options) is not None:
                continue
            body = _part(layout, story, looks, source.options).write(targets)
            if body is not None:
                written[story.name] = encode(body, decode(layout.archive.read(story.name)))
        return rewrite(layout.archive, written) if written else source.data


def _part(layout: Layout, story: Story, looks: Looks, options: Mapping[str, object]) -> StoryPart:
    choices = Choices(hidden=options.get("hiddenText") is True, notes=options.get("notes") is True)
    return StoryPart(
        name=story.name, body=read_part(layout.archive, story.name), looks=looks, choices=choices
    )


def _reason(story: Story, options: Mapping[str, object]) -> Reason | None:
    """Why a story stays as it is."""
    if not story.visible and options.get("hiddenLayers") is not True:
        return Reason.HIDDEN
    return Reason.LOCKED if story.master and options.get("masterPages") is False else None

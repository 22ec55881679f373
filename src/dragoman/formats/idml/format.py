"""The IDML format: the stories of an InDesign document; all other parts stay byte for byte."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Final

from dragoman.formats import find_entry
from dragoman.formats.families.indesign.reading import StoryOptions
from dragoman.formats.families.indesign.run_formatting import StoryRunStyles
from dragoman.formats.families.indesign.story_parts import MOST_LINES, StoryPart
from dragoman.formats.format import (
    Document,
    FormatInfo,
    Languages,
    Option,
    Reason,
    Recognition,
    Sample,
    Source,
    Unit,
)
from dragoman.formats.idml.alt_texts import AltText, find_alt_texts, write_alt_texts
from dragoman.formats.idml.package import MAP, TYPE, IdmlPackage, Spread, Story, open_idml, read_part
from dragoman.formats.units.limits import too_many
from dragoman.messages.placeholder_grammars import PROSE
from dragoman.segments import Segment
from dragoman.text_io.xml.encoding import decode_xml, encode_xml
from dragoman.text_io.zip.archive import rewrite


class IdmlFormat:
    """The `Format` of documents that InDesign exports for exchange."""

    info: ClassVar[FormatInfo] = FormatInfo(
        file_type=find_entry("idml"),
        title="InDesign document",
        translated=(
            "stories in the order of their frames, those anchored in them, and those of master pages",
            "tables, footnotes and endnotes",
            "links and cross-references",
            "tracked insertions",
            "alternative texts of pictures that were written in the document",
        ),
        left_alone=(
            "stories whose frames are hidden or on hidden layers, and text that conditions hide",
            "tracked deletions",
            "editors' notes",
            "index entries, text variables and page numbers",
            "names of styles, layers, bookmarks and links; alternative texts from pictures' own files",
            "the language of spelling and hyphenation, and the direction of paragraphs",
        ),
        placeholders=PROSE,
        options=(
            Option(name="hiddenText", default=False, description="Translate text that conditions hide too."),
            Option(
                name="hiddenLayers",
                default=False,
                description="Translate stories in hidden frames and on hidden layers too.",
            ),
            Option(name="masterPages", default=True, description="Translate text on master pages."),
            Option(name="notes", default=False, description="Translate editors' notes too."),
        ),
    )

    def recognise(self, sample: Sample) -> Recognition:
        """Recognise documents by their `mimetype`, or by the map that no other archive has."""
        if sample.kind.strip().lower() == TYPE:
            return Recognition.CERTAIN
        return Recognition.POSSIBLE if not sample.kind and MAP in (sample.members or ()) else Recognition.NO

    def extract(self, source: Source, languages: Languages) -> Document:  # noqa: ARG002 # of the protocol
        """Read all units, story by story."""
        package = open_idml(source.data)
        styles = StoryRunStyles(package.conditions)
        left_alone: Counter[Reason] = Counter()
        units: list[Unit] = []
        for part in _parts(package, source.options):
            story = None if part.story is None else _part(part.body, part.story, styles, source.options)
            if part.reason is not None:
                left_alone[part.reason] += bool((story and story.units(Counter())) or part.alt_texts())
                continue
            units += story.units(left_alone) if story is not None else ()
            for alt_text in part.alt_texts():
                if alt_text.visible:
                    units.append(alt_text.unit(part.name))
                else:
                    left_alone[Reason.HIDDEN] += 1
            if len(units) > MOST_LINES:
                raise too_many("paragraphs", MOST_LINES, units)
        return Document(units=tuple(units), left_alone=dict(+left_alone))

    def rebuild(self, source: Source, targets: Mapping[str, Segment], languages: Languages) -> bytes:  # noqa: ARG002
        """Write the document with its translations; if none differs, return the source."""
        package = open_idml(source.data)
        styles = StoryRunStyles(package.conditions)
        wanted = {identity.rpartition("#")[0] for identity in targets}
        written: dict[str, bytes | Iterable[bytes]] = {}
        for part in _parts(package, source.options):
            if part.name not in wanted or part.reason is not None:
                continue
            body = write_alt_texts(part.body, part.alt_texts(), targets)
            if part.story is not None:  # alternative texts do not change how a story is read
                body = _part(body, part.story, styles, source.options).write(targets) or body
            if body is not part.body:
                written[part.name] = encode_xml(body, decode_xml(package.archive.read(part.name)))
        return rewrite(package.archive, written) if written else source.data


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    """A part that may contain texts."""

    name: str
    body: bytes = field(repr=False)
    story: Story | None
    reason: Reason | None  # why all of it is left alone
    hidden_layers: frozenset[bytes] | None  # whose items are left alone; None: hidden ones are translated too

    def alt_texts(self) -> list[AltText]:
        """The part's alternative texts."""
        return list(find_alt_texts(self.name, self.body, self.hidden_layers))


def _parts(package: IdmlPackage, options: Mapping[str, object]) -> Iterator[_Part]:
    """The stories, then the spreads."""
    hidden = None if options.get("hiddenLayers") is True else package.hidden_layers
    everything: tuple[Story | Spread, ...] = (*package.stories, *package.spreads)
    for alt_text in everything:
        yield _Part(
            name=alt_text.name,
            body=read_part(package.archive, alt_text.name),
            story=alt_text if isinstance(alt_text, Story) else None,
            reason=_reason(alt_text, options),
            hidden_layers=hidden,
        )


def _part(body: bytes, story: Story, styles: StoryRunStyles, options: Mapping[str, object]) -> StoryPart:
    story_options = StoryOptions(hidden=options.get("hiddenText") is True, notes=options.get("notes") is True)
    return StoryPart(name=story.name, body=body, styles=styles, options=story_options)


def _reason(part: Story | Spread, options: Mapping[str, object]) -> Reason | None:
    """The reason why a story or spread is left alone, if any."""
    if isinstance(part, Story) and not part.visible and options.get("hiddenLayers") is not True:
        return Reason.HIDDEN
    return Reason.LOCKED if part.master and options.get("masterPages") is False else None


FORMAT: Final = IdmlFormat()

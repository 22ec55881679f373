"""Builders of small InDesign documents."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence

PACKAGING = 'xmlns:idPkg="http://ns.adobe.com/AdobeInDesign/idml/1.0/packaging" DOMVersion="8.0"'
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
NO_STYLE = "CharacterStyle/$ID/[No character style]"


def run(inside: str, look: str = "", properties: str = "") -> str:
    """A run with its content."""
    more = f" {look}" if look else ""
    within = f"<Properties>{properties}</Properties>" if properties else ""
    opening = f'<CharacterStyleRange AppliedCharacterStyle="{NO_STYLE}"{more}>'
    return f"{opening}{within}{inside}</CharacterStyleRange>"


def text(words: str) -> str:
    """The element with text."""
    return f"<Content>{words}</Content>"


def paragraphs(*runs: str, style: str = "Body") -> str:
    """A range of paragraphs of one style."""
    inside = "\n\t".join(runs)
    return (
        f'<ParagraphStyleRange AppliedParagraphStyle="ParagraphStyle/{style}">\n\t{inside}\n'
        "</ParagraphStyleRange>\n"
    )


def story(identity: str, *inside: str) -> str:
    """A part with a story."""
    return (
        f'{HEAD}<idPkg:Story {PACKAGING}>\n<Story Self="{identity}" TrackChanges="false">\n'
        f'<StoryPreference StoryDirection="LeftToRightDirection"/>\n{"".join(inside)}</Story>\n'
        "</idPkg:Story>\n"
    )


def spread(*frames: str, kind: str = "Spread") -> str:
    """A part with a spread."""
    return f'{HEAD}<idPkg:{kind} {PACKAGING}><{kind} Self="s">{"".join(frames)}</{kind}></idPkg:{kind}>'


def frame(identity: str, look: str = 'ItemLayer="l1" Visible="true"') -> str:
    """A frame that shows a story."""
    return (
        f'<TextFrame Self="f{identity}" ParentStory="{identity}" {look}><Properties><Label/></Properties>'
        "</TextFrame>"
    )


def picture(alt_text: str, look: str = 'ItemLayer="l1"', source: str = "SourceCustom", more: str = "") -> str:
    """A picture with an alternative text, escaped for an attribute."""
    return (
        f"<Rectangle {look}><Properties><Label/></Properties><Image/>"
        f'<ObjectExportOption AltTextSourceType="{source}" CustomAltText="{alt_text}" {more}ApplyTagType="A">'
        '<Properties><AltMetadataProperty PropertyPath="$ID/"/></Properties></ObjectExportOption></Rectangle>'
    )


def document(parts: Mapping[str, str], *, inside: str = "", stories: Sequence[str] | None = None) -> bytes:
    """A document with these parts; their names determine their types."""
    listed = [name for name in parts if name.startswith(("Spreads/", "MasterSpreads/"))]
    listed += [name for name in parts if name.startswith("Stories/")] if stories is None else list(stories)
    links = "".join(f'<idPkg:{kind_of(name)} src="{name}"/>\n' for name in listed)
    layers = '<Layer Self="l1" Visible="true"/><Layer Self="l2" Visible="false"/>'
    everything = {
        "designmap.xml": f'{HEAD}<?aid style="50" type="document" ?>\n<Document {PACKAGING} Self="d">'
        f"{layers}{inside}\n{links}</Document>",
        "META-INF/container.xml": f'{HEAD}<container><rootfiles><rootfile full-path="designmap.xml"/>'
        "</rootfiles></container>",
        **parts,
    }
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr(_info("mimetype"), "application/vnd.adobe.indesign-idml-package")
        for name, content in everything.items():
            archive.writestr(_info(name), content, compress_type=zipfile.ZIP_DEFLATED)
    return target.getvalue()


def kind_of(name: str) -> str:
    """The type of a part, by its folder."""
    return {"Stories": "Story", "Spreads": "Spread", "MasterSpreads": "MasterSpread"}[name.partition("/")[0]]


def simple(*inside: str, **more: str) -> bytes:
    """A document with one story."""
    parts = {"Spreads/Spread_s.xml": spread(frame("u1")), "Stories/Story_u1.xml": story("u1", *inside)}
    return document(parts, inside="".join(more.values()))


def read(data: bytes, name: str = "Stories/Story_u1.xml") -> str:
    """A part as text."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.read(name).decode()


def _info(name: str) -> zipfile.ZipInfo:
    return zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))

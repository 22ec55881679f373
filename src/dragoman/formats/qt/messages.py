"""One message of a TS file: its source, its translation, and how a new one is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from dragoman.formats.families.string_resources.content import (
    ElementContent,
    read_content,
    read_pieces,
    write_content,
)
from dragoman.formats.families.string_resources.strings import LONGEST_CONTEXT
from dragoman.formats.format import Reason, Unit
from dragoman.formats.units.coded_text import align_codes, inline
from dragoman.formats.units.notes import join_notes
from dragoman.formats.units.values import has_letters, is_prose
from dragoman.messages.placeholder_grammars import pattern_of
from dragoman.segments import Segment, plain_text
from dragoman.text_io.xml.splice import XmlEdit, indentation
from dragoman.text_io.xml.start_tags import change_attributes, opened
from dragoman.text_io.xml.tree import XmlNode, tag_end

UNFINISHED: Final = "unfinished"
_PLACES: Final = inline(pattern_of("qt"))
_STEP: Final = b"    "
_COMMENTS: Final = ("extracomment", "translatorcomment")  # besides `comment`, which distinguishes equal texts


@dataclass(frozen=True, slots=True, kw_only=True)
class QtMessage:
    """A message that is not obsolete. Positions are byte offsets in the body."""

    id: str
    context: str
    note: str
    source: ElementContent
    after: XmlNode  # the source's element
    translation: XmlNode | None
    existing: tuple[XmlNode, ...]  # the elements with the texts of the translation, one for each form
    targets: tuple[Segment, ...]  # their texts
    forms: int  # in the result; 0: it is not a plural
    kept: bool  # the translation is kept
    body: bytes = field(repr=False)

    def units(self) -> list[Unit]:
        """One unit, or one for each form."""
        text = plain_text(self.source.segment)
        reason = Reason.TRANSLATED if self.kept else None if has_letters(text) else Reason.NO_TEXT
        return [
            Unit(
                id=name,
                segment=self.source.segment,
                target=self.targets[at] if self.kept else None,
                reason=reason,
                prose=is_prose(text),
                context=self.context[:LONGEST_CONTEXT],
                note=join_notes([f"Plural form {at + 1} of {self.forms}.", self.note])
                if self.forms > 1
                else self.note,
            )
            for at, name in enumerate(self._names())
        ]

    def edits(self, targets: Mapping[str, Segment], *, mark: bool) -> list[XmlEdit]:
        """Write the targets of its units into the file; `mark` them as unfinished."""
        names = self._names()
        given = {at: targets[name] for at, name in enumerate(names) if name in targets}
        if self.kept:
            given = {at: target for at, target in given.items() if target != self.targets[at]}
        if not given:
            return []
        texts = [
            write_content(self.source, given[at]) if at in given else self._missing_text(at)
            for at in range(len(names))
        ]
        inner = self._numerus(texts) if self.forms else texts[0]
        attributes = {"type": UNFINISHED if mark else None, "variants": None}
        node = self.translation
        if node is None:
            tag = change_attributes(b"<translation>", attributes)
            blank = indentation(self.body, self.after.start)
            new = blank + tag + inner + b"</translation>"
            return [XmlEdit(start=self.after.end, end=self.after.end, new=new)]
        tag = opened(self.body[node.start : tag_end(self.body, node.start)])
        new = change_attributes(tag, attributes) + inner + b"</translation>"
        return [XmlEdit(start=node.start, end=node.end, new=new)]

    def _names(self) -> list[str]:
        return [f"{self.id}[{at}]" for at in range(self.forms)] if self.forms else [self.id]

    def _missing_text(self, at: int) -> bytes:
        """The text of a form without a target; it may not be empty beside others."""
        if at < len(self.existing) and self.targets[at]:
            node = self.existing[at]
            return self.body[node.inner_start : node.inner_end]
        return write_content(self.source, self.source.segment)

    def _numerus(self, texts: Sequence[bytes]) -> bytes:
        """Plural forms, formatted as the old ones."""
        after = self.translation or self.after
        outer = indentation(self.body, after.start)
        forms = self.translation.elements("numerusform") if self.translation else []
        blank = indentation(self.body, forms[0].start) if forms else outer and outer + _STEP
        return b"".join(blank + b"<numerusform>" + text + b"</numerusform>" for text in texts) + outer


def read_message(
    body: bytes, node: XmlNode, *, identity: str, context: str, count: int, keep: bool
) -> QtMessage | None:
    """Read a message element; None without a source.

    `count` is the number of plural forms; `keep`: finished translations are kept.
    """
    after, translation = node.first("source"), node.first("translation")
    if after is None:
        return None
    source = _content(body, after)
    is_numerus = node.attributes.get("numerus") == "yes"
    existing = _existing_texts(translation, is_numerus=is_numerus)
    targets = tuple(align_codes(_content(body, form).segment, source.segment) for form in existing)
    finished = translation is not None and "type" not in translation.attributes and bool(targets)
    kept = keep and finished and all(targets)
    about = _said(node.first("comment"))
    return QtMessage(
        id=identity,
        context=" / ".join(filter(None, (context or node.attributes.get("id", ""), about))),
        note=join_notes([about, *(_said(node.first(name)) for name in _COMMENTS)]),
        source=source,
        after=after,
        translation=translation,
        existing=existing,
        targets=targets,
        forms=0 if not is_numerus else len(existing) if kept else count,
        kept=kept,
        body=body,
    )


def _said(comment: XmlNode | None) -> str:
    return "".join(p for p in (comment.children if comment else None) or () if isinstance(p, str))


def _content(body: bytes, node: XmlNode) -> ElementContent:
    return read_content(*read_pieces(body[node.inner_start : node.inner_end]), _PLACES)


def _existing_texts(translation: XmlNode | None, *, is_numerus: bool) -> tuple[XmlNode, ...]:
    """The elements with the texts of a translation; of variants in length the first."""
    if translation is None:
        return ()
    forms = translation.elements("numerusform") if is_numerus else [translation]
    return tuple(form.first("lengthvariant") or form for form in forms)

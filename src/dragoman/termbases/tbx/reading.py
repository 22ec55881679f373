"""Read a TBX file to concepts, entry by entry. A broken entry does not affect the others.

Files with entity declarations are refused.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import BinaryIO, Final

from dragoman.termbases.decoding import find_encoding, read_text
from dragoman.termbases.drafts import EntryIds, TermDefaults, finish
from dragoman.termbases.problems import Effect, TermEntry, TermProblem, TermsUnreadable
from dragoman.termbases.tbx.entries import read_entry
from dragoman.text_io.errors import DocumentCorrupt
from dragoman.text_io.xml.elements import (
    BrokenElement,
    ElementProblem,
    ElementSyntax,
    ElementXml,
    compile_syntax,
    cut_elements,
)
from dragoman.text_io.xml.windows import StartTag, TextWindow, read_start_tag, skip_prolog

LONGEST_ENTRY: Final = 2_000_000  # characters

_DECLARED: Final = re.compile(rb"""<\?xml\s[^>]{0,200}?encoding\s*=\s*["']\s*([A-Za-z0-9._:\-]{1,40})""")
# Characters that XML 1.0 does not allow. A parser would refuse everything after one of them.
_NO_XML: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_PREFIX: Final = r"(?:[\w.\-]+:)?"
_ENTRIES: Final = {"martif": "termEntry|conceptEntry", "tbx": "termEntry|conceptEntry|entry"}  # by root
_OTHER_ROOTS: Final = {
    "tmx": "The file is a translation memory (TMX); import it into a translation memory.",
    "xliff": "The file is XLIFF, which has translations, not terms.",
    "html": "The file is HTML, not TBX.",
}
_MESSAGES: Final = {
    ElementProblem.NO_END_TAG: "The entry has no end tag; it is left out.",
    ElementProblem.TOO_LONG: f"The entry is longer than {LONGEST_ENTRY} characters; it is left out.",
    ElementProblem.FILE_ENDS_WITHIN: "The file ends within this entry, which is left out.",
    ElementProblem.FILE_ENDS_BETWEEN: "The file ends within its root element; it may be truncated.",
    ElementProblem.COMMENT_OPEN: (
        "A comment or section that begins here does not end; everything behind it is left out."
    ),
}
_LAST: Final = frozenset({ElementProblem.FILE_ENDS_BETWEEN, ElementProblem.COMMENT_OPEN})


def read_tbx(file: BinaryIO, *, defaults: TermDefaults | None = None) -> Iterator[TermEntry]:
    """Read every entry of a seekable file, with its problems.

    Raises `TermsUnreadable` if the file is not TBX. A truncated file gives a last entry without a concept,
    whose problem is `REST_LEFT_OUT`.
    """
    file.seek(0)
    declared = _DECLARED.search(file.read(1024))
    encoding = find_encoding(file, declared=declared[1].decode() if declared else "utf-8")
    window = TextWindow(_NO_XML.sub("\ufffd", piece) for piece in read_text(file, encoding))
    root = _read_root(window)
    if root.is_empty:
        return
    ids, chosen = EntryIds(), defaults or TermDefaults()
    for element in cut_elements(window, _syntax(root.name.lower())):
        if isinstance(element, ElementXml):
            draft = read_entry(element)
            yield draft if isinstance(draft, TermEntry) else finish(draft, chosen, ids)
        else:
            yield _broken(element)


def _read_root(window: TextWindow) -> StartTag:
    try:
        root = read_start_tag(window) if skip_prolog(window) else None
    except DocumentCorrupt as error:
        raise TermsUnreadable(error.message) from None
    if root is None and not window.ahead:
        raise TermsUnreadable("The file has no entries: it is empty, or ends before the first one.")
    if root is None:
        raise TermsUnreadable("The file is not TBX: it does not begin as XML.")
    name = root.name.lower()
    if name not in _ENTRIES:
        raise TermsUnreadable(
            _OTHER_ROOTS.get(name, "The file is XML, but not TBX: its root is neither martif nor tbx.")
        )
    return root


@functools.cache
def _syntax(root: str) -> ElementSyntax:
    """The syntax of entries below a root; the case of names is ignored."""
    return compile_syntax(f"{_PREFIX}(?i:{_ENTRIES[root]})", f"{_PREFIX}(?i:{root})", longest=LONGEST_ENTRY)


def _broken(element: BrokenElement) -> TermEntry:
    effect = Effect.REST_LEFT_OUT if element.problem in _LAST else Effect.ENTRY_LEFT_OUT
    problem = TermProblem(line=element.line, effect=effect, message=_MESSAGES[element.problem])
    return TermEntry(line=element.line, problems=(problem,))

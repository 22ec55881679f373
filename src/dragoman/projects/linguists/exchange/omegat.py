"""A project of OmegaT as one archive: the segments, what is translated, memories' proposals and terms.

OmegaT 3.6 takes the text to translate from the targets of XLIFF 1.2. So each target of its file is a copy of
the source, and translations are in OmegaT's own memory of the project, which finds them by the text of the
source. A copy in a returned file changes nothing.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from dragoman.memories.model import MemoryUnit, StoredUnit
from dragoman.memories.segment_json import decode_segment
from dragoman.memories.tmx.writing import write_tmx
from dragoman.projects.archives import safe_name
from dragoman.projects.linguists.exchange import writing_xliff_1_2
from dragoman.projects.linguists.exchange.markup import element, escape
from dragoman.projects.linguists.exchange.model import Package, PackageHeader
from dragoman.projects.linguists.exchange.tags import clean
from dragoman.projects.segment_model import ProjectSegment, SegmentState
from dragoman.segments import Code, CodeKind, Segment, Text, codes, is_nested

_DIRECTORIES: Final = ("source", "target", "tm", "omegat", "glossary", "dictionary")
_SETTINGS: Final = (
    *("source_dir", "target_dir", "tm_dir", "glossary_dir", "glossary_file", "dictionary_dir"),
)
_TOKENIZER: Final = "org.omegat.tokenizer.DefaultTokenizer"
_EPOCH: Final = datetime(1980, 1, 1, tzinfo=UTC)  # the first that an archive can say


def write_project(package: Package, *, name: str) -> bytes:
    """The archive; `name` is the XLIFF file's in it. The same package gives the same bytes."""
    timestamp = (package.header.exported or _EPOCH).timetuple()[:6]
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for directory in _DIRECTORIES:
            archive.writestr(zipfile.ZipInfo(f"{directory}/", timestamp), b"")
        for path, text in _files(package, name=safe_name(name)):
            info = zipfile.ZipInfo(path, timestamp)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, text)
    return buffer.getvalue()


def _files(package: Package, *, name: str) -> Iterator[tuple[str, bytes]]:
    header = package.header
    untranslated = [_without_translation(row) for row in package.rows]
    source = replace(package, rows=untranslated, proposals={})
    yield "omegat.project", _settings(header).encode()
    yield f"source/{name}", "".join(writing_xliff_1_2.write(source, copies=True)).encode()
    yield "omegat/project_save.tmx", _translations(header, _unambiguous(package.rows)).encode()
    if package.proposals:
        yield "tm/memories.tmx", b"".join(_proposals(package))
    if glossary := "".join(_terms(package)):
        yield "glossary/terms.utf8", glossary.encode()


def _without_translation(row: ProjectSegment) -> ProjectSegment:
    return replace(row, target=None, state=SegmentState.NEW, origin=None, score=None)


def _settings(header: PackageHeader) -> str:
    """`omegat.project`. Segments are cut already: OmegaT must not cut them again."""
    values = {
        **dict.fromkeys(_SETTINGS, "__DEFAULT__"),
        "source_lang": header.source_language,
        "target_lang": header.target_language,
        "source_tok": _TOKENIZER,
        "target_tok": _TOKENIZER,
        "sentence_seg": "false",
        "support_default_translations": "true",
        "remove_tags": "false",
    }
    lines = "".join(f"    {element(name, {}, value)}\n" for name, value in values.items())
    return (
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
        f'<omegat>\n  <project version="1.0">\n{lines}  </project>\n</omegat>\n'
    )


def _unambiguous(rows: Sequence[ProjectSegment]) -> dict[str, str]:
    """Map sources to translations, both as OmegaT shows them, if all segments of a source have the same one.

    OmegaT would copy any other translation to segments with another one or none. Those are left out, and
    remain stored by the service.
    """
    found: dict[str, set[str | None]] = {}
    for row in rows:
        source = decode_segment(row.source)
        shown = _show(source, source)
        if shown is not None:
            target = None if row.target is None else _show(decode_segment(row.target), source)
            found.setdefault(shown, set()).add(target)
    return {
        source: target for source, (target, *others) in found.items() if target is not None and not others
    }


def _show(segment: Segment, source: Segment) -> str | None:
    """A text with OmegaT's tags, such as `<g0>…</g0>` and `<x1/>`; None where these are not known for sure.

    OmegaT numbers the elements of a source, and leaves those at its ends out of what it shows.
    """
    if not source or isinstance(first := source[0], Code) or isinstance(last := source[-1], Code):
        return None
    if first.text != first.text.lstrip() or last.text != last.text.rstrip():
        return None
    elements = [code.id for code in codes(source) if code.kind is not CodeKind.CLOSE]
    numbers = {id_: number for number, id_ in enumerate(elements)}
    if len(numbers) < len(elements) or not (is_nested(source) and is_nested(segment)):
        return None
    pieces: list[str] = []
    for part in segment:
        if isinstance(part, Text):
            if clean(part.text) != part.text:
                return None
            pieces.append(part.text)
        elif part.id in numbers:
            pieces.append(_tag(part, numbers[part.id]))
        else:
            return None
    return "".join(pieces)


def _tag(code: Code, number: int) -> str:
    if code.kind is CodeKind.STANDALONE:
        return f"<x{number}/>"
    return f"<g{number}>" if code.kind is CodeKind.OPEN else f"</g{number}>"


def _translations(header: PackageHeader, translations: Mapping[str, str]) -> str:
    """`project_save.tmx`, as OmegaT writes it itself."""
    languages = (header.source_language, header.target_language)
    units = "".join(
        "<tu>"
        + "".join(
            f'<tuv lang="{language}"><seg>{escape(text)}</seg></tuv>'
            for language, text in zip(languages, pair, strict=True)
        )
        + "</tu>\n"
        for pair in translations.items()
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<tmx version="1.1">\n'
        '<header creationtool="OmegaT" o-tmf="OmegaT TMX" adminlang="EN-US" datatype="plaintext"'
        f' creationtoolversion="3.6" segtype="paragraph" srclang="{header.source_language}"/>\n'
        f"<body>\n{units}</body>\n</tmx>\n"
    )


def _proposals(package: Package) -> Iterator[bytes]:
    """What memories propose, each pair of texts once."""
    header = package.header
    pairs = dict.fromkeys((one.source, one.target) for some in package.proposals.values() for one in some)
    units = (
        StoredUnit(
            id=number,
            memory_id=0,
            unit=MemoryUnit(
                source_language=header.source_language,
                target_language=header.target_language,
                source=source,
                target=target,
            ),
        )
        for number, (source, target) in enumerate(pairs, 1)
    )
    return write_tmx(units, name="memories", created=header.exported or _EPOCH)


def _terms(package: Package) -> Iterator[str]:
    """A line for each translation of a term in the text: source, target and comment between tabs."""
    hints = dict.fromkeys(hint for some in package.terms.values() for hint in some)
    for hint in hints:
        avoid = f"not: {' / '.join(hint.forbidden)}" if hint.forbidden else ""
        comment = "; ".join(filter(None, (avoid, hint.definition)))
        for target in hint.targets or ("",):
            yield "\t".join(" ".join(clean(cell).split()) for cell in (hint.source, target, comment)) + "\n"

"""Every translation is in the document that a format writes, even of a hostile text: two readers find it.

One is the format's own extraction, the other that of `scripts.structure`, which shares no code with it.
`hostile_targets` has the texts, and the table of what each format cannot hold.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from dragoman.formats import FORMATS, load_formats
from dragoman.formats.format import Document, Format, Source
from dragoman.segments import Segment, Text, codes
from dragoman.text_io.errors import ConversionFailed
from scripts.corpus_results import missing_texts
from scripts.structure.checking import read_translations
from tests.formats.hostile_targets import (
    HELD,
    Held,
    comparable,
    held,
    hostile_targets,
    hostile_texts,
    squeezed,
    variants,
)
from tests.formats.test_every_format import PAIR, every_format, extract, samples_of, source_of

PLAIN = "Ganz neu am Ende"
MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """A format's sample, in all forms that text files come in."""

    entry: Format
    row: Held
    sources: Sequence[Source]

    def translate(self, source: Source, texts: Sequence[str]) -> tuple[Document, dict[str, Segment], bytes]:
        document = self.entry.extract(source, PAIR)
        targets = hostile_targets(document, texts)
        return document, targets, self.entry.rebuild(source, targets, PAIR)

    def found(self, source: Source, targets: Mapping[str, Segment], result: bytes) -> set[str]:
        """The units whose translations an independent reader finds."""
        name = self.entry.info.result.suffix if self.entry.info.result else self.entry.info.name
        read = squeezed(read_translations(name, source.data, result), self.row)
        return {
            id_
            for id_, target in targets.items()
            if all(squeezed(part.text, self.row) in read for part in target if isinstance(part, Text))
        }


def trial_of(entry: Format) -> Trial:
    row, samples = held(entry.info.name), samples_of(entry.info.name)
    file = row.file or next(iter(samples))
    binary = entry.info.file_type.zipped or entry.info.result is not None
    forms = [samples[file]] if binary else list(variants(samples[file]))
    sources = [source_of(entry, file, data, **row.options) for data in forms]
    return Trial(entry=entry, row=row, sources=sources)


def assert_read_back(
    trial: Trial, source: Source, document: Document, targets: Mapping[str, Segment], result: bytes
) -> None:
    info = trial.entry.info
    if info.result is not None:
        assert list(missing_texts(info, document, targets, result, PAIR)) == []
        return
    again = trial.entry.extract(Source(data=result, suffix=source.suffix, options=source.options), PAIR)
    read = (
        [unit.target or () for unit in again.units if unit.id in targets]
        if info.bilingual
        else [unit.segment for unit in again.units if unit.reason is None]
    )
    assert comparable(read, trial.row, wanted=False) == comparable(
        [*targets.values()], trial.row, wanted=True
    )


@every_format
def test_any_translation_is_read_back(entry: Format) -> None:
    trial = trial_of(entry)
    _, plain, result = trial.translate(trial.sources[0], [PLAIN])
    readable = trial.found(trial.sources[0], plain, result)
    assert readable

    # An example has a text for each unit; to shorten one that fails takes minutes and shows nothing more.
    @settings(max_examples=settings.default.max_examples // 5, phases=[Phase.generate])
    @given(source=st.sampled_from(trial.sources), texts=st.lists(hostile_texts(), min_size=1, max_size=4))
    def check(source: Source, texts: list[str]) -> None:
        try:
            document, targets, result = trial.translate(source, texts)
        except ConversionFailed as refused:
            assert "translation" in refused.message
            assert any(piece in text for piece in trial.row.refused for text in texts)
            return
        assert_read_back(trial, source, document, targets, result)
        assert readable & targets.keys() <= trial.found(source, targets, result)

    check()


@pytest.mark.parametrize(
    "entry",
    [entry for entry in load_formats() if not entry.info.file_type.zipped and entry.info.result is None],
    ids=lambda entry: entry.info.name,
)
def test_line_ends_and_byte_order_marks_stay(entry: Format) -> None:
    trial = trial_of(entry)
    for source in trial.sources:
        _, _, result = trial.translate(source, [PLAIN])
        assert result.startswith(MARK) is source.data.startswith(MARK)
        if b"\r\n" in source.data:
            assert b"\n" not in result.replace(b"\r\n", b"")
        else:
            assert b"\r" not in result


@every_format
def test_a_sample_has_inline_codes_where_the_format_has_any(entry: Format) -> None:
    documents = [extract(entry, file, data) for file, data in samples_of(entry.info.name).items()]
    assert any(any(codes(unit.segment)) for document in documents for unit in document.units) is (
        held(entry.info.name).has_codes
    )


def test_the_table_names_formats() -> None:
    assert HELD.keys() <= {entry.name for entry in FORMATS}

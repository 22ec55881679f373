"""A file of TBX to concepts, entry by entry: one that is broken costs itself and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO, Final

from dragoman.termbases.decoding import find_encoding, read_text
from dragoman.termbases.drafts import Ids, TermDefaults, finish
from dragoman.termbases.problems import Effect, TermEntry, TermProblem
from dragoman.termbases.tbx.entries import read_entry
from dragoman.termbases.tbx.opening import read_opening
from dragoman.termbases.tbx.splitting import BrokenTbxEntry, TbxEntryXml, split_entries
from dragoman.termbases.tbx.window import TbxWindow

_DECLARED: Final = re.compile(rb"""<\?xml\s[^>]{0,200}?encoding\s*=\s*["']\s*([A-Za-z0-9._:\-]{1,40})""")


def read_tbx(file: BinaryIO, *, defaults: TermDefaults | None = None) -> Iterator[TermEntry]:
    """Every entry of a file, which can be sought in, with what is wrong with it.

    Raises `TermsUnreadable` for what is no TBX. A file that ends too early gives a last entry without a
    concept, whose problem is `REST_LEFT_OUT`.
    """
    file.seek(0)
    declared = _DECLARED.search(file.read(1024))
    encoding = find_encoding(file, declared=declared[1].decode() if declared else "utf-8")
    window = TbxWindow(read_text(file, encoding))
    opening = read_opening(window)
    ids, chosen = Ids(), defaults or TermDefaults()
    for piece in split_entries(window, opening):
        if isinstance(piece, TbxEntryXml):
            draft = read_entry(piece)
            yield draft if isinstance(draft, TermEntry) else finish(draft, chosen, ids)
        else:
            yield _broken(piece)


def _broken(piece: BrokenTbxEntry) -> TermEntry:
    effect = Effect.REST_LEFT_OUT if piece.final else Effect.ENTRY_LEFT_OUT
    problem = TermProblem(line=piece.line, effect=effect, message=piece.message)
    return TermEntry(line=piece.line, problems=(problem,))

"""Checkpoints keep all that is known of a translation, and those of an older release can be read."""

from __future__ import annotations

from dataclasses import replace

import orjson

from dragoman.blobs import in_pieces, seal
from dragoman.documents import files
from dragoman.documents.model import Job
from dragoman.segments import Code, CodeKind, Text
from dragoman.translation.model import (
    CodesMethod,
    IssueCode,
    MemoryUse,
    Origin,
    TermUse,
    Translation,
    issue,
)
from tests.documents.conftest import Desk

TRANSLATION = Translation(
    segment=(Text(text="a"), Code(id="1", kind=CodeKind.STANDALONE, type="tag", data="<br>")),
    origin=Origin.MEMORY,
    engine=None,
    codes=CodesMethod.MEMORY,
    issues=(issue(IssueCode.TERM_NOT_APPLIED),),
    units=(MemoryUse(memory_id=1, unit_id=2, score=100),),
    terms=(TermUse(source="b", target="c", method=None),),
)


async def second_run(desk: Desk) -> Job:
    row = await desk.row(await desk.submit())
    assert row is not None
    return replace(row, run=2)


async def test_all_that_is_known_is_kept(desk: Desk) -> None:
    job = await second_run(desk)
    await files.write_checkpoint(desk.resources.blobs, job, 1, {"key": TRANSLATION})
    assert await files.read_checkpoints(desk.resources.blobs, job) == {"key": TRANSLATION}


async def test_those_of_an_older_release_are_read(desk: Desk) -> None:
    job = await second_run(desk)
    name = f"documents/{job.id}/checkpoint-1-1"
    older = ["a"], "engine", "apertium 3"
    data = orjson.dumps(
        {
            "key": [*older, "none", ["CODES_REPAIRED"]],
            "gone issue": [*older, "none", ["CODES_AT_END"]],  # what is known no more is translated again
            "gone method": [*older, "proportional", []],
            "terms by yes and no": [*older, "none", [], [], [["b", "c", True]]],
        }
    )
    await desk.resources.blobs.put(name, seal(in_pieces(data), key=job.key, context=name))
    assert await files.read_checkpoints(desk.resources.blobs, job) == {
        "key": Translation(
            segment=(Text(text="a"),),
            origin=Origin.ENGINE,
            engine="apertium 3",
            codes=CodesMethod.NONE,
            issues=(issue(IssueCode.CODES_REPAIRED),),
        )
    }

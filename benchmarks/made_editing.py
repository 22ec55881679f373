"""A made-up translation of many segments that is open for its linguists, written as rows."""

from __future__ import annotations

import random
import uuid
from collections.abc import Iterator, Sequence
from typing import Any, Final

import psycopg

from benchmarks.made_projects import write_rows
from benchmarks.made_sentences import make_sentences
from dragoman.memories.fingerprints import take_fingerprint, write_signature
from dragoman.memories.segment_json import encode_segment
from dragoman.segments import Code, CodeKind, Segment, Text

SEED: Final = 11
_SENTENCES: Final = 2_000
_EMPTY: Final = 3  # one in so many has no suggestion yet


def make_translation(owner: str, *, segments: int) -> str:
    """Write a translation from English into Spanish; the path of its editor.

    It belongs to the account of the primary memory, which its project uses.
    """
    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute("select set_config('dragoman.account', '*', false)")
        memory, account = _one(connection, 'select id, account_id from memories where "primary" limit 1')
        (project,) = _one(
            connection,
            "update projects set status = 'Active', hold = null, memory_id = %s, use_memory = true "
            "where id = (select max(id) from projects where account_id = %s) returning id",
            memory,
            account,
        )
        file = uuid.uuid4()
        connection.execute(
            "insert into project_files (id, account_id, project_id, name, size, reference, source_language, "
            "format, key, analysis, words, created) values (%s, %s, %s, 'handbook.html', 1000, false, 'en', "
            "'html', %s, 'done', 1, now())",
            (file, account, project, b"\0" * 60),
        )
        (translation,) = _one(
            connection,
            "insert into project_translations (account_id, project_id, file_id, target_language, status, "
            "stage, segments, segments_left, total_words, suggested_words, translated_words, "
            "confirmed_words, created) values (%s, %s, %s, 'es', 'Active', 'open', %s, %s, %s, 0, 0, 0, "
            "now()) returning id",
            account,
            project,
            file,
            segments,
            segments,
            segments,
        )
        write_rows(connection, "project_segments", _segments(account, translation, segments))
        connection.execute("vacuum (analyze) project_segments")
    return f"/ui/projects/{project}/t/{translation}"


def _segments(account: int, translation: int, count: int) -> Iterator[dict[str, Any]]:
    chance = random.Random(SEED)
    sources, targets = make_sentences(count=_SENTENCES, seed=SEED)
    for number in range(count):
        place = chance.randrange(len(sources))
        source = _mark(sources[place], chance)
        suggested = number % _EMPTY != 0
        yield {
            "translation_id": translation,
            "account_id": account,
            "number": number,
            "unit": str(number),
            "source": encode_segment(source),
            "target": encode_segment((Text(text=targets[place]),)) if suggested else None,
            "state": "pretranslated" if suggested else "new",
            "origin": "engine" if suggested else None,
            "previous": "",
            "next": "",
            "words": 1,
            "signature": write_signature(take_fingerprint(source).tokens),
        }


def _mark(text: str, chance: random.Random) -> Segment:
    """Put a pair of codes around the first word of every fourth text."""
    if chance.randrange(4):
        return (Text(text=text),)
    word, _, rest = text.partition(" ")
    return (
        Code(id="1", kind=CodeKind.OPEN, type="tag", data="<b>"),
        Text(text=word),
        Code(id="1", kind=CodeKind.CLOSE, type="tag", data="</b>"),
        Text(text=f" {rest}"),
    )


def _one(connection: psycopg.Connection[Any], query: str, *values: object) -> Sequence[Any]:
    row = connection.execute(query.encode(), values).fetchone()
    assert row is not None
    return tuple(row)

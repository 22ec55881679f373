"""Glossaries of the DeepL dialect: `/v2/glossaries`, `/v3/glossaries` and their pairs (X1, P17).

A glossary is a term base of the account. It is used where a request names it, unless the account enforces it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request, Response

from dragoman import cpu_work
from dragoman.api.compat.bodies import read_fields, validate
from dragoman.api.compat.deepl.glossary_fields import (
    ChangedGlossary,
    DictionaryFields,
    NewGlossary,
    NewMultilingualGlossary,
    find_number,
    read_dictionary,
    write_dictionary,
    write_entries,
    write_glossary,
    write_simple_glossary,
)
from dragoman.api.compat.deepl.interface import PREFIX
from dragoman.api.compat.languages import find_routes
from dragoman.api.compat.own_words import OwnWordsCaller, OwnWordsRequest
from dragoman.catalog import removal
from dragoman.errors import NotFound, RuleBroken
from dragoman.http.auth import TranslateCaller
from dragoman.http.dependencies import OpenRuntime
from dragoman.http.errors import answer
from dragoman.http.route_policy import UploadLimit, route_policy
from dragoman.http.staff_request import StaffRequest
from dragoman.languages import primary
from dragoman.termbases.actions import TermBaseChanges, change_term_base, create_term_base
from dragoman.termbases.dictionaries import actions
from dragoman.termbases.dictionaries.entries import DictionaryBase
from dragoman.translation.requests import list_available

_LIMIT: Final = UploadLimit(file_bytes=lambda _: 10 * 1024 * 1024, kind="Glossary")  # as DeepL takes them
_TSV: Final = "text/tab-separated-values"
_Language = Annotated[str, Query()]

router = APIRouter(prefix=PREFIX, include_in_schema=False)


@router.get("/v2/glossary-language-pairs")
async def list_glossary_pairs(caller: TranslateCaller, runtime: OpenRuntime) -> Response:
    """List the pairs that glossaries can be made for: all that can be translated."""
    routes = await list_available(await find_routes(runtime, caller))
    pairs = {(primary(route.source), primary(route.target)) for route in routes}
    written = [{"source_lang": source, "target_lang": target} for source, target in sorted(pairs)]
    return answer(200, {"supported_languages": written})


@router.post("/v2/glossaries")
@route_policy(body=_LIMIT)
async def create_glossary(request: Request, ctx: OwnWordsRequest, caller: OwnWordsCaller) -> Response:
    """Make a glossary of one dictionary."""
    fields = validate(NewGlossary, await read_fields(request))
    made = await _create(ctx, fields.name, [fields], account_id=caller.account_id)
    return answer(201, write_simple_glossary(made))


@router.get("/v2/glossaries")
async def list_glossaries(ctx: OwnWordsRequest, caller: OwnWordsCaller) -> Response:
    """List the glossaries of one dictionary."""
    found = await actions.list_bases(ctx.tx, account_id=caller.account_id)
    return answer(200, {"glossaries": [one for one in map(write_simple_glossary, found) if one is not None]})


@router.get("/v2/glossaries/{glossary_id}")
async def get_glossary(glossary_id: str, ctx: OwnWordsRequest) -> Response:
    """Show a glossary of one dictionary."""
    return answer(200, _require_simple(write_simple_glossary(await _get(ctx, glossary_id))))


@router.get("/v2/glossaries/{glossary_id}/entries")
async def get_glossary_entries(glossary_id: str, ctx: OwnWordsRequest) -> Response:
    """Write the entries of a glossary of one dictionary as tab-separated values."""
    found = _require_simple(write_simple_glossary(await _get(ctx, glossary_id)))
    entries = await actions.read_entries(
        ctx.tx,
        term_base_id=find_number(glossary_id),
        source=found["source_lang"],
        target=found["target_lang"],
    )
    return Response(write_entries(entries), media_type=_TSV)


@router.delete("/v2/glossaries/{glossary_id}", name="delete_glossary")
@router.delete("/v3/glossaries/{glossary_id}", name="delete_multilingual_glossary")
async def delete_glossary(glossary_id: str, ctx: OwnWordsRequest) -> Response:
    """Delete a glossary that no project template names."""
    await _get(ctx, glossary_id)
    await removal.delete_term_base(ctx.tx, find_number(glossary_id), staff=ctx.staff)
    return Response(status_code=204)


@router.post("/v3/glossaries")
@route_policy(body=_LIMIT)
async def create_multilingual_glossary(
    request: Request, ctx: OwnWordsRequest, caller: OwnWordsCaller
) -> Response:
    """Make a glossary of several dictionaries."""
    fields = validate(NewMultilingualGlossary, await read_fields(request))
    made = await _create(ctx, fields.name, fields.dictionaries, account_id=caller.account_id)
    return answer(201, write_glossary(made))


@router.get("/v3/glossaries")
async def list_multilingual_glossaries(ctx: OwnWordsRequest, caller: OwnWordsCaller) -> Response:
    """List all glossaries."""
    found = await actions.list_bases(ctx.tx, account_id=caller.account_id)
    return answer(200, {"glossaries": [write_glossary(one) for one in found]})


@router.get("/v3/glossaries/{glossary_id}")
async def get_multilingual_glossary(glossary_id: str, ctx: OwnWordsRequest) -> Response:
    """Show a glossary."""
    return answer(200, write_glossary(await _get(ctx, glossary_id)))


@router.patch("/v3/glossaries/{glossary_id}")
@route_policy(body=_LIMIT)
async def change_glossary(glossary_id: str, request: Request, ctx: OwnWordsRequest) -> Response:
    """Rename a glossary, and add entries to its dictionaries."""
    fields = validate(ChangedGlossary, await read_fields(request))
    number = (await _get(ctx, glossary_id)).base.id
    if fields.name is not None:
        changes = TermBaseChanges(name=_require_name(fields.name))
        await change_term_base(ctx.tx, staff=ctx.staff, term_base_id=number, changes=changes)
    await _put(ctx, number, fields.dictionaries, replace_all=False)
    return answer(200, write_glossary(await _get(ctx, glossary_id)))


@router.put("/v3/glossaries/{glossary_id}/dictionaries")
@route_policy(body=_LIMIT)
async def replace_dictionary(glossary_id: str, request: Request, ctx: OwnWordsRequest) -> Response:
    """Replace a dictionary, or add one."""
    fields = validate(DictionaryFields, await read_fields(request))
    await _put(ctx, find_number(glossary_id), [fields], replace_all=True)
    wanted = fields.dictionary()
    found = await _get(ctx, glossary_id)
    counts = {(one.source, one.target): write_dictionary(one, count) for one, count in found.dictionaries}
    return answer(200, counts[wanted.source, wanted.target])


@router.delete("/v3/glossaries/{glossary_id}/dictionaries")
async def delete_dictionary(
    glossary_id: str, ctx: OwnWordsRequest, source_lang: _Language, target_lang: _Language
) -> Response:
    """Delete a dictionary with its entries."""
    wanted = read_dictionary(source_lang, target_lang)
    await actions.delete_dictionary(
        ctx.tx,
        staff=ctx.staff,
        term_base_id=find_number(glossary_id),
        source=wanted.source,
        target=wanted.target,
    )
    return Response(status_code=204)


@router.get("/v3/glossaries/{glossary_id}/entries")
async def get_dictionary_entries(
    glossary_id: str, ctx: OwnWordsRequest, source_lang: _Language, target_lang: _Language
) -> Response:
    """Show the entries of a dictionary."""
    wanted = read_dictionary(source_lang, target_lang)
    entries = await actions.read_entries(
        ctx.tx, term_base_id=find_number(glossary_id), source=wanted.source, target=wanted.target
    )
    written = {
        "source_lang": wanted.source,
        "target_lang": wanted.target,
        "entries": write_entries(entries),
        "entries_format": "tsv",
    }
    return answer(200, {"dictionaries": [written]})


async def _create(
    ctx: StaffRequest, name: str, dictionaries: Sequence[DictionaryFields], *, account_id: int
) -> DictionaryBase:
    if not dictionaries:
        raise RuleBroken("Missing or invalid argument: dictionaries.")
    _require_different(dictionaries)
    base = await create_term_base(
        ctx.tx, staff=ctx.staff, account_id=account_id, name=_require_name(name), use_for_translation=False
    )
    await _put(ctx, base.id, dictionaries, replace_all=False)
    return await actions.get_base(ctx.tx, term_base_id=base.id)


def _require_different(dictionaries: Sequence[DictionaryFields]) -> None:
    pairs = [(one.source, one.target) for one in (fields.dictionary() for fields in dictionaries)]
    if len(set(pairs)) < len(pairs):
        raise RuleBroken("A pair of languages is there twice: send its entries in one dictionary.")


async def _put(
    ctx: StaffRequest, number: int, dictionaries: Sequence[DictionaryFields], *, replace_all: bool
) -> None:
    for fields in dictionaries:
        await actions.put_entries(
            ctx.tx,
            staff=ctx.staff,
            term_base_id=number,
            dictionary=fields.dictionary(),
            entries=await cpu_work.run(len(fields.entries), fields.pairs),
            replace_all=replace_all,
        )


async def _get(ctx: StaffRequest, glossary_id: str) -> DictionaryBase:
    try:
        return await actions.get_base(ctx.tx, term_base_id=find_number(glossary_id))
    except NotFound:
        raise NotFound("Glossary not found.") from None


def _require_simple(written: Any) -> Any:
    if written is None:
        raise NotFound("Glossary not found: it is multilingual. Use version 3 of glossaries.")
    return written


def _require_name(name: str) -> str:
    if not name.strip():
        raise RuleBroken("Missing or invalid argument: name.")
    return name

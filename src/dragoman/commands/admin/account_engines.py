"""`dragoman admin account engines`: which engines an account uses."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated, Any, Final

import typer

from dragoman import languages
from dragoman.access.staff import OPERATOR
from dragoman.commands.admin.session import MAX_ID, Session, perform, show
from dragoman.commands.options import DataOption, JsonOption
from dragoman.engine_registry import actions
from dragoman.engine_registry.model import EnginePolicy, PairPreference, PolicyRefused, write_policy
from dragoman.engine_registry.names import known_names

_PREFERENCE: Final = re.compile(r"([A-Za-z0-9-]+)[:>]([A-Za-z0-9-]+)=([^=]+)\Z")
_PAIR: Final = re.compile(r"([A-Za-z0-9-]+)[:>]([A-Za-z0-9-]+)\Z")

IdArgument = Annotated[int, typer.Argument(metavar="ID", min=1, max=MAX_ID, help="Id of the account.")]


def _several(help_: str, metavar: str) -> Any:
    return typer.Option(metavar=metavar, help=f"{help_} Several times.", show_default=False)


def engines(
    ctx: typer.Context,
    account: IdArgument,
    *,
    allow: Annotated[
        list[str] | None, _several("Let this engine outside the machine get the account's texts.", "NAME")
    ] = None,
    forbid: Annotated[list[str] | None, _several("No longer let it get them.", "NAME")] = None,
    prefer: Annotated[
        list[str] | None, _several("Engines for a pair, the first one first.", "SRC:TGT=NAME,NAME")
    ] = None,
    only: Annotated[
        list[str] | None, _several("Use no other engines for a pair.", "SRC:TGT=NAME,NAME")
    ] = None,
    forget: Annotated[list[str] | None, _several("Drop the preference for a pair.", "SRC:TGT")] = None,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Show or choose which engines an account uses; a choice holds from its next request on.

    Example: dragoman admin account engines 3 --allow deepl --prefer en:de=deepl,opus_en_de
    """

    async def work(session: Session) -> EnginePolicy:
        before = await actions.find_account_policy(session.tx, account)
        remote = (before.remote | set(allow or ())) - set(forbid or ())
        after = EnginePolicy(
            remote=remote, preferences=_change(before.preferences, prefer or (), only or (), forget or ())
        )
        if after == before:
            return before
        known = await known_names(session.tx, session.settings)
        return await actions.set_account_policy(session.tx, account, after, known=known, actor=OPERATOR.actor)

    policy = perform(ctx, data, work)
    show(_body(policy), json=json, text="\n".join(_lines(policy)))


def _change(
    before: tuple[PairPreference, ...], prefer: Iterable[str], only: Iterable[str], forget: Iterable[str]
) -> tuple[PairPreference, ...]:
    by_pair = {(one.source, one.target): one for one in before}
    for text in forget:
        match = _PAIR.match(text)
        if match is None:
            raise PolicyRefused(f"{text!r} is no pair of languages; write it like en:de.")
        by_pair.pop(_canonical(match[1], match[2]), None)
    for texts, exclusive in ((prefer, False), (only, True)):
        for text in texts:
            match = _PREFERENCE.match(text)
            if match is None:
                raise PolicyRefused(f"{text!r} is no preference; write it like en:de=deepl,opus_en_de.")
            pair = _canonical(match[1], match[2])
            names = tuple(name.strip() for name in match[3].split(",") if name.strip())
            by_pair[pair] = PairPreference(source=pair[0], target=pair[1], engines=names, exclusive=exclusive)
    return tuple(by_pair.values())


def _canonical(source: str, target: str) -> tuple[str, str]:
    for code in (source, target):
        if not languages.is_well_formed(code):
            raise PolicyRefused(f"{code!r} is not a language code; write it like en or pt-BR.")
    return languages.canonical(source), languages.canonical(target)


def _body(policy: EnginePolicy) -> dict[str, Any]:
    written = write_policy(policy)
    return {"remoteEngines": written["remote"], "preferences": written["preferences"]}


def _lines(policy: EnginePolicy) -> Iterable[str]:
    yield f"Engines outside the machine that may get texts: {', '.join(sorted(policy.remote)) or 'none'}"
    for one in policy.preferences:
        others = "no others" if one.exclusive else "then the others"
        yield f"{one.source} -> {one.target}: {', '.join(one.engines)}; {others}"
    if not policy.preferences:
        yield "No preferences: local engines before others, the best first."

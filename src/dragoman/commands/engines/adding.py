"""`dragoman engines add`: a neural model, or a service of others, becomes an engine (O8)."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Final

import typer

from dragoman.commands.options import DataOption, JsonOption, fail, load_settings, refusals
from dragoman.engines.engine import Quality

_SERVICES: Final = ("chat", "deepl", "libretranslate", "google", "azure")  # as ServiceType, loaded when used

SourceArgument = Annotated[
    str,
    typer.Argument(
        metavar="PATH|SERVICE",
        help="The folder of a converted model, or its archive (.zip, .argosmodel, .tar.*); or a service: "
        f"{', '.join(_SERVICES)}.",
    ),
]
PairOption = Annotated[
    list[str] | None,
    typer.Option("--pair", help="A pair of languages, as en-es or pt-BR:en; several times. Default: all."),
]
NameOption = Annotated[
    str | None, typer.Option("--name", help="What the engine is called.", show_default="after the source")
]
QualityOption = Annotated[
    Quality | None, typer.Option("--quality", help="How good it is: better engines come first.")
]
ForceOption = Annotated[
    bool, typer.Option("--force", help="Replace an engine of the same name; take one that does not work yet.")
]


def _of_services(name: str, help_: str, metavar: str | None = None) -> Any:
    return typer.Option(
        name, metavar=metavar, help=help_, show_default=False, rich_help_panel="Options of services"
    )


def add(
    ctx: typer.Context,
    source: SourceArgument,
    *,
    pair: PairOption = None,
    name: NameOption = None,
    quality: QualityOption = None,
    force: ForceOption = False,
    url: Annotated[str | None, _of_services("--url", "Its address, if not the usual one.")] = None,
    model: Annotated[
        str | None, _of_services("--model", "The language model, as its server calls it; or a model type.")
    ] = None,
    key_file: Annotated[
        Path | None,
        _of_services("--key-file", "File with its key, which stays there and is read when needed."),
    ] = None,
    key_stdin: Annotated[
        bool, _of_services("--key-stdin", "Read its key from standard input; it is stored encrypted.")
    ] = False,
    local: Annotated[
        bool,
        _of_services("--local", "It runs on machines of yours: accounts need not allow it."),
    ] = False,
    concurrency: Annotated[int | None, _of_services("--concurrency", "Calls at once.", "N")] = None,
    timeout: Annotated[float | None, _of_services("--timeout", "Limit of a call.", "SECONDS")] = None,
    monthly_characters: Annotated[
        int | None, _of_services("--monthly-characters", "Budget: it is not asked beyond.", "N")
    ] = None,
    option: Annotated[
        list[str] | None, _of_services("--option", "What only this kind has; several times.", "NAME=VALUE")
    ] = None,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Add an engine: a neural model that CTranslate2 can load, or a service.

    A model is recognised by its files, copied to the models directory, loaded and measured; nothing is
    downloaded. For one that is not converted yet, the command that does so is printed. A service is asked for
    its languages; no account's text reaches it until `dragoman admin account engines ID --allow NAME`. A
    running service of Dragoman takes a new engine up within seconds.

    Examples: dragoman engines add ./opus-mt-en-de; dragoman engines add deepl --key-file /etc/deepl.key;
    dragoman engines add chat --url http://127.0.0.1:11434/v1 --model gemma3 --pair en-de
    """
    settings = load_settings(ctx, data=data)
    given = {
        "--url": url,
        "--model": model,
        "--key-file": key_file,
        "--key-stdin": key_stdin or None,
        "--local": local or None,
        "--concurrency": concurrency,
        "--timeout": timeout,
        "--monthly-characters": monthly_characters,
        "--option": option,
    }
    with refusals():
        if source in _SERVICES:
            from dragoman.commands.engines.adding_services import ServiceWords, add_service_engine  # noqa: PLC0415

            words = ServiceWords(
                kind=source,
                name=name,
                pairs=pair,
                quality=quality,
                url=url,
                model=model,
                key_file=key_file,
                key_stdin=key_stdin,
                local=local,
                concurrency=concurrency,
                timeout_seconds=timeout,
                monthly_characters=monthly_characters,
                options=option or [],
            )
            add_service_engine(settings, words, force=force, json=json)
            return
        unfit = [word for word, value in given.items() if value is not None]
        if unfit:
            fail(
                f"{', '.join(unfit)} is for services, and {source} is none. Services: {', '.join(_SERVICES)}."
            )
        from dragoman.commands.engines.adding_models import add_own_model  # noqa: PLC0415
        from dragoman.engines.ctranslate2.adding.actions import AddOptions  # noqa: PLC0415

        options = AddOptions(
            pairs=tuple(pair or ()), name=name, quality=quality or Quality.MEDIUM, is_forced=force
        )
        add_own_model(settings, Path(source), options, json=json)

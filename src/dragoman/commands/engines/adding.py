"""`dragoman engines add`: a neural model, or a service of others, becomes an engine (O8)."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Final

import typer

from dragoman.commands.options import DataOption, JsonOption, fail, load_settings, refusals
from dragoman.engines.engine import Quality
from dragoman.settings import Settings

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


UrlOption = Annotated[str | None, _of_services("--url", "Its address, if not the usual one.")]
ModelOption = Annotated[
    str | None, _of_services("--model", "The language model, as its server calls it; or a model type.")
]
KeyFileOption = Annotated[
    Path | None, _of_services("--key-file", "File with its key, which stays there and is read when needed.")
]
KeyInputOption = Annotated[
    bool, _of_services("--key-stdin", "Read its key from standard input; it is stored encrypted.")
]
RemoteOption = Annotated[
    bool | None,
    _of_services(
        "--remote/--local",
        "Whether its machines are not yours, so that accounts must allow it. Default: all but this machine.",
    ),
]
ConcurrencyOption = Annotated[int | None, _of_services("--concurrency", "Calls at once.", "N")]
TimeoutOption = Annotated[float | None, _of_services("--timeout", "Limit of a call.", "SECONDS")]
BudgetOption = Annotated[
    int | None, _of_services("--monthly-characters", "Budget: it is not asked beyond.", "N")
]
OtherOption = Annotated[
    list[str] | None, _of_services("--option", "What only this kind has; several times.", "NAME=VALUE")
]


def add(
    ctx: typer.Context,
    source: SourceArgument,
    *,
    pair: PairOption = None,
    name: NameOption = None,
    quality: QualityOption = None,
    force: ForceOption = False,
    url: UrlOption = None,
    model: ModelOption = None,
    key_file: KeyFileOption = None,
    key_stdin: KeyInputOption = False,
    remote: RemoteOption = None,
    concurrency: ConcurrencyOption = None,
    timeout: TimeoutOption = None,
    monthly_characters: BudgetOption = None,
    option: OtherOption = None,
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
    of_services = {
        "url": url,
        "model": model,
        "key_file": key_file,
        "key_stdin": key_stdin,
        "remote": remote,
        "concurrency": concurrency,
        "timeout_seconds": timeout,
        "monthly_characters": monthly_characters,
        "options": option or [],
    }
    with refusals():
        if source in _SERVICES:
            words = {"kind": source, "name": name, "pairs": pair, "quality": quality, **of_services}
            _add_service(settings, words, force=force, json=json)
        elif any(value not in (None, False, []) for value in of_services.values()) or remote is not None:
            fail(
                f"{source} is no service, and takes no options of services. Services: {', '.join(_SERVICES)}."
            )
        else:
            own = {"pairs": tuple(pair or ()), "name": name, "quality": quality or Quality.MEDIUM}
            _add_model(settings, Path(source), own, force=force, json=json)


# What each kind needs is imported when it is used: most of it starts slowly.


def _add_service(settings: Settings, words: dict[str, Any], *, force: bool, json: bool) -> None:
    from dragoman.commands.engines.adding_services import ServiceWords, add_service_engine  # noqa: PLC0415

    add_service_engine(settings, ServiceWords(**words), force=force, json=json)


def _add_model(settings: Settings, path: Path, words: dict[str, Any], *, force: bool, json: bool) -> None:
    from dragoman.commands.engines.adding_models import add_own_model  # noqa: PLC0415
    from dragoman.engines.ctranslate2.adding.actions import AddOptions  # noqa: PLC0415

    add_own_model(settings, path, AddOptions(**words, is_forced=force), json=json)

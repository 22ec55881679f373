"""`dragoman engines compare`: every engine of a pair on the user's own texts (O8)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from dragoman import languages
from dragoman.commands.admin.session import show_list
from dragoman.commands.engines.opening import open_all_engines
from dragoman.commands.engines.texts import TrialTexts, read_texts
from dragoman.commands.options import (
    DataOption,
    JsonOption,
    load_settings,
    print_json,
    print_message,
    refusals,
)
from dragoman.errors import RuleBroken
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from dragoman.translation.comparing import EngineTrial, choices_for, try_engine
from dragoman.translation.translator import create_translator

SourceArgument = Annotated[str, typer.Argument(metavar="SRC", help="Language of the texts, such as en.")]
TargetArgument = Annotated[str, typer.Argument(metavar="TGT", help="Language to translate into, such as de.")]
FileArgument = Annotated[
    Path,
    typer.Argument(
        metavar="FILE",
        help="Texts: one a line; .tsv or .csv with text and translation; or .tmx. Where it has translations, "
        "the engines are scored by them.",
    ),
]
RemoteOption = Annotated[
    bool, typer.Option("--remote", help="Also send the texts to engines outside this machine.")
]
EngineOption = Annotated[
    list[str] | None, typer.Option("--engine", help="Only this engine; several times.", show_default=False)
]


class PairWithoutEngine(RuleBroken):
    """No engine translates the pair directly."""

    code = "PAIR_WITHOUT_ENGINE"


def compare(
    ctx: typer.Context,
    source: SourceArgument,
    target: TargetArgument,
    file: FileArgument,
    *,
    engine: EngineOption = None,
    remote: RemoteOption = False,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Translate texts by every engine that has the pair; print scores, seconds, and what became of tags.

    chrF and BLEU (sacrebleu) compare with the file's translations: higher is better, for the same texts.
    `tags` is the share of texts with tags or placeholders whose engine kept them all in their places by
    itself; Dragoman keeps them in any case.
    """
    settings = load_settings(ctx, data=data)
    with refusals():
        pair = _codes(source, target)
        texts = read_texts(file, source=pair[0], target=pair[1])
        trials = asyncio.run(_compare(settings, pair, texts, names=engine or [], remote=remote))
        rows = [_row(trial, texts) for trial in trials]
    if json:
        print_json(rows)
    else:
        show_list(rows, json=False, nothing="No engine was tried.")
        for trial in trials:
            if trial.failure is not None:
                print_message(f"{trial.engine.name}: {trial.failure}")


def _codes(source: str, target: str) -> tuple[str, str]:
    for code in (source, target):
        if not languages.is_well_formed(code):
            raise RuleBroken(f"{code!r} is not a language code; write it like en or pt-BR.")
    return languages.canonical(source), languages.canonical(target)


async def _compare(
    settings: Settings, pair: tuple[str, str], texts: TrialTexts, *, names: Sequence[str], remote: bool
) -> list[EngineTrial]:
    metrics = Metrics()
    translator = create_translator(settings.model_copy(update={"result_cache_mb": 0}), metrics)
    async with open_all_engines(settings, metrics) as table:
        choices = choices_for(table.current(), *pair)
        left_out = [one.engine.name for one in choices if one.engine.traits.remote and not remote]
        if left_out:
            print_message(f"Left out, as they are not on this machine: {', '.join(left_out)}. Add --remote.")
        wanted = [
            one
            for one in choices
            if one.engine.name not in left_out and (not names or one.engine.name in names)
        ]
        if not wanted:
            raise PairWithoutEngine(
                f"No engine here translates {pair[0]} -> {pair[1]} directly. "
                "`dragoman engines` lists the pairs of each."
            )
        warm_up = texts.sources[:1]  # a model is loaded, a pipeline is started
        trials = []
        for choice in wanted:
            await try_engine(translator, choice, warm_up)
            trials.append(await try_engine(translator, choice, texts.sources))
        return trials


def _row(trial: EngineTrial, texts: TrialTexts) -> dict[str, Any]:
    scores = _score(trial.texts, texts.references)
    words = sum(len(text.split()) for text in texts.sources)
    kept = round(100 * trial.kept_codes / trial.with_codes) if trial.with_codes else None
    return {
        "engine": trial.engine.name,
        "version": trial.engine.version,
        "quality": str(trial.pair.quality),
        "texts": len(texts.sources),
        "chrF": scores[0],
        "BLEU": scores[1],
        "seconds": None if trial.failure else round(trial.seconds, 2),
        "wordsPerSecond": round(words / trial.seconds) if trial.seconds else None,
        "tags": None if kept is None or trial.failure else f"{kept} %",
        "unchanged": None if trial.failure else trial.unchanged,
        "failed": trial.failure is not None,
    }


def _score(
    translations: Sequence[str], references: Sequence[str] | None
) -> tuple[float | None, float | None]:
    """ChrF and BLEU, 0 to 100; None without references or sacrebleu."""
    if references is None or not translations:
        return None, None
    try:
        import sacrebleu  # noqa: PLC0415 - not everybody has it
    except ImportError:
        print_message("For scores install sacrebleu: make setup-neural, or pip install 'dragoman[compare]'.")
        return None, None
    chrf = sacrebleu.corpus_chrf(list(translations), [list(references)]).score
    bleu = sacrebleu.corpus_bleu(list(translations), [list(references)]).score
    return round(chrf, 1), round(bleu, 1)

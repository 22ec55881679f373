"""Documents through an engine, in this process: read by their format, translated, written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from dragoman.conversion.options import check_options
from dragoman.engines.engine import Engine, EnginePair, Quality
from dragoman.formats.format import Document, Format, Languages, Source, WarningCode
from dragoman.segments import Segment
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from dragoman.translation.documents.translating import DocumentOrder, DocumentTranslation, translate_document
from dragoman.translation.model import Translation
from dragoman.translation.pair_index import EngineChoice, RouteStep
from dragoman.translation.routes import Route
from dragoman.translation.translator import create_translator


@dataclass(slots=True)
class Kept:
    """Checkpoints in memory."""

    finished: dict[str, Translation] = field(default_factory=dict)

    async def load(self) -> Mapping[str, Translation]:
        """What is finished."""
        return dict(self.finished)

    async def save(self, finished: Mapping[str, Translation], *, progress: float) -> None:
        """Keep what is finished now."""
        del progress
        self.finished |= finished


def route_by(engine: Engine, source: str, target: str) -> Route:
    """A route by one engine."""
    pair = EnginePair(source=source, target=target, quality=Quality.TEST)
    return Route(
        source=source, target=target, steps=(RouteStep(choices=(EngineChoice(engine=engine, pair=pair),)),)
    )


async def translate_units(document: Document, engine: Engine, languages: Languages) -> DocumentTranslation:
    """Translate the units of a document. Raises `NothingTranslated` where nothing changes."""
    translator = create_translator(Settings(result_cache_mb=0), Metrics())
    order = DocumentOrder(
        route=route_by(engine, languages.source, languages.target), language=languages.source
    )
    return await translate_document(translator, document, order, checkpoints=Kept())


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A translated document, and whether its report says that codes were moved."""

    data: bytes
    targets: Mapping[str, Segment]
    moved: bool
    is_guessed: bool  # its encoding, which others may guess otherwise


async def translate_file(
    format_: Format, suffix: str, data: bytes, *, engine: Engine, languages: Languages
) -> Result:
    """Translate a document with the format's usual options. Raises what formats and translation raise."""
    source = Source(data=data, suffix=suffix, options=check_options(format_.info, {}))
    document = format_.extract(source, languages)
    done = await translate_units(document, engine, languages)
    return Result(
        data=format_.rebuild(source, done.targets, languages),
        targets=done.targets,
        moved=is_moved(done),
        is_guessed=any(warning.code is WarningCode.ENCODING_GUESSED for warning in document.warnings),
    )


def is_moved(done: DocumentTranslation) -> bool:
    """Whether the report says that codes may not be where they were."""
    return bool(done.report.codes_moved or done.report.issues)

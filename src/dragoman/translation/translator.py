"""The parts of translation that one process shares."""

from __future__ import annotations

from dataclasses import dataclass

from dragoman.segmentation import load_rules
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from dragoman.translation.cache import ResultCache
from dragoman.translation.splitting.sentences import Splitting


@dataclass(frozen=True, slots=True, kw_only=True)
class Translator:
    """The parts of translation that one process shares."""

    cache: ResultCache
    metrics: Metrics
    splitting: Splitting


def create_translator(settings: Settings, metrics: Metrics) -> Translator:
    """A translator with an empty cache. Raises `Misconfigured` for segmentation rules that cannot be used."""
    rules = load_rules(settings.srx_file) if settings.srx_file is not None else None
    return Translator(
        cache=ResultCache(limit_bytes=settings.result_cache_mb * 1024 * 1024, metrics=metrics),
        metrics=metrics,
        splitting=Splitting(longest=settings.split_characters, rules=rules),
    )

"""The fidelity report of a job as JSON, which is stored with the job: a data format that this module owns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dragoman.engines.engine import Engine
from dragoman.styles import Style
from dragoman.translation.documents.fidelity import FidelityReport, TranslatedUnits
from dragoman.translation.style_outcomes import summarize


def write_report(report: FidelityReport) -> dict[str, Any]:
    """Serialize the fidelity report."""
    return {
        "segments": report.segments,
        "words": report.words,
        "translated": report.translated,
        "unchanged": report.unchanged,
        "leftAlone": dict(report.left_alone),
        "codes": {"total": report.codes, "moved": report.codes_moved, "methods": dict(report.methods)},
        "issues": dict(report.issues),
        "origins": dict(report.origins),
        "memory": {
            "segments": report.memory.segments,
            "words": report.memory.words,
            "characters": report.memory.characters,
        },
        "terms": {"applied": report.terms_applied, "missed": report.terms_missed},
        "warnings": [{"code": one.code.value, "message": one.message} for one in report.warnings],
    }


def write_style(style: Style | None, done: TranslatedUnits, engines: Sequence[Engine]) -> dict[str, Any]:
    """Serialize what became of the style guide's rules, in numbers of segments; nothing without one."""
    if style is None:
        return {}
    translations = (made for own in done.passages for _, made in own)
    rules = [
        {
            "rule": one.rule.value,
            "followed": one.followed,
            "notFollowed": {reason.value: number for reason, number in one.reasons.items()},
        }
        for one in summarize(style, translations, engines)
    ]
    return {"style": {"id": style.guide_id, "rules": rules}}

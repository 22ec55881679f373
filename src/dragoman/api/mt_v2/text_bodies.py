"""Models of `POST /v2/translate`: request and answer (T1, T6, T11)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import AfterValidator, ConfigDict, Field, ValidationInfo
from pydantic_core import PydanticCustomError

from dragoman.http.fields import (
    THRESHOLD,
    AskedLanguage,
    CustomerText,
    LanguageCode,
    MemoryId,
    MemoryThreshold,
    StyleId,
    TermBaseIds,
)
from dragoman.http.models import RequestModel, ResponseModel
from dragoman.languages import canonical, read_code
from dragoman.quality import Finding
from dragoman.styles import StyleRule
from dragoman.translation.model import TermMethod
from dragoman.translation.requests import TextResult
from dragoman.translation.source_detection import AUTO
from dragoman.translation.text import TextTranslation
from dragoman.translation.text_calls import TextAnswer


def _check_targets(targets: list[str] | None) -> list[str] | None:
    if targets is None:
        return None
    if not targets:
        raise PydanticCustomError("targets_empty", "Name at least one target language")
    if len({canonical(read_code(target)) for target in targets}) < len(targets):
        raise PydanticCustomError("targets_repeated", "A target language is named twice; name each once")
    return targets


def _check_target(target: str | None, info: ValidationInfo) -> str | None:
    if "targets" not in info.data:  # it is refused already
        return target
    targets = info.data["targets"]
    if target is None and targets is None:
        raise PydanticCustomError("missing", "Field required")
    if target is not None and targets is not None:
        raise PydanticCustomError("target_or_targets", "Send either target or targets, not both")
    return target


class SourceSegmentBody(RequestModel):
    """One segment, ideally one sentence."""

    model_config = ConfigDict(strict=True)

    text: CustomerText = Field(description="Text, also with inline XML or HTML tags and placeholders")


class TranslateBody(RequestModel):
    """A batch of segments and the pair to translate them by."""

    model_config = ConfigDict(
        strict=True,
        json_schema_extra={
            "examples": [
                {"source": "en", "target": "es", "segments": [{"text": "The <b>house</b> is {color}."}]}
            ]
        },
    )

    source: LanguageCode = Field(description="BCP 47 language code; `auto`: detected, one for all segments")
    # Before `target`, whose check looks at it.
    targets: Annotated[list[AskedLanguage] | None, AfterValidator(_check_targets)] = Field(
        default=None, description="Up to 20, instead of `target`: translations are then by target"
    )
    target: Annotated[LanguageCode | None, AfterValidator(_check_target)] = Field(
        default=None, validate_default=True, description="BCP 47 language code; this or `targets` is required"
    )
    segments: list[SourceSegmentBody] = Field(description="1 to 100 segments of up to 10,000 characters")
    placeholders: list[str] = Field(
        default_factory=list,
        description="Names of the placeholder grammars that the texts are written in, such as `printf` or "
        "`laravel`; `default`, or none given: the safe union of them",
    )
    memory_threshold: MemoryThreshold | None = Field(
        default=None, description=f"{THRESHOLD}. Default: the account's, else 85 for texts of the same words"
    )
    term_base_ids: TermBaseIds | None = Field(
        default=None,
        description="Up to 5 of the account's term bases, which are used instead of those that are enforced; "
        "an earlier one has precedence. `[]`: none",
    )
    translation_memory_id: MemoryId | None = Field(
        default=None, description="One of the account's memories, instead of those that are looked into"
    )
    style_id: StyleId | None = Field(
        default=None,
        description="One of the account's style guides, which is for one of the targets at least",
    )
    context: CustomerText | None = Field(
        default=None,
        description="Text around the segments, up to 10,000 characters: neither translated nor counted. It "
        "helps to detect the language, and to choose among a memory's translations",
    )

    @property
    def asked_source(self) -> str | None:
        """The language of the segments; None: to be detected."""
        return None if self.source.lower() == AUTO else self.source

    @property
    def asked_targets(self) -> Sequence[str]:
        """One target or several, as the client wrote them."""
        return self.targets if self.targets is not None else [self.target or ""]


class TextIssueBody(ResponseModel):
    """Something about a translation that deserves a look."""

    code: str
    message: str
    severity: str = Field(description="`error`, `warning` or `notice`")


class MatchedUnitBody(ResponseModel):
    """The unit of a translation memory that a translation is from."""

    id: int = Field(description="The memory")
    unit: int
    score: int = Field(description="101 in context, 100 the same; less for what was adapted")


class MetTermBody(ResponseModel):
    """A term of a term base in the source."""

    source: str = Field(description="As written in the source")
    target: str = Field(description="As written in the translation, or else as the term base requires it")
    applied: bool
    method: TermMethod | None = Field(description="How the translation got it; null where it is missing")


class RuleOutcomeBody(ResponseModel):
    """A rule of the style guide, and whether it was followed."""

    rule: StyleRule
    followed: bool = Field(description="Whether the engine was told and can follow it")
    reason: str | None = Field(description="Why not")


class FollowedStyleBody(ResponseModel):
    """What became of the style guide."""

    id: int
    rules: list[RuleOutcomeBody] = Field(
        description="Those that it sets; none where it is for another language than this target"
    )


class TranslationDetailsBody(ResponseModel):
    """One segment's translation into one target; all but `translation` only with `explain=true`."""

    translation: str = Field(default="", description="There unless the request has `targets`")
    origin: str = Field(default="", description="`memory`, `engine` or `unchanged`")
    engine: str | None = Field(default=None, description="Name and version of each engine on the path")
    memory: MatchedUnitBody | None = Field(default=None, description="The unit that it is from")
    terms: list[MetTermBody] = Field(default=[], description="Terms met, and whether they were applied")
    codes: str = Field(default="", description="How tags and placeholders were put into the translation")
    issues: list[TextIssueBody] = Field(default=[], description="Also what the quality checks find")
    style: FollowedStyleBody | None = Field(default=None, description="Only with `styleId`")


class SegmentTranslationBody(TranslationDetailsBody):
    """One segment's translation, or with `targets` its translations."""

    translations: dict[str, str] = Field(
        default={},
        description="With `targets`: by target, as the request writes it",
        examples=[{"es": "Hola", "pt-BR": "Olá"}],
    )
    details: dict[str, TranslationDetailsBody] = Field(
        default={}, description="With `targets` and `explain=true`: where each is from, by target"
    )


class TranslateReply(ResponseModel):
    """One translation for each segment, in order."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"translations": [{"translation": "La <b>casa</b> es {color}."}]}]}
    )

    translations: list[SegmentTranslationBody]
    detected_source: str = Field(
        default="", description="The language that was detected; only with `source: auto`", examples=["en"]
    )


def write_bare(result: TextResult, target: str) -> list[SegmentTranslationBody]:
    """The translations into a target, and nothing else (T1)."""
    return [SegmentTranslationBody(translation=one.text) for one in result.by_target[target]]


def write_explained(answer: TextAnswer, target: str, *, style_id: int | None) -> list[SegmentTranslationBody]:
    """The translations into a target with all that is known about them (T6)."""
    made = answer.result.by_target[target]
    written = [_explained(*pair) for pair in zip(made, answer.findings[target], strict=True)]
    if style_id is not None:
        for body, outcomes in zip(written, answer.outcomes[target], strict=True):
            body.style = FollowedStyleBody(
                id=style_id, rules=[RuleOutcomeBody.model_validate(one) for one in outcomes]
            )
    return written


def write_targets(
    by_target: dict[str, list[SegmentTranslationBody]], *, explain: bool
) -> list[SegmentTranslationBody]:
    """The translations into several targets, by segment."""
    rows = zip(*by_target.values(), strict=True)
    bodies = [dict(zip(by_target, row, strict=True)) for row in rows]
    written = []
    for body in bodies:
        one = SegmentTranslationBody(translations={target: made.translation for target, made in body.items()})
        if explain:
            one.details = {target: _details(made) for target, made in body.items()}
        written.append(one)
    return written


def _details(body: SegmentTranslationBody) -> TranslationDetailsBody:
    return TranslationDetailsBody(**{name: getattr(body, name) for name in body.model_fields_set})


def _explained(result: TextTranslation, findings: Sequence[Finding]) -> SegmentTranslationBody:
    translation = result.translation
    unit = translation.memory
    issues = [TextIssueBody(code=one.code, message=one.message, severity=one.severity) for one in findings]
    return SegmentTranslationBody(
        translation=result.text,
        origin=translation.origin,
        engine=translation.engine,
        memory=MatchedUnitBody(id=unit.memory_id, unit=unit.unit_id, score=unit.score) if unit else None,
        terms=[
            MetTermBody(source=term.source, target=term.target, applied=term.applied, method=term.method)
            for term in translation.terms
        ],
        codes=translation.codes,
        issues=[
            *(
                TextIssueBody(code=issue.code, message=issue.message, severity=issue.severity)
                for issue in translation.issues
            ),
            *issues,
        ],
    )

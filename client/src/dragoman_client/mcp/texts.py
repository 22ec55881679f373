"""Tools for texts: translate, detect, and the languages there are."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, Field

from dragoman_client import AsyncClient
from dragoman_client.languages import LanguagePair
from dragoman_client.mcp.arguments import (
    MemoryIdArgument,
    SourceLanguageArgument,
    StyleGuideIdArgument,
    TargetLanguagesArgument,
    TermBaseIdsArgument,
    TextsArgument,
)
from dragoman_client.mcp.host import AgentContext, host_of
from dragoman_client.texts.results import Explanation, Translation


class TranslatedText(BaseModel):
    """A text in one language."""

    index: Annotated[int, Field(description="Which of the texts that were sent, from 0")]
    target_language: str
    text: str
    source_language: Annotated[str, Field(description='Detected where "auto" was given')]
    explanation: Annotated[
        Explanation | None, Field(description="Where it is from: memory, engine, terms, issues; with explain")
    ] = None


class TranslatedTexts(BaseModel):
    """All texts in all languages, in order."""

    translations: list[TranslatedText]


class DetectedLanguage(BaseModel):
    """The language of a text."""

    language: Annotated[str | None, Field(description="BCP 47 code; null: unsure")]


class LanguagePairs(BaseModel):
    """What can be translated into what now."""

    pairs: list[LanguagePair]


async def translate_text(
    call: AgentContext,
    *,
    texts: TextsArgument,
    target_languages: TargetLanguagesArgument,
    source_language: SourceLanguageArgument = "auto",
    term_base_ids: TermBaseIdsArgument = None,
    memory_id: MemoryIdArgument = None,
    style_guide_id: StyleGuideIdArgument = None,
    context: Annotated[
        str | None, Field(description="Text around, for its meaning; it is not translated")
    ] = None,
    explain: Annotated[
        bool,
        Field(description="Say of each translation whether a memory or an engine made it, and its terms"),
    ] = False,
) -> TranslatedTexts:
    """Translate texts into one or several languages.

    Tags such as <b> and placeholders such as %s, {name}, {{x}}, URLs and e-mail addresses come back
    unchanged; the account's term bases and memories are applied. For files use translate_document.
    """
    options: dict[str, Any] = {
        "term_bases": term_base_ids,
        "memory": memory_id,
        "style": style_guide_id,
        "context": context,
        "explain": explain,
    }
    async with host_of(call).client(call) as client:
        by_target = await _translate(client, texts, target_languages, source_language, options)
    return TranslatedTexts(
        translations=[
            TranslatedText(
                index=index,
                target_language=target,
                text=one[index].text,
                source_language=one[index].source,
                explanation=one[index].explanation,
            )
            for index in range(len(texts))
            for target, one in by_target.items()
        ]
    )


async def detect_language(
    context: AgentContext, text: Annotated[str, Field(description="A sentence or more")]
) -> DetectedLanguage:
    """Detect the language of a text."""
    async with host_of(context).client(context) as client:
        return DetectedLanguage(language=await client.detect(text))


async def list_languages(
    context: AgentContext,
    *,
    source_language: Annotated[str | None, Field(description="Only pairs from this language")] = None,
    target_language: Annotated[str | None, Field(description="Only pairs into this language")] = None,
    for_documents: Annotated[bool, Field(description="Of documents instead of texts")] = False,
) -> LanguagePairs:
    """List the pairs of languages that can be translated now, with the quality to expect."""
    async with host_of(context).client(context) as client:
        pairs = await client.languages(documents=for_documents)
    return LanguagePairs(
        pairs=[
            pair
            for pair in pairs
            if source_language in {None, pair.source} and target_language in {None, pair.target}
        ]
    )


async def _translate(
    client: AsyncClient, texts: list[str], targets: list[str], source: str, options: dict[str, Any]
) -> dict[str, list[Translation]]:
    given = {name: value for name, value in options.items() if value is not None}
    if len(targets) == 1:  # as every service of this interface can do it
        return {targets[0]: await client.translate(texts, target=targets[0], source=source, **given)}
    return await client.translate_into(texts, targets=targets, source=source, **given)

"""Models of concepts and terms."""

from __future__ import annotations

from pydantic import BaseModel, Field

from dragoman.api.http.fields import LARGEST_ID, CustomerText, LanguageCode
from dragoman.api.http.paging import PageBody
from dragoman.termbases.bases import KeptConcept
from dragoman.termbases.checking import Proposal, ProposedTerm
from dragoman.termbases.editing import Edited
from dragoman.termbases.model import Gender, Match, PartOfSpeech, Term, TermStatus, TermType


class TermInput(BaseModel):
    """A term as somebody writes it."""

    language: LanguageCode
    text: CustomerText = Field(examples=["paper jam"])
    status: TermStatus | None = Field(
        default=None,
        description="Absent: the first term of a language is preferred, the others are admitted",
    )
    caseSensitive: bool | None = Field(  # noqa: N815 - the names of the interface
        default=None, description="Absent: short terms in capitals are, others are not"
    )
    match: Match | None = Field(
        default=None,
        description="plural: the other number counts; prefix: the last word may go on; stem: other endings "
        "count. Absent: as the term has it already; of a new one stem, of a forbidden one plural, but exact "
        "where it is case-sensitive or not to be translated",
    )
    forms: list[CustomerText] = Field(default=[], description="Inflected forms, which count as the term")
    partOfSpeech: PartOfSpeech | None = None  # noqa: N815
    gender: Gender | None = None
    type: TermType | None = None
    note: CustomerText = ""
    example: CustomerText = ""


class ConceptInput(BaseModel):
    """A concept as somebody writes it."""

    key: CustomerText | None = Field(
        default=None, description="What files call it. Absent: as it is, or a new one"
    )
    definition: CustomerText = ""
    domain: CustomerText = ""
    note: CustomerText = ""
    doNotTranslate: bool = Field(  # noqa: N815
        default=False, description="Its terms stand in every language as they stand in the source"
    )
    terms: list[TermInput]


class ChangedConcept(ConceptInput):
    """A concept as it shall be."""

    version: int | None = Field(
        default=None,
        ge=0,
        le=LARGEST_ID,
        description="Of the concept, as it was read: 409 when somebody has changed it since",
    )


class TermBody(BaseModel):
    """What a concept is called in a language."""

    language: str
    text: str
    status: TermStatus
    caseSensitive: bool  # noqa: N815
    match: Match
    forms: list[str]
    partOfSpeech: PartOfSpeech | None  # noqa: N815
    gender: Gender | None
    type: TermType | None
    note: str
    example: str


class ConceptBody(BaseModel):
    """A thing with its terms: by language, and in each the preferred ones first."""

    id: int = Field(description="In its term base; never given again")
    key: str = Field(description="What files call it")
    version: int = Field(description="Of the term base, in which the concept became as it is")
    definition: str
    domain: str
    note: str
    doNotTranslate: bool  # noqa: N815
    createdAt: str | None = Field(description="A day", examples=["2026-03-01"])  # noqa: N815
    changedAt: str | None  # noqa: N815
    terms: list[TermBody]


class ConceptListBody(BaseModel):
    """Concepts, by id."""

    concepts: list[ConceptBody]
    metadata: PageBody


class NamesakeBody(BaseModel):
    """Another concept of the term base with one of the terms: often right, sometimes a slip."""

    conceptId: int  # noqa: N815
    language: str


class EditedConceptBody(ConceptBody):
    """A concept, and what somebody may want to look at."""

    alsoIn: list[NamesakeBody]  # noqa: N815


def read_proposal(body: ConceptInput) -> Proposal:
    """What is proposed."""
    return Proposal(
        key=body.key,
        definition=body.definition,
        domain=body.domain,
        note=body.note,
        do_not_translate=body.doNotTranslate,
        terms=tuple(_read_term(term) for term in body.terms),
    )


def _read_term(term: TermInput) -> ProposedTerm:
    return ProposedTerm(
        language=term.language,
        text=term.text,
        status=term.status,
        case_sensitive=term.caseSensitive,
        match=term.match,
        forms=tuple(term.forms),
        part_of_speech=term.partOfSpeech,
        gender=term.gender,
        type=term.type,
        note=term.note,
        example=term.example,
    )


def write_kept(kept: KeptConcept) -> ConceptBody:
    """A concept on the wire."""
    concept = kept.concept
    return ConceptBody(
        id=kept.number,
        key=concept.id,
        version=kept.version,
        definition=concept.definition,
        domain=concept.domain,
        note=concept.note,
        doNotTranslate=concept.do_not_translate,
        createdAt=concept.created.isoformat() if concept.created else None,
        changedAt=concept.changed.isoformat() if concept.changed else None,
        terms=[_write_term(term) for term in concept.terms],
    )


def _write_term(term: Term) -> TermBody:
    return TermBody(
        language=term.language,
        text=term.text,
        status=term.status,
        caseSensitive=term.case_sensitive,
        match=term.match,
        forms=list(term.forms),
        partOfSpeech=term.part_of_speech,
        gender=term.gender,
        type=term.type,
        note=term.note,
        example=term.example,
    )


def write_edited(edited: Edited) -> EditedConceptBody:
    """A concept on the wire, with its namesakes."""
    also = [NamesakeBody(conceptId=one.number, language=one.language) for one in edited.namesakes]
    return EditedConceptBody(**dict(write_kept(edited.kept)), alsoIn=also)

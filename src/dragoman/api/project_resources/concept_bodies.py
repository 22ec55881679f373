"""Models of concepts and terms."""

from __future__ import annotations

from pydantic import Field

from dragoman.http.fields import LARGEST_ID, CustomerText, LanguageCode
from dragoman.http.models import RequestModel, ResponseModel
from dragoman.http.paging import PageBody
from dragoman.termbases.bases import StoredConcept
from dragoman.termbases.checking import ProposedConcept, ProposedTerm
from dragoman.termbases.editing import ConceptDetails
from dragoman.termbases.model import Gender, PartOfSpeech, Term, TermMatching, TermStatus, TermType


class TermInput(RequestModel):
    """A term in a request."""

    language: LanguageCode
    text: CustomerText = Field(examples=["paper jam"])
    status: TermStatus | None = Field(
        default=None,
        description="Absent: the first term of a language is preferred, the others are admitted",
    )
    case_sensitive: bool | None = Field(
        default=None, description="Absent: short terms in capitals are, others are not"
    )
    match: TermMatching | None = Field(
        default=None,
        description="plural: the other number counts; prefix: the last word may go on; stem: other endings "
        "count. Absent: as the term has it already; of a new one stem, of a forbidden one plural, but exact "
        "where it is case-sensitive or not to be translated",
    )
    forms: list[CustomerText] = Field(default=[], description="Inflected forms, which count as the term")
    part_of_speech: PartOfSpeech | None = None
    gender: Gender | None = None
    type: TermType | None = None
    note: CustomerText = ""
    example: CustomerText = ""


class ConceptInput(RequestModel):
    """A concept in a request."""

    key: CustomerText | None = Field(
        default=None, description="Its id in files. Absent: unchanged, or a new one"
    )
    definition: CustomerText = ""
    domain: CustomerText = ""
    note: CustomerText = ""
    do_not_translate: bool = Field(
        default=False, description="Translations keep its terms unchanged from the source"
    )
    terms: list[TermInput]


class ChangedConcept(ConceptInput):
    """A concept as it shall be."""

    version: int | None = Field(
        default=None,
        ge=0,
        le=LARGEST_ID,
        description="Of the concept, as it was read: 409 when it has been changed since",
    )


class TermBody(ResponseModel):
    """What a concept is called in a language."""

    language: str
    text: str
    status: TermStatus
    case_sensitive: bool
    match: TermMatching
    forms: list[str]
    part_of_speech: PartOfSpeech | None
    gender: Gender | None
    type: TermType | None
    note: str
    example: str


class ConceptBody(ResponseModel):
    """A thing with its terms: by language, and in each the preferred ones first."""

    id: int = Field(description="In its term base; never given again")
    key: str = Field(description="Its id in files")
    version: int = Field(description="The version of the term base that last changed the concept")
    definition: str
    domain: str
    note: str
    do_not_translate: bool
    created_at: str | None = Field(description="A day", examples=["2026-03-01"])
    changed_at: str | None
    terms: list[TermBody]


class ConceptListBody(ResponseModel):
    """Concepts, by id."""

    concepts: list[ConceptBody]
    metadata: PageBody


class NamesakeBody(ResponseModel):
    """Another concept of the term base with one of the terms: often right, sometimes a slip."""

    concept_id: int
    language: str


class EditedConceptBody(ConceptBody):
    """A concept, and what its editor may want to check."""

    also_in: list[NamesakeBody]


def read_proposal(body: ConceptInput) -> ProposedConcept:
    """What is proposed."""
    return ProposedConcept(
        key=body.key,
        definition=body.definition,
        domain=body.domain,
        note=body.note,
        do_not_translate=body.do_not_translate,
        terms=tuple(_read_term(term) for term in body.terms),
    )


def _read_term(term: TermInput) -> ProposedTerm:
    return ProposedTerm(
        language=term.language,
        text=term.text,
        status=term.status,
        case_sensitive=term.case_sensitive,
        match=term.match,
        forms=tuple(term.forms),
        part_of_speech=term.part_of_speech,
        gender=term.gender,
        type=term.type,
        note=term.note,
        example=term.example,
    )


def write_kept(kept: StoredConcept) -> ConceptBody:
    """A concept on the wire."""
    concept = kept.concept
    return ConceptBody(
        id=kept.number,
        key=concept.id,
        version=kept.version,
        definition=concept.definition,
        domain=concept.domain,
        note=concept.note,
        do_not_translate=concept.do_not_translate,
        created_at=concept.created.isoformat() if concept.created else None,
        changed_at=concept.changed.isoformat() if concept.changed else None,
        terms=[_write_term(term) for term in concept.terms],
    )


def _write_term(term: Term) -> TermBody:
    return TermBody(
        language=term.language,
        text=term.text,
        status=term.status,
        case_sensitive=term.case_sensitive,
        match=term.match,
        forms=list(term.forms),
        part_of_speech=term.part_of_speech,
        gender=term.gender,
        type=term.type,
        note=term.note,
        example=term.example,
    )


def write_edited(edited: ConceptDetails) -> EditedConceptBody:
    """A concept on the wire, with its namesakes."""
    also = [NamesakeBody(concept_id=one.number, language=one.language) for one in edited.namesakes]
    return EditedConceptBody(**dict(write_kept(edited.kept)), also_in=also)

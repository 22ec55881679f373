"""The variants of an ICU message: a text for each combination of branches, or else each of its own texts.

`icu_segments` decides between the two and writes the file's string.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from dragoman.formats.format import Languages
from dragoman.messages import plurals
from dragoman.messages.icu import MOST_DEPTH
from dragoman.messages.icu_model import Argument, IcuChoice, Literal, Message, Node, Pound, choices
from dragoman.messages.icu_quoting import Spellings
from dragoman.messages.icu_spacing import read_spacing
from dragoman.segments import Code, CodeKind, Part, Segment, Text, normalise

MOST_VARIANTS: Final = 64
MOST_CHOICES: Final = 64
MOST_CHARACTERS: Final = 20_000
MOST_DATA: Final = 200  # characters of a code's picture
_GROWTH: Final = 8  # how many times the message's characters all variants may have, beside the allowance
_ALLOWANCE: Final = 4_000


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageVariant:
    """One text of a message that is translated by itself."""

    path: str  # the selectors that lead to it, "one/male"; unique in its message; "" without choices
    segment: Segment
    written: Mapping[str, Template] = field(repr=False)  # by code id: how the file writes it
    counted: bool  # `#` means a number here
    spellings: Spellings = ()  # of its texts, in order


Template: TypeAlias = "tuple[str | MessageVariant, ...]"


class _Codes:
    """Collects the parts of one segment, numbering its codes."""

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self.written: dict[str, Template] = {}
        self.spellings: list[tuple[str, str]] = []

    def text(self, literal: Literal) -> None:
        """Add a text."""
        self.parts.append(Text(text=literal.text))
        self.spellings += literal.spellings

    def add(self, data: str, written: Template) -> None:
        """Add a code for a number, an argument or a whole choice."""
        identity = str(len(self.written) + 1)
        short = data if len(data) <= MOST_DATA else data[: MOST_DATA - 1] + "…"
        self.parts.append(Code(id=identity, kind=CodeKind.STANDALONE, type="variable", data=short))
        self.written[identity] = written

    def variant(self, path: str, *, counted: bool) -> MessageVariant:
        """Make the variant of all that was added."""
        return MessageVariant(
            path=path,
            segment=normalise(self.parts),
            written=self.written,
            counted=counted,
            spellings=tuple(self.spellings),
        )


# --- each combination of branches -------------------------------------------------------------------------


class TooManyBranches(Exception):
    """A message has too many variants, or one that cannot be written by itself."""


def flatten(message: Message, languages: Languages, *, text: str) -> Template:
    """Move the choices of the message read from `text` outermost: their branches are whole sentences.

    Raises TooManyBranches.
    """
    found = list(choices(message))
    if len(text) > MOST_CHARACTERS or len(found) > MOST_CHOICES:
        raise TooManyBranches
    if any(len(choice.selectors) < len(choice.branches) for choice in found):
        # Of two branches for one selector the second is never shown, but stays in the file.
        raise TooManyBranches
    return _Flattener(languages, text).run(message)


def keep_shape(message: Message, *, text: str) -> Template:
    """Keep the shape of the message read from `text`: each of its texts is a variant, named by its number."""
    return _Shape(text).sequence(message, counted=False)


ChoiceKey: TypeAlias = tuple[str, str, str]  # name, kind and offset: such choices take the same branch


@dataclass(frozen=True, slots=True)
class _Number:
    """`#` with its choice: flattening may move it into the branch of another choice."""

    choice: ChoiceKey


_Bound: TypeAlias = "Literal | Argument | Pound | IcuChoice | _Number"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Taken:
    """The branches taken so far on the path to a variant."""

    path: tuple[str, ...] = ()
    by_choice: Mapping[ChoiceKey, str] = field(default_factory=dict)  # the source's selectors
    last: ChoiceKey | None = None


def _key(choice: IcuChoice) -> ChoiceKey:
    return (choice.name, choice.kind, choice.offset)


class _Flattener:
    """Moves the choices of a message outermost, so that their branches are whole sentences."""

    def __init__(self, languages: Languages, text: str) -> None:
        self._languages = languages
        self._spacing = read_spacing(text)
        self._variants_left = MOST_VARIANTS
        self._characters_left = _GROWTH * len(text) + _ALLOWANCE

    def run(self, message: Message) -> Template:
        """The template; white space around everything stays outside."""
        start = int(_is_blank(message[0]))
        end = len(message) - int(len(message) > 1 and _is_blank(message[-1]))
        outside = [node.text if isinstance(node, Literal) else "" for node in (message[0], message[-1])]
        before, after = outside[0][: start and None], outside[1] if end < len(message) else ""
        return (before, *self._flatten(message[start:end], _Taken()), after)

    def _flatten(self, nodes: tuple[_Bound, ...], taken: _Taken) -> Template:
        while True:
            at = next((index for index, node in enumerate(nodes) if isinstance(node, IcuChoice)), None)
            if at is None:
                return (self._leaf(nodes, taken),)
            choice = nodes[at]
            assert isinstance(choice, IcuChoice)
            selector = taken.by_choice.get(_key(choice))
            if selector is None:
                return self._fork(nodes, at, taken)
            nodes = (*nodes[:at], *self._branch(choice, selector), *nodes[at + 1 :])

    def _fork(self, nodes: tuple[_Bound, ...], at: int, taken: _Taken) -> Template:
        choice = nodes[at]
        assert isinstance(choice, IcuChoice)
        pieces: list[str | MessageVariant] = [self._spacing.header(choice)]
        for selector, source in self._selectors(choice, nodes, taken):
            following = replace(
                taken,
                path=(*taken.path, selector),
                by_choice={**taken.by_choice, _key(choice): source},
                last=_key(choice),
            )
            inner = (*nodes[:at], *self._branch(choice, source), *nodes[at + 1 :])
            begin = self._spacing.branch(selector, first=len(pieces) == 1)
            pieces += [begin, *self._flatten(inner, following), "}"]
        return (*pieces, "}")

    def _selectors(
        self, choice: IcuChoice, nodes: tuple[_Bound, ...], taken: _Taken
    ) -> list[tuple[str, str]]:
        """The branches to write, each with the branch of the source that it is translated from.

        All occurrences of one choice in the message count: a later one may have cases of its own.
        """
        bare = tuple(node for node in nodes if not isinstance(node, _Number))
        same = (other for other in choices(bare) if _key(other) == _key(choice))
        present = list(dict.fromkeys(selector for other in same for selector, _ in other.branches))
        if len(present) > MOST_VARIANTS or len(taken.path) > MOST_DEPTH:
            raise TooManyBranches
        if not choice.counts:
            return [(selector, selector) for selector in present]
        exact = [selector for selector in present if selector[0] == "="]
        named = [selector for selector in present if selector[0] != "="]
        wanted = self._wanted(choice, exact, named)
        outside = _shows(bare, choice.name)
        shows = {
            selector: outside or _shows(_chosen(choice, selector), choice.name, pound=True)
            for selector in named or exact
        }
        order = present if set(named) == set(wanted) else [*exact, *wanted]
        return [(name, name if name in exact else self._feeding(name, shows, choice)) for name in order]

    def _wanted(self, choice: IcuChoice, exact: list[str], named: list[str]) -> list[str]:
        """The categories to write: not one that the message lacks and whose only numbers have branches."""
        target, ordinal = self._languages.target, choice.ordinal
        given = {choice.number(selector) for selector in exact}
        only = {plurals.only_number(target, name, ordinal=ordinal): name for name in plurals.CATEGORIES}
        needless = {name for number, name in only.items() if number in given and name not in named}
        return [name for name in plurals.categories(target, ordinal=ordinal) if name not in needless]

    def _feeding(self, name: str, shows: Mapping[str, bool], choice: IcuChoice) -> str:
        target = self._languages.target
        return plurals.feeding(name, shows_number=shows, language=target, ordinal=choice.ordinal)

    def _branch(self, choice: IcuChoice, selector: str) -> tuple[_Bound, ...]:
        """What a selector chooses, in the source's language, with its `#` bound to this choice."""
        chosen = _chosen(choice, selector)
        if not chosen and selector[0] == "=" and all(selector != name for name, _ in choice.branches):
            number = choice.number(selector)
            name = plurals.category(self._languages.source, number, ordinal=choice.ordinal)
            chosen = _chosen(choice, name)
        if not choice.counts:
            return chosen
        return tuple(_Number(_key(choice)) if isinstance(node, Pound) else node for node in chosen)

    def _leaf(self, nodes: tuple[_Bound, ...], taken: _Taken) -> MessageVariant:
        self._variants_left -= 1
        if self._variants_left < 0:
            raise TooManyBranches
        parts = _Codes()
        for node in nodes:
            if isinstance(node, Literal):
                parts.text(node)
                self._characters_left -= len(node.text)
            elif isinstance(node, Argument):
                parts.add(node.raw, (node.raw,))
                self._characters_left -= len(node.raw)
            elif isinstance(node, _Number):
                written = _written_number(node, taken)
                parts.add(written, (written,))
        if self._characters_left < 0:
            raise TooManyBranches
        counted = taken.last is not None and taken.last[1] != "select"
        return parts.variant("/".join(taken.path), counted=counted)


def _written_number(number: _Number, taken: _Taken) -> str:
    """How to write a choice's number here: `#` only directly in its own branch (ICU's rule)."""
    name, _, offset = number.choice
    if number.choice == taken.last:
        return "#"
    if offset:  # no argument is the number less the offset
        raise TooManyBranches
    return f"{{{name}, number}}"


def _chosen(choice: IcuChoice, selector: str) -> Message:
    """A choice's branch for a selector, else its `other`."""
    branches = dict(choice.branches)
    if selector in branches:
        return branches[selector]
    return () if selector[0] == "=" else branches.get(plurals.OTHER, ())


def _shows(nodes: Message, name: str, *, pound: bool = False) -> bool:
    """Whether a text holds the argument `name`, or its `#`."""
    return any(
        (pound and isinstance(node, Pound)) or (isinstance(node, Argument) and node.name == name)
        for node in nodes
    )


def _is_blank(node: Node) -> bool:
    return isinstance(node, Literal) and node.text.isspace()


# --- a message in its own shape ---------------------------------------------------------------------------


class _Shape:
    """Keeps the shape of a message: each of its texts is a variant, named by its number."""

    def __init__(self, text: str) -> None:
        self._number = 0
        self._spacing = read_spacing(text)

    def sequence(self, nodes: Message, *, counted: bool) -> Template:
        """The template of one level."""
        self._number += 1
        path = str(self._number)
        parts = _Codes()
        for node in nodes:
            if isinstance(node, Literal):
                parts.text(node)
            elif isinstance(node, Pound):
                parts.add("#", ("#",))
            elif isinstance(node, Argument):
                parts.add(node.raw, (node.raw,))
            else:
                parts.add(self._spacing.header(node) + "…}", self._choice(node))
        return (parts.variant(path, counted=counted),)

    def _choice(self, choice: IcuChoice) -> Template:
        pieces: list[str | MessageVariant] = [self._spacing.header(choice)]
        for selector, branch in choice.branches:
            begin = self._spacing.branch(selector, first=len(pieces) == 1)
            pieces += [begin, *self.sequence(branch, counted=choice.counts), "}"]
        return (*pieces, "}")

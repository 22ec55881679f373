"""Reading trees of elements, made by any parser, each with its `Vocabulary`."""

from __future__ import annotations

import html
import html.entities
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from lxml import etree

from scripts.structure.reading import Reading, Recorder
from scripts.structure.words import FUNCTION_WORDS, has_words, skeletons

Node = etree._Element  # noqa: SLF001 # the public factory's type has no public name

_LANGUAGE: Final = frozenset(
    {"lang", "dir", "srcLang", "trgLang", "source-language", "target-language", "language", "sourcelanguage"}
)
_EXACT: Final = frozenset({"href", "src", "class", "id", "style", "type", "rel", "for", "action", "target"})
_SIGNS: Final = re.compile(r"[^\s\w]")
_CHARSET: Final = re.compile(r"\bcharset\s*=")
_NAMED: Final = re.compile(rb"&([A-Za-z][A-Za-z0-9]*);")
_COLUMNS: Final = re.compile(r"\t| {3,}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """How a vocabulary is read. Names are local: without a namespace."""

    is_inline: Callable[[Node], bool]
    tabs: frozenset[str] = frozenset()  # elements that part columns
    looks: frozenset[str] = frozenset()  # elements that are mere looks, labelled by their first child
    joined: frozenset[str] = frozenset()  # elements that are one with an equal neighbour
    ignored: frozenset[str] = frozenset()  # elements that programs rewrite
    transparent: frozenset[str] = frozenset()  # elements that only hold text, such as w:t
    free: frozenset[str] = frozenset()  # attributes that programs rewrite
    tab_letters: bool = False  # whether tabs and rows of blanks in texts part columns
    blanks: frozenset[str] = frozenset()  # elements that represent blanks
    is_apart: Callable[[Node], bool] = lambda _: (
        False
    )  # texts that are only anchored in another, such as notes
    placeholder: Callable[[Node], str] = lambda _: (
        ""
    )  # the element's replacement for words that programs put there
    spoken: Callable[[str, str], str] = lambda _, text: text  # (element, text) → what of it people read


def local(node: Node) -> str:
    """An element's name without its namespace; "" for a comment."""
    return node.tag.rpartition("}")[2] if isinstance(node.tag, str) else ""


def read_tree(root: Node, vocabulary: Vocabulary) -> Reading:
    """Read a tree of elements."""
    recorder = Recorder()
    _block(root, vocabulary, recorder, "/" + local(root))
    return recorder.finish()


def _block(node: Node, vocabulary: Vocabulary, recorder: Recorder, path: str) -> None:
    recorder.note(f"{path} {_attributes(node, vocabulary)}")
    recorder.border(path)
    _content(node, vocabulary, recorder, path)
    recorder.note(f"end of {path}")
    recorder.border(f"behind {path}")


def _content(node: Node, vocabulary: Vocabulary, recorder: Recorder, path: str) -> None:
    _text(vocabulary.spoken(local(node), node.text or ""), vocabulary, recorder, path)
    numbers: dict[str, int] = {}
    for child in node:
        name = local(child)
        if name not in vocabulary.ignored and not (_is_look(name) and vocabulary.is_inline(node)):
            _child(
                child, vocabulary, recorder, path + ("" if name in vocabulary.looks else _step(name, numbers))
            )
        _text(vocabulary.spoken(local(node), child.tail or ""), vocabulary, recorder, path)


def _step(name: str, numbers: dict[str, int]) -> str:
    numbers[name] = numbers.get(name, 0) + 1
    return f"/{name or 'comment'}{numbers[name]}"


def _child(child: Node, vocabulary: Vocabulary, recorder: Recorder, path: str) -> None:
    name = local(child)
    if not name or (name == "meta" and _CHARSET.search(" ".join(map(str, child.attrib.values())))):
        return
    if name == "meta" and child.get("charset") is not None:
        return
    if name in vocabulary.tabs:
        recorder.note(f"{name} between columns")
        recorder.border(path)
    elif name in vocabulary.blanks:
        recorder.text(" ")
    elif name in vocabulary.transparent:
        _content(child, vocabulary, recorder, path)
    elif vocabulary.is_apart(child):
        recorder.apart(label(child, vocabulary), read_tree(child, vocabulary))
    elif not vocabulary.is_inline(child):
        _block(child, vocabulary, recorder, path)
    elif filled := vocabulary.placeholder(child):
        recorder.text(filled)
    elif not child.text and all(name not in vocabulary.looks and _is_look(local(one)) for one in child):
        recorder.standalone(label(child, vocabulary))
    else:
        recorder.open(
            label(child, vocabulary), merges=name in vocabulary.looks, joins=name in vocabulary.joined
        )
        _content(child, vocabulary, recorder, path)
        recorder.close()


def _text(text: str, vocabulary: Vocabulary, recorder: Recorder, path: str) -> None:
    text = html.unescape(text) if "&" in text else text
    if not vocabulary.tab_letters or ("\n" in text and text.isspace()):  # indentation
        recorder.text(text)
        return
    for number, piece in enumerate(_COLUMNS.split(text)):
        if number:
            recorder.border(path)
        recorder.text(piece)


def label(node: Node, vocabulary: Vocabulary) -> str:
    """An element's name with its attributes; of a mere look, what it looks like."""
    lines = [f"{local(node)} {_attributes(node, vocabulary)}"]
    if local(node) in vocabulary.looks:
        lines += sorted(
            f"{local(one)} {_attributes(one, vocabulary)}"
            for child in node
            if _is_look(local(child))
            for one in child.iterdescendants()
            if local(one) not in vocabulary.ignored
        )
        lines += [_attributes(child, vocabulary) for child in node if _is_look(local(child))]
    return " ".join(" ".join(lines).split())


def _is_look(name: str) -> bool:
    return name.endswith("Pr") or name == "Properties"


def _attributes(node: Node, vocabulary: Vocabulary) -> str:
    found = []
    for name, value in sorted((str(name), str(value)) for name, value in node.items()):
        plain = name.rpartition("}")[2]
        if plain not in _LANGUAGE and plain not in vocabulary.free and not plain.startswith("rsid"):
            found.append(f"{plain}={_value(plain, value)}")
    return " ".join(found)


def _value(name: str, value: str) -> str:
    """An attribute's value, in a form that its translation shares."""
    if _CHARSET.search(value):
        return ""
    if name in _EXACT or not has_words(value):
        return value
    words = sorted(word for word in skeletons(value) if word not in FUNCTION_WORDS)
    return " ".join(words) + "".join(sorted(_SIGNS.findall(value)))


def is_mixed(node: Node) -> bool:
    """Whether words lie directly in an element beside its children."""
    return has_words(node.text or "") or any(has_words(child.tail or "") for child in node)


def parse_xml(data: bytes | str) -> Node:
    """Parse XML strictly, without fetching anything. Raises `etree.XMLSyntaxError`."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True, strip_cdata=True)
    content = data.encode() if isinstance(data, str) else data
    return etree.fromstring(_NAMED.sub(_number, content), parser)


def _number(found: re.Match[bytes]) -> bytes:
    """A letter that HTML has a name for, as XML knows it. What a document declares itself stays."""
    letter = html.entities.html5.get(f"{found[1].decode()};", "")
    if len(letter) != 1 or letter in "&<>\"'":
        return found[0]
    return f"&#{ord(letter)};".encode()

"""Split PHP source into tokens, as far as language files need: strings, brackets, operators.

Nothing is evaluated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from dragoman.text_io.errors import ConversionFailed, DocumentCorrupt

MOST_TOKENS: Final = 3_000_000


class PhpToken(NamedTuple):
    """The token at text[start:end]."""

    kind: str  # "string", "doc" (heredoc and nowdoc), "word" (names, variables, numbers), or the sign itself
    start: int
    end: int


_OPEN: Final = re.compile(r"<\?(?:php(?![A-Za-z0-9_])|=|(?!xml))", re.IGNORECASE)
_CLOSE: Final = "?>"
_SKIPPED: Final = re.compile(r"(?:\s|/\*[\s\S]*?\*/|(?://|#(?!\[))(?>(?:[^\r\n?]++|\?(?!>))*))+")
_STRING: Final = re.compile(r"'(?>(?:[^'\\]++|\\[\s\S])*)'|\"(?>(?:[^\"\\]++|\\[\s\S])*)\"")
_DOC: Final = re.compile(r"<<<[ \t]*(?:\"([A-Za-z_]\w*)\"|'([A-Za-z_]\w*)'|([A-Za-z_]\w*))\r?\n")
_WORD: Final = re.compile(r"\$*[A-Za-z_\\\u0080-\U0010ffff][\w\\\u0080-\U0010ffff]*+|\$+|[0-9][\w.]*+")
_SIGN: Final = re.compile(r"=>|\.\.\.|\.=|[=!<>]=+|[+\-*/%&|^?]=|->|::|[^\s]")


def tokens(text: str) -> Iterator[PhpToken]:
    """Every token of the code in a text.

    Raises DocumentCorrupt where a token has no end, or there is no code.
    """
    position, count, found = 0, 0, False
    while (opening := _OPEN.search(text, position)) is not None:
        found = True
        position = opening.end()
        while True:
            if (skipped := _SKIPPED.match(text, position)) is not None:
                position = skipped.end()
            if position >= len(text):
                return
            if text.startswith(_CLOSE, position):
                yield PhpToken(";", position, position)
                position += 2
                break
            token = _token(text, position)
            count += 1
            if count > MOST_TOKENS:
                raise ConversionFailed("The file holds too much code; split it into several files.")
            yield token
            position = token.end
    if not found:
        raise DocumentCorrupt("This is not a PHP file: it has no <?php.")


def _token(text: str, position: int) -> PhpToken:
    first = text[position]
    if first in "'\"":
        string = _STRING.match(text, position)
        if string is None:
            raise broken(text, position, "a string is not closed")
        return PhpToken("string", position, string.end())
    if first == "/" and text.startswith("/*", position):
        raise broken(text, position, "a comment is not closed")
    if first == "<" and (doc := _DOC.match(text, position)) is not None:
        name = doc[1] or doc[2] or doc[3]
        end = re.compile(rf"^[ \t]*{name}(?!\w)", re.MULTILINE).search(text, doc.end())
        if end is None:
            raise broken(text, position, "a heredoc is not closed")
        return PhpToken("doc", position, end.end())
    word = _WORD.match(text, position)
    if word is not None:
        return PhpToken("word", position, word.end())
    sign = _SIGN.match(text, position)
    assert sign is not None  # white space has been passed over
    return PhpToken(sign[0], position, sign.end())


def broken(text: str, position: int, what: str) -> DocumentCorrupt:
    """The error for a position."""
    line = text.count("\n", 0, position) + 1
    return DocumentCorrupt(f"This is not a valid PHP file: at line {line}, {what}.")

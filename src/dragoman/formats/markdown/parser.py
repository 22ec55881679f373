"""markdown-it, extended to record the source offsets of each block's text and each inline token.

The library records only the lines of blocks. Its rules are wrapped here: after each one, the new tokens are
marked with the offsets that they were read from (`meta["at"]`). So the Markdown found here is what a real
parser finds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin

from dragoman.formats.markdown.inline_rules import IndexedInlineParser
from dragoman.formats.markdown.tables import table

AT: Final = "at"  # key of a token's meta: its offsets

_NESTING: Final = 40  # nesting of blocks and brackets; deeper text is not parsed as Markdown
_RECORDED: Final = ("paragraph", "heading", "lheading", "deflist", "html_block")
# Code of template languages, links of wikis, and attributes in braces are not text of the document.
_TEMPLATE: Final = re.compile(
    r"\{\{[^{}]{0,1000}\}\}|\{%[^%]{0,1000}%\}|\{#[^#]{0,1000}#\}|\{[:#.][^{}\n]{0,500}\}|\[\[[^\[\]\n]{1,300}\]\]"
)
_MATH: Final = re.compile(
    r"\$\$[^$]{1,2000}\$\$|\$(?![\s$])(?:[^$\\]|\\.){1,1000}(?<![\s\\])\$(?!\d)", re.DOTALL
)

_Rule = Callable[..., bool]


def make_parser() -> MarkdownIt:
    """A parser for one thread; it keeps no state between calls."""
    parser = MarkdownIt()
    inline = parser.inline = IndexedInlineParser()
    parser.configure("commonmark", {"maxNesting": _NESTING}).enable(["table", "strikethrough"])
    parser.use(footnote_plugin).use(deflist_plugin).use(dollarmath_plugin)
    parser.block.ruler.at("table", table, {"alt": ["paragraph", "reference"]})
    parser.inline.ruler.disable("math_inline")
    parser.inline.ruler.before("escape", "template", _template)
    parser.inline.ruler.before("escape", "math", _math)
    parser.inline.ruler2.disable("fragments_join")
    wrappers: tuple[tuple[Any, Callable[[_Rule], _Rule]], ...] = (
        (parser.block.ruler, _record_block),
        (parser.inline.ruler, _record_inline),
    )
    for rules, wrap in wrappers:
        for rule in list(rules.__rules__):
            if wrap is _record_inline or rule.name in _RECORDED:
                rules.at(rule.name, wrap(rule.fn), {"alt": rule.alt})
    for terminator in "{$[":
        inline.add_terminator_char(terminator)
    inline.settle()
    return parser


def read_blocks(parser: MarkdownIt, source: str, env: dict[str, Any]) -> list[Token]:
    """The blocks of a source whose line ends are all LF; inline content is not read."""
    tokens: list[Token] = []
    parser.block.parse(source, parser, env, tokens)
    return tokens


def read_inline(parser: MarkdownIt, content: str, env: dict[str, Any]) -> list[Token]:
    """The inline tokens of a block's content, each with its offsets."""
    tokens: list[Token] = []
    parser.inline.parse(content, parser, env, tokens)
    return tokens


def _record_block(rule: _Rule) -> _Rule:
    """Record, after a block rule, the offsets of each line of the text as (start, end) in the source."""

    def recorded(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        before = len(state.tokens)
        done = rule(state, start, end, silent)
        for index in range(before, len(state.tokens)) if done and not silent else ():
            token = state.tokens[index]
            if token.type not in ("inline", "html_block") or AT in token.meta or token.map is None:
                continue
            first, last = token.map
            whole = token.type == "html_block"
            token.meta[AT] = [
                (state.bMarks[line] + (0 if whole else state.tShift[line]), state.eMarks[line])
                for line in range(first, max(last, first + 1))
            ]
        return done

    return recorded


def _record_inline(rule: _Rule) -> _Rule:
    """Record, after an inline rule, the offsets of each new token as (start, end) in the content."""

    def recorded(state: StateInline, silent: bool) -> bool:
        start, before = state.pos, len(state.tokens)
        done = rule(state, silent)
        if done and not silent and len(state.tokens) > before:
            _mark(state, state.tokens[before:], start)
        return done

    return recorded


def _mark(state: StateInline, added: Sequence[Token], start: int) -> None:
    end = state.pos
    if state.src[start] in "*_~":
        for token in reversed(added):  # delimiters, each its own token; before them what was pending
            if end <= start:
                break
            token.meta[AT] = (end - len(token.content), end)
            end -= len(token.content)
        return
    fresh = [token for token in added if token.type != "text" and AT not in token.meta]
    if fresh and fresh[0].type == "link_open" and not fresh[0].markup:
        label_end = state.md.helpers.parseLinkLabel(_at(state, start), start, True)
        state.pos = end
        fresh[0].meta[AT] = (start, start + 1)
        fresh[-1].meta[AT] = (label_end, end)
        return
    for token in fresh:
        token.meta[AT] = (start, end)


def _at(state: StateInline, position: int) -> StateInline:
    state.pos = position
    return state


def _template(state: StateInline, silent: bool) -> bool:
    return _take(state, silent, _TEMPLATE, "template", "{[")


def _math(state: StateInline, silent: bool) -> bool:
    return _take(state, silent, _MATH, "math_inline", "$")


def _take(state: StateInline, silent: bool, pattern: re.Pattern[str], kind: str, first: str) -> bool:
    if state.src[state.pos] not in first:
        return False
    match = pattern.match(state.src, state.pos, state.posMax)
    return match is not None and _push(state, silent, kind, match.end())


def _push(state: StateInline, silent: bool, kind: str, end: int) -> bool:
    if end <= state.pos:
        return False
    if not silent:
        token = state.push(kind, "", 0)
        token.content = state.src[state.pos : end]
    state.pos = end
    return True

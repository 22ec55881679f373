"""The table of placeholder grammars: how programs write what is not language inside their strings.

A grammar is chosen by the format of a file, by flags in it, or by a client, always by its name. `DEFAULT`
is the safe union: of each of its grammars only what prose hardly ever contains. A grammar chosen by name
applies in full. `placeholder_patterns` has the patterns; `dragoman.translation` protects what they find.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from dragoman.errors import RuleBroken
from dragoman.messages import placeholder_patterns as patterns

DEFAULT: Final = "default"
NONE: Final = "none"
WITHOUT: Final = "no-"  # before a name: this one is taken out again
# Running text has no strings of programs in it, or few: what it writes by chance is not taken for them.
PROSE: Final = (DEFAULT, "no-laravel", "no-drupal", "no-vue", "no-accelerator")
MOST_NAMES: Final = 50  # in one choice


@dataclass(frozen=True, slots=True, kw_only=True)
class Grammar:
    """One way of writing placeholders."""

    name: str
    description: str  # a phrase for the documentation
    examples: tuple[str, ...]  # that the whole grammar takes as one placeholder each
    trigger: str | re.Pattern[str]  # in every text that has one
    pattern: re.Pattern[str]  # where the grammar is named
    safe: re.Pattern[str] | None = None  # in the default; None: it is not in it
    marker: str = ""  # of accelerators: a match is a word with this sign in it


def _same(pattern: re.Pattern[str]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    return pattern, pattern


def _grammar(
    name: str,
    examples: str,
    description: str,
    trigger: str | re.Pattern[str],
    found: tuple[re.Pattern[str], re.Pattern[str] | None],
    *,
    marker: str = "",
) -> Grammar:
    pattern, safe = found
    return Grammar(
        name=name,
        description=description,
        examples=tuple(examples.split("  ")),
        trigger=trigger,
        pattern=pattern,
        safe=safe,
        marker=marker,
    )


GRAMMARS: Final[tuple[Grammar, ...]] = (
    _grammar(
        "printf",
        "%s  %1$d  %-5.2f  %ld  %@  %%",
        "C, PHP, Java, Objective-C; by default not `%d` between a number and a letter",
        "%",
        (patterns.PRINTF_SPACED, patterns.PRINTF),
    ),
    _grammar(
        "python",
        "%(name)s  %(price).2f",
        "Python's % operator; named: printf too",
        "%",
        (patterns.PYTHON_ALL, patterns.PYTHON),
    ),
    _grammar(
        "python-brace",
        "{}  {0}  {name!r:>10}  {price:,.2f}",
        "Python's str.format; named: `{{` and `}}` too",
        "{",
        (patterns.PYTHON_BRACE_ALL, patterns.PYTHON_BRACE),
    ),
    _grammar(
        "braces",
        "{x}  {user.name}  {x|upper}  {$x}  {/x}",
        "a single name or expression in braces, without blanks inside",
        "{",
        _same(patterns.BRACES),
    ),
    _grammar(
        "dotnet",
        "{0}  {0,-10}  {0:dd MMM yyyy}",
        ".NET composite formats; named: `{{` and `}}` too",
        "{",
        (patterns.DOTNET_ALL, patterns.DOTNET),
    ),
    _grammar(
        "java",
        "{0}  {0,number,#.##}  {0,choice,0#none|1<{0} files}",
        "Java's MessageFormat",
        "{",
        _same(patterns.JAVA),
    ),
    _grammar(
        "icu",
        "{name}  {n, number, ::currency/USD}  {d, date, short}",
        "arguments of ICU messages; messages with choices (`{n, plural, …}`) are always kept whole",
        "{",
        _same(patterns.ICU),
    ),
    _grammar(
        "fluent",
        "{ $x }  { -brand }  { NUMBER($x, minimumFractionDigits: 2) }  { $n -> [one] a *[other] b }",
        "Fluent placeables and selectors",
        "{",
        _same(patterns.FLUENT),
    ),
    _grammar(
        "qt",
        "%1  %L1  %n",
        "Qt; by default with every digit behind the sign (`%20`), and with the `%` of `%1%`",
        "%",
        (patterns.QT_ALL, patterns.QT),
    ),
    _grammar("ruby", "%{x}  %<x>d", "Ruby and Rails", "%", _same(patterns.RUBY)),
    _grammar("hash", "#{x}", "interpolation of Ruby, Pug, Sass", "#{", _same(patterns.HASH)),
    _grammar(
        "shell",
        "$VAR  ${x}  ${x:-y}  $(VAR)  $NAME$  $user.name",
        "shells, PHP, JavaScript, Velocity, Ant; by default not behind a letter or digit (`US$AB`)",
        "$",
        (patterns.SHELL_ALL, patterns.SHELL),
    ),
    _grammar(
        "template",
        "{{x}}  {{{x}}}  {% if x %}  {# x #}  {!! x !!}  <%= x %>",
        "Jinja, Twig, Liquid, Mustache, Angular, Vue, Blade, ERB",
        re.compile(r"\{|<%"),
        _same(patterns.TEMPLATE),
    ),
    _grammar(
        "i18next",
        '{{x}}  {{x, uppercase}}  $t(key)  $t(key, { "count": 3 })',
        "i18next, with its nesting",
        re.compile(r"\{\{|\$t"),
        _same(patterns.I18NEXT),
    ),
    _grammar(
        "vue", "@:key.path  @.lower:key  @:(key)", "linked messages of vue-i18n", "@", _same(patterns.VUE)
    ),
    _grammar(
        "laravel",
        ":name  :Name  :NAME",
        "Laravel; by default of two letters or more, not behind a letter or digit (`a:b`, `12:30`)",
        ":",
        (patterns.LARAVEL_ALL, patterns.LARAVEL),
    ),
    _grammar(
        "brackets",
        '[name]  [first_name]  [/b]  [gallery ids="1"]',
        "merge fields, shortcodes, BBCode; by default only usual names of fields and names of several parts, "
        "not any word in brackets (`[sic]`, `[laughs]`)",
        "[",
        (patterns.BRACKETS_ALL, patterns.BRACKETS),
    ),
    _grammar(
        "double-brackets",
        "[[x]]  [[user.name]]",
        "double brackets; by default without blanks inside",
        "[[",
        (patterns.DOUBLE_BRACKETS_ALL, patterns.DOUBLE_BRACKETS),
    ),
    _grammar(
        "percent",
        "%NAME%  %%PRICE%%  %user.name%",
        "names between percent signs",
        "%",
        _same(patterns.PERCENT),
    ),
    _grammar(
        "underscore",
        "__X__  __first_name__",
        "names between two low lines; by default not inside a word",
        "__",
        (patterns.UNDERSCORE_ALL, patterns.UNDERSCORE),
    ),
    _grammar(
        "merge-tags",
        "*|FNAME|*  ##NAME##  @@NAME@@  @NAME@",
        "mail programs and build tools",
        re.compile(r"\*\||##|@"),
        _same(patterns.MERGE_TAGS),
    ),
    _grammar(
        "drupal",
        "%name  @count  !link",
        "Drupal; by default only usual names of fields behind a percent sign (`@name` is a handle already)",
        re.compile("[%@!]"),
        (patterns.DRUPAL_ALL, patterns.DRUPAL),
    ),
    _grammar(
        "escape",
        r"\n  \t  \"  \u00e9",
        "escapes that programs have left in a text",
        "\\",
        _same(patterns.ESCAPE),
    ),
    _grammar(
        "accelerator",
        "&File  E&xit  E&amp;xit",
        "a marked letter of a word; by default at its beginning, or soon behind its first capital",
        "&",
        (patterns.AMPERSAND_ALL, patterns.AMPERSAND),
        marker="&",
    ),
    _grammar(
        "accelerator-underscore",
        "_File  E_xit",
        "the same with a low line, as in GTK and WPF; not by default",
        "_",
        (patterns.UNDERSCORE_MARK, None),
        marker="_",
    ),
    _grammar(
        "accelerator-tilde",
        "~File  E~xit",
        "the same with a tilde, as in LibreOffice; not by default",
        "~",
        (patterns.TILDE_MARK, None),
        marker="~",
    ),
)

NAMES: Final[tuple[str, ...]] = (DEFAULT, *(grammar.name for grammar in GRAMMARS), NONE)


@dataclass(frozen=True, slots=True)
class GrammarRule:
    """A grammar to search for: in full, or in its safe form."""

    trigger: str | re.Pattern[str]
    pattern: re.Pattern[str]
    marker: str  # of accelerators


def check_names(names: Iterable[str]) -> tuple[str, ...]:
    """The names of a choice. Raises `RuleBroken` that names an unknown one, and all that are known."""
    given = tuple(names)
    if len(given) > MOST_NAMES:
        raise RuleBroken(f"placeholders: at most {MOST_NAMES} names can be given; these are {len(given)}.")
    for name in given:
        if name.removeprefix(WITHOUT) not in NAMES:
            shown = "".join(letter for letter in name[:40] if letter.isprintable())
            raise RuleBroken(
                f'placeholders: there is no grammar "{shown}". Known are: {", ".join(NAMES)}; '
                f"each with {WITHOUT} before it, to take it out."
            )
    return given


def pattern_of(name: str) -> str:
    """The pattern of one whole grammar, for formats that make codes of their own placeholders."""
    return next(grammar.pattern.pattern for grammar in GRAMMARS if grammar.name == name)


@lru_cache(maxsize=256)
def choose(names: tuple[str, ...]) -> tuple[GrammarRule, ...]:
    """The rules of a choice, each grammar once. Nothing, or only what is taken out: of the default."""
    without = {name.removeprefix(WITHOUT) for name in names if name.startswith(WITHOUT)}
    wanted = {name for name in names if not name.startswith(WITHOUT)} or {DEFAULT}
    rules: list[GrammarRule] = []
    for grammar in GRAMMARS:
        pattern = grammar.pattern if grammar.name in wanted else grammar.safe if DEFAULT in wanted else None
        if pattern is not None and grammar.name not in without:
            rules.append(GrammarRule(grammar.trigger, pattern, grammar.marker))
    return tuple(rules)

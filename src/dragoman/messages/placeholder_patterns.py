"""The patterns of `placeholder_grammars`: how placeholders of programs are written.

Every pattern begins at a character of its own and repeats atomically or within a bound, so that a search is
linear in the text. Names are ASCII: a letter of another script beside a placeholder is the text's.
"""

from __future__ import annotations

import re
from typing import Final

from dragoman.messages.unspaced import UNSPACED

NAME: Final = r"[A-Za-z_][A-Za-z0-9_]{0,60}+"
_END: Final = r"(?![A-Za-z0-9_])"
_INSIDE: Final = r"[^{}]|\{[^{}]{0,200}\}"  # braces, which hold one more level of them
_NESTED: Final = rf"(?>{_INSIDE}){{0,300}}"
_TYPED: Final = "(?:number|date|time|choice|list|spellout|ordinal|duration)"

# What merge fields of letters and pages are usually called: a single word in brackets, or behind a percent
# sign, is taken for a placeholder by default only when it is one of these.
FIELDS: Final = (
    "(?:(?:user|first|last|middle|full|nick|sur|file|host|site|product|company|customer|display)?_?name|address"
    "|amount|author|balance|brand|category|city|client|code|company|count|country|coupon|currency|customer|date|day"
    "|days|discount|due|email|e?mail|event|field|first|host|hours?|id|image|invoice|item|items|key|label|language"
    "|last|limit|link|locale|login|max|message|min|minutes?|month|n|node|num|number|order|page|password|path"
    "|percent(?:age)?|phone|platform|plan|points|post|price|product|quantity|qty|recipient|role|sender|signature"
    "|site|size|state|status|street|subject|sum|tag|team|term|time|title|token|total|type|unit|url|user|value"
    "|variable|version|website|week|year|zip)"
)

_CONVERSION: Final = r"(?:hh?|ll?|I64|[jztLqw])?[@diouxXeEfFgGaAcCsSpn]"
_PRECISION: Final = r"(?:\.(?:\*|\d{1,3}))?"
_PRINTF: Final = (
    "%%"
    # Behind a number a percent sign is one, unless the number is of a placeholder itself ("%1%s"); "%1 day"
    # with a bare width is another grammar's.
    r"|(?:(?<!\d)(?<!\d[ \u00a0\u202f])|(?<=%\d)|(?<=%L\d)|(?<=%\d\d))%(?:"
    rf"(?:\d{{1,2}}\$)?(?:[-+#0']{{1,5}}\d{{0,3}}|\*(?:\d{{1,2}}\$)?)?{_PRECISION}{_CONVERSION}"
    rf"|(?:\d{{1,2}}\$)?\d{{1,3}}(?:\.(?:\*|\d{{1,3}})){_CONVERSION}"
    rf"|\d{{1,2}}\$\d{{1,3}}{_CONVERSION}"
    rf"|\d{{1,3}}{_CONVERSION}(?![A-Za-z@:]))"
    # "20 %s" and "x2%d", but not "20 %de" and "50%off"
    r"|(?<=[\d \u00a0\u202f])%(?:\d{1,2}\$)?[-+#0]{0,5}\d{0,3}(?:\.\d{1,3})?"
    rf"(?:ll?|hh?)?[@disfuxXgn]{_END}"
    r"|%<PRI[A-Za-z0-9]{1,8}>"
)
PRINTF: Final = re.compile(_PRINTF)
PRINTF_SPACED: Final = re.compile(rf"{_PRINTF}|(?<!\d)% \d{{0,3}}[disfuxX]{_END}")
PYTHON: Final = re.compile(r"%\([\w.\- ]{1,100}\)[-+#0 ]{0,5}\d{0,3}(?:\.\d{1,3})?[a-zA-Z]")
PYTHON_ALL: Final = re.compile(rf"{PYTHON.pattern}|{PRINTF_SPACED.pattern}")

_FIELD: Final = rf"(?:{NAME}|\d{{1,3}})?(?:\.{NAME}|\[[^\[\]{{}}\s]{{1,60}}\]){{0,10}}(?:![rsa])?"
_FORMATTED: Final = r"(?::(?>[^{}\s]|\{[^{}\s]{0,60}\}){0,60}|:[^{}%]{0,20}%[^{}]{0,60})?"
PYTHON_BRACE: Final = re.compile(rf"\{{{_FIELD}{_FORMATTED}\}}")
PYTHON_BRACE_ALL: Final = re.compile(rf"\{{\{{|\}}\}}|\{{{_FIELD}(?::{_NESTED})?\}}")
BRACES: Final = re.compile(r"\{\s{0,3}[\w.$:@|#!?/+=,\"'()\[\]<>%*^~&\-]{0,200}\s{0,3}\}")
DOTNET: Final = re.compile(r"\{\d{1,3}\s?(?:,\s?-?\d{1,4}\s?)?(?::[^{}\n]{1,100})?\}")
DOTNET_ALL: Final = re.compile(rf"\{{\{{|\}}\}}|{DOTNET.pattern}")
JAVA: Final = re.compile(rf"\{{\s?\d{{1,3}}\s?(?:,\s?{_TYPED}\b{_NESTED})?\}}")
ICU: Final = re.compile(
    rf"\{{\s*+[\w.\-]{{1,100}}+\s*+,\s*+{_TYPED}\b(?>'[{{}}][^']{{0,100}}'|{_INSIDE}){{0,300}}\}}"
    rf"|\{{\s*+\$?{NAME}\s++:{NAME}{_NESTED}\}}"
    rf"|\{{\s*+{NAME}\s*+\}}"
)
FLUENT: Final = re.compile(
    rf"\{{\s*+(?:\$|-){NAME}(?>[.-]{NAME}){{0,5}}(?:\([^(){{}}]{{0,200}}\))?\s*+\}}"
    rf"|\{{\s*+[A-Z][A-Z0-9_-]{{1,40}}\([^(){{}}]{{0,200}}\)\s*+\}}"
    r"|\{\s*+\"[^\"{}\n]{0,100}\"\s*+\}"
    r"|\{\s*+[^{}\n]{1,100}?->(?>[^{}]|\{[^{}]{0,300}\}){0,2000}\}"
)

QT: Final = re.compile(r"%L?\d{1,9}(?:[.,]\d{1,9})?(?:%(?![A-Za-z(%{<@*]|[-+#.]?\d)|%(?=%\d{1,2}%))?")
QT_ALL: Final = re.compile(r"%L?\d{1,2}(?:%(?![A-Za-z(%{<@*]|[-+#.]?\d)|%(?=%\d{1,2}%))?|%L?n|%%")
RUBY: Final = re.compile(r"%\{[^{}\n]{1,300}\}|%<\w{1,60}>[-+ #0]{0,5}\d{0,3}(?:\.\d{1,3})?[a-zA-Z]")
HASH: Final = re.compile(rf"#\{{{_NESTED}\}}")
_PROPERTY: Final = r"(?>(?:\.|->)[a-z_][A-Za-z0-9_]{0,60}){0,8}"
_SUBSTITUTED: Final = rf"[$@*~]\{{{_NESTED}\}}|\$\([A-Za-z_][\w.\-]{{0,60}}\)"
SHELL: Final = re.compile(rf"{_SUBSTITUTED}|(?<!\$)\${{1,2}}{NAME}(?:\${_END}|{_PROPERTY})")
SHELL_ALL: Final = re.compile(
    rf"{_SUBSTITUTED}|\$\([^()\n]{{1,200}}\)|\${{1,2}}{NAME}(?:\${_END}|{_PROPERTY})"
)
_DOUBLE: Final = rf"\{{\{{{_NESTED}\}}\}}"
TEMPLATE: Final = re.compile(
    rf"\{{\{{\{{[^{{}}]{{0,300}}\}}\}}\}}|[@!]?{_DOUBLE}|\{{!![^{{}}]{{0,300}}!!\}}"
    r"|\{%(?>[^%{}]|%(?!\})|\{[^{}]{0,100}\}){0,300}%\}|\{#[^{}]{0,300}#\}|<%(?>[^%]|%(?!>)){0,300}%>"
)
I18NEXT: Final = re.compile(rf"{_DOUBLE}|\$t\((?>[^()]|\([^()]{{0,100}}\)){{1,300}}\)")
VUE: Final = re.compile(
    r"@(?:\.[a-z]{1,20})?:(?:\([\w.\-]{1,100}\)|\{'[^'{}]{1,100}'\}"
    r"|[A-Za-z_][A-Za-z0-9_]*+(?>[.\-][A-Za-z0-9_]++){0,20})"
)

# A letter of a script with blanks before a placeholder is that of a ratio, a key or an emoticon.
LARAVEL: Final = re.compile(
    rf"(?<![^\W{UNSPACED}])(?<![:\\]):(?![dDpPoOxXsS]{{2,5}}{_END})[A-Za-z][A-Za-z0-9_]{{1,60}}+"
)
LARAVEL_ALL: Final = re.compile(rf"(?<![A-Za-z0-9_:\\]):{NAME}")
DOUBLE_BRACKETS: Final = re.compile(r"\[\[\s?[^\[\]\s]{1,100}\s?\]\]")
DOUBLE_BRACKETS_ALL: Final = re.compile(r"\[\[[^\[\]\n]{1,200}\]\]")
_VALUE: Final = r"(?:\"[^\"\[\]]{0,200}\"|[^\s\"\[\]]{1,200})"
_SHORTCODE: Final = (
    r"\[/[A-Za-z*][\w:\-]{0,60}\]"
    rf"|\[{NAME}(?:-{NAME})?(?:=[^\[\]\s]{{1,200}}|(?>\s{{1,5}}{NAME}={_VALUE}){{1,30}})\s?/?\]"
)
BRACKETS: Final = re.compile(
    rf"{_SHORTCODE}|(?<!\[)\[(?:"
    rf"(?i:{FIELDS})(?:/ver)?"  # [name], and [name/ver] of installers
    r"|[A-Za-z][A-Za-z0-9]{0,40}(?>[_.][A-Za-z0-9]{1,40}){1,6}"  # [first_name], [user.name]
    r"|[a-z]{1,40}[A-Z][A-Za-z0-9]{0,40}|%[A-Za-z_][\w\-]{2,60}"  # [firstName], [%name]
    r"|b|i|u|s|url|img|quote|center"  # BBCode
    r")\](?![\](])"
)
BRACKETS_ALL: Final = re.compile(
    rf"{_SHORTCODE}|\[\[[^\[\]\n]{{1,200}}\]\]|\[%?[A-Za-z_][\w.:%/\-]{{0,60}}\]"
)
PERCENT: Final = re.compile(
    r"%%[A-Za-z_][\w.\-]{0,60}%%"
    r"|%(?!L\d{1,2}%)(?:[A-Z][A-Z0-9_]{1,60}+|[A-Za-z][A-Za-z0-9]{1,40}(?>[._\-][A-Za-z0-9]{1,40}){1,8})%"
    r"|(?<!\d)%(?!L\d)[A-Za-z_][A-Za-z0-9_]{1,60}+%(?:(?![A-Za-z0-9_(%])|(?=%[A-Za-z_][A-Za-z0-9_]{1,60}+%))"
)
UNDERSCORE: Final = re.compile(
    r"(?:(?<![A-Za-z0-9_])|(?<=[A-Za-z0-9]__))__(?:[A-Za-z0-9]|_(?!_)){1,60}__(?![A-Za-z0-9]|_(?!_))"
    r"|(?<!_)__(?:[A-Z0-9](?:[A-Z0-9]|_(?!_)){0,60}|[A-Za-z0-9]{1,40}(?>_[A-Za-z0-9]{1,40}){1,6})__(?!_)"
)
UNDERSCORE_ALL: Final = re.compile(r"__[A-Za-z0-9](?:[A-Za-z0-9]|_(?!_)){0,60}__")
MERGE_TAGS: Final = re.compile(
    r"\*\|[^|*\n]{1,100}\|\*|##[A-Za-z_][\w.\-]{0,60}##|@@[A-Za-z_][\w.\-]{0,60}@@"
    r"|(?:(?<![A-Za-z0-9_@.])|(?<=[A-Z0-9_]@))@[A-Z][A-Z0-9_]{1,60}@"
)
DRUPAL: Final = re.compile(rf"(?<!\d)%{FIELDS}(?![A-Za-z0-9_]|%(?![A-Za-z]))")
DRUPAL_ALL: Final = re.compile(rf"(?<!%)%{NAME}(?:-{NAME})?|(?<![A-Za-z0-9_.@])[@!]{NAME}(?:-{NAME})?")
ESCAPE: Final = re.compile(r"\\(?:[nrt]|[\\\"'0]|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}(?![0-9A-Fa-f]))")

# Accelerators: the marker and its word. "R&D" and "AT&T" are words of their own.
_AMPERSAND: Final = "&(?:amp;)?"  # as a reference in marked-up text
AMPERSAND: Final = re.compile(
    rf"(?<![\w&%#;@$'’]){_AMPERSAND}[^\W\d_]{{1,60}}+(?![\w&;=])"
    rf"|(?<![\w&])[A-Z][a-z]{{0,2}}{_AMPERSAND}[a-z]{{2,60}}+(?![\w&;=])"
)
AMPERSAND_ALL: Final = re.compile(
    rf"(?<![\w&])(?:{_AMPERSAND}[^\W_]{{1,60}}+"
    rf"|[^\W\d_]{{1,60}}{_AMPERSAND}(?=[^\W\d_]*[a-z])[^\W\d_]{{1,60}}+)(?![\w&;=])"
)
UNDERSCORE_MARK: Final = re.compile(r"(?<![\w])(?:_[^\W_]{1,60}+|[^\W\d_]{1,60}_[^\W\d_]{1,60}+)(?![\w])")
TILDE_MARK: Final = re.compile(r"(?<![\w~/.])(?:~[^\W_]{1,60}+|[^\W\d_]{1,60}~[^\W\d_]{1,60}+)(?![\w~/])")

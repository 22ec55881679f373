"""Codes: none lost, none added, nested, in their order."""

from __future__ import annotations

from .cases_things import FILES
from .pairs import Cases, coded

CASES = {
    "CODE_MISSING": Cases(
        wrong=(
            ("en de", "<b>Save</b> it", "Sichern"),
            ("en de", "Save<br/>it", "Sichern"),
            ("en fr", "<b>One</b> <b>two</b>", "<b>Un</b> deux"),
            ("en ja", "<a href='x'>Here</a>", "<a href='y'>ここ</a>"),
            ("en ar", "See <img src='1'/>.", "انظر."),
            ("en de", "<b>Save</b> it", "<b>Sichern"),
            ("en zh", "<i>a</i>", "</i>a"),
            ("en ru", "<x/><x/>", "<x/>"),
            ("en de", "a <code>b</code>", "a b"),
        ),
        right=(
            ("en de", "<b>Save</b> it", "<b>Sichern</b>"),
            ("en de", "Save it", "Sichern"),
            ("en fr", "<b>One</b> <i>two</i>", "<i>Un</i> <b>deux</b>"),
            ("en ja", "<a href='x'>Here</a>", "<a href='x'>ここ</a>"),
            ("en ar", "See <img src='1'/>.", "<img src='1'/> انظر."),
            ("en zh", FILES, "{n, plural, other {# 个文件}}"),
            ("en ru", "<x/><x/>", "<x/><x/>"),
            ("en de", "Save", "<b>Sichern</b>"),
        ),
    ),
    "CODE_EXTRA": Cases(
        wrong=(
            ("en de", "Save", "<b>Sichern</b>"),
            ("en de", "Save", "Sich<br/>ern"),
            ("en fr", "<b>One</b>", "<b>Un</b> <b>deux</b>"),
            ("en ja", "<a href='x'>Here</a>", "<a href='y'>ここ</a>"),
            ("en ar", "See.", "انظر <img src='1'/>."),
            ("en zh", "<b>a</b>", "<b>a</b></b>"),
            ("en ru", "<x/>", "<x/><x/>"),
            ("en ko", "a", "<!-- a -->b"),
        ),
        right=(
            ("en de", "<b>Save</b> it", "<b>Sichern</b>"),
            ("en de", "Save it", "Sichern"),
            ("en fr", "<b>One</b>", "Un"),
            ("en ja", "<b>Here</b><br/>", "<br/><b>ここ</b>"),
            ("en ar", "See", "a < b"),
            ("en zh", FILES, "{n, plural, other {# 个文件}}"),
            ("en ru", "<x/><y/>", "<y/>"),
            ("en ko", "<b></b>", "<b>a</b>"),
        ),
    ),
    "CODE_PAIRING": Cases(
        wrong=(
            ("en de", coded("[a]x[/a][b]y[/b]"), coded("[a]x[b]y[/a][/b]")),
            ("en de", coded("[a]x[/a]"), coded("[/a]x[a]")),
            ("en fr", coded("[a][b]x[/b][/a]"), coded("[a][b]x[/a][/b]")),
            ("en ja", coded("[a]x[/a]"), coded("x[/a][a]")),
            ("en ar", coded("[a]x[/a]y"), coded("[a]x")),
            ("en zh", coded("[a]x[/a]y"), coded("x[/a]")),
            ("en ru", coded("[a]x[/a][b]y[/b]"), coded("[b]x[a]y[/b][/a]")),
            ("en hi", coded("x"), coded("[a]x")),
        ),
        right=(
            ("en de", coded("[a]x[/a][b]y[/b]"), coded("[b]y[/b][a]x[/a]")),
            ("en de", coded("[a]x[/a]"), coded("x")),
            ("en fr", coded("[a][b]x[/b][/a]"), coded("[b][a]x[/a][/b]")),
            ("en ja", coded("[a]x"), coded("[a]y")),
            ("en ar", coded("x[/a]"), coded("y[/a]")),
            ("en zh", coded("[a]x[b]y[/a]z[/b]"), coded("[a]x[b]y[/a]z[/b]")),
            ("en ru", "<b>x</b>", "<b>y</b>"),
            ("en hi", "<x/>", "<x/>"),
        ),
    ),
    "CODE_ORDER": Cases(
        wrong=(
            ("en de", "<b>a</b> <i>c</i>", "<b>a <i>c</i></b>"),
            ("en de", "<b>a <i>c</i></b>", "<b>a</b> <i>c</i>"),
            ("en fr", "<img src='1'/> <img src='2'/>", "<img src='2'/> <img src='1'/>"),
            ("en ja", "<b><i>a</i></b>", "<i><b>a</b></i>"),
            ("en ar", "a<x/>b<y/>", "b<y/>a<x/>"),
            ("en zh", "<a href='1'>a <b>b</b></a> c", "<a href='1'>a</a> <b>b</b> c"),
            ("en ru", "<br/><hr/>", "<hr/><br/>"),
            ("en ko", "<u>a</u><b><i>b</i></b>", "<u>a<i>b</i></u><b></b>"),
        ),
        right=(
            ("en de", "<b>a</b> <i>c</i>", "<i>c</i> <b>a</b>"),
            ("en de", "<b>a <i>c</i></b>", "<b><i>c</i> a</b>"),
            ("en fr", "<img src='1'/> <img src='1'/>", "<img src='1'/> a <img src='1'/>"),
            ("en ja", "<b>a</b> <b>b</b>", "<b>b</b><b>a</b>"),
            ("en ar", "a<x/>b", "<x/>ab"),
            ("en zh", "<b>a</b><br/>b", "<b>a<br/></b>b"),
            ("en ru", "<b>a</b>", "a"),
            ("en ko", "{x} <b>a</b>", "<b>a</b> {x}"),
        ),
    ),
}

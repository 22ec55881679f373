"""Texts that would become markup, script or style where a page forgets to escape them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

_TAGS: Final = (
    *("script", "img", "svg", "math", "iframe", "object", "embed", "style", "link", "base", "meta", "form"),
    *("input", "button", "textarea", "select", "details", "dialog", "marquee", "video", "audio", "template"),
    *("picture", "source", "track", "slot", "portal", "isindex", "applet", "bgsound", "keygen", "area"),
    *("noscript", "title", "plaintext", "xmp", "table", "frameset", "body", "html", "a", "zq-element"),
)
_EVENTS: Final = (
    *("onerror", "onload", "onclick", "onfocus", "onmouseover", "ontoggle", "onpointerenter", "onbegin"),
    *("onanimationstart", "onbeforeinput", "oncut", "onscrollend", "onwheel"),
)
# What could end the place that a text is in: attributes of every quoting, elements, comments.
_ENDS: Final = (
    *('"', "'", "`", '">', "'>", "-->", "]]>", "</textarea>", "</title>", "</script>", "</style>", "</bdi>"),
    *("</option></select>", "</svg>", "</template>", "</noscript>", "</dialog>", '\\"', "&quot;", "&#34;"),
)
_ADDRESSES: Final = (
    *("javascript:zq()", "JaVaScRiPt:zq()", "java\tscript:zq()", "jav&#x61;script:zq()", " javascript:zq()"),
    *("javascript&colon;zq()", "data:text/html,<script>zq()</script>", "data:text/html;base64,PHNjcmlwdD4="),
    *("vbscript:zq()", "//evil.example/zq", "\\\\evil.example", "javascript://%0azq()", "view-source:zq"),
)
_TEMPLATES: Final = (
    *("{{ 7 * 7 }}", "{% for x in y %}", "{# zq #}", "${zq()}", "#{zq}", "<%= zq %>", "{{ page.session }}"),
    *("{{ config }}", "{{''.__class__.__mro__}}", "%(csrf)s", "{0.__class__}", "[[zq]]", "{{constructor}}"),
    *("{%raw%}<b>zq</b>{%endraw%}", "{{'<b>zq</b>'|safe}}", "%s%n%x", "@{zq}", "*{zq}"),
)
_DRAWINGS: Final = (
    "<svg><script>zq()</script></svg>",
    "<svg><animate onbegin=zq() attributeName=x>",
    '<svg><a xlink:href="javascript:zq()"><text>zq</text></a></svg>',
    "<svg><use href=data:image/svg+xml,zq></svg>",
    "<svg><foreignObject><body onload=zq()></foreignObject>",
    "<svg><style><img src=x onerror=zq()></style>",
    "<svg></p><style><a id='</style><img src=1 onerror=zq()>'>",
    "<math><mi xlink:href='javascript:zq()'>zq</mi></math>",
    "<math><mtext><table><mglyph><style><img src onerror=zq()>",
    "<math><annotation-xml encoding='text/html'><script>zq()</script>",
    "<math><maction actiontype='statusline#zq' xlink:href='javascript:zq()'>",
    "<svg><![CDATA[><img src=x onerror=zq()>]]>",
    "<svg><desc><b>zq</b></desc></svg>",
    "<math href='javascript:zq()'>zq</math>",
)
_UNICODE: Final = (
    *("＜script＞zq()＜/script＞", "‹b›zq‹/b›", "\u02bcb\u02bc onload=zq", "\u2028<b>zq</b>\u2029"),
    *(
        "\ufeff<b>zq</b>",
        "<\u200bscript>zq()",
        "<scr\u0131pt>zq()</scr\u0131pt>",
        "\u017fcript",
        "<İmg src=x>",
    ),
    *("\u202e<b>zq</b>\u202c", "\u2066<b>zq\u2069", "\u2067zq", "\u061c<i>zq</i>", "\U000e0001\U000e003c"),
    *("\u0338>", "<b\u0338>zq", "é<é>", "\U0001f468\u200d\U0001f469<u>zq</u>", "\u00a0<s>zq</s>"),
)
_HTMX: Final = (
    *('<i hx-get="/ui/sign-out" hx-trigger="load">zq</i>', "<i hx-on:load=zq()>zq</i>"),
    *("<i hx-on::after-request=zq()>", "<i data-hx-post=/ui/sign-out>zq</i>", '" hx-post="/ui/sign-out'),
    *("' hx-trigger='load", '<hx-partial hx-target="body">zq</hx-partial>', '<i hx-vals="js:{a:zq()}">'),
    *('" hx-swap-oob="true', '<meta name="htmx-config" content="{}">', '" data-open="zq', '" data-copy="zq'),
)
_STYLES: Final = (
    *("<style>*{background:url(//evil.example)}</style>", '" style="position:fixed', "' style='zq:1"),
    *("expression(zq())", "};*{color:red}", "<link rel=stylesheet href=//evil.example>", "@import '//zq'"),
    *("</style><b>zq</b>", "url(javascript:zq())", '<div style="width:expression(zq())">zq'),
)
_BROKEN: Final = (
    *("<", "<zq", "</", "<!--", "<!DOCTYPE zq>", "<?zq ?>", "<![CDATA[zq]]>", "<<b>>zq", "<b/zq=1>zq", "&"),
    *("&lt;b&gt;zq&lt;/b&gt;", "&#60;b&#62;zq", "&#x3c;b>", "&lt", "&NewLine;&Tab;", "<b\tzq=1>", "<//b>zq"),
    *(
        "a\x0bb<b>",
        "%3Cb%3Ezq",
        "\\u003cb\\u003ezq",
        "+ADw-b+AD4-zq",
        "<img src='x' zq=\"",
        "=zq|'",
        "&amp;lt;b>",
    ),
)
# What pages refuse, or show after it was refused.
REFUSED: Final = ("zq\x00<b>zq</b>", "<scr\x00ipt>zq()", "\x1b[31m<b>zq", "\x7f<b>", "\x08<i>zq</i>")


def _payloads() -> Iterator[str]:
    for tag in _TAGS:
        yield f"<{tag} src=x onerror=zq()>zq</{tag}>"
    for event in _EVENTS:
        yield f'<b {event}="zq()">zq</b>'
        yield f'" {event}=zq() zq="'
    for end in _ENDS:
        yield f"{end}<b zq>zq</b>"
    yield from _ADDRESSES
    yield from (f'<a href="{address}">zq</a>' for address in _ADDRESSES[:4])
    yield from (*_TEMPLATES, *_DRAWINGS, *_UNICODE, *_HTMX, *_STYLES, *_BROKEN)


PAYLOADS: Final = tuple(dict.fromkeys(_payloads()))


def pack(texts: Sequence[str], longest: int) -> list[str]:
    """The texts in as few as have at most so many characters each, parted by blanks."""
    packs = [""]
    for text in texts:
        if len(packs[-1]) + 1 + len(text) > longest:
            packs.append("")
        packs[-1] = f"{packs[-1]} {text}".strip()
    return packs

"""Texts such as shops, CMS and interfaces send: tags that touch words and each other, in every script."""

from __future__ import annotations

import re

from hypothesis import strategies as st

_ENGLISH = """
    house dog red big shoes price order client date new warning open door water friend night street window
    small read write cheap answer question city car green market the of a and is my
"""
_SPANISH = "casa perro rojo grande zapatos precio pedido cliente fecha nuevo abrir puerta agua amigo la de y"
_CHINESE = ("房子", "红色", "大狗", "新价格", "客户的订单", "打开门", "我的朋友")
_JAPANESE = ("赤い家", "おおきい犬", "価格", "注文の日付", "テレビ")
_ARABIC = "بيت كبير كلب أحمر سعر جديد باب صديق في"
_HEBREW = "בית גדול כלב אדום מחיר חדש דלת חבר של"
VOCABULARIES = {
    "en": _ENGLISH.split(),
    "es": _SPANISH.split(),
    "zh": _CHINESE,
    "ja": _JAPANESE,
    "ar": _ARABIC.split(),
    "he": _HEBREW.split(),
}
_PLACEHOLDERS = (
    "{name}",
    "{0}",
    "%s",
    "%1",
    "%1$s",
    "%(name)s",
    "${total}",
    "%{count}",
    "{{user}}",
    "[[x]]",
    "%d",
)
_CLOSED = re.compile(r"%(?:1\$)?[sd1]$")
_INLINE = (
    "b", "i", "em", "strong", "span", 'span class="badge"', 'a href="/x"', 'a href="/y"', "mark", "label",
    "my-badge", "x-icon", "u", "small", "sup",
)  # fmt: skip
_BLOCKS = ("p", "div", "li", "td", "h1", "h2", "dt", "dd", "section", "blockquote")
_ENDS = ("", "", ".", "!", "?", ":")
_BETWEEN = ("", "", "", " ", " ", "|", " | ", " / ", " · ", ", ", ". ")


def wrapped(tag: str, inside: str) -> str:
    return f"<{tag}>{inside}</{tag.partition(' ')[0]}>"


def phrases(language: str, *, most: int = 4) -> st.SearchStrategy[str]:
    """A few words, ended or not."""
    blank = "" if language in {"zh", "ja"} else " "
    words = st.lists(st.sampled_from(VOCABULARIES[language]), min_size=1, max_size=most).map(blank.join)
    return st.builds(lambda text, end: text + end, words, st.sampled_from(_ENDS))


def inlines(language: str, depth: int = 2) -> st.SearchStrategy[str]:
    """Words, placeholders and inline elements, parted by blanks, signs or nothing."""
    words = phrases(language)
    leaves = st.one_of(
        words, words, words, st.sampled_from(_PLACEHOLDERS), st.sampled_from(("<br>", '<img src="a.png">'))
    )
    if depth == 0:
        return leaves
    inner = inlines(language, depth - 1)
    elements = st.builds(wrapped, st.sampled_from(_INLINE), inner)
    parts = st.lists(
        st.tuples(st.one_of(leaves, elements), st.sampled_from(_BETWEEN)), min_size=1, max_size=4
    )
    return parts.map(_joined)


def _joined(parts: list[tuple[str, str]]) -> str:
    """Parts with what is between them; blanks part letters from `%s`, which could be read otherwise."""
    text = ""
    for part, between in parts:
        if (_CLOSED.search(text) and part[:1].isalnum()) or (text[-1:].isalnum() and part[:1] == "%"):
            text += " "
        text += part + between
    return text.removesuffix(parts[-1][1]) if parts[-1][1] else text


def numbered(language: str) -> st.SearchStrategy[str]:
    """Interface texts with tags such as <0>."""
    pieces = st.lists(st.tuples(phrases(language), st.sampled_from(("", " ", " / "))), min_size=1, max_size=4)
    return pieces.map(
        lambda found: "".join(
            wrapped(str(number), text) + between for number, (text, between) in enumerate(found)
        )
    )


def blocks(language: str, depth: int = 2) -> st.SearchStrategy[str]:
    """Block elements that touch, as minified pages have them."""
    inside = inlines(language, 1)
    if depth:
        inside = st.one_of(inside, blocks(language, depth - 1))
    element = st.builds(wrapped, st.sampled_from(_BLOCKS), inside)
    return st.lists(element, min_size=1, max_size=4).map("".join)


def navigations(language: str) -> st.SearchStrategy[str]:
    """Links side by side."""
    links = st.lists(phrases(language, most=2), min_size=2, max_size=7)
    between = st.sampled_from(("", " ", " | ", "</li><li>"))
    return st.builds(_navigation, links, between)


def _navigation(names: list[str], between: str) -> str:
    links = [wrapped(f'a class="n" href="/{number}"', name) for number, name in enumerate(names)]
    return (
        f"<ul><li>{between.join(links)}</li></ul>"
        if between == "</li><li>"
        else f"<nav>{between.join(links)}</nav>"
    )


def columns(language: str) -> st.SearchStrategy[str]:
    """Rows whose columns are parted by tabs or by many blanks."""
    cells = st.lists(phrases(language, most=3), min_size=2, max_size=4)
    return st.builds(
        lambda found, border: border.join(found), cells, st.sampled_from(("\t", "    ", "      "))
    )


def marked_texts(language: str) -> st.SearchStrategy[str]:
    """Any of these."""
    return st.one_of(
        inlines(language),
        inlines(language),
        blocks(language),
        blocks(language),
        numbered(language),
        navigations(language),
        columns(language),
    )

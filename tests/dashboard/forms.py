"""Forms of pages, as tests fill them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tests.dashboard.browser import Shown

# Names of forms' fields that people write into.
_WRITTEN = (
    "//main//form//*[(self::input and (not(@type) or contains(' text search url email number date tel ', "
)
_WRITTEN += "concat(' ', @type, ' ')))) or self::textarea]"


@dataclass(frozen=True, kw_only=True)
class Written:
    """A form as a page has it: where it goes, its fields, and which of them are written into."""

    action: str
    method: str
    fields: dict[str, str]
    written: tuple[str, ...]

    def filled_with(self, text: str) -> dict[str, str]:
        return self.fields | dict.fromkeys(self.written, text)


def forms_of(shown: Shown) -> Iterator[Written]:
    """The forms of a page that somebody writes into."""
    tree = shown.tree
    written = set(tree.xpath(_WRITTEN))
    for form in tree.xpath("//main//form"):
        named = [one for one in form.iter("input", "select", "textarea") if one.get("name")]
        texts = tuple(one.get("name") for one in named if one in written)
        if texts:
            kept = {
                one.get("name"): _value(one) for one in named if one.get("type") not in {"file", "password"}
            }
            yield Written(
                action=form.get("action"),
                method=form.get("method", "get"),
                fields={name: value for name, value in kept.items() if name != "csrf" and value},
                written=texts,
            )


def _value(control: Any) -> str:
    if control.tag == "select":
        return str(next(iter(control.xpath("./option[@selected]/@value")), ""))
    if control.get("type") in {"checkbox", "radio"}:
        return str(control.get("value")) if "checked" in control.attrib else ""
    return str(control.get("value") or "")

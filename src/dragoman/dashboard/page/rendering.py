"""Making pages of templates. All are escaped, and an unknown name in one is an error.

Templates lie beside the pages that use them: `applications/list.html` is in the package `applications`; what
all pages share is in `page/templates`.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape
from starlette.responses import HTMLResponse

import dragoman
from dragoman.accounts.model import AccountKind
from dragoman.dashboard.page import cookies, formats
from dragoman.dashboard.page.assets import asset_url
from dragoman.dashboard.page.csrf import FIELD
from dragoman.dashboard.page.error_messages import translate_message
from dragoman.dashboard.page.locale import (
    LANGUAGES,
    current_locale,
    translate,
    translate_plural,
    using_locale,
)
from dragoman.dashboard.page.navigation import navigation_for
from dragoman.dashboard.page.user_agents import write_browser

if TYPE_CHECKING:
    from dragoman.dashboard.page.request import PageRequest

# No scripts, styles, fonts or pictures but our own files; nothing inline; no frame around a page (B9).
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",  # pages hold customers' text
    "Cross-Origin-Opener-Policy": "same-origin",
}
_YEAR: Final = 365 * 24 * 3600
_AREAS: Final = Path(__file__).parent.parent


@functools.cache
def templates() -> Environment:
    """The environment of all templates."""
    environment = Environment(
        loader=ChoiceLoader([FileSystemLoader(_AREAS), FileSystemLoader(_AREAS / "page/templates")]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
        auto_reload=False,
    )
    # The functions that the extension installs take the context, which Jinja copies for each call in a loop.
    environment.newstyle_gettext = True  # type: ignore[attr-defined]
    environment.globals |= {
        "_": _write_text,
        "gettext": _write_text,
        "ngettext": _write_plural,
        "asset": asset_url,
        "icon": _icon,
        "write_options": _write_options,
        "languages": LANGUAGES,
        "AccountKind": AccountKind,
        "translate_message": translate_message,
        "version": dragoman.__version__,
        "locale": current_locale,
        "arrow": formats.write_arrow,
    }
    environment.filters |= {
        "zip": zip,
        "number": formats.write_number,
        "percent": formats.write_percent,
        "money": formats.write_money,
        "price": formats.write_price,
        "size": formats.write_size,
        "datetime": formats.write_datetime,
        "local_input": formats.write_local_input,
        "clock": formats.write_clock,
        "date": formats.write_date,
        "day": formats.write_day,
        "month": formats.write_month,
        "age": formats.write_age,
        "sentence": formats.write_list,
        "language": formats.write_language,
        "yes_no": formats.write_yes_no,
        "browser": write_browser,
    }
    return environment


def render_page(page: PageRequest, template: str, *, status: int, **values: Any) -> HTMLResponse:
    """Make a page for its reader."""
    with using_locale(page.locale):
        text = (
            templates()
            .get_template(template)
            .render(
                page=page,
                form=page.form,
                csrf=_csrf_field(page.csrf),
                message=cookies.read_message(page.request),
                navigation=navigation_for(page.rights, page.path),
                zone=formats.write_zone(),
                **values,
            )
        )
    headers = dict(HEADERS)
    if cookies.is_secure(page.request):
        headers["Strict-Transport-Security"] = f"max-age={_YEAR}"
    return HTMLResponse(text, status_code=status, headers=headers)


@functools.cache
def _icon(name: str, *, flip: bool = False) -> Markup:
    """An icon of Lucide by its name. It is decoration: what it means is said in text beside it.

    `flip` turns one that shows a direction where the text runs from right to left.
    """
    kind = "i flip" if flip else "i"
    address = f"{asset_url('lucide/icons.svg')}#{name}"
    return Markup('<svg class="{}" aria-hidden="true"><use href="{}"/></svg>').format(kind, address)


def _write_options(pairs: Iterable[tuple[Any, Any]], chosen: str) -> Markup:
    """The options of a choice, of pairs of value and text. In a template, hundreds take ten milliseconds."""
    options = _escape_options(tuple((str(one), _plain(shown)) for one, shown in pairs))
    return Markup(options.replace(_option(chosen), f"{_option(chosen)} selected", 1))  # noqa: S704 - escaped


@functools.lru_cache(maxsize=256)  # most pages offer what others have offered: languages, accounts
def _escape_options(pairs: tuple[tuple[str, str], ...]) -> str:
    return "\n".join(f"{_option(one)}>{escape(shown)}</option>" for one, shown in pairs)


def _plain(shown: Any) -> str:
    return shown.unescape() if isinstance(shown, Markup) else str(shown)


def _option(value: str) -> str:
    return f'<option value="{escape(value)}"'


def _write_text(text: str, /, **values: Any) -> Markup:
    """A text of a template in the page's language; `values` are escaped and put into its placeholders."""
    return _fill(translate(text), values)


def _write_plural(singular: str, plural: str, number: int, /, **values: Any) -> Markup:
    """The same by a number, which is the placeholder `num`."""
    return _fill(translate_plural(singular, plural, number), {"num": number, **values})


def _fill(text: str, values: dict[str, Any]) -> Markup:
    made = Markup(text)  # noqa: S704 - texts of our templates, and their translations
    return made % values if "%" in text else made


def _csrf_field(token: str) -> Markup:
    return Markup('<input type="hidden" name="{}" value="{}">').format(FIELD, token)

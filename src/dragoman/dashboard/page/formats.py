"""How templates write dates, numbers, sizes and languages, in the locale of the page that is made."""

from __future__ import annotations

import functools
import re
import unicodedata
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Final

from babel import Locale, dates, lists, numbers

from dragoman.dashboard.page.locale import current_locale, translate
from dragoman.language_names import find_name
from dragoman.unicode_normalization import normalize

_UNITS: Final = ("kB", "MB", "GB", "TB")
_LATIN: Final = "latn"
_ENGLISH: Final = Locale("en")


def write_number(number: int | float | Decimal) -> str:
    """`6742` as "6,742"."""
    locale = current_locale().babel
    if isinstance(number, int) and number >= 0:
        least, separator = _find_grouping(locale)
        return str(number) if number < least else f"{number:,}".replace(",", separator)
    return numbers.format_decimal(number, locale=locale, numbering_system=_LATIN)


@functools.cache
def _find_grouping(locale: Locale) -> tuple[int, str]:
    """The first whole number whose thousands are separated, and by what. A table of a year has thousands."""
    thousands, ten_thousands = (
        numbers.format_decimal(one, locale=locale, numbering_system=_LATIN) for one in (1234, 12345)
    )
    return 10_000 if thousands == "1234" else 1_000, ten_thousands.removeprefix("12").removesuffix("345")


def ungroup(figures: str) -> str:
    """A whole number as pages write it, without what separates its thousands; other text unchanged."""
    _least, separator = _find_grouping(current_locale().babel)
    first, *rest = re.split(rf"[{re.escape(separator)}\s]", figures)
    return "".join([first, *rest]) if 1 <= len(first) <= 3 and all(len(one) == 3 for one in rest) else figures


def write_compact(number: int | float) -> str:
    """`20000` as "20K", for the axis of a chart."""
    text = numbers.format_compact_decimal(number, fraction_digits=1, locale=current_locale().babel)
    return _to_latin(text)


def write_percent(share: float) -> str:
    """`0.62` as "62%"."""
    return _format_percent(share, current_locale().babel)


@functools.lru_cache(maxsize=1024)
def _format_percent(share: float, locale: Locale) -> str:
    return numbers.format_percent(share, locale=locale, numbering_system=_LATIN)


def write_money(amount: Decimal | float, currency: str) -> str:
    """An amount with its currency, such as "€1,861.56"."""
    return _format_money(amount, currency, current_locale().babel)


@functools.lru_cache(maxsize=4096)
def _format_money(amount: Decimal | float, currency: str, locale: Locale) -> str:
    return numbers.format_currency(amount, currency, locale=locale, numbering_system=_LATIN)


def write_price(price: Decimal | float, currency: str) -> str:
    """The price of one thing with all of its digits, such as "€0.125" for a word."""
    return numbers.format_currency(
        price,
        currency,
        locale=current_locale().babel,
        decimal_quantization=False,
        numbering_system=_LATIN,
    )


def write_size(size: int) -> str:
    """A number of bytes, such as "4.2 MB"."""
    if size < 1000:
        return f"{write_number(size)} B"
    value, unit = size / 1000, _UNITS[0]
    for larger in _UNITS[1:]:
        if value < 999.5:
            break
        value, unit = value / 1000, larger
    return f"{write_number(round(value, 1) if value < 10 else round(value))} {unit}"


def write_datetime(when: datetime) -> str:
    """A date and time in the reader's time zone, such as "25 Nov 2026, 14:02"."""
    local = _to_local(when)
    # Such as "{1}, {0}"; the comma of Arabic is another one.
    joined = str(current_locale().babel.datetime_formats["medium"])
    return joined.format(f"{local:%H:%M}", write_date(local.date()))


def write_local_input(when: datetime | None) -> str:
    """The value of a field for a date and time, in the reader's time zone; empty without one."""
    return "" if when is None else _to_local(when).replace(tzinfo=None).isoformat(timespec="minutes")


def _to_local(when: datetime) -> datetime:
    """A time in the reader's time zone; unchanged at the ends of the calendar, where it has none."""
    try:
        return when.astimezone(current_locale().zone)
    except OverflowError:
        return when


def write_clock(when: datetime) -> str:
    """The time of day with seconds in UTC, as programs log it: "09:41:07"."""
    return f"{when.astimezone(UTC):%H:%M:%S}"


def write_date(day: date) -> str:
    """A day, such as "25 Nov 2026"; of a time, its day in the reader's time zone."""
    return _format_date(_to_local(day).date() if isinstance(day, datetime) else day, current_locale().babel)


# Lists write the same days and languages in every row: Babel takes a tenth of a millisecond for each.
@functools.lru_cache(maxsize=4096)
def _format_date(day: date, locale: Locale) -> str:
    return _to_latin(dates.format_date(day, format="medium", locale=locale))


def write_day(day: date) -> str:
    """A day without its year, such as "25 Nov"."""
    return _to_latin(dates.format_skeleton("MMMd", day, locale=current_locale().babel))


def write_month(day: date) -> str:
    """A month, such as "Nov 2026"."""
    return _to_latin(dates.format_skeleton("yMMM", day, locale=current_locale().babel))


def write_age(when: datetime, now: datetime) -> str:
    """How long ago, or in how long, such as "5 minutes ago"."""
    text = dates.format_timedelta(when - now, add_direction=True, locale=current_locale().babel)
    return _to_latin(text)


def write_list(items: list[str]) -> str:
    """Items in one phrase, such as "a, b and c"."""
    return lists.format_list(items, locale=current_locale().babel)


def write_language(code: str) -> str:
    """The name of a language in the page's language, such as "Portuguese (Brazil)".

    In English where the page's language has no name for it; the code if it has none in English either.
    """
    name = find_name(code, current_locale().babel) or find_name(code, _ENGLISH)
    return name[:1].upper() + name[1:] if name else code


def write_zone() -> str:
    """The name of the reader's time zone, such as "Europe/Madrid"."""
    return current_locale().zone.key


def write_arrow() -> str:
    """An arrow in the direction that the page is read in. Arrows are not mirrored by themselves (UAX #9)."""
    return "→" if current_locale().direction == "ltr" else "←"


def write_yes_no(value: bool) -> str:
    """The word for a switch."""
    return translate("Yes") if value else translate("No")


def alphabetical(name: str) -> tuple[str, str]:
    """Sort key of a name in a list: "Ö" is among the words with "O", as in dictionaries."""
    letters = normalize("NFKD", name.casefold())
    return "".join(one for one in letters if not unicodedata.combining(one)), name


def _to_latin(text: str) -> str:
    """Write digits of any script as Latin ones."""
    return "".join(str(int(one)) if one.isdecimal() else one for one in text)

"""The plural rules kept in the code are Babel's, for every language that it knows."""

from __future__ import annotations

import pytest
from babel import Locale, localedata

from dragoman.messages.plural_rules import CARDINALS, ORDINALS


@pytest.mark.slow
def test_rules_are_those_of_babel() -> None:
    for kept, form in ((CARDINALS, "plural_form"), (ORDINALS, "ordinal_form")):
        table = {code: rules for codes, rules in kept.items() for code in codes.split()}
        for name in localedata.locale_identifiers():
            if form not in localedata.load(name, merge_inherited=False):
                continue
            code = name.replace("_", "-")
            while code and code not in table:
                code = code.rpartition("-")[0]
            assert table.get(code, {}) == dict(getattr(Locale.parse(name), form).rules), name

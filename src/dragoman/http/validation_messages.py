"""Messages for problems with fields: what is wrong and what to send instead, for every kind (E2).

pydantic's messages use Python's terms: "a valid dictionary or object to extract fields from". Messages of our
own validators are kept.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

# The first words of pydantic's messages. Ours do not begin so.
_OF_PYDANTIC: Final = re.compile(
    "(Input|Field|Value|List|Tuple|Set|Dictionary|Decimal|Date|Datetimes?|Time|String|Data|URL|UUID|Object|"
    "Assertion|Unable|Extra|JSON|Keys|Generator|Function|Instance|Cannot|Error) "
)
_OBJECT: Final = "Send a JSON object, in braces"
_WHOLE: Final = "Send a whole number"
_NUMBER: Final = "Send a number"
_FLAG: Final = "Send true or false"
_DAY: Final = "Send a day that exists as YYYY-MM-DD"
_DATETIME: Final = "Send a date and time such as 2030-01-31T17:00:00Z"

# Kind of problem → message, with names of values in the problem's context.
_MESSAGES: Final[Mapping[str, str]] = {
    "missing": "Field required",
    "extra_forbidden": "There is no such field: leave it out",
    "string_type": "Send a text (a JSON string)",
    "string_unicode": "Send a text in UTF-8",
    "string_too_long": "Send a shorter text: its length is at most {max_length}",
    "string_too_short": "Send a longer text: its length is at least {min_length}",
    "string_pattern_mismatch": "The text does not have the form that the field needs: see its description",
    "bytes_type": "Send a text (a JSON string)",
    "int_type": _WHOLE,
    "int_parsing": _WHOLE,
    "int_parsing_size": "The number is too large: send a smaller one",
    "int_from_float": _WHOLE,
    "float_type": _NUMBER,
    "float_parsing": _NUMBER,
    "finite_number": "Send a number that is not infinite",
    "decimal_type": _NUMBER,
    "decimal_parsing": _NUMBER,
    "decimal_max_digits": "Send a number of at most {max_digits} digits",
    "decimal_max_places": "Send at most {decimal_places} decimal places",
    "decimal_whole_digits": "Send at most {whole_digits} digits before the decimal point",
    "greater_than": "Send a number greater than {gt}",
    "greater_than_equal": "Send a number that is at least {ge}",
    "less_than": "Send a number less than {lt}",
    "less_than_equal": "Send a number that is at most {le}",
    "multiple_of": "Send a multiple of {multiple_of}",
    "bool_type": _FLAG,
    "bool_parsing": _FLAG,
    "enum": "Send one of {expected}",
    "literal_error": "Send one of {expected}",
    "list_type": "Send a JSON array, in brackets",
    "tuple_type": "Send a JSON array, in brackets",
    "set_type": "Send a JSON array, in brackets",
    "too_long": "Send at most {max_length} items",
    "too_short": "Send at least {min_length} items",
    "dict_type": _OBJECT,
    "model_type": _OBJECT,
    "model_attributes_type": _OBJECT,
    "mapping_type": _OBJECT,
    "date_type": _DAY,
    "date_parsing": _DAY,
    "date_from_datetime_parsing": _DAY,
    "date_from_datetime_inexact": _DAY,
    "datetime_type": _DATETIME,
    "datetime_parsing": _DATETIME,
    "datetime_from_date_parsing": _DATETIME,
    "uuid_type": "Send a UUID such as 8a3b3a0e-60a5-4c3a-9b0a-2d3c1f9a7e11",
    "uuid_parsing": "Send a UUID such as 8a3b3a0e-60a5-4c3a-9b0a-2d3c1f9a7e11",
    "json_invalid": "The body is not valid JSON",
}
_TEXT_OR_LIST: Final = "Value"  # pydantic's name of a type after a validator of ours
_LENGTHS: Final[Mapping[str, str]] = {
    "too_long": "Send a shorter value: its length is at most {max_length}",
    "too_short": "Send a longer value: its length is at least {min_length}",
}
_OTHERWISE: Final = "The value is not valid here: see the description of the field"
_NO_BODY: Final = "The request has no body. Send a JSON object"
_QUOTED: Final = re.compile("'([^']*)'")


def explain(kind: str, message: str, location: Sequence[str | int], context: Mapping[str, Any]) -> str:
    """The message for a problem that pydantic found; `context` is its `ctx`."""
    if _OF_PYDANTIC.match(message) is None:
        return message
    if tuple(location) == ("body",) and kind == "missing":
        return _NO_BODY
    words = _MESSAGES.get(kind, _OTHERWISE)
    if context.get("field_type") == _TEXT_OR_LIST:
        words = _LENGTHS.get(kind, words)
    values = {
        name: _QUOTED.sub(r"\1", value) if isinstance(value, str) else value
        for name, value in context.items()
    }
    try:
        return words.format_map(values)
    except KeyError:
        return _OTHERWISE

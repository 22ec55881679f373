"""Whether a block parses, and whether an output is what a page shows."""

from __future__ import annotations

import configparser
import json
import re
import tomllib
from typing import Any

import yaml

from tests.docs.blocks import Block

ANYTHING = "…"


def parse(block: Block) -> object:
    """The value of a block of data. Raises ValueError, or an error of its parser, when there is none."""
    match block.language:
        case "json":
            return decode_values(block.code)
        case "toml":
            return tomllib.loads(block.code)
        case "yaml":
            return yaml.safe_load(block.code)
        case _:
            parser = configparser.ConfigParser(strict=True, interpolation=None)
            parser.read_string(block.code)
            return parser


def decode_values(text: str) -> list[Any]:
    """JSON values, one after the other."""
    decoder, values, rest = json.JSONDecoder(), [], text.strip()
    while rest:
        value, end = decoder.raw_decode(rest)
        values.append(value)
        rest = rest[end:].lstrip()
    return values


def is_shown(block: Block, output: str) -> bool:
    """Whether a program printed what a block shows."""
    if block.language == "json":
        shown, printed = decode_values(block.code), decode_values(output)
        return len(shown) == len(printed) and all(map(_is_like, shown, printed))
    pattern = ".*".join(map(re.escape, _lines(block.code).split(ANYTHING)))
    return re.fullmatch(pattern, _lines(output), re.DOTALL) is not None


def _is_like(shown: Any, printed: Any) -> bool:
    """Whether a value is the one that is shown, where `…` is any; with a field `…` it may have others."""
    if shown == ANYTHING:
        return True
    if isinstance(shown, str) and isinstance(printed, str):
        return re.fullmatch(".*".join(map(re.escape, shown.split(ANYTHING))), printed) is not None
    if isinstance(shown, dict) and isinstance(printed, dict):
        fields = {name for name in shown if name != ANYTHING}
        complete = ANYTHING in shown or fields == set(printed)
        return complete and all(name in printed and _is_like(shown[name], printed[name]) for name in fields)
    if isinstance(shown, list) and isinstance(printed, list):
        return len(shown) == len(printed) and all(map(_is_like, shown, printed))
    return bool(shown == printed)


def _lines(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip().splitlines())

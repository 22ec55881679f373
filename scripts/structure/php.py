"""Reading PHP source: each string as PHP reads it, joined ones as one, and the code around them."""

from __future__ import annotations

import re
from typing import Final

from scripts.structure.reading import Reading, Recorder

_CODE: Final = re.compile(r"<\?.*?(?:\?>|\Z)", re.DOTALL)
_TOKEN: Final = re.compile(
    r"(?P<comment>/\*.*?\*/|(?://|#(?!\[))[^\r\n]*)"
    r"|'(?P<single>(?:[^'\\]|\\.)*)'|\"(?P<double>(?:[^\"\\]|\\.)*)\""
    r"|<<<[ \t]*(?P<mark>['\"]?)(?P<name>\w+)(?P=mark)\r?\n(?P<doc>.*?)\r?\n(?P<indent>[ \t]*)(?P=name)\b",
    re.DOTALL,
)
_JOINT: Final = re.compile(r"\s*\.\s*")
_IN_DOUBLE: Final = re.compile(
    r"\\u\{(?P<point>\w+)\}|\\x(?P<hex>[0-9A-Fa-f]{1,2})|\\(?P<octal>[0-7]{1,3})|\\(?P<letter>.)"
    r"|\{?(?P<variable>(?<=\{)\$[^}]*(?=\})|\$\{[^}]*\}|\$[A-Za-z_\x80-\U0010ffff]\w*(?:\[[^\]]*\]|->\w+)?)\}?",
    re.DOTALL,
)
_LETTERS: Final = {"n": "\n", "t": "\t", "r": "\r", "v": "\v", "e": "\x1b", "f": "\f"}


def read_php(text: str) -> Reading:
    """The strings of a PHP file, whichever quotes they are in; all else has to stay."""
    recorder = Recorder()
    position = 0
    for code in _CODE.finditer(text):
        recorder.note(text[position : code.start()])
        _read_code(code[0], recorder)
        position = code.end()
    recorder.note(text[position:])
    return recorder.finish()


def _read_code(code: str, recorder: Recorder) -> None:
    position, after_string = 0, False
    for token in _TOKEN.finditer(code):
        between = code[position : token.start()]
        position = token.end()
        if token["comment"] is not None:
            recorder.note(between + token[0])
            after_string = False
            continue
        if not (after_string and _JOINT.fullmatch(between)):
            recorder.note(between)
            recorder.border(f"string {len(recorder.stretches)}")
        after_string = True
        _read_string(token, recorder)
    recorder.note(code[position:])


def _read_string(token: re.Match[str], recorder: Recorder) -> None:
    if token["single"] is not None:
        recorder.text(re.sub(r"\\([\\'])", r"\1", token["single"]))
    elif token["double"] is not None:
        _read_double(token["double"], recorder)
    else:
        body = re.sub(rf"(?m)^{token['indent']}", "", token["doc"])
        if token["mark"] == "'":
            recorder.text(body)
        else:
            _read_double(body, recorder)


def _read_double(body: str, recorder: Recorder) -> None:
    position = 0
    for found in _IN_DOUBLE.finditer(body):
        recorder.text(body[position : found.start()])
        position = found.end()
        if found["variable"]:
            name = found["variable"]
            is_braced = found[0] == f"{{{name}}}"
            recorder.text("" if is_braced else "{" * found[0].startswith("{"))
            recorder.standalone(name)
            recorder.text("" if is_braced else "}" * (found[0].endswith("}") and not name.endswith("}")))
        elif found["letter"]:
            recorder.text(_LETTERS.get(found["letter"], found["letter"]))
        else:
            code = found["point"] or found["hex"]
            recorder.text(chr(int(code, 16) if code else int(found["octal"], 8)))
    recorder.text(body[position:])

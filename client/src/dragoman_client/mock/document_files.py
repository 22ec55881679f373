"""Documents as bytes: their type by name, checks before acceptance (D2), a pseudo-translation of each."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from dragoman_client.mock import pseudo
from dragoman_client.mock.state import Record

LONGEST_NAME: Final = 255
LARGEST_DOCUMENT: Final = 20 * 1024 * 1024
_ARCHIVES: Final = frozenset({"docx", "odt", "ods", "odp", "pptx", "xlsx", "epub", "idml"})
_MARKUP: Final = frozenset({"html", "xliff", "android", "resx", "qt", "dita", "svg", "xml", "icml", "ttml"})
_SIGNATURES: Final = (b"PK\x03\x04", b"\x89PNG", b"\xff\xd8\xff", b"GIF8")  # archives and pictures
_JSON: Final = frozenset({"json", "arb", "xcstrings"})
_MARKUP_TAG: Final = re.compile("<[^<>]*>")
_TEXT_MEMBERS: Final = re.compile(
    r"word/(document|header\d*|footer\d*|footnotes|endnotes)\.xml|content\.xml|ppt/slides/slide\d+\.xml"
    r"|xl/sharedStrings\.xml|.*\.x?html|Stories/.*\.xml"
)
_SEE_TYPES: Final = "See the list of types that are supported"


def name_problem(name: str | None) -> str | None:
    """What is wrong with a file name; None for a good one."""
    if not name or not name.strip():
        return "Invalid file name: it is empty. Send the file part with its file name."
    if len(name) > LONGEST_NAME:
        return "Invalid file name: it is longer than 255 characters. Shorten it."
    if "/" in name or "\\" in name:
        return "Invalid file name: it holds a path separator. Send the bare name."
    if not name.isprintable():
        return "Invalid file name: it holds control characters. Leave them out."
    return None


def find_type(name: str, types: list[Record]) -> Record | None:
    """The document type of a file's name."""
    extension = extension_of(name)
    return next((one for one in types if extension in one["fileExtensions"]), None)


def extension_of(name: str) -> str:
    """The extension of a name in lower case, without its dot."""
    return name.rpartition(".")[2].lower() if "." in name else ""


def type_problem(name: str, data: bytes, types: list[Record]) -> str | None:
    """Why a document's type cannot be translated; None for one that can."""
    kind = find_type(name, types)
    if kind is None:
        return f"Files of the type .{extension_of(name)} are not supported. {_SEE_TYPES}"
    is_archive = kind["format"] in _ARCHIVES and not extension_of(name).startswith("fod")
    if not data or (data.startswith(b"PK\x03\x04") if is_archive else not data.startswith(_SIGNATURES)):
        return None
    found = _describe(data)
    return (
        f"The file is named .{extension_of(name)}, but its contents are {found}. Send it with the name and "
        f"contents of one type. {_SEE_TYPES}"
    )


def _describe(data: bytes) -> str:
    """What contents are that are not of the type of their name."""
    if data.startswith(b"PK\x03\x04"):
        return "a zip archive of another kind"
    return "text of another kind" if _is_text(data) else "of another type"


def content_type_of(name: str, types: list[Record]) -> str:
    """The MIME type of a download."""
    kind = find_type(name, types)
    if kind is None:
        return "application/octet-stream"
    extension = extension_of(name)
    number = min(kind["fileExtensions"].index(extension), len(kind["contentTypes"]) - 1)
    found = str(kind["contentTypes"][number])
    return f"{found}; charset=utf-8" if found.startswith("text/") else found


def translate_document(name: str, data: bytes, target: str, types: list[Record]) -> bytes:
    """Pseudo-translate a document: text by lines, markup between its tags, office files in their XML.

    What is binary otherwise (PDF) comes back as it is.
    """
    kind = find_type(name, types)
    form = kind["format"] if kind else "text"
    if form in _ARCHIVES and data.startswith(b"PK"):
        return _translate_archive(data, target)
    if not _is_text(data) or form == "pdf":
        return data
    text = data.decode("utf-8-sig")
    if form in _MARKUP:
        return pseudo.translate_markup(text, target).encode()
    if form in _JSON:
        return _translate_json(text, target).encode()
    return pseudo.translate_lines(text, target).encode()


def read_text(name: str, data: bytes, types: list[Record]) -> str:
    """The text of a document for counting; of a binary one what can be read of its XML."""
    kind = find_type(name, types)
    if kind and kind["format"] in _ARCHIVES and data.startswith(b"PK"):
        return "\n".join(_read_members(data))
    return data.decode("utf-8-sig", "replace") if _is_text(data) else ""


def is_corrupt(name: str, data: bytes, types: list[Record]) -> bool:
    """Whether a document cannot be read; of JSON files only is it known."""
    kind = find_type(name, types)
    if kind is None or kind["format"] not in _JSON or not data.strip():
        return False
    try:
        json.loads(data.decode("utf-8-sig"))
    except ValueError:
        return True
    return False


def has_words(name: str, data: bytes, types: list[Record]) -> bool:
    """Whether there is text to translate in a document; yes for one that the mock cannot read."""
    kind = find_type(name, types)
    form = kind["format"] if kind else "text"
    if form in _ARCHIVES or form == "pdf" or not _is_text(data):
        return bool(data)
    text = data.decode("utf-8-sig")
    if form in _JSON:
        return any(map(str.isalpha, "".join(_read_strings(text))))
    return any(map(str.isalpha, _MARKUP_TAG.sub("", text) if form in _MARKUP else text))


def _read_strings(text: str) -> Iterator[str]:
    """The strings of a JSON file, without its keys; none of a broken one."""

    def walk(value: Any) -> Iterator[str]:
        if isinstance(value, str):
            yield value
        elif isinstance(value, list | dict):
            for one in value.values() if isinstance(value, dict) else value:
                yield from walk(one)

    try:
        parsed = json.loads(text)
    except ValueError:
        return
    yield from walk(parsed)


def _is_text(data: bytes) -> bool:
    try:
        return "\0" not in data.decode("utf-8")
    except UnicodeDecodeError:
        return False


def _translate_json(text: str, target: str) -> str:
    def walk(value: Any) -> Any:
        if isinstance(value, str):
            return pseudo.translate(value, target).text
        if isinstance(value, list):
            return [walk(one) for one in value]
        if isinstance(value, Mapping):
            return {key: walk(one) for key, one in value.items()}
        return value

    return json.dumps(walk(json.loads(text)), ensure_ascii=False, indent=2)


def _translate_archive(data: bytes, target: str) -> bytes:
    import io  # noqa: PLC0415 - archives are rare
    import zipfile  # noqa: PLC0415

    made = io.BytesIO()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(made, "w") as new:
            for member in old.infolist():
                content = old.read(member)
                if _TEXT_MEMBERS.fullmatch(member.filename):
                    content = pseudo.translate_markup(content.decode("utf-8", "replace"), target).encode()
                new.writestr(member, content)
    except (zipfile.BadZipFile, OSError):
        return data
    return made.getvalue()


def _read_members(data: bytes) -> list[str]:
    import io  # noqa: PLC0415 - archives are rare
    import zipfile  # noqa: PLC0415

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = [one for one in archive.namelist() if _TEXT_MEMBERS.fullmatch(one)]
            return [archive.read(one).decode("utf-8", "replace") for one in names]
    except (zipfile.BadZipFile, OSError):
        return []

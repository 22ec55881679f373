"""Formats of nested keys: JSON with its dialects, Flutter's resource bundles, YAML."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, Self, TypeAlias

from dragoman_client.sync.formats.entry_file import Reading, UnreadableFileError
from dragoman_client.sync.formats.json_layout import JsonLayout

Path: TypeAlias = tuple[str, ...]
Tree: TypeAlias = MutableMapping[str, Any]

_FORMS: Final = frozenset({"zero", "one", "two", "few", "many", "other"})  # CLDR's plural categories
_FORM_AT_END: Final = re.compile(r"(.+)[_.](zero|one|two|few|many|other)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Unit:
    """An entry: one text, a list, or all plural forms of a message, as languages have more or fewer."""

    paths: Sequence[Path]
    value: str


@dataclass(frozen=True)
class TreeFile:
    """A file of nested keys. Keys of entries are JSON pointers (RFC 6901)."""

    data: bytes
    tree: Tree
    dump: Callable[[Tree], bytes]
    root: str | None = None  # the outermost key, where that is the file's language
    notes: bool = False  # whether keys with @ belong to the key without it
    doubtful: Collection[str] = field(default=frozenset())

    @cached_property
    def units(self) -> Mapping[str, _Unit]:
        """The entries with where they are."""
        return dict(_units(self._texts, (), notes=self.notes))

    @property
    def entries(self) -> Mapping[str, str]:
        """What is under each key."""
        return {key: one.value for key, one in self.units.items()}

    @property
    def _texts(self) -> Tree:
        return self.tree if self.root is None else self.tree[self.root]

    def select(self, keys: Collection[str], *, beside: Self | None = None) -> bytes:  # noqa: ARG002
        """A file with these entries alone; with all of them the file as it is."""
        if self.units.keys() <= set(keys):
            return self.data
        wanted = {path for key in keys for path in self.units[key].paths}
        if self.notes:
            wanted |= {(*path[:-1], f"@{path[-1]}") for path in wanted}
        tree = copy.deepcopy(self.tree)
        _prune(tree if self.root is None else tree[self.root], wanted, ())
        return self.dump(tree)

    def merge(
        self, other: Self, *, put: Collection[str], drop: Collection[str], order: Sequence[str]
    ) -> bytes:
        """The file with entries of another one, without others."""
        tree = copy.deepcopy(self.tree)
        texts = tree if self.root is None else tree[self.root]
        for key in (*drop, *(key for key in put if key in self.units)):
            kept = other.units[key].paths if key in put else ()
            for path in self.units[key].paths:
                if path not in kept:
                    _remove(texts, path)
        last: dict[Path, str] = {}
        for key in order:
            unit = (other if key in put else self).units.get(key)
            for path in unit.paths if unit is not None else ():
                if key in put:
                    _put(texts, path, _at(other._texts, path), last)
                _note(texts, path, last)
        return self.dump(tree)


def read_json(data: bytes, name: str, reading: Reading) -> TreeFile:
    """JSON. It is written with the indentation that the file has."""
    return _read_json(data, name, reading.language, notes=False)


def read_arb(data: bytes, name: str, reading: Reading) -> TreeFile:
    """An application resource bundle of Flutter: keys with @ describe the message without."""
    return _read_json(data, name, reading.language, notes=True)


def read_yaml(data: bytes, name: str, reading: Reading) -> TreeFile:
    """YAML. Comments, quotes and order are kept; the outermost key may be the language (Rails)."""
    try:
        from ruamel.yaml import YAML  # noqa: PLC0415 - an extra
        from ruamel.yaml.error import YAMLError  # noqa: PLC0415
    except ImportError:
        raise UnreadableFileError(
            f"{name}: YAML needs one more package. Install it: pip install 'dragoman-client[yaml]'"
        ) from None
    from io import BytesIO  # noqa: PLC0415

    yaml = YAML()
    yaml.preserve_quotes = True
    yaml.width = 1 << 20  # no line is broken
    yaml.indent(**_yaml_indent(data))
    yaml.explicit_start = data.lstrip().startswith(b"---")
    try:
        tree = yaml.load(data)
    except (YAMLError, UnicodeDecodeError) as error:
        raise UnreadableFileError(f"{name}: {' '.join(str(error).split())}") from None

    def dump(changed: Tree) -> bytes:
        written = BytesIO()
        yaml.dump(changed, written)
        return written.getvalue()

    if tree is None:
        tree = yaml.map()
    if not isinstance(tree, MutableMapping):
        raise UnreadableFileError(f"{name} has no keys with texts.")
    return TreeFile(data, tree, dump, root=_language_key(tree, reading.language))


def _read_json(data: bytes, name: str, language: str, *, notes: bool) -> TreeFile:
    try:
        text = data.decode("utf-8-sig")
        tree = json.loads(text, object_pairs_hook=_unique)
    except UnicodeDecodeError as error:
        raise UnreadableFileError(f"{name} is not UTF-8 (byte {error.start}). Save it as UTF-8.") from None
    except json.JSONDecodeError as error:
        raise UnreadableFileError(f"{name}, line {error.lineno}: {error.msg}. It is not JSON.") from None
    except ValueError as error:
        raise UnreadableFileError(f"{name}: {error}") from None
    if not isinstance(tree, dict):
        raise UnreadableFileError(f"{name} has no keys with texts.")
    return TreeFile(data, tree, JsonLayout.of(data).dump, root=_language_key(tree, language), notes=notes)


def _unique(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        double = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"{double!r} is there twice. Remove one of the two entries.")
    return found


def _language_key(tree: Mapping[str, Any], language: str) -> str | None:
    """The outermost key where it is the only one and the file's language, as Rails has it: `en`, `pt-BR`."""
    if len(tree) != 1:
        return None
    (key,) = tree
    names_it = re.split("[-_]", str(key).lower())[0] == language.lower().partition("-")[0]
    return key if names_it and isinstance(tree[key], MutableMapping) else None


def _yaml_indent(data: bytes) -> dict[str, int]:
    """How far mappings and lists are indented in a file."""
    text = data.decode("utf-8", "replace")
    step = re.search(r"^[^\s#-][^\n]*:[^\S\n]*\n(?:\s*#[^\n]*\n|\s*\n)*( +)[^\s#-]", text, re.MULTILINE)
    mapping = len(step[1]) if step else 2
    item = re.search(r"^( *)[^\s#-][^\n]*:[^\S\n]*\n( *)-( +)", text, re.MULTILINE)
    offset = len(item[2]) - len(item[1]) if item else 2
    return {
        "mapping": mapping,
        "offset": max(offset, 0),
        "sequence": max(offset, 0) + (len(item[3]) + 1 if item else 2),
    }


def _units(tree: Mapping[Any, Any], above: Path, *, notes: bool) -> Iterator[tuple[str, _Unit]]:
    """The entries of a tree, in order."""
    families = _families(tree)
    for name, value in tree.items():
        text = str(name)
        if notes and text.startswith("@") and not text.startswith("@@"):
            continue
        base = families.get(text)
        if base is not None:
            members = [own for own, its in families.items() if its == base]
            if members[0] == text:
                value_of = {own: tree[own] for own in members}
                yield (
                    _pointer((*above, f"{base}_*")),
                    _Unit([(*above, own) for own in members], _canonical(value_of)),
                )
        elif isinstance(value, Mapping) and value and not _FORMS.issuperset(map(str, value)):
            yield from _units(value, (*above, name), notes=notes)
        else:
            yield _pointer((*above, name)), _Unit([(*above, name)], _canonical(value))


def _families(tree: Mapping[Any, Any]) -> dict[str, str]:
    """Keys that are the plural forms of one message, with what they have in common."""
    found = {
        name: match[1] for name in tree if isinstance(name, str) and (match := _FORM_AT_END.fullmatch(name))
    }
    complete = {base for name, base in found.items() if name.endswith("other")}
    return {name: base for name, base in found.items() if base in complete}


def _pointer(path: Sequence[object]) -> str:
    return "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in path)


def _canonical(value: Any) -> str:
    """A value as text, for comparison; "" where there is nothing."""
    if value is None or value in ("", [], {}):
        return ""
    return value if isinstance(value, str) else json.dumps(value, sort_keys=True, default=str)


def _prune(tree: Tree, wanted: Collection[Path], above: Path) -> None:
    """Leave only what is at these paths, and the mappings above it."""
    for name in list(tree):
        path = (*above, name)
        if path in wanted:
            continue
        if isinstance(tree[name], MutableMapping) and any(one[: len(path)] == path for one in wanted):
            _prune(tree[name], wanted, path)
        else:
            del tree[name]


def _at(tree: Mapping[str, Any], path: Path) -> Any:
    for name in path:
        tree = tree[name]
    return tree


def _remove(tree: Tree, path: Path) -> None:
    """Take away what is at a path, and mappings that become empty."""
    above = [tree]
    for name in path[:-1]:
        above.append(above[-1][name])
    for mapping, name in reversed(list(zip(above, path, strict=True))):
        del mapping[name]
        if mapping:
            return


def _put(tree: Tree, path: Path, value: Any, last: Mapping[Path, str]) -> None:
    """Set what is at a path; a new key goes after the `last` one of the keys beside it."""
    for depth, name in enumerate(path):
        is_last = depth + 1 == len(path)
        if is_last and name in tree:
            tree[name] = value
        elif is_last or not isinstance(tree.get(name), MutableMapping):
            tree.pop(name, None)  # a text where a group is to be
            before = last.get(path[:depth])
            place = 0 if before is None else list(tree).index(before) + 1
            _insert(tree, place, name, value if is_last else type(tree)())
        if not is_last:
            tree = tree[name]


def _note(tree: Tree, path: Path, last: dict[Path, str]) -> None:
    """Remember that this is the last key so far, beside its siblings and beside those of all above it."""
    for depth, name in enumerate(path):
        if not isinstance(tree, Mapping) or name not in tree:
            return
        last[path[:depth]] = name
        tree = tree[name]


def _insert(tree: Tree, place: int, name: str, value: Any) -> None:
    if hasattr(tree, "insert"):  # of ruamel: it keeps comments
        tree.insert(place, name, value)
        return
    items = list(tree.items())
    tree.clear()
    tree.update([*items[:place], (name, value), *items[place:]])

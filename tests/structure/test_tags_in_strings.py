"""Tags that hold placeholders of a format stay whole in every format that has such."""

from __future__ import annotations

import pytest

from dragoman.conversion.detection import detect_format
from dragoman.conversion.sampling import suffix_of
from dragoman.formats.format import Languages
from scripts.structure.moving import MovingEngine
from scripts.structure.translating import translate_file
from scripts.structure.wrong import WrongEngine

FILES = {
    "a.php": (
        "<?php return ['a' => 'Read the {}red terms</a> of :name now'];",
        '<a href=":url" class="btn">',
    ),
    "b.php": ('<?php return ["a" => "Read the {}red terms</a> of $name now"];', '<a href=\\"{$url}\\">'),
    "c.properties": ("a=Read the {}red terms</a> of {{0}} now\n", '<a href="{1}">'),
    "d.ftl": ("a = Read the {}red terms</a> of {{ $name }} now\n", '<a href="{ $url }">'),
    "e.arb": (
        '{{"@@locale":"en","a":"Read the {}red terms</a> of {{n}} now","@a":{{}}}}',
        "<a href='{url}'>",
    ),
    "f.json": ('{{"a":"{{n, plural, one {{Read the {}red terms</a>}} other {{All}}}}"}}', "<a href='{url}'>"),
}


@pytest.mark.parametrize("engine", [MovingEngine(), WrongEngine()], ids=["moving", "wrong"])
@pytest.mark.parametrize("file", FILES)
async def test_tags_are_whole(file: str, engine: MovingEngine) -> None:
    pattern, tag = FILES[file]
    data = pattern.format(tag).encode()
    entry = detect_format(data, file)
    languages = Languages(source="en", target="de")
    result = await translate_file(entry, suffix_of(file), data, engine=engine, languages=languages)
    text = result.data.decode("utf-8" if "prop" not in file else "latin-1")
    assert tag in text
    assert "</a>" in text.partition(tag)[2]
    assert "red" not in text.partition(tag)[2]

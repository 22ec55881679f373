"""PHP language files: what is text, what is code, and that text never becomes code."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.conversion.sampling import take_sample
from dragoman.formats.format import Reason, Recognition
from dragoman.formats.php import FORMAT
from dragoman.formats.php.literals import double_quoted, quote_like, unmark_dollars, unquote
from dragoman.segments import Code, Text
from dragoman.text_io.errors import ConversionFailed, DocumentCorrupt, DocumentEmpty
from tests.formats.php.samples import LARAVEL, OTHERS
from tests.formats.translating import extract, rebuild, replaced, shouted, texts


def test_a_file_of_laravel() -> None:
    document = extract(FORMAT, LARAVEL)
    assert document.left_alone == {Reason.CODE: 3}
    assert [unit.context for unit in document.units] == [
        *("welcome", "apples (1)", "apples (2)", "choice (1)", "choice (2)", "choice (3)", "nested.a"),
        *("nested.b.0", "nested.b.1", "joined", "CONSTANT", "heredoc", "nowdoc"),
    ]
    lines = shouted(FORMAT, LARAVEL, "ru").splitlines()
    assert lines[5:8] + lines[9:10] == [
        r"    'welcome' => 'WELCOME, :name! IT\'S IN C:\DIR HERE',",
        '    "apples" => "THERE IS ONE APPLE|THERE ARE MANY APPLES|THERE ARE MANY APPLES",',
        "    'choice' => '{0} NONE|[1,19] SOME APPLES|[20,*] MANY',",
        "    'joined' => 'A LONG TEXT GOES ON',",
    ]
    assert "array('a' => \"HELLO $name AND {$x['y']} FOR \\$5\\n\", 'b' => ['LIST ITEM'," in lines[8]
    assert lines[13:17] == [
        "    'heredoc' => <<<EOT",
        "      SOME TEXT WITH $name",
        "        AND MORE",
        "      EOT,",
    ]


def test_assignments_and_constants() -> None:
    document = extract(FORMAT, OTHERS)
    assert [unit.context for unit in document.units] == [
        *("lang.title", "lang.a.b", "GREETING", "MOTTO", "more", "k")
    ]
    assert document.left_alone == {Reason.CODE: 3}


def test_variables_keep_apart_from_letters() -> None:
    data = '<?php return ["a" => "Hello $name and {$x[\'y\']}"];'
    (unit,) = extract(FORMAT, data).units
    codes = [part for part in unit.segment if isinstance(part, Code)]
    assert [code.data for code in codes] == ["$name", "{$x['y']}"]
    result = rebuild(FORMAT, data, {unit.id: (codes[0], Text(text="さん$5"), codes[1])})
    assert result.decode() == '<?php return ["a" => "{$name}さん\\$5{$x[\'y\']}"];'


def test_a_brace_before_a_variable_is_text() -> None:
    data = r'<?php return ["a" => "Hello $name and {$x[0]} and {$name}"];'
    (unit,) = extract(FORMAT, data).units
    codes = [part for part in unit.segment if isinstance(part, Code)]
    result = rebuild(FORMAT, data, {unit.id: (Text(text="Hallo {"), *codes, Text(text="}"))})
    assert result.decode() == r'<?php return ["a" => "Hallo {{$name}{$x[0]}{$name}}"];'
    assert extract(FORMAT, result).units[0].segment[0] == Text(text="Hallo {")


@pytest.mark.parametrize(
    "text", ["{$x}", "$y", "${z}", "$", "'", '"', "\\", "a\\'", "\n", "\0", "\\$", "?>", "EOT"]
)
def test_text_never_becomes_code(text: str) -> None:
    for like in ("'a'", '"a"', '"\\\\"', "'\\\\'", "<<<EOT\na\nEOT", "<<<'EOT'\na\nEOT"):
        assert _said(quote_like(text, like, ())) == text or like.startswith("<<<")
    assert _said(double_quoted(text, ())) == text
    data = "<?php return ['a' => 'one text', 'b' => \"two texts\", 'c' => <<<X\n three texts\n X];"
    result = replaced(FORMAT, data, {"one text": text, "two texts": text, "three texts": text}).decode()
    assert len(extract(FORMAT, result, keys=["*"]).units) in (0, 3)
    assert "'b' =>" in result


def _said(literal: str) -> str:
    return unmark_dollars(unquote(literal) or "")


@pytest.mark.parametrize("text", ["2 $US or less", "{$x} is text", "${x} is text", "a{$", "Das $kostet"])
@pytest.mark.parametrize(
    ("literal", "written"),
    [
        ('"a text"', '"{}"'),
        ("<<<EOT\na text\nEOT", "<<<EOT\n{}\nEOT"),
        ("<<<EOT\n  a text\n  EOT", "<<<EOT\n  {}\n  EOT"),
    ],
)
def test_a_dollar_of_a_translation_is_not_a_variable(literal: str, written: str, text: str) -> None:
    data = f"<?php return ['a' => {literal}, 'b' => \"Hello $name\"];"
    result = replaced(FORMAT, data, {"a text": text}).decode()
    assert f"'a' => {written.format(text.replace('$', chr(92) + '$'))}, 'b' => \"Hello $name\"" in result


@pytest.mark.parametrize("quotes", ['"{}"', "<<<EOT\n{}\nEOT"])
@pytest.mark.parametrize(
    "body", ["It costs \\$name", "It costs \\${name}", "It costs {\\$name}", "It costs \\$name[0]"]
)
def test_an_escaped_variable_stays_escaped(body: str, quotes: str) -> None:
    data = f"<?php return ['a' => {quotes.format(body)}];"
    (unit,) = extract(FORMAT, data).units
    assert [code.type for code in unit.segment if isinstance(code, Code)] == ["variable"]
    assert shouted(FORMAT, data) == data.replace("It costs", "IT COSTS")


def test_an_escaped_variable_is_distinguished_from_a_variable() -> None:
    data = r'<?php return ["a" => "Hello $name and \$name, \\$name, \\\$name, 5\$, \${$x}"];'
    (unit,) = extract(FORMAT, data).units
    codes = [part for part in unit.segment if isinstance(part, Code)]
    assert [code.data.replace("\u2060", "") for code in codes] == [*["$name"] * 4, "${$x}"]
    other = (*reversed(codes), Text(text=" mit 5$US"))
    expected = r"\${$x}\$name$name\$name$name mit 5\$US"
    result = rebuild(FORMAT, data, {unit.id: other})
    assert result.decode() == f'<?php return ["a" => "{expected}"];'
    (again,) = extract(FORMAT, result).units
    assert [part.data for part in again.segment if isinstance(part, Code)][:5] == [
        code.data for code in reversed(codes)
    ]


def test_literals_of_both_kinds_are_joined() -> None:
    data = (
        r"""<?php return ['a' => 'For $a ' . "and $x", 'b' => 'in $' . "USD, $x", 'c' => "in \$" . 'USD'];"""
    )
    expected = r"""<?php return ['a' => "FOR \$a AND $x", 'b' => "IN \$USD, $x", 'c' => "IN \$USD"];"""
    assert shouted(FORMAT, data) == expected


@pytest.mark.parametrize(
    "data",
    [
        "<?php return ['a",
        "<?php return [",
        "<?php )",
        "<?php /* x",
        "<?php <<<A\nx",
        "no code",
        "<?php (]",
        "<?php " + "[" * 9_000,
    ],
)
def test_what_is_not_well_formed_php_is_refused(data: str) -> None:
    with pytest.raises(DocumentCorrupt):
        extract(FORMAT, data)


def test_empty_files_and_other_contents() -> None:
    with pytest.raises(DocumentEmpty):
        extract(FORMAT, "\n")
    assert FORMAT.recognise(take_sample(b"plain words", "a.php")) is Recognition.NO


def test_clients_choose_keys() -> None:
    assert texts(FORMAT, LARAVEL, keys=["nested.b.*"]) == ["list item", "second item"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "data",
    [
        "<?php return ['a' => '" + "\\'" * 20_000 + "x y'];",
        '<?php return ["a" => "' + "$a " * 30_000 + '"];',
        '<?php return ["a" => "' + "{$" * 20_000 + '"];',
        "<?php " + "'a b'." * 30_000 + "'c';",
        "<?php return [" + "'a b'." * 30_000 + "'c'];",
        "<?php " + "//\n" * 20_000,
        "<?php " * 20_000,
    ],
)
def test_hostile_files_end_soon(data: str) -> None:
    begun = time.process_time()
    with suppress(DocumentCorrupt, ConversionFailed):
        shouted(FORMAT, data)
    assert time.process_time() - begun < 5


TEXTS = st.text(alphabet=st.sampled_from("ab \\\"'\n$:|{}é"), max_size=12)


@settings(max_examples=60, deadline=None)
@given(values=st.lists(st.tuples(TEXTS, st.booleans()), min_size=1, max_size=5), target=TEXTS)
def test_any_array_goes_there_and_back(values: list[tuple[str, bool]], target: str) -> None:
    literals = [
        double_quoted(text, ()) if double else quote_like(text, "'\\\\'", ()) for text, double in values
    ]
    data = "<?php return [\n" + "".join(f"  'k{n}' => {text},\n" for n, text in enumerate(literals)) + "];\n"
    document = extract(FORMAT, data)
    assert rebuild(FORMAT, data, {unit.id: unit.segment for unit in document.units}) == data.encode()
    plain = {
        unit.id: (Text(text=target),)
        for unit in document.units
        if all(isinstance(part, Text) for part in unit.segment)
    }
    result = rebuild(FORMAT, data, plain).decode()
    assert result.count("=>") == data.count("=>") or "=>" in target

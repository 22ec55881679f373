"""`dragoman translate`: texts of arguments and of standard input, files, folders, changes of a folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from dragoman_client.commands.input_lines import find_wrong_byte
from dragoman_client.commands.named import find_words, word_options
from dragoman_client.commands.service_choice import ServiceChoice, client_command, service_options
from dragoman_client.errors import InvalidInputError


class Targets(click.ParamType[tuple[str, ...]]):
    """Codes of languages, separated by commas."""

    name = "codes"

    def convert(self, value: Any, param: Any, ctx: Any) -> tuple[str, ...]:
        """`"es,ca"` → `("es", "ca")`."""
        if isinstance(value, tuple):
            return value
        codes = tuple(one.strip() for one in value.split(",") if one.strip())
        if not codes:
            self.fail("names no language. Write it like es or es,ca.", param, ctx)
        return codes


def language_options(command: Any) -> Any:
    """`--from` and `--to`."""
    source = click.option(
        "--from", "source", metavar="CODE", default="auto", help="Language of the text; detected if left out."
    )
    target = click.option(
        "--to",
        "targets",
        metavar="CODES",
        type=Targets(),
        required=True,
        help="Languages, such as es or es,ca.",
    )
    return source(target(command))


@client_command(
    "translate",
    'dragoman translate "The house is red." --from en --to es',
    "dragoman translate --to es,ca < sentences.txt",
    "dragoman translate -f manual.docx --from en --to es",
    "dragoman translate -f website/ --recursive --output translated/ --from en --to es,fr",
    "dragoman translate -f website/ --recursive --output translated/ --from en --to es,fr --only-changed",
    "dragoman translate -f texts/ --recursive --output translated/ --to es --watch",
)
@click.argument("texts", metavar="[TEXT]...", nargs=-1)
@language_options
@click.option(
    "--file",
    "-f",
    "files",
    multiple=True,
    type=click.Path(),
    metavar="PATH",
    help="A document, or a folder of them.",
)
@click.option(
    "--output",
    "-o",
    type=click.Path(),
    metavar="PATH",
    help="File or folder of the results; else beside each document.",
)
@click.option("--recursive", "-r", is_flag=True, help="Translate folders with all that is in them.")
@click.option(
    "--only-changed", is_flag=True, help="Leave out documents that are not newer than their translation."
)
@click.option("--watch", is_flag=True, help="Go on, and translate documents whenever they change.")
@click.option("--whole", is_flag=True, help="Standard input is one text, not one on each line.")
@click.option("--context", metavar="TEXT", help="Text around, which is not translated.")
@click.option("--explain", is_flag=True, help="Say where each translation is from.")
@click.option("--timeout", type=float, metavar="SECONDS", help="How long to wait for a document.")
@word_options
@service_options
def translate(
    service: ServiceChoice, texts: Sequence[str], source: str, targets: Sequence[str], **chosen: Any
) -> None:
    """Translate texts, documents and folders.

    Without TEXT and --file, each line of standard input is a text. Tags and placeholders are kept.
    Translations go to standard output, in order; of documents the paths of the results.
    """
    if chosen["files"]:
        _translate_files(service, texts, (source, targets), chosen)
        return
    for name in ("output", "recursive", "only_changed", "watch", "timeout"):
        if chosen[name]:
            option = name.replace("_", "-")
            raise click.UsageError(f"--{option} is for documents: name them by --file.")
    if texts and chosen["whole"]:
        raise click.UsageError("--whole is for standard input, but there are texts.")
    _check_texts(texts)
    from dragoman_client.commands import translate_texts as work  # noqa: PLC0415 - not for help

    with service.open() as client:
        options = find_words(client, chosen)
        options |= {name: chosen[name] for name in ("explain", "context") if chosen[name]}
        order = work.TextOrder(source=source, targets=targets, options=options, as_json=service.as_json)
        if texts:
            work.translate_arguments(client, order, texts)
        elif chosen["whole"]:
            work.translate_whole_input(client, order)
        else:
            work.translate_lines(client, order)


def _translate_files(
    service: ServiceChoice, texts: Sequence[str], languages: tuple[str, Sequence[str]], chosen: Any
) -> None:
    from dragoman_client.commands.translate_files import FileOrder, translate_files  # noqa: PLC0415 - not for help

    if not all(Path(one).exists() for one in texts):  # of `-f *.docx` only the first is its value
        raise click.UsageError("Give texts or --file, not both.")
    for name in ("explain", "whole", "context"):
        if chosen[name]:
            raise click.UsageError(f"--{name} is for texts, not for documents.")
    source, targets = languages
    with service.open() as client:
        order = FileOrder(
            files=tuple(map(Path, (*chosen["files"], *texts))),
            source=source,
            targets=tuple(targets),
            output=None if chosen["output"] is None else Path(chosen["output"]),
            is_recursive=chosen["recursive"],
            only_changed=chosen["only_changed"],
            timeout=chosen["timeout"],
            options=find_words(client, chosen),
        )
        translate_files(service, client, order, watch=chosen["watch"])


def _check_texts(texts: Sequence[str]) -> None:
    """Raises a usage error for a file that is meant to be translated, but would be translated by its name."""
    for number, text in enumerate(texts, start=1):
        if (place := find_wrong_byte(text)) is not None:
            raise InvalidInputError(
                f"Text {number} is not UTF-8 (character {place}). Convert it first: iconv -f LATIN1 -t UTF-8"
            )
        if len(text) < 256 and "\0" not in text and Path(text).suffix and Path(text).is_file():
            raise click.UsageError(
                f"{text} is a file. To translate it: dragoman translate -f {text}. "
                "To translate its name, send that to standard input."
            )

"""Texts and documents in which words left their elements (T10): tags, tabs and placeholders that touch.

Each goes through Apertium, and its result is judged by law: `scripts/structure` has the laws.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from dragoman.translation.routes import Route
from scripts.structure.checking import check_text
from scripts.structure.laws import ANY_ENGINE
from tests.structure.apertium import DIRECTIONS, apertium_routes
from tests.structure.translated import translate

ENGLISH = {
    "cells": "<td>house</td><td>dog</td>",
    "items": "<li>Red house</li><li>Big dog</li>",
    "heading and paragraph": "<h1>Red shoes</h1><p>They are big.</p>",
    "a pair before a word": "<b>Warning</b>Do not open",
    "numbered tags": "<0>Save</0><1>Cancel</1>",
    "two pairs after a word": "Hello <i>big</i><b>dog</b>",
    "navigation": '<nav><a href="/d">Docs</a><a href="/a">API</a><a href="/b">Blog</a><a href="/f">FAQ</a>'
    '<a href="/e">Examples</a><a href="/n">Notebooks</a><a href="/g">Gallery</a></nav>',
    "three blocks": "<div>House</div><div>Dog</div><div>Cat</div>",
    "table": "<table><tr><th>Name</th><th>Price</th></tr>"
    "<tr><td>Red shoes</td><td>20 euros</td></tr></table>",
    "definition": "<dl><dt>House</dt><dd>A building</dd><dt>Dog</dt><dd>An animal</dd></dl>",
    "badges": '<span class="badge">New item</span><span class="badge">Hot offer</span>',
    "links with a bar": '<a href="/h">Home</a> | <a href="/s">Search</a> | <a href="/c">Contact</a>',
    "links with a slash": '<a href="/h">Home</a>/<a href="/s">Products</a>/<a href="/c">Shoes</a>',
    "one address": '<a href="/x">Red shoes</a><a href="/x">Big house</a>',
    "buttons": "<button>Save</button><button>Delete</button><button>Close window</button>",
    "options": "<select><option>Red</option><option>Green</option><option>Big house</option></select>",
    "label and input": '<label>Name</label><input type="text"><label>Street</label><input type="text">',
    "custom elements": "<x-card><x-title>Red shoes</x-title><x-price>Cheap price</x-price></x-card>",
    "line break": "Red house<br>Big dog<br/>Small cat",
    "picture": 'Open the door<img src="a.png">Close the window',
    "card": '<div class="card"><h3>Red shoes</h3><p>Very cheap</p><a href="/b">Buy now</a></div>',
    "nested items": "<ul><li>Fruit<ul><li>Apple</li><li>Pear</li></ul></li><li>Bread</li></ul>",
    "empty cells": "<td></td><td>house</td><td></td>",
    "mark and keyboard": "Press <kbd>Enter</kbd><mark>now</mark>",
    "emphasis beside emphasis": "<em>Red</em><strong>house</strong>",
    "inside a word": "This is un<b>like</b>ly",
    "punctuation at tags": "<b>Stop!</b><i>Go.</i>(<u>now</u>)",
    "tabs": "Name of the client\tDate of the order\tPrice of the item",
    "three tabs": "left\tcenter\tright",
    "columns of blanks": "Name of the client     Date of the order     Price",
    "Qt places": "Aspect Ratio <b>%1:%2</b>",
    "Qt place alone": "<h3>%1</h3>",
    "variables at tags": "<b>{name}</b>{count} messages<i>%s</i>",
    "accelerator": "<b>&amp;OK</b>",
    "links with no-break spaces": '<nav><a href="/">Home</a>&nbsp;|&nbsp;<a href="/c">Clothes</a>'
    '&nbsp;|&nbsp;<a href="/d">Contact us</a></nav>',
    "links with a no-break space": '<a href="/">Home</a>&nbsp;<a href="/c">Clothes</a>',
    "labels": "<b>Size:</b> large <b>Color:</b> red <b>Price:</b> low",
    "labels and names": "<b>Author:</b> John Smith <b>Date:</b> Monday",
    "labels and elements": "<span>Name:</span> <b>big house</b> <span>Price:</span> <b>low</b>",
    "labels before colons": "<b>Name</b>: house <b>Price</b>: low",
    "labels in a row": "<b>Size</b> <i>Color</i> <u>Price</u>",
    "ruby": "<ruby>house<rp>(</rp><rt>home</rt><rp>)</rp></ruby> is a word",
    "footnote": "The big red<sup>1</sup> house",
    "number before a word": "<b>50</b>years old",
}
SPANISH = {
    "cells": "<td>casa</td><td>perro</td>",
    "items": "<li>Casa roja</li><li>Perro grande</li>",
    "heading and paragraph": "<h1>Zapatos rojos</h1><p>Son grandes.</p>",
    "a pair before a word": "<b>Aviso</b>No abrir",
    "numbered tags": "<0>Guardar</0><1>Cancelar</1>",
    "two pairs after a word": "Hola <i>gran</i><b>perro</b>",
    "navigation": '<nav><a href="/d">Documentos</a><a href="/b">Noticias</a><a href="/e">Ejemplos</a></nav>',
    "three blocks": "<div>Casa</div><div>Perro</div><div>Gato</div>",
    "table": "<table><tr><th>Nombre</th><th>Precio</th></tr>"
    "<tr><td>Zapatos</td><td>20 euros</td></tr></table>",
    "definition": "<dl><dt>Casa</dt><dd>Un edificio</dd><dt>Perro</dt><dd>Un animal</dd></dl>",
    "badges": '<span class="badge">Artículo nuevo</span><span class="badge">Gran oferta</span>',
    "links with a bar": '<a href="/h">Inicio</a> | <a href="/s">Buscar</a> | <a href="/c">Contacto</a>',
    "one address": '<a href="/x">Zapatos rojos</a><a href="/x">Casa grande</a>',
    "buttons": "<button>Guardar</button><button>Borrar</button><button>Cerrar ventana</button>",
    "options": "<select><option>Rojo</option><option>Verde</option></select>",
    "label and input": '<label>Nombre</label><input type="text"><label>Calle</label><input type="text">',
    "line break": "Casa roja<br>Perro grande<br/>Gato pequeño",
    "picture": 'Abra la puerta<img src="a.png">Cierre la ventana',
    "emphasis beside emphasis": "<em>Casa</em><strong>roja</strong>",
    "tabs": "Nombre del cliente\tFecha del pedido\tPrecio del artículo",
    "Qt places": "Proporción <b>%1:%2</b>",
    "variables at tags": "<b>{name}</b>{count} mensajes<i>%s</i>",
    "a letter behind a tag": "Acepto los <a>términos</a>y la <a>política</a>",
    "labels": "<b>Tamaño:</b> grande <b>Color:</b> rojo <b>Precio:</b> bajo",
}
CASES = [
    pytest.param(direction, text, id=f"{'-'.join(direction)}-{name}")
    for direction in DIRECTIONS
    for name, text in (ENGLISH if direction[0] == "en" else SPANISH).items()
]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def routes() -> AsyncIterator[dict[tuple[str, str], Route]]:
    async with apertium_routes() as opened:
        yield opened


@pytest.mark.parametrize(("direction", "text"), CASES)
async def test_words_stay_in_their_elements(
    routes: dict[tuple[str, str], Route], direction: tuple[str, str], text: str
) -> None:
    result = await translate(text, routes[direction])
    assert [str(broken) for broken in check_text(text, result, ANY_ENGINE)] == [], result


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("<td>house</td><td>dog</td>", ("house", "dog")),
        ("<li>Red house</li><li>Big dog</li>", ("Red house", "Big dog")),
        ("<h1>Red shoes</h1><p>They are big.</p>", ("Red shoes", "They are big.")),
        ("<0>Save</0><1>Cancel</1>", ("Save", "Cancel")),
        ("<div>House</div><div>Dog</div><div>Cat</div>", ("House", "Dog", "Cat")),
        ("Name of the client\tDate of the order\tPrice of the item", ()),
        ("left\tcenter\tright", ()),
        (
            '<span class="badge">New item</span><span class="badge">Hot offer</span>',
            ("New item", "Hot offer"),
        ),
    ],
)
@pytest.mark.parametrize("target", ["es", "ca"])
async def test_what_touches_is_translated_as_if_it_stood_alone(
    routes: dict[tuple[str, str], Route], text: str, pieces: tuple[str, ...], target: str
) -> None:
    route = routes["en", target]
    wanted = text
    for piece in pieces or text.split("\t"):
        wanted = wanted.replace(piece, await translate(piece, route), 1)
    assert await translate(text, route) == wanted


@pytest.mark.parametrize(
    ("direction", "text", "wanted"),
    [
        ("en-es", "<sup>1</sup>The first house", "<sup>1</sup>La primera casa"),
        ("en-es", "<b>50</b>years of experience", "<b>50</b>años de experiencia"),
        ("en-es", "The house is red<sup>1</sup>.", "La casa es roja<sup>1</sup>."),
        ("en-es", 'The <b>"red house"</b>', 'La <b>"casa roja"</b>'),
        ("en-es", "<b>C++</b> is big", "<b>C++</b> es grande"),
        ("en-es", "well-<b>known</b> author", "autor bien <b>sabido</b>"),
        ("en-es", "<b>24</b>-hour service", "servicio de <b>24</b> horas"),
        ("en-ca", "She <b>opened</b> the door.", "<b>Va obrir</b> la porta."),
        ("en-ca", "<li>Who <b>won</b>?</li>", "<li>Que <b>va vèncer</b>?</li>"),
        ("en-ca", "The <b>(house)</b> is big", "El <b>(casa)</b> és gran"),
        ("es-ca", "El perro<sup>1</sup> y la casa<sup>2</sup>.", "El gos<sup>1</sup> i la casa<sup>2</sup>."),
        ("es-ca", "La casa<sup>2</sup> y la mesa", "La casa<sup>2</sup> i la taula"),
        ("es-ca", "Precio: <b>20 €</b>/mes", "Preu: <b>20 €</b>/mes"),
        ("es-ca", '<b>"casa"</b> <i>"casa"</i>', '<b>"casa"</b> <i>"casa"</i>'),
    ],
)
async def test_words_and_signs_are_in_their_elements(
    routes: dict[tuple[str, str], Route], direction: str, text: str, wanted: str
) -> None:
    source, target = direction.split("-")
    assert await translate(text, routes[source, target]) == wanted


@pytest.mark.parametrize("direction", DIRECTIONS)
async def test_tables_of_blocks_keep_their_rows_beside_anything(
    routes: dict[tuple[str, str], Route], direction: tuple[str, str]
) -> None:
    """All the shapes in one page, minified: one text, one document."""
    shapes = ENGLISH if direction[0] == "en" else SPANISH
    text = "".join(f"<section>{shape}</section>" for shape in shapes.values())
    result = await translate(text, routes[direction])
    assert [str(broken) for broken in check_text(text, result, ANY_ENGINE)] == []

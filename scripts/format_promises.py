"""What docs/formats.md says of all formats with markup: what stays apart, and where texts are cut."""

from __future__ import annotations

from typing import Final

STRUCTURE: Final = """## What stays apart

**Neighbouring elements are as many after a translation as before**, with or without attributes: links, spans,
emphasis, marks, keys, abbreviations, fields, bookmarks, comments, content controls. Only what an editor cut
without meaning is read as one:

- HTML, Markdown, XML and its vocabularies: `b`, `i`, `u`, `tt`, `big` or `strike` twice in a row, without any
  attribute, where a word or a phrase goes on: `un<b>like</b><b>ly</b>`, but not `<b>Save</b><b>Cancel</b>`.
- Word, Excel, InDesign: neighbouring runs with the same properties; languages and editing sessions do not
  count. PowerPoint too, but each run with a link is a link of its own.
- OpenDocument: neighbouring spans that look the same; those of one named style only where the program cut
  one.
- Strings of key files, XLIFF, subtitles: nothing.

**Text in another formatting than the text beside it has codes of its own.** The formatting that all text of a
paragraph has in common needs none: beside plain text that is the plain text, however short. Fonts and sizes
make no difference for that. Where a pair of codes goes, its formatting goes.

**Columns, lines and blocks are borders between texts**, which engines never see as one sentence:

| type | columns | lines | blocks |
|---|---|---|---|
| Word | tabs, tabs to a margin | line breaks | page and column breaks |
| PowerPoint, Excel | tabs | line breaks | |
| OpenDocument | tabs, three or more blanks in a row | line breaks | |
| InDesign, InCopy | tabs, tabs to the right edge | forced line breaks | |
| HTML, XML, Android, EPUB | | `br` and its like | elements that are blocks |
| Markdown | | hard breaks, `br` | tags of blocks within a paragraph |
| XLIFF | codes called `tab` or `ht` | `lb`, `br` | `pb` |
| plain text, PDF | tabs | | |

Hyphens that do not break, soft hyphens, `wbr`, one or two blanks, and "indent to here" part nothing. Whether
a line break ends a sentence depends on what stands around it ([text](text.md)).

**What is written of a translation** is what it holds, letter by letter: marks of the format's own grammar are
escaped. White space is kept too, except:

| type | white space of a translation |
|---|---|
| HTML, Markdown, XML, DITA, SVG, EPUB, OpenDocument | a run of it is one blank |
| INI | a line break, which no value can hold, is a blank |
| plain text | a line break ends a paragraph, as everywhere in the file |
| subtitles | lines are broken anew |
| gettext catalogues | line breaks at the ends are those of the source, as `msgfmt` wants it |
| Fluent | blanks at the ends of a message are not kept |
| SubStation Alpha | a word joiner stands between `\\` and `n`, `N` or `h`, which would break the line |

Markdown refuses a line break in some nested emphasis, with an error: the passage keeps its source text.
"""

"""The part of docs/reference/formats.md about markup: elements that stay separate, borders of texts."""

from __future__ import annotations

from typing import Final

STRUCTURE: Final = """## Elements, borders and white space

**Neighbouring elements are neither joined nor lost**, with or without attributes: links, spans, emphasis,
marks, keys, abbreviations, fields, bookmarks, comments, content controls. Only elements that an editor split
without meaning are joined:

- HTML, Markdown, XML and its vocabularies: `b`, `i`, `u`, `tt`, `big` or `strike` twice in a row, without any
  attribute, where a word or a phrase continues: `un<b>like</b><b>ly</b>`, but not `<b>Save</b><b>Cancel</b>`.
- Word, Excel, InDesign: neighbouring runs with the same properties; languages and editing sessions are
  ignored. PowerPoint too, but each run with a link is a separate link.
- OpenDocument: neighbouring spans that look the same; those of one named style only where the program split
  one.
- Strings of key files, XLIFF, subtitles: none.

**Text in another formatting than the text beside it has codes of its own.** The formatting that all text of a
paragraph shares needs none: beside plain text that is the plain text, however short. Fonts and sizes are
ignored here. The formatting moves with its pair of codes.

**Columns, lines and blocks are borders between texts**, which engines never get as one sentence:

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

Non-breaking and soft hyphens, `wbr`, one or two blanks, and "indent to here" are no borders. Whether a line
break ends a sentence depends on the text around it ([text](../concepts/text.md)).

**Translations are written unchanged**; special characters of the format are escaped. White space is kept too,
except:

| type | white space of a translation |
|---|---|
| HTML, Markdown, XML, DITA, SVG, EPUB, OpenDocument | a sequence is one blank |
| INI | a line break, which no value can contain, is a blank |
| plain text | a line break ends a paragraph, as everywhere in the file |
| subtitles | lines are broken anew |
| gettext catalogues | line breaks at the ends are those of the source, as `msgfmt` requires |
| Fluent | blanks at the ends of a message are not kept |
| SubStation Alpha | a word joiner is inserted between `\\` and `n`, `N` or `h`, which would break the line |

Markdown refuses a line break in some nested emphasis, with an error: the text stays untranslated.
"""

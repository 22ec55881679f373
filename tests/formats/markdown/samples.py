"""Small Markdown files: everything the format knows, mixed line ends, front matter of both kinds."""

from __future__ import annotations

from collections.abc import Mapping

GUIDE = r"""---
title: A guide
description: "With \"quotes\" in it"
tags: [left, alone]
---
# Head *em* `code` {#id}

Para with **strong _nest_** text\*esc &copy; &nbsp; and [link *x*](http://a.b/c_d "Title \"q\"") end  
hard break, ![alt *b*](x.png 'Tip') <b>bold</b> <kbd>Ctrl</kbd> https://x.y/a_b_c. and [ref][], [ref],
[text][ref] and ![ref].
soft ~~gone~~ $a_b$ {{ liquid }} [[Wiki]] foot[^1] in^[a *note*] <http://auto.link> ***both***

> quote line
> two
lazy

- [ ] task *a*
- item
  cont

1. a

   b

| a | b \| c |
|---|---|
| `x \| y` | **d** |
| e |

Term
: Def one
  two

[^1]: Footnote text
    more

[ref]: http://x "Ref title"

Setext
head
---

<div title="Tip">
*html* text
</div>

> [!NOTE]
> alert text

> <p>quoted
> html</p>

:::note
inside
:::

```python
code = "left"
```

    indented code

$$
x = y
$$
"""  # noqa: W291 # two blanks at a line's end are a line break
TOML = """+++
title = 'It is'
+++
Text
"""

SAMPLES: Mapping[str, bytes] = {
    "guide.md": GUIDE.encode(),
    "guide-crlf.markdown": GUIDE.replace("\n", "\r\n").encode(),
    "mixed.md": b"# One\r\n\r\ntwo\rthree\n\n- four\r\n  five\n",
    "toml.md": TOML.encode(),
    "latin.md": "# Grüße\n\nSchöne *Grüße* aus München\n".encode("cp1252"),
}

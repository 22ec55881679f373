"""Small Fluent files."""

from __future__ import annotations

from collections.abc import Mapping

LIST = """# comment
hello = Hello, { $name }!
-brand-name = Firefox
-profile = profile
    .gender = male

## group
several-lines =
    First line
      second line of { -brand-name }
    third
emails =
    { $n ->
        [one] You have one email
       *[other] You have { $n } emails
    }
around = There are { $n ->
    [0] no files
    [one] one file
   *[other] { $n } files
} in { $folder }.
two = { $a ->
    [x] foo text
   *[y] bar text
 } and { $b ->
    [x] foo text
   *[y] { $c ->
      [one] deep one
     *[other] deep { $c }
   }
 }
button = Save
    .label = Save it
    .accesskey = S
title-alone =
    .title = A title
junk here
strings = { "" } Lead { "{" } brace
ordinal = { NUMBER($p, type: "ordinal") ->
   [one] { $p }st place
   [two] { $p }nd place
   [few] { $p }rd place
  *[other] { $p }th place
 }
last = The end"""

SAMPLES: Mapping[str, bytes] = {
    "list.ftl": LIST.encode(),
    "crlf.ftl": LIST.replace("\n", "\r\n").encode(),
}

"""Keys whose values programs read, by their last word."""

from __future__ import annotations

from typing import Final

from dragoman.formats.units.value_shapes import words_in

# Hard: in data, one word under such a key is never language. Soft: a capitalised word is.
HARD_KEYS: Final = words_in(
    """
    id ids uid uuid guid key keys ref refs type types url urls uri uris href src srcset class classes
    classname icon icons slug locale locales lang langs code codes color colors colour colours format
    formats mime mimetype version versions date dates time timestamp datetime at path paths file files
    filename image images img css style styles selector encoding charset component host hostname domain ip
    port protocol schema namespace package module plugin sku hash token secret password signature currency
    timezone tz font fonts email mail phone username route endpoint query regex regexp pattern script dir
    dtype enum checksum license xpath viewbox svg
    """
)
SOFT_KEYS: Final = words_in(
    """
    kind variant size align role roles target rel scope status state mode level env event action actions
    handler command method unit theme width height layout position permission permissions operator function
    field fields attribute property sort order template category tag tags group language link source engine
    platform alignment placement severity priority orientation direction interval trigger provider
    """
)
ALWAYS_KEYS: Final = words_in(
    """
    url urls uri uris href src srcset class classes classname css style selector regex regexp xpath mime
    icon icons mimetype query script viewbox svg license charset checksum
    """
)

"""Small InDesign documents, one for each feature of stories."""

from __future__ import annotations

from collections.abc import Mapping

from tests.formats.idml.documents import (
    document,
    frame,
    paragraphs,
    picture,
    run,
    simple,
    spread,
    story,
    text,
)

BR = "<Br/>"
BOLD = 'FontStyle="Bold"'
FORMATTED = paragraphs(
    run(text("One ")),
    run(text("bold"), BOLD),
    run(text(" and one ")),
    run(text("red"), properties='<FillColor type="object">Color/Red</FillColor>'),
    run(text(" word, kerned: W")),
    run(text("o"), 'KerningValue="-20"'),
    run(text("rd.") + BR + text("Second   paragraph, ")),
    run(text("which ends bold.") + BR, BOLD),
)
SPECIAL = paragraphs(
    run(
        text("Page <?ACE 18?> of\tmany&#x2028;next line &amp; more &lt;\u2028third")
        + '<TextVariableInstance Self="v1" Name="Pages" ResultText="9"/>'
        + text(" end<?ACE 8?>\ufeff here")
        + BR
        + text("\t")
        + '<HyperlinkTextDestination Self="d1"/>'
        + text("Behind a target")
        + '<PageReference Self="p1" ReferencedTopic="t"/><!-- aside -->'
        + text("<![CDATA[ & a section]]>")
    ),
)
LINKED = paragraphs(
    run(
        text("See ")
        + '<HyperlinkTextSource Self="h1" Name="x" Hidden="false"><Properties/><Content>this page</Content>'
        "</HyperlinkTextSource>" + text(" or ")
    ),
    '<HyperlinkTextSource Self="h2">'
    + run(text("that "))
    + run(text("one"), BOLD)
    + "</HyperlinkTextSource>",
    run(
        '<CrossReferenceSource Self="c1" AppliedFormat="f">'
        + run(
            text(" on page ") + '<TextVariableInstance Self="v2" ResultText="2"/>',
            'PageNumberType="TextVariable"',
        )
        + "</CrossReferenceSource>"
        + text(".")
        + BR
        + '<HyperlinkTextSource Self="h3">'
        + text("A link over")
        + BR
        + text("two paragraphs")
        + "</HyperlinkTextSource>"
        + text(" ends.")
    ),
)
NOTED = paragraphs(
    run(text("With a footnote")),
    run(
        "<Footnote>"
        + paragraphs(run(text("<?ACE 4?>\tThe note's ")), run(text("text"), BOLD))
        + "</Footnote>",
        'Position="Superscript"',
    ),
    run(
        text(" and more.")
        + "<Note Self='n1'>"
        + paragraphs(run(text("Check this!")))
        + "</Note>"
        + BR
        + text("Behind.")
    ),
)
TABLE = paragraphs(
    run(
        text("Before")
        + BR
        + '<Table Self="t1" ColumnCount="2"><Row Self="r"/><Column Self="c"/>'
        + f'<Cell Self="a">{paragraphs(run(text("First cell") + BR + text("with two lines")))}</Cell>'
        + f'<Cell Self="b">{paragraphs(run(text("Second ")), run(text("cell"), BOLD))}</Cell></Table>'
        + BR
        + text("After")
    ),
)
CHANGED = paragraphs(
    run(
        text("Kept ")
        + '<Change ChangeType="InsertedText" Date="x">'
        + text("and new ")
        + '</Change><Change ChangeType="DeletedText">'
        + paragraphs(run(text("gone")))
        + "</Change>"
        + text("words.")
    )
)
TAGGED = (
    '<XMLElement Self="x1" MarkupTag="XMLTag/Article"><XMLAttribute Self="xa" Name="a" Value="b"/>'
    + paragraphs(
        run(text("A tagged heading") + BR),
        '<XMLElement Self="x2" MarkupTag="XMLTag/p">'
        + run(
            text("A paragraph with ")
            + '<XMLElement Self="x3" MarkupTag="XMLTag/b">'
            + text("a tag")
            + "</XMLElement>"
        )
        + run(text(".") + BR)
        + "</XMLElement>",
    )
    + "</XMLElement>"
)
CONDITIONAL = paragraphs(
    run(text("Always. ")),
    run(text("Only on the web. "), 'AppliedConditions="Condition/Web%20only"'),
    run(text("On the web or in print."), 'AppliedConditions="Condition/Web%20only Condition/Print"'),
    run("<HiddenText>" + paragraphs(run(text("Never seen"))) + "</HiddenText>"),
)
CONDITIONS = (
    '<Condition Self="Condition/Web only" Visible="false"/><Condition Self="Condition/Print" Visible="true"/>'
)
ORDERED = document(
    {
        "MasterSpreads/MasterSpread_m.xml": spread(frame("um"), kind="MasterSpread"),
        "Spreads/Spread_1.xml": spread(
            frame("u2"),
            '<Group Visible="false">' + frame("u3") + "</Group>",
            frame("u4", 'ItemLayer="l2"'),
            frame("u1"),
        ),
        **{
            f"Stories/Story_{name}.xml": story(name, paragraphs(run(text(f"Story {name}"))))
            for name in ("um", "u1", "u3", "u4", "u5", "u6")
        },
        "Stories/Story_u2.xml": story(
            "u2", paragraphs(run(text("Anchoring ") + frame("u6") + text("a frame")))
        ),
        "XML/BackingStory.xml": "<a/>",
    }
)
PICTURES = document(
    {
        "MasterSpreads/MasterSpread_m.xml": spread(picture("A logo"), kind="MasterSpread"),
        "Spreads/Spread_1.xml": spread(
            frame("u1"),
            picture("A dog &amp; its &quot;ball&quot;&#10;in the garden"),
            picture("$ID/"),
            picture("12 %"),
            picture("Title of the file", source="SourceXMPTitle"),
            picture("Unseen", 'ItemLayer="l2"'),
            f'<Group Visible="false">{picture("Hidden")}</Group>',
            picture(
                "A chart",
                more='ActualTextSourceType="SourceCustom" CustomActualText="Sales rose by half" ',
            ),
        ),
        "Stories/Story_u1.xml": story(
            "u1",
            paragraphs(
                run(text("Before ") + picture("A first sign", "") + text(" between "))
                + run(picture("A second sign", "") + text(" behind"), 'FontStyle="Bold"')
            ),
        ),
    }
)

SAMPLES: Mapping[str, bytes] = {
    "formatted.idml": simple(FORMATTED),
    "special.idml": simple(SPECIAL),
    "linked.idml": simple(LINKED),
    "noted.idml": simple(NOTED, TABLE),
    "changed.idml": simple(CHANGED, TAGGED),
    "conditional.idml": simple(CONDITIONAL, conditions=CONDITIONS),
    "ordered.idml": ORDERED,
    "pictures.idml": PICTURES,
}

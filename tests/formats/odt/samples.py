"""Small OpenDocument texts, one for each feature of the format; each must survive a round trip."""

from __future__ import annotations

from collections.abc import Mapping

from tests.formats.odt import contents_samples
from tests.formats.odt.packages import box, content, flat, note, p, package, span, styles_xml, text

PLAIN = text(p("The cat sleeps."), '<text:h text:outline-level="1">It dreams of mice.</text:h>', "<text:p/>")
FORMATTED = text(
    p("One " + span("T1", "bold") + " and one " + span("T2", "slanted") + " word."),
    p(span("T3", "The c") + span("T3", "at ") + span("T1", "sl") + span("T4", "eeps") + "."),
    p(span("T1", "All of it is bold " + span("T2", "and this slanted") + ".")),
    p(span("Emphasis", "Named") + " and plain, " + span("T1", span("T3", "nested")) + "."),
)
SPACED = text(
    p('Two <text:s/>blanks, four <text:s text:c="3"/>blanks.<text:tab/>A tab.<text:line-break/>A new line.'),
    p('<text:s text:c="2"/>At the beginning,\n   wrapped <text:soft-page-break/>by hand.'),
)
LINKED = text(
    p(
        'See <text:a xlink:href="http://example.com" office:title="Our house">'
        + span("Internet_20_link", "the house")
        + "</text:a> now."
    )
)
MARKED = text(
    p(
        '<text:bookmark-start text:name="b"/>A marked<text:bookmark-end text:name="b"/> word, a '
        '<text:reference-mark text:name="r"/>mark, an <text:alphabetical-index-mark-start text:id="i" '
        'text:key1="animals"/>entry<text:alphabetical-index-mark-end text:id="i"/> and '
        '<text:toc-mark text:string-value="a heading" text:outline-level="1"/>one more.'
    )
)
FIELDS = text(
    p(
        'Page <text:page-number text:select-page="current">7</text:page-number> of '
        '<text:page-count>9</text:page-count>, see <text:bookmark-ref text:ref-name="b">Chapter two'
        '</text:bookmark-ref>, <text:placeholder text:placeholder-type="text">&lt;name&gt;</text:placeholder>'
        ' and <text:text-input text:description="Hint">write here</text:text-input>.'
    )
)
NOTED = text(p("A word" + note(p("What it " + span("T1", "means") + ".")) + " with a note."))
CHANGED = text(
    "<text:tracked-changes><text:changed-region><text:deletion><office:change-info/>"
    + p("What is gone.")
    + "</text:deletion></text:changed-region></text:tracked-changes>",
    p(
        'The <text:change text:change-id="c1"/>cat <text:change-start text:change-id="c2"/>really'
        '<text:change-end text:change-id="c2"/> sleeps.'
    ),
)
CONTENTS = text(
    "<text:table-of-content><text:table-of-content-source><text:index-title-template>Contents"
    "</text:index-title-template></text:table-of-content-source><text:index-body><text:index-title>"
    + p("Contents")
    + "</text:index-title>"
    + p("First chapter<text:tab/>1")
    + "</text:index-body></text:table-of-content>",
    p("After the contents."),
)
HIDDEN = text(
    p("Here is " + span("T9", "a secret ") + "something."),
    p("Nobody sees this.", "P9"),
    '<text:section text:name="s" text:display="none">' + p("Nor this.") + "</text:section>",
    p('Nor that.<text:hidden-paragraph text:condition="x" text:is-hidden="true"/>'),
    p("But this."),
)
COMMENTED = text(
    p(
        'A <office:annotation office:name="a"><dc:creator>Somebody</dc:creator>'
        + p("Is it?")
        + '</office:annotation>cat<office:annotation-end office:name="a"/> sleeps.'
    )
)
BOXED = text(
    p("Before " + box(p("In the box."), "A title", "photo.png") + " and after."),
    box(p("On the page.") + p("Twice."), "", "What it shows"),
)
TABLED = text(
    '<table:table table:name="T"><table:table-column table:number-columns-repeated="2"/><table:table-row>'
    "<table:table-cell>"
    + p("Left")
    + '</table:table-cell><table:table-cell table:formula="ooow:sum" office:value-type="float">'
    + p("12 in all")
    + "</table:table-cell></table:table-row></table:table>",
    "<text:list><text:list-item><text:number>1.</text:number>" + p("First") + "</text:list-item></text:list>",
)
RUBY = text(
    p(
        '<text:ruby text:style-name="R"><text:ruby-base>Tokyo</text:ruby-base><text:ruby-text>to kyo'
        "</text:ruby-text></text:ruby> is a town."
    )
)
CONTROLLED = text(
    p(
        'Write <loext:content-control loext:alias="a">a name</loext:content-control> or choose '
        '<loext:content-control><loext:list-item loext:display-text="Red"/>Red</loext:content-control>.'
    ),
    p(
        '<field:fieldmark-start text:name="f" field:type="x"><field:param field:name="n"/>'
        "</field:fieldmark-start>FORMTEXT<field:fieldmark-separator/>Somebody's text<field:fieldmark-end/>."
    ),
    '<office:forms><form:form><form:button form:label="Press me" form:title="Now"/><form:listbox>'
    '<form:option form:label="Red"/></form:listbox></form:form></office:forms>',
)
HEADED = text(
    p("The text."),
    styles=styles_xml(
        '<style:master-page style:name="Standard"><style:header>' + p("The header.") + "</style:header>"
        '<style:footer style:display="false">' + p("Not shown.") + "</style:footer></style:master-page>",
        '<style:default-style style:family="paragraph">'
        '<style:paragraph-properties style:writing-mode="page"/>'
        '<style:text-properties fo:language="en" fo:country="US" style:language-asian="zh" '
        'style:country-asian="CN"/></style:default-style>',
    ),
    meta="<office:document-meta xmlns:office='urn:oasis:names:tc:opendocument:xmlns:office:1.0' "
    "xmlns:dc='http://purl.org/dc/elements/1.1/'><office:meta><dc:title>The title</dc:title></office:meta>"
    "</office:document-meta>",
)
CHART = content(
    "chart",
    '<chart:chart><chart:title svg:x="1cm">' + p("Mice per cat") + "</chart:title><chart:plot-area/>"
    '<table:table table:name="local-table"><table:table-row><table:table-cell office:value-type="string">'
    + p("Tom")
    + "</table:table-cell></table:table-row></table:table></chart:chart>",
)
CHARTED = package(
    "text",
    p('<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>A chart.'),
    charts={"Object 1": CHART},
)
SIGNED = text(p("Signed."), **{"META-INF/documentsignatures": "<signatures/>"})
FLAT = flat(
    "text",
    p("Flat " + span("T1", "bold") + " text.")
    + p(
        '<draw:frame><draw:object><office:document office:mimetype="application/vnd.oasis.opendocument.text">'
        "<office:body><office:text>" + p("Inside.") + "</office:text></office:body></office:document>"
        "</draw:object></draw:frame>After it."
    ),
    '<style:master-page style:name="Standard"><style:header>' + p("The header.") + "</style:header>"
    "</style:master-page>",
)

SAMPLES: Mapping[str, bytes] = {
    "boxed.odt": BOXED,
    "changed.odt": CHANGED,
    "charted.odt": CHARTED,
    "commented.odt": COMMENTED,
    "contents.odt": CONTENTS,
    "controlled.odt": CONTROLLED,
    "fields.odt": FIELDS,
    "flat.fodt": FLAT,
    "formatted.odt": FORMATTED,
    "headed.odt": HEADED,
    "hidden.odt": HIDDEN,
    "linked.odt": LINKED,
    "marked.odt": MARKED,
    "noted.odt": NOTED,
    "plain.odt": PLAIN,
    "ruby.odt": RUBY,
    "spaced.odt": SPACED,
    "tabled.odt": TABLED,
    **contents_samples.SAMPLES,
    "template.ott": package("text", p("A template."), template=True),
}

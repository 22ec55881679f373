"""Rule lists: what a client wrote into a style guide, and what people changed there since."""

from __future__ import annotations

from dragoman.style_guides.rule_lists.entries import (
    LabelledInstruction,
    RuleList,
    label_instruction,
    reconcile,
)

NAME = LabelledInstruction(id="1", label="Name", prompt="Call it the Atlas.", source_language="en")
KEPT = RuleList(
    rules={"punctuation": {"quotation_marks": "use_low", "apostrophe": "use_curly"}, "numbers": {}},
    instructions=(NAME,),
    version=3,
)
SENTENCE = "Punctuation: apostrophe: use curly; quotation marks: use low."


def test_a_rule_list_is_a_sentence_for_each_category_and_its_instructions() -> None:
    assert KEPT.sentences() == (SENTENCE, "Call it the Atlas.")


def test_an_unchanged_style_guide_has_the_list_that_was_written() -> None:
    found = reconcile(KEPT, KEPT.sentences())
    assert found.rules == {"punctuation": KEPT.rules["punctuation"]}
    assert (found.instructions, found.version) == ((NAME,), 3)


def test_what_people_took_out_is_gone_and_what_they_added_is_an_instruction() -> None:
    found = reconcile(KEPT, ["Be kind.", "Call it the Atlas."])
    assert found.rules == {}
    assert found.instructions == (label_instruction("Be kind."), NAME)


def test_an_instruction_without_a_label_keeps_its_id_and_is_called_by_its_beginning() -> None:
    one, again = label_instruction("x" * 300), label_instruction("x" * 300)
    assert one == again
    assert one.label == "x" * 100
    assert one.id != label_instruction("y").id

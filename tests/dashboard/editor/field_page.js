// A page with one field, for tests: what they call is in `window.tests`.

import * as chips from "/static/editor/chips.js";
import * as codes from "/static/editor/codes.js";
import * as edits from "/static/editor/edits.js";
import { createField } from "/static/editor/field.js";
import { make } from "/static/editor/texts.js";

const texts = {
  codeOpens: "Code {n} opens",
  codeCloses: "Code {n} closes",
  codeAlone: "Code {n} stands alone",
  codePicked: "Code {n} is selected. Press again to take it out.",
  codeTaken: "Code {n} was taken out.",
  codesPicked: "Codes are selected. Press again to take them out.",
};
const at = (id) => document.getElementById(id);
let field = null, changes = 0;

/** Make the field anew. */
function open({ source, value, direction = "ltr", language = "en" }) {
  field?.destroy();
  changes = 0;
  const element = make("div", { class: "edit", "aria-label": "Translation" });
  at("source").replaceChildren(...chips.chipsOf(source, texts));
  at("target").replaceChildren(element);
  field = createField(element, { source, value, language, direction, texts, onChange: () => { changes += 1; } });
  field.focus();
  return state();
}

/** What is in the field; `shown` is read from its nodes by another way than the field's. */
function state() {
  document.dispatchEvent(new Event("selectionchange")); // the browser's own may be to come yet
  const { anchor, focus } = field.selection();
  return {
    value: field.value(),
    anchor,
    focus,
    picked: [...field.element.querySelectorAll(".picked")].map((chip) => chip.dataset.code),
    said: field.picks.live.textContent,
    changes,
    hasFocus: document.activeElement === field.element,
    shown: [...field.element.childNodes].map((node) => node.dataset?.code ?? (node.nodeName === "BR" ? "" : node.data)).join(""),
    chips: [...field.element.querySelectorAll("*")].map((node) => node.dataset?.code ?? node.nodeName),
  };
}

/** Paste or drop as a program does that gives these types. */
function paste(data) {
  const transfer = new DataTransfer();
  for (const [type, text] of Object.entries(data)) transfer.setData(type, text);
  field.element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: transfer, bubbles: true, cancelable: true }));
  return state();
}

/** Copy, and say what was kept. */
function copied() {
  const transfer = new DataTransfer();
  field.element.dispatchEvent(new ClipboardEvent("copy", { clipboardData: transfer, bubbles: true, cancelable: true }));
  return Object.fromEntries(transfer.types.map((type) => [type, transfer.getData(type)]));
}

/** An input event as the browser sends it, with its range as offsets. */
function input({ type, data = null, plain = null, range = null }) {
  const transfer = plain === null ? null : new DataTransfer();
  transfer?.setData("text/plain", plain);
  const event = new InputEvent("beforeinput", { inputType: type, data, dataTransfer: transfer, bubbles: true, cancelable: true });
  if (range) {
    const [startContainer, startOffset] = field.surface.placeOf(range[0]), [endContainer, endOffset] = field.surface.placeOf(range[1]);
    event.getTargetRanges = () => [new StaticRange({ startContainer, startOffset, endContainer, endOffset })];
  }
  field.element.dispatchEvent(event);
  return { ...state(), isPrevented: event.defaultPrevented };
}

/** Where the caret would be drawn for an offset: the middle of its line, in pixels. */
function pointOf(offset) {
  const [node, place] = field.surface.placeOf(offset), range = document.createRange();
  if (node === field.element) return middleOf("");
  range.setStart(node, place);
  range.collapse(true);
  const [box] = range.getClientRects();
  if (!box) return middleOf("");
  return [box.left, box.top + box.height / 2];
}

/** The middle of a code's chip, or of the field. */
function middleOf(code) {
  const chip = [...field.element.querySelectorAll(".chip")].find((one) => one.dataset.code === code);
  const box = (chip ?? field.element).getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

const does = (name) => (...values) => {
  field[name](...values);
  return state();
};
window.tests = { chips, codes, edits, open, state, paste, copied, input, pointOf, middleOf, select: does("select"), insertText: does("insertText"), insertCode: does("insertCode"), insertNextMissing: does("insertNextMissing"), setValue: does("setValue"), reset: does("reset"), undo: does("undo"), redo: does("redo"), destroy: () => field.destroy() };
document.documentElement.dataset.ready = "yes";

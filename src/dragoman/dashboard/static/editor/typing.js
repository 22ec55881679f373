// Keys and clicks in a field: what they write, delete and choose.

import { codesIn, textIn } from "./codes.js";
import { codeAt, placeOf, remove, removeCodes, sizeOf, slice, textsAround } from "./edits.js";

/** @import { Span } from "./editing.d.ts" */
/** @import { Field } from "./field.js" */

const WRITES = /^insert(Text|ReplacementText|FromYank|FromPaste)$/;
const DELETES = /^delete(Content|Word|SoftLine|HardLine|EntireSoftLine)/;

/** Hear the keys and clicks of a field. @param {Field} field */
export function bindTyping(field) {
  field.on("beforeinput", (event) => input(field, event));
  field.on("input", ({ data }) => field.isComposing || field.takeOver(data, "type"));
  field.on("keydown", (event) => press(field, event));
  field.on("click", (event) => pickUnder(field, event));
  field.on("dblclick", (event) => clipToText(field, event));
}

/** @param {Field} field @param {InputEvent} event */
function input(field, event) {
  const { inputType: type, data } = event;
  if (field.isComposing || event.isComposing || /Composition/.test(type)) return;
  if (type === "insertText" && isForBrowser(field, data)) return void field.expect(data);
  event.preventDefault();
  if (type === "historyUndo") field.undo();
  else if (type === "historyRedo") field.redo();
  else if (DELETES.test(type)) deleteText(field, event);
  else if (WRITES.test(type)) {
    const text = data ?? event.dataTransfer?.getData("text/plain") ?? "";
    field.write([{ text }], type === "insertText" ? "type" : "", field.surface.rangeOf(event) ?? field.range());
  }
}

/** Whether the browser may write a text; into an empty last line it does in its own way. @param {Field} field @param {string|null} text */
function isForBrowser(field, text) {
  const isInBreak = field.caret() === sizeOf(field.parts) && textIn(field.parts.slice(-1)).endsWith("\n");
  return Boolean(text) && !/[\r\n]/.test(text ?? "") && !isInBreak && field.surface.isPlain();
}

/** Delete, or pick the codes that would go. @param {Field} field @param {InputEvent} event */
function deleteText(field, event) {
  field.followSelection(); // its event may be to come yet
  const { parts, known, picks } = field, [from, to] = field.range();
  if (picks.codes.length) return takeOut(field);
  const isForward = event.inputType.endsWith("Forward");
  const next = from === to && (isForward || from) ? codeAt(parts, isForward ? from : from - 1) : undefined;
  const codes = next ? [next] : codesIn(slice(parts, from, to));
  if (codes.length) return picks.pick(codes);
  const [start, end] = from < to ? [from, to] : findText(field, event, isForward);
  const kind = from < to ? "" : event.inputType;
  return field.change(remove(parts, start, end, known), kind, textIn(slice(parts, start, end)));
}

/** Up to the next code. @param {Field} field @param {InputEvent} event @param {boolean} isForward @returns {Span} */
function findText(field, event, isForward) {
  const { parts } = field, caret = field.caret(), range = field.surface.rangeOf(event);
  const isNear = range && range[0] < range[1] && range[0] <= caret && range[1] >= caret;
  const next = field.characters.next(parts, caret, isForward);
  const [start, end] = isNear ? range : [Math.min(caret, next), Math.max(caret, next)];
  const between = slice(parts, start, end);
  if (!codesIn(between).length) return [start, end];
  const length = (isForward ? between[0] : between[between.length - 1])?.text?.length ?? 0;
  return isForward ? [caret, caret + length] : [caret - length, caret];
}

/** Take out what is picked: codes with the text that is selected, or codes alone. @param {Field} field */
function takeOut(field) {
  const { parts, known, picks } = field, [from, to] = field.range(), { codes } = picks;
  const before = removeCodes(slice(parts, 0, from), codes, known);
  field.change(from < to ? remove(parts, from, to, known) : { parts: removeCodes(parts, codes, known), caret: sizeOf(before) });
  picks.say(codes.length > 1 ? "codesTaken" : "codeTaken", codes);
}

/** @param {Field} field @param {KeyboardEvent} event */
function press(field, event) {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
  if (event.isComposing || field.isComposing) return;
  const letter = altKey || !(ctrlKey || metaKey) ? "" : key.toLowerCase();
  const does = (/** @type {() => void} */ run) => {
    event.preventDefault();
    run();
  };
  if (letter === "y" || (letter === "z" && shiftKey)) return does(() => field.redo());
  if (letter === "z") return does(() => field.undo());
  if (ctrlKey || metaKey || altKey) return;
  if (key === "Enter") return does(() => shiftKey && field.write([{ text: "\n" }]));
  if (key === "ArrowLeft" || key === "ArrowRight") return does(() => step(field, key === "ArrowRight", shiftKey));
  if (key === "Escape") field.picks.drop();
}

/** Move the caret by a character, or a code. @param {Field} field @param {boolean} isRight @param {boolean} isSelecting */
function step(field, isRight, isSelecting) {
  const isForward = isRight !== field.surface.isRightToLeft;
  const { anchor, focus } = field.selection(), [from, to] = field.range();
  const next = from < to && !isSelecting ? (isForward ? to : from) : field.characters.next(field.parts, focus, isForward);
  field.history.stop();
  field.select(isSelecting ? anchor : next, next);
}

/** @param {Field} field @param {MouseEvent} event */
function pickUnder(field, event) {
  const code = field.surface.chipUnder(event)?.dataset.code;
  if (!code || event.shiftKey) return;
  field.element.focus({ preventScroll: true });
  field.select(field.surface.offsetAt(event) ?? placeOf(field.parts, code));
  field.picks.pick([code]);
}

/** Browsers take words together that a code parts. @param {Field} field @param {MouseEvent} event */
function clipToText(field, event) {
  const place = field.surface.offsetAt(event), [from, to] = field.range();
  if (place === null || from === to || field.surface.chipUnder(event)) return;
  const [before, after] = textsAround(field.parts, place);
  field.select(Math.max(from, place - before.length), Math.min(to, place + after.length));
}

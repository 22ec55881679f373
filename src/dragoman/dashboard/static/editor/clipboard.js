// Copying, cutting, pasting and dragging: codes come along within the editor, and plain text elsewhere.

import { join, parse, textIn, write } from "./codes.js";
import { copy, cut, moveCode, moveRange, placeOf, slice } from "./edits.js";

/** @import { Dragged, Span } from "./editing.d.ts" */
/** @import { Field } from "./field.js" */

const TAGGED = "text/x-dragoman", PLAIN = "text/plain";

/** Hear the clipboard and the drags of a field. @param {Field} field */
export function bindClipboard(field) {
  field.on("copy", (event) => keep(field, event));
  field.on("cut", (event) => {
    const [from, to] = field.range();
    keep(field, event);
    if (from < to) field.change(cut(field.parts, from, to, field.known));
  });
  field.on("paste", (event) => {
    event.preventDefault();
    const parts = readTransfer(event.clipboardData);
    if (parts.length) field.write(parts);
  });
  /** @type {Dragged|null} */
  let dragged = null;
  field.on("dragstart", (event) => { dragged = lift(field, event); });
  field.on("dragover", (event) => allow(field, event, dragged));
  field.on("dragend", () => {
    if (dragged?.code) field.select(...dragged.selection);
    dragged = null;
  });
  field.on("drop", (event) => {
    drop(field, event, dragged);
    dragged = null;
  });
}

/** @param {Field} field @param {ClipboardEvent} event */
function keep(field, event) {
  const [from, to] = field.range();
  event.preventDefault();
  if (from < to) fillTransfer(field, event.clipboardData, [from, to]);
}

/** Give a selection away. @param {Field} field @param {DataTransfer|null} transfer @param {Span} range @param {string} [tagged] */
function fillTransfer(field, transfer, [from, to], tagged = write(copy(field.parts, from, to, field.known))) {
  transfer?.setData(TAGGED, tagged);
  transfer?.setData(PLAIN, textIn(slice(field.parts, from, to)));
}

/** What comes in. Line breaks are those of files here, on every system. @param {DataTransfer|null} transfer */
function readTransfer(transfer) {
  const tagged = transfer?.getData(TAGGED), text = transfer?.getData(PLAIN) ?? "";
  return tagged ? parse(tagged) : join([{ text: text.replace(/\r\n?/g, "\n") }]);
}

/** @param {Field} field @param {DragEvent} event @returns {Dragged} */
function lift(field, event) {
  const code = field.surface.chipUnder(event)?.dataset.code, { anchor, focus } = field.selection();
  const place = code ? placeOf(field.parts, code) : -1;
  fillTransfer(field, event.dataTransfer, code ? [place, place + 1] : field.range(), code);
  return { code, selection: [anchor, focus] };
}

/** Show where a chip would go. @param {Field} field @param {DragEvent} event @param {Dragged|null} dragged */
function allow(field, event, dragged) {
  if (!event.dataTransfer) return;
  if (!dragged && event.dataTransfer.types.includes(TAGGED)) event.preventDefault(); // a code of the source
  if (!dragged?.code) return;
  event.preventDefault();
  const offset = field.surface.offsetAt(event);
  const isAllowed = offset !== null && moveCode(field.parts, dragged.code, offset, field.known) !== null;
  event.dataTransfer.dropEffect = isAllowed ? "move" : "none";
  if (isAllowed) field.surface.select(offset, offset);
}

/** @param {Field} field @param {DragEvent} event @param {Dragged|null} dragged */
function drop(field, event, dragged) {
  const offset = field.surface.offsetAt(event), parts = readTransfer(event.dataTransfer);
  if (!dragged && !parts.length) return;
  event.preventDefault();
  if (offset === null) return;
  field.element.focus({ preventScroll: true });
  if (!dragged || (!dragged.code && event.ctrlKey)) return field.write(parts, "", [offset, offset]);
  const { code, selection } = dragged;
  field.select(...selection); // undoing brings it back
  const moved = code ? moveCode(field.parts, code, offset, field.known) : moveRange(field.parts, field.range(), offset, field.known);
  if (moved) field.change(moved);
}

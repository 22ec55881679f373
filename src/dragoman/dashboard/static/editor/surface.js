// The nodes of an editable field: texts and chips by turns. A caret needs a text beside a chip, and one on the line of the chip: where
// the target has none, the text node ends in a zero-width space that is not the target's. Which nodes are filled is known by
// the node, so that zero-width spaces of the target are kept apart. Offsets are those of `edits.js`.

import { chipOf } from "./chips.js";
import { join } from "./codes.js";

/** @import { Part, Span } from "./editing.d.ts" */

const FILLER = "\u200b";
const isText = (/** @type {Node|null} */ node) => node?.nodeType === 3;
const codeOf = (/** @type {Node} */ node) => /** @type {HTMLElement} */ (node).dataset?.code ?? "";

/** What is drawn into an element. */
export class Surface {
  /** @param {HTMLElement} element @param {import("./chips.js").Texts} texts */
  constructor(element, texts) {
    this.element = element;
    this.texts = texts;
    /** @type {WeakSet<Node>} */
    this.filled = new WeakSet();
  }

  /** Draw parts; nodes that are right already stay. @param {Part[]} parts */
  show(parts) {
    const chips = this.#dropOthers(parts);
    let cursor = this.element.firstChild;
    const place = (/** @type {Node} */ node) => {
      while (cursor && cursor !== node && isText(cursor) && !isText(node)) cursor = this.#drop(cursor);
      if (cursor === node) cursor = node.nextSibling;
      else this.element.insertBefore(node, cursor);
    };
    const turns = alternate(parts), last = turns.length - 1;
    turns.forEach(({ code, text = "" }, at) => {
      const isFilled = last > 0 && (!text || (text.endsWith("\n") && at < last));
      if (code) place(chips.get(code) ?? this.#draw(code));
      else if (text || isFilled) place(this.#write(cursor, text, isFilled));
    });
    while (cursor) cursor = this.#drop(cursor);
    if (!parts.length || parts.at(-1)?.text?.endsWith("\n")) this.element.append(document.createElement("br")); // the last line
  }

  /** Remove what is neither a text nor a chip that stays. @param {Part[]} parts */
  #dropOthers(parts) {
    /** @type {Map<string, HTMLElement>} */
    const chips = new Map();
    for (const node of [...this.element.childNodes]) {
      const code = codeOf(node);
      if (parts.some((part) => part.code && part.code === code) && !chips.has(code)) chips.set(code, /** @type {HTMLElement} */ (node));
      else if (!isText(node)) this.#drop(node);
    }
    return chips;
  }

  /** @param {ChildNode} node */
  #drop(node) {
    const next = node.nextSibling;
    node.remove();
    return next;
  }

  /** @param {string} code */
  #draw(code) {
    const chip = chipOf(code, this.texts);
    chip.draggable = true;
    return chip;
  }

  /** Write a text into a node, or a new one; only what differs. @param {Node|null} place @param {string} text @param {boolean} isFilled */
  #write(place, text, isFilled) {
    const node = isText(place) ? /** @type {Text} */ (place) : document.createTextNode("");
    if (isFilled) this.filled.add(node);
    else this.filled.delete(node);
    const old = node.data, made = isFilled ? text + FILLER : text, most = Math.min(old.length, made.length);
    let start = 0, end = 0;
    while (start < most && old[start] === made[start]) start += 1;
    while (end < most - start && old[old.length - 1 - end] === made[made.length - 1 - end]) end += 1;
    if (old !== made) node.replaceData(start, old.length - start - end, made.slice(start, made.length - end));
    return node;
  }

  /** Read what is there now, as it may be after the browser has changed it. @returns {Part[]} */
  read() {
    return join([...this.element.childNodes].map((node) => this.#read(node)));
  }

  /** @param {Node} node @returns {Part} */
  #read(node) {
    if (isText(node)) return { text: this.#dataOf(node) };
    if (node.nodeName === "BR") return { text: node === this.element.lastChild ? "" : "\n" };
    const code = codeOf(node);
    return code ? { code } : { text: node.textContent ?? "" };
  }

  /** The text of a node without what fills it. @param {Node} node */
  #dataOf(node) {
    const { data } = /** @type {Text} */ (node), filler = this.#fillerOf(node);
    return filler < 0 ? data : data.slice(0, filler) + data.slice(filler + 1);
  }

  /** Where a text node is filled; -1: it is not. @param {Node} node */
  #fillerOf(node) {
    return this.filled.has(node) ? /** @type {Text} */ (node).data.lastIndexOf(FILLER) : -1;
  }

  /** @param {Node} node */
  #sizeOf(node) {
    const { code, text } = this.#read(node);
    return code ? 1 : text?.length ?? 0;
  }

  /** The offset of a place in the nodes. @param {Node} node @param {number} offset */
  offsetOf(node, offset) {
    const children = [...this.element.childNodes];
    const at = node === this.element ? offset : children.findIndex((child) => child.contains(node));
    const before = children.slice(0, at).reduce((sum, child) => sum + this.#sizeOf(child), 0);
    if (node === this.element) return before;
    if (codeOf(children[at])) return before + (offset ? 1 : 0);
    if (!isText(node)) return before;
    const filler = this.#fillerOf(node);
    return before + offset - (filler >= 0 && filler < offset ? 1 : 0);
  }

  /** The place of an offset in the nodes. @param {number} offset @returns {[Node, number]} */
  placeOf(offset) {
    let left = offset;
    for (const node of this.element.childNodes) {
      const size = this.#sizeOf(node);
      if (isText(node) && left <= size) return [node, left + Number(left === this.#fillerOf(node))];
      left -= size;
    }
    return [this.element, 0];
  }

  /** What is selected here; null: nothing. */
  selection() {
    const { anchorNode, anchorOffset, focusNode, focusOffset } = /** @type {Selection} */ (getSelection());
    if (!anchorNode || !focusNode || !this.element.contains(anchorNode) || !this.element.contains(focusNode)) return null;
    return { anchor: this.offsetOf(anchorNode, anchorOffset), focus: this.offsetOf(focusNode, focusOffset) };
  }

  /** @param {number} anchor @param {number} focus */
  select(anchor, focus) {
    const { anchorNode, anchorOffset, focusNode, focusOffset } = /** @type {Selection} */ (getSelection());
    const start = this.placeOf(anchor), end = this.placeOf(focus);
    if (anchorNode === start[0] && anchorOffset === start[1] && focusNode === end[0] && focusOffset === end[1]) return;
    getSelection()?.setBaseAndExtent(...start, ...end);
  }

  /** The range of an event, as offsets; null: it has none. @param {InputEvent} event @returns {Span|null} */
  rangeOf(event) {
    const [range] = event.getTargetRanges?.() ?? [];
    return range ? [this.offsetOf(range.startContainer, range.startOffset), this.offsetOf(range.endContainer, range.endOffset)] : null;
  }

  /** Whether a text that is typed here is the browser's to put in: it is inside a text, or at an end of all. */
  isPlain() {
    const { isCollapsed, focusNode: node, focusOffset } = /** @type {Selection} */ (getSelection());
    if (!isCollapsed || !node || !isText(node) || node.parentNode !== this.element || this.filled.has(node)) return false;
    const { length } = /** @type {Text} */ (node);
    return focusOffset === 0 ? node === this.element.firstChild : focusOffset < length || node === this.element.lastChild;
  }

  get isRightToLeft() {
    return getComputedStyle(this.element).direction === "rtl";
  }

  /** The chip of this field that an event is on. @param {Event} event @returns {HTMLElement|null} */
  chipUnder(event) {
    const target = /** @type {Node} */ (event.target), element = target instanceof Element ? target : target.parentElement;
    return /** @type {HTMLElement|null} */ (element?.closest(".chip") ?? null);
  }

  /** The offset under a pointer. @param {MouseEvent} event */
  offsetAt(event) {
    const { clientX: x, clientY: y } = event, chip = this.chipUnder(event);
    if (chip) {
      const { left, width } = chip.getBoundingClientRect();
      return this.offsetOf(chip, x > left + width / 2 !== this.isRightToLeft ? 1 : 0);
    }
    const [node, offset] = placeAt(x, y);
    return node && this.element.contains(node) ? this.offsetOf(node, offset) : null;
  }

  /** Give a class to the chips of some codes, and to no others. @param {string} name @param {(code: string) => boolean} has */
  mark(name, has) {
    for (const chip of this.element.querySelectorAll(".chip")) chip.classList.toggle(name, has(codeOf(chip)));
  }
}

/** Texts and codes by turns: a text, which may be empty, on either side of each code. @param {Part[]} parts @returns {Part[]} */
function alternate(parts) {
  /** @type {Part[]} */
  const turns = [{ text: "" }];
  for (const part of parts) {
    if (part.text === undefined) turns.push(part, { text: "" });
    else turns[turns.length - 1] = part;
  }
  return turns;
}

/** @param {number} x @param {number} y @returns {[Node|null, number]} */
function placeAt(x, y) {
  const position = document.caretPositionFromPoint?.(x, y);
  if (position) return [position.offsetNode, position.offset];
  const range = document.caretRangeFromPoint?.(x, y);
  return range ? [range.startContainer, range.startOffset] : [null, 0];
}

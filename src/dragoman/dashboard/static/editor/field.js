// The field of a target: text with codes that are atoms. Whatever is done, it has codes of its source only, each at most once,
// and whole nested pairs.
//
// Typing is the browser's own; everything else is done on the list of atoms, and drawn. What the browser did by itself is
// compared with the list: codes that it took out come back.

import { HOLD, atomsOf, atomsOfNode, chipOf, drawAtoms } from "./chips.js";
import { codesOf, isAllowed, isCode, kindOf, numberOf, parse, partnerOf, plainText, repair, write } from "./codes.js";

/** @typedef {import("./codes.js").Atom} Atom */
/** @typedef {{atoms: Atom[], start: number, end: number}} Step */
/**
 * @typedef {object} FieldOptions
 * @property {string} source tagged
 * @property {string} value tagged
 * @property {string} language
 * @property {string} direction
 * @property {Record<string, string>} texts
 * @property {() => void} onChange
 */

const STEPS = 200; // that can be undone
const TOGETHER = 600; // milliseconds: what is typed without a longer pause is undone at once
const TYPE = "text/x-dragoman"; // of what is copied, with its codes

/** @param {HTMLElement} element @param {FieldOptions} options */
export function createField(element, options) {
  return new Field(element, options);
}

class Field {
  /** @param {HTMLElement} element @param {FieldOptions} options */
  constructor(element, options) {
    this.element = element;
    this.options = options;
    this.codes = codesOf(parse(options.source));
    /** @type {Atom[]} */
    this.atoms = repair(parse(options.value), this.codes);
    /** @type {Step[]} */
    this.undone = [];
    /** @type {Step[]} */
    this.done = [];
    this.typed = { at: 0, kind: "" };
    /** @type {Set<string>} */
    this.picked = new Set();
    this.isComposing = false;
    /** @type {string|null} */
    this.dragged = null;
    /** @type {[number, number]|null} */
    this.draggedRange = null;
    /** @type {number|undefined} where the caret goes, while a step is taken */
    this.place = undefined;
    this.ends = new AbortController();
    this.live = document.createElement("span");
    this.#begin();
  }

  #begin() {
    const { element, options } = this;
    for (const [name, value] of Object.entries({ contenteditable: "plaintext-only", role: "textbox", "aria-multiline": "true", spellcheck: "true", lang: options.language, dir: options.direction })) element.setAttribute(name, value);
    this.live.className = "only";
    this.live.setAttribute("role", "status");
    element.after(this.live);
    this.#draw();
    /** @type {[string, (event: any) => void][]} */
    const listeners = [
      ["beforeinput", (event) => this.#beforeInput(event)],
      ["input", () => !this.isComposing && this.#take()],
      ["compositionstart", () => this.#compose()],
      ["compositionend", () => this.#composed()],
      ["keydown", (event) => this.#key(event)],
      ["copy", (event) => this.#copy(event)],
      ["cut", (event) => this.#cut(event)],
      ["paste", (event) => this.#paste(event)],
      ["dragstart", (event) => this.#dragStart(event)],
      ["dragover", (event) => event.preventDefault()],
      ["drop", (event) => this.#drop(event)],
      ["dragend", () => { this.dragged = null; }],
      ["mousedown", () => this.#unpick()],
    ];
    for (const [name, run] of listeners) element.addEventListener(name, run, { signal: this.ends.signal });
  }

  destroy() {
    this.ends.abort();
    this.live.remove();
    for (const name of ["contenteditable", "role", "aria-multiline"]) this.element.removeAttribute(name);
  }

  /** The target as tagged text. */
  value() {
    return write(this.atoms);
  }

  /** Put another text, as one step that can be undone. @param {string} tagged */
  setValue(tagged) {
    const atoms = repair(parse(tagged), this.codes);
    this.#apply(atoms, atoms.length);
  }

  /** Take a text that was stored elsewhere: it is not the reader's step. @param {string} tagged */
  reset(tagged) {
    this.atoms = repair(parse(tagged), this.codes);
    this.done = [];
    this.undone = [];
    this.#draw();
    if (this.hasFocus) this.#select(this.atoms.length);
  }

  get hasFocus() {
    return document.activeElement === this.element;
  }

  focus() {
    if (this.hasFocus) return;
    this.element.focus({ preventScroll: true });
    this.#select(this.atoms.length);
  }

  /** Insert text in the place of the selection; codes that are selected stay. @param {string} text */
  insertText(text) {
    const [start, end] = this.selection();
    this.#replace(start, end, text.split(""));
    this.element.focus({ preventScroll: true });
    this.#select(this.caret);
  }

  /** Insert a code of the source that is missing. A pair is put around what is selected. @param {string} code */
  insertCode(code) {
    if (!this.codes.includes(code) || codesOf(this.atoms).includes(code)) return;
    const [start, end] = this.selection();
    const partner = partnerOf(code);
    const open = kindOf(code) === "close" ? /** @type {string} */ (partner) : code;
    const around = partner === null ? [{ code }] : [{ code: open }, ...this.atoms.slice(start, end), { code: /** @type {string} */ (partnerOf(open)) }];
    const inside = partner === null ? this.atoms.slice(start, end) : [];
    const atoms = [...this.atoms.slice(0, start), ...around, ...inside, ...this.atoms.slice(end)];
    const allowed = isAllowed(codesOf(atoms), this.codes);
    // Around a half of another pair it would cross: it goes behind the selection.
    const behind = partner === null ? [{ code }] : [{ code: open }, { code: /** @type {string} */ (partnerOf(open)) }];
    if (allowed) this.#apply(atoms, start + (partner === null || start === end ? 1 : around.length));
    else this.#apply(repair([...this.atoms.slice(0, end), ...behind, ...this.atoms.slice(end)], this.codes), end + 1);
    this.element.focus({ preventScroll: true });
    this.#select(this.caret);
  }

  /** Insert the first code of the source that is missing. */
  insertNextMissing() {
    const present = new Set(codesOf(this.atoms));
    const missing = this.codes.find((code) => !present.has(code));
    if (missing) this.insertCode(missing);
  }

  // Drawing and places. A place counts atoms.

  #draw() {
    const { texts } = this.options;
    const nodes = drawAtoms(this.atoms, (code) => {
      const chip = chipOf(code, texts);
      chip.draggable = true;
      chip.classList.toggle("picked", this.picked.has(code));
      return chip;
    });
    const last = this.atoms.at(-1);
    /** @type {Node[]} */
    const shown = [];
    nodes.forEach((node, index) => {
      // The caret needs a text at both ends and between two chips.
      if (!(node instanceof Text) && !(nodes[index - 1] instanceof Text)) shown.push(document.createTextNode(HOLD));
      shown.push(node);
    });
    if (shown.length && !(shown.at(-1) instanceof Text)) shown.push(document.createTextNode(HOLD));
    else if (last === "\n") shown.push(document.createTextNode(HOLD)); // a line that has nothing yet
    this.element.replaceChildren(...shown);
  }

  /** The selection: its first and its last place. @returns {[number, number]} */
  selection() {
    const chosen = getSelection();
    if (!chosen?.rangeCount || !this.element.contains(chosen.anchorNode)) return [this.atoms.length, this.atoms.length];
    const range = chosen.getRangeAt(0);
    return [this.#place(range.startContainer, range.startOffset), this.#place(range.endContainer, range.endOffset)];
  }

  /** The place of a position in the document. @param {Node} node @param {number} offset */
  #place(node, offset) {
    let place = 0;
    if (node === this.element) {
      for (const child of [...node.childNodes].slice(0, offset)) place += atomsOfNode(child).length;
      return Math.min(place, this.atoms.length);
    }
    for (const child of this.element.childNodes) {
      if (child === node || child.contains(node)) {
        place += node instanceof Text && child === node ? node.data.slice(0, offset).replaceAll(HOLD, "").length : offset ? atomsOfNode(child).length : 0;
        break;
      }
      place += atomsOfNode(child).length;
    }
    return Math.min(place, this.atoms.length);
  }

  /** Select from a place to another one. @param {number} start @param {number} [end] */
  #select(start, end = start) {
    const chosen = getSelection();
    if (!chosen) return;
    const range = document.createRange();
    range.setStart(...this.#position(start));
    range.setEnd(...this.#position(end));
    chosen.removeAllRanges();
    chosen.addRange(range);
  }

  /** The position in the document of a place, in a text if there is one. @param {number} place @returns {[Node, number]} */
  #position(place) {
    let left = place;
    const children = [...this.element.childNodes];
    for (const [index, child] of children.entries()) {
      const size = atomsOfNode(child).length;
      if (child instanceof Text && left <= size && !(left === size && size && children[index + 1] instanceof Text)) {
        return [child, offsetIn(child.data, left)];
      }
      left -= size;
    }
    return [this.element, children.length];
  }

  // Steps

  get caret() {
    return this.place ?? this.selection()[1];
  }

  /** Remember what can be undone. What is typed at a stretch is one step. @param {string} kind */
  #remember(kind = "") {
    const now = performance.now();
    const goesOn = kind !== "" && kind === this.typed.kind && now - this.typed.at < TOGETHER && this.done.length > 0;
    this.typed = { at: now, kind };
    this.undone = [];
    if (goesOn) return;
    const [start, end] = this.selection();
    this.done.push({ atoms: this.atoms, start, end });
    if (this.done.length > STEPS) this.done.shift();
  }

  /** Take atoms, and put the caret. @param {Atom[]} atoms @param {number} start @param {number} [end] @param {string} [kind] */
  #apply(atoms, start, end = start, kind = "") {
    this.#remember(kind);
    this.#show(atoms, start, end);
  }

  /** @param {Atom[]} atoms @param {number} start @param {number} end */
  #show(atoms, start, end) {
    this.atoms = atoms;
    this.place = Math.min(end, atoms.length);
    this.#draw();
    if (this.hasFocus) this.#select(Math.min(start, atoms.length), this.place);
    this.options.onChange();
    this.place = undefined;
  }

  /** Replace a range; codes in it stay, around or behind what is inserted. @param {number} start @param {number} end @param {Atom[]} inserted @param {string} [kind] */
  #replace(start, end, inserted, kind = "") {
    const kept = this.atoms.slice(start, end).filter(isCode);
    const lead = kept.findIndex(({ code }) => kindOf(code) !== "open");
    const before = lead < 0 ? kept : kept.slice(0, lead), after = lead < 0 ? [] : kept.slice(lead);
    const atoms = [...this.atoms.slice(0, start), ...before, ...inserted, ...after, ...this.atoms.slice(end)];
    const repaired = repair(atoms, this.codes);
    this.#apply(repaired, Math.min(start + before.length + inserted.length - (atoms.length - repaired.length), repaired.length), undefined, kind);
  }

  /** Undo a step. */
  undo() {
    this.#move(this.done, this.undone);
  }

  /** Do a step again that was undone. */
  redo() {
    this.#move(this.undone, this.done);
  }

  /** @param {Step[]} from @param {Step[]} to */
  #move(from, to) {
    const step = from.pop();
    if (!step) return;
    const [start, end] = this.selection();
    to.push({ atoms: this.atoms, start, end });
    this.typed.kind = "";
    this.picked.clear();
    this.#show(step.atoms, step.start, step.end);
  }

  // What the browser is about to do

  /** @param {InputEvent} event */
  #beforeInput(event) {
    const kind = event.inputType;
    if (this.isComposing || kind === "insertCompositionText") return;
    const [start, end] = this.#targetOf(event);
    const hasCodes = this.atoms.slice(start, end).some(isCode);
    if (kind === "insertText" && event.data !== null && !hasCodes && !event.data.includes(HOLD)) {
      this.#unpick();
      this.#remember("type");
      return; // the browser's own: `input` follows
    }
    event.preventDefault();
    if (kind === "historyUndo") this.undo();
    else if (kind === "historyRedo") this.redo();
    else if (kind.startsWith("delete")) this.#delete(start, end, kind);
    else if (kind === "insertLineBreak") this.#insert(start, end, "\n");
    else if (kind.startsWith("insert") && kind !== "insertParagraph") this.#insert(start, end, event.data ?? event.dataTransfer?.getData("text/plain") ?? "");
  }

  /** @param {InputEvent} event @returns {[number, number]} */
  #targetOf(event) {
    const [range] = event.getTargetRanges();
    if (!range) return this.selection();
    return [this.#place(range.startContainer, range.startOffset), this.#place(range.endContainer, range.endOffset)];
  }

  /** @param {number} start @param {number} end @param {string} text */
  #insert(start, end, text) {
    this.picked.clear();
    this.#replace(start, end, text.replace(/\r\n?/g, "\n").split(""), text.length === 1 ? "type" : "");
  }

  /** @param {number} start @param {number} end @param {string} kind of the input event */
  #delete(start, end, kind) {
    const [from, to] = this.selection();
    const goesBack = kind.endsWith("Backward");
    if (from === to && this.#deleteBeside(from, goesBack, kind)) return;
    const codes = this.atoms.slice(start, end).filter(isCode).map(({ code }) => code);
    if (codes.length && codes.every((code) => this.picked.has(code))) return this.#takeOut(codes, start, end);
    if (codes.length) return this.#pickIn(start, end, codes);
    if (start === end) return undefined;
    return this.#apply([...this.atoms.slice(0, start), ...this.atoms.slice(end)], start, undefined, kind);
  }

  /** Delete beside a code: it is picked first, then taken out. @param {number} place @param {boolean} goesBack @param {string} kind */
  #deleteBeside(place, goesBack, kind) {
    const near = this.atoms[goesBack ? place - 1 : place];
    if (near === undefined) return true;
    if (isCode(near)) {
      if (this.picked.has(near.code)) this.#takeOut([near.code], place, place);
      else this.#pick([near.code], place, place);
      return true;
    }
    if (near === HOLD) {
      const at = goesBack ? place - 1 : place;
      this.#apply([...this.atoms.slice(0, at), ...this.atoms.slice(at + 1)], at, undefined, kind);
      return true;
    }
    return false;
  }

  /** Delete the text of a selection, and pick its codes. @param {number} start @param {number} end @param {string[]} codes */
  #pickIn(start, end, codes) {
    const kept = this.atoms.slice(start, end).filter(isCode);
    if (kept.length < end - start) this.#apply([...this.atoms.slice(0, start), ...kept, ...this.atoms.slice(end)], start, start + kept.length);
    this.#pick(codes, start, start + kept.length);
  }

  /** @param {string[]} codes @param {number} start @param {number} end */
  #pick(codes, start, end) {
    const { texts } = this.options;
    this.picked = new Set(codes);
    this.#draw();
    this.#select(start, end);
    this.#say(codes.length === 1 ? texts.codePicked.replace("{n}", numberOf(codes[0])) : texts.codesPicked);
  }

  #unpick() {
    if (!this.picked.size) return;
    this.picked.clear();
    for (const chip of this.element.querySelectorAll(".picked")) chip.classList.remove("picked");
  }

  /** Take out codes with the other halves of their pairs. @param {string[]} codes @param {number} start @param {number} end */
  #takeOut(codes, start, end) {
    const out = new Set(codes.flatMap((code) => [code, partnerOf(code) ?? code]));
    const isKept = (/** @type {Atom} */ atom) => !isCode(atom) || !out.has(atom.code);
    const place = this.atoms.slice(0, start).filter(isKept).length;
    this.picked.clear();
    this.#apply(repair(this.atoms.filter(isKept), this.codes), place, place + this.atoms.slice(start, end).filter(isKept).length);
    this.#say(this.options.texts.codeTaken.replace("{n}", numberOf(codes[0])));
  }

  /** @param {string} text */
  #say(text) {
    this.live.textContent = text;
  }

  // What the browser has done

  #compose() {
    this.isComposing = true;
    this.#unpick();
    this.#remember();
  }

  #composed() {
    this.isComposing = false;
    this.#take();
  }

  /** Take what the element shows now. Codes that are gone come back, codes that came are left out. */
  #take() {
    const now = atomsOf(this.element), before = this.atoms;
    const same = (/** @type {Atom|undefined} */ one, /** @type {Atom|undefined} */ other) => one !== undefined && other !== undefined && (isCode(one) ? isCode(other) && one.code === other.code : one === other);
    let first = 0, last = 0;
    while (first < before.length && first < now.length && same(before[first], now[first])) first += 1;
    while (last < before.length - first && last < now.length - first && same(before.at(-1 - last), now.at(-1 - last))) last += 1;
    const removed = before.slice(first, before.length - last), inserted = now.slice(first, now.length - last);
    const isPlain = !removed.some(isCode) && !inserted.some(isCode);
    if (isPlain) {
      this.atoms = now;
      this.#settle();
      this.options.onChange();
      return;
    }
    const step = this.done.pop(); // that of this change: its state before is the list's
    this.#replace(first, before.length - last, inserted.filter((atom) => !isCode(atom)));
    if (step) this.done[this.done.length - 1] = step;
  }

  /** Draw again where a text has lost what the caret stands on, or has it for nothing. */
  #settle() {
    const nodes = [...this.element.childNodes];
    const isHeld = nodes.every((node, index) => node instanceof Text || (nodes[index - 1] instanceof Text && nodes[index + 1] instanceof Text));
    const isOurs = nodes.every((node) => node instanceof Text || (node instanceof HTMLElement && (node.dataset.code !== undefined || node.dataset.text !== undefined)));
    if (isHeld && isOurs) return;
    const [start, end] = this.selection();
    this.#draw();
    if (this.hasFocus) this.#select(start, end);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.isComposing) return;
    const command = event.ctrlKey || event.metaKey;
    if (command && !event.altKey && event.code === "KeyZ") {
      event.preventDefault();
      if (event.shiftKey) this.redo();
      else this.undo();
    } else if (command && !event.altKey && event.code === "KeyY") {
      event.preventDefault();
      this.redo();
    } else if (event.key === "Enter" && !event.shiftKey && !command) event.preventDefault();
    else if ((event.key === "ArrowLeft" || event.key === "ArrowRight") && !command && !event.altKey) this.#step(event);
    if (!["Backspace", "Delete", "Shift", "Control", "Alt", "Meta"].includes(event.key)) this.#unpick();
  }

  /** Step with an arrow: over a code at once, though there is a text to stand on at both of its sides. @param {KeyboardEvent} event */
  #step(event) {
    const chosen = getSelection();
    if (!chosen || !this.element.contains(chosen.focusNode)) return;
    event.preventDefault();
    const focus = () => this.#place(/** @type {Node} */ (chosen.focusNode), chosen.focusOffset);
    const before = focus(), wasWide = !chosen.isCollapsed && !event.shiftKey;
    for (let moves = 0; moves < 4; moves += 1) {
      chosen.modify(event.shiftKey ? "extend" : "move", event.key === "ArrowLeft" ? "left" : "right", "character");
      if (wasWide || focus() !== before) return;
    }
  }

  // The clipboard and dragging

  /** @param {ClipboardEvent} event */
  #copy(event) {
    const [start, end] = this.selection();
    if (start === end || !event.clipboardData) return;
    event.preventDefault();
    const chosen = this.atoms.slice(start, end);
    event.clipboardData.setData(TYPE, write(chosen));
    event.clipboardData.setData("text/plain", plainText(chosen));
  }

  /** @param {ClipboardEvent} event */
  #cut(event) {
    const [start, end] = this.selection();
    this.#copy(event);
    if (start === end) return;
    // Whole pairs go with the text; a half whose other half is not selected stays.
    const chosen = this.atoms.slice(start, end), codes = new Set(codesOf(chosen));
    const stays = chosen.filter((atom) => isCode(atom) && partnerOf(atom.code) !== null && !codes.has(/** @type {string} */ (partnerOf(atom.code))));
    this.picked.clear();
    this.#apply(repair([...this.atoms.slice(0, start), ...stays, ...this.atoms.slice(end)], this.codes), start + stays.length);
  }

  /** @param {ClipboardEvent} event */
  #paste(event) {
    event.preventDefault();
    if (!event.clipboardData) return;
    const [start, end] = this.selection();
    this.#put(start, end, event.clipboardData);
  }

  /** Put what was copied or dragged: with the codes that exist here and are missing. @param {number} start @param {number} end @param {DataTransfer} data */
  #put(start, end, data) {
    const tagged = data.getData(TYPE);
    const text = data.getData("text/plain").replace(/\r\n?/g, "\n");
    const present = new Set(codesOf(this.atoms));
    const atoms = tagged ? parse(tagged).filter((atom) => !isCode(atom) || !present.has(atom.code)) : text.split("");
    this.picked.clear();
    this.#replace(start, end, repair(atoms, this.codes));
  }

  /** @param {DragEvent} event */
  #dragStart(event) {
    const target = /** @type {Node} */ (event.target);
    const chip = target instanceof HTMLElement ? target.dataset.code : undefined;
    this.dragged = chip ?? null;
    const [start, end] = this.selection();
    this.draggedRange = chip ? null : [start, end];
    if (chip) event.dataTransfer?.setData(TYPE, chip);
    else if (start !== end) {
      event.dataTransfer?.setData(TYPE, write(this.atoms.slice(start, end)));
      event.dataTransfer?.setData("text/plain", plainText(this.atoms.slice(start, end)));
    }
  }

  /** @param {DragEvent} event */
  #drop(event) {
    event.preventDefault();
    if (!event.dataTransfer) return;
    const place = this.#placeAt(event.clientX, event.clientY);
    if (this.dragged !== null) this.#moveCode(this.dragged, place);
    else if (this.draggedRange) this.#moveRange(this.draggedRange[0], this.draggedRange[1], place);
    else this.#put(place, place, event.dataTransfer);
    this.dragged = null;
    this.draggedRange = null;
  }

  /** @param {number} x @param {number} y */
  #placeAt(x, y) {
    const found = document.caretPositionFromPoint?.(x, y);
    if (found && this.element.contains(found.offsetNode)) return this.#place(found.offsetNode, found.offset);
    const range = document.caretRangeFromPoint?.(x, y);
    return range && this.element.contains(range.startContainer) ? this.#place(range.startContainer, range.startOffset) : this.atoms.length;
  }

  /** Move a code to a place where pairs stay nested; otherwise it stays where it is. @param {string} code @param {number} place */
  #moveCode(code, place) {
    const from = this.atoms.findIndex((atom) => isCode(atom) && atom.code === code);
    if (from < 0) return;
    const rest = this.atoms.toSpliced(from, 1), to = place > from ? place - 1 : place;
    const atoms = rest.toSpliced(to, 0, { code });
    if (to === from || !isAllowed(codesOf(atoms), this.codes)) return;
    this.picked.clear();
    this.#apply(atoms, to + 1);
  }

  /** Move a part of the text, with its codes. @param {number} start @param {number} end @param {number} place */
  #moveRange(start, end, place) {
    if (start === end || (place >= start && place <= end)) return;
    const moved = this.atoms.slice(start, end), rest = this.atoms.toSpliced(start, end - start);
    const to = place > end ? place - (end - start) : place;
    const atoms = rest.toSpliced(to, 0, ...moved);
    this.picked.clear();
    if (isAllowed(codesOf(atoms), this.codes)) return void this.#apply(atoms, to, to + moved.length);
    // With its codes it would cross a pair: the text moves, the codes stay.
    const codes = moved.filter(isCode), text = moved.filter((atom) => !isCode(atom));
    const kept = [...this.atoms.slice(0, start), ...codes, ...this.atoms.slice(end)];
    const target = place > end ? place - text.length : place;
    this.#apply(kept.toSpliced(target, 0, ...text), target, target + text.length);
  }
}

/** The offset in a text of a place in it, behind what the caret stands on. @param {string} data @param {number} place */
function offsetIn(data, place) {
  let left = place;
  for (let offset = 0; offset < data.length; offset += 1) {
    if (data[offset] === HOLD) continue;
    if (left === 0) return offset;
    left -= 1;
  }
  return data.length;
}

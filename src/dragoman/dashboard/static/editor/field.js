// The editable field of a target: codes are chips that are neither cut nor lost by accident. The target's parts are kept here and
// drawn; what the browser is left to write (a character inside a text, the composition of an input method, a mend of
// another program) is read back and taken over. After each edit the codes fit the source (`fits` in codes.js).

import { Picks } from "./chips.js";
import { bindClipboard } from "./clipboard.js";
import { codesIn, codesOf, missingCodes, parse, repair, textIn, write } from "./codes.js";
import { Characters, findChange, insertCode, replace, sizeOf, slice, stepOut } from "./edits.js";
import { History } from "./history.js";
import { Surface } from "./surface.js";
import { bindTyping } from "./typing.js";

/** @import { Edited, FieldOptions, Part, Span, State } from "./editing.d.ts" */

/** Make an element the field of a target. @param {HTMLElement} element @param {FieldOptions} options */
export function createField(element, options) {
  return new Field(element, options);
}

/** A field. Offsets are those of `edits.js`. */
export class Field {
  /** The browser's change that is under way: what was before it. @type {State|null} */
  #before = null;
  /**
   * What it writes where the caret is; null: it is to be read. Chromium writes some letters behind the next one, and takes
   * neighbours of some marks away.
   * @type {string|null}
   */
  #expected = null;
  /** What was selected when the focus left. */
  #last = { anchor: 0, focus: 0 };
  #listening = new AbortController();
  isComposing = false;
  /** @type {Part[]} */
  parts = [];

  /** @param {HTMLElement} element @param {FieldOptions} options */
  constructor(element, { source, value, language, direction, texts, onChange = () => {} }) {
    this.element = element;
    this.source = source;
    this.onChange = onChange;
    this.known = [...new Set(codesOf(source))];
    this.characters = new Characters(language);
    this.history = new History();
    this.surface = new Surface(element, texts);
    this.picks = new Picks(this.surface, this.known, texts);
    const attributes = { contenteditable: "plaintext-only", role: "textbox", "aria-multiline": "true", spellcheck: "true" };
    for (const [name, set] of Object.entries({ ...attributes, lang: language, dir: direction })) element.setAttribute(name, set);
    element.after(this.picks.live);
    this.reset(value);
    this.#listen();
  }

  #listen() {
    this.on("compositionstart", (event) => this.#beginComposition(event));
    this.on("compositionupdate", (event) => this.#compose(event));
    this.on("compositionend", (event) => {
      this.#compose(event);
      this.#endComposition();
    });
    this.on("blur", () => this.picks.drop());
    document.addEventListener("selectionchange", () => this.followSelection(), this.#listening);
    bindTyping(this);
    bindClipboard(this);
  }

  /** Hear an event of the element, until the field ends. @param {string} name @param {(event: any) => void} hear */
  on(name, hear) {
    this.element.addEventListener(name, hear, this.#listening);
  }

  // What others use

  /** The target as it is written now. */
  value() {
    return write(this.isComposing ? this.#readChange().parts : this.parts);
  }

  /** Put another text in, as one step; the caret stays at its words. @param {string} tagged */
  setValue(tagged) {
    this.#endComposition();
    const parts = repair(parse(tagged), this.known), { focus } = this.selection();
    const { from, to, inserted } = findChange(this.parts, parts);
    const behind = focus > to ? focus + sizeOf(parts) - sizeOf(this.parts) : from + sizeOf(inserted);
    this.change({ parts, caret: focus < from ? focus : behind });
  }

  /** Show another text, and forget the steps; it is no change. @param {string} tagged */
  reset(tagged) {
    this.isComposing = false;
    this.#before = this.#expected = null;
    this.history.forget();
    this.picks.drop();
    this.parts = repair(parse(tagged), this.known);
    this.surface.show(this.parts);
    const end = sizeOf(this.parts);
    this.#last = { anchor: end, focus: end };
    if (document.activeElement === this.element) this.surface.select(end, end);
  }

  /** Write a text at the caret, over what is selected. @param {string} text */
  insertText(text) {
    this.focus();
    this.write([{ text }]);
  }

  /** Insert a code that is missing, its pair with it. @param {string} code */
  insertCode(code) {
    this.focus();
    return this.#insertCode(code, this.range());
  }

  /** Insert the first code of the source that is missing. */
  insertNextMissing() {
    this.focus();
    const [code] = missingCodes(this.source, write(this.parts)), [from, to] = this.range();
    const place = from === to && code ? stepOut(this.parts, to, code, this.known) : to;
    return code !== undefined && this.#insertCode(code, from === to ? [place, place] : [from, to]);
  }

  /** Take the focus, where the caret was. */
  focus() {
    this.#endComposition();
    const { anchor, focus } = this.selection();
    this.element.focus({ preventScroll: true });
    this.surface.select(anchor, focus);
  }

  /** The offset of the caret. */
  caret() {
    return this.selection().focus;
  }

  /** What is selected, or was when the focus left. */
  selection() {
    const { anchor, focus } = this.surface.selection() ?? this.#last, most = sizeOf(this.parts);
    return { anchor: Math.min(anchor, most), focus: Math.min(focus, most) };
  }

  /** The selection, its smaller offset first. @returns {Span} */
  range() {
    const { anchor, focus } = this.selection();
    return [Math.min(anchor, focus), Math.max(anchor, focus)];
  }

  /** Select what is between two offsets, of whole characters. @param {number} anchor @param {number} [focus] */
  select(anchor, focus = anchor) {
    this.picks.drop();
    this.#last = { anchor: this.characters.snap(this.parts, anchor), focus: this.characters.snap(this.parts, focus) };
    this.surface.select(this.#last.anchor, this.#last.focus);
  }

  undo() {
    this.#travel(this.history.undo(this.#state()));
  }

  redo() {
    this.#travel(this.history.redo(this.#state()));
  }

  destroy() {
    this.#listening.abort();
    this.picks.live.remove();
    this.element.removeAttribute("contenteditable");
  }

  // What its other parts use

  #state() {
    return { parts: this.parts, ...this.selection() };
  }

  /** Take an edit over. @param {Edited} edited @param {string} [kind] @param {string} [text] what was typed or deleted */
  change({ parts, caret }, kind, text) {
    const before = this.#before ?? this.#state(), isSame = write(parts) === write(this.parts);
    this.#before = null;
    this.#show(parts, caret);
    if (isSame) return;
    this.history.add(before, caret, kind, text);
    this.onChange(this.value());
  }

  /** Write parts over what is selected. @param {Part[]} parts @param {string} [kind] @param {Span} [range] */
  write(parts, kind, [from, to] = this.range()) {
    this.change(replace(this.parts, from, to, parts, this.known), kind, textIn(parts));
  }

  /** The browser is about to write. @param {string|null} text what it writes where the caret is; null: it is to be read */
  expect(text) {
    this.picks.drop();
    this.#before = this.#state();
    this.#expected = text;
  }

  /** Take over what the browser has written. @param {string|null} text as its event says @param {string} [kind] */
  takeOver(text, kind) {
    if (text !== this.#expected) this.#expected = null;
    const edited = this.#readChange();
    this.#expected = null;
    this.change(edited, kind, edited.text);
  }

  /** Picks end where the selection moves; codes in it are marked. */
  followSelection() {
    const selection = this.isComposing ? null : this.surface.selection();
    if (!selection) return;
    if (selection.anchor !== this.#last.anchor || selection.focus !== this.#last.focus) this.picks.drop();
    this.#last = selection;
    const codes = codesIn(slice(this.parts, ...this.range()));
    this.surface.mark("selected", (code) => codes.includes(code));
  }

  /** @param {Part[]} parts @param {number} anchor @param {number} [focus] */
  #show(parts, anchor, focus) {
    this.picks.drop();
    this.parts = parts;
    this.surface.show(parts);
    this.select(anchor, focus);
  }

  /** @param {string} code @param {Span} range */
  #insertCode(code, [from, to]) {
    const edited = insertCode(this.parts, from, to, code, this.known);
    if (edited) this.change(edited);
    return edited !== null;
  }

  /** @param {State|undefined} state */
  #travel(state) {
    if (!state) return;
    this.#show(state.parts, state.anchor, state.focus);
    this.onChange(this.value());
  }

  /** What the browser has made of the text; codes that it took away are there again. */
  #readChange() {
    if (this.#expected !== null && this.#before) {
      const { anchor, focus } = this.#before, text = this.#expected;
      return { ...replace(this.parts, Math.min(anchor, focus), Math.max(anchor, focus), [{ text }], this.known), text };
    }
    const read = this.surface.read(), { from, to, inserted } = findChange(this.parts, read);
    const edited = replace(this.parts, from, to, inserted, this.known), isLost = write(edited.parts) !== write(read);
    return { ...edited, caret: isLost ? edited.caret : this.surface.selection()?.focus ?? edited.caret, text: textIn(inserted) };
  }

  // Input methods: the nodes are theirs until they have done

  /** @param {CompositionEvent} event */
  #beginComposition({ data }) {
    const [from, to] = this.range();
    this.expect(data && from === to ? null : ""); // what is composed anew of words around the caret is read
    this.isComposing = true;
  }

  /** @param {CompositionEvent} event */
  #compose({ data }) {
    if (this.#expected !== null) this.#expected = data;
  }

  /** Take a composition over at its end, or when a change does not wait for it. */
  #endComposition() {
    if (!this.isComposing) return;
    this.isComposing = false;
    this.history.stop();
    this.takeOver(this.#expected);
  }
}

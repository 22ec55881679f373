// The steps of a segment that can be undone. Words are steps, and what is deleted at one go is one.

/** @import { State } from "./editing.d.ts" */

const MOST_STEPS = 200;

/** Steps back, and those forward again. */
export class History {
  /** @type {State[]} */
  past = [];
  /** @type {State[]} */
  future = [];
  // Of the last edit: what it was, where it ended, what it typed or deleted.
  kind = "";
  caret = -1;
  text = "";

  forget() {
    this.past = [];
    this.future = [];
    this.stop();
  }

  /** What comes is a step of its own. */
  stop() {
    this.kind = "";
    this.caret = -1;
    this.text = "";
  }

  /**
   * Record an edit. It goes on with the last one if it is of its kind, begins where that ended, and no word begins.
   * @param {State} before @param {number} caret where the edit ended
   * @param {string} [kind] "": a step of its own @param {string} [text] what was typed or deleted
   */
  add(before, caret, kind = "", text = "") {
    const goesOn = kind && kind === this.kind && before.anchor === before.focus && before.focus === this.caret;
    if (!goesOn || (/\s$/u.test(this.text) && !/^\s/u.test(text))) this.past.push(before);
    if (this.past.length > MOST_STEPS) this.past.shift();
    this.future = [];
    Object.assign(this, { kind, caret, text });
  }

  /** @param {State} now @returns {State|undefined} */
  undo(now) {
    return this.#move(this.past, this.future, now);
  }

  /** @param {State} now @returns {State|undefined} */
  redo(now) {
    return this.#move(this.future, this.past, now);
  }

  /** @param {State[]} from @param {State[]} to @param {State} now */
  #move(from, to, now) {
    const state = from.pop();
    if (state) to.push(now);
    this.stop();
    return state;
  }
}

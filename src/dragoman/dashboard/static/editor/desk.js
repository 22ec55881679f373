// The open segment: its field, what can be done with it, what the checks find in it.

import { chipsOf, taggedOf } from "./chips.js";
import { missingCodes } from "./codes.js";
import { createField } from "./field.js";
import { at, fill, icon, make } from "./texts.js";

const CHECKED_AFTER = 180; // milliseconds after a key

/**
 * @typedef {object} Opened what is known of the segment that is open
 * @property {number} number
 * @property {string} source tagged
 * @property {string} base the target when it was opened
 * @property {HTMLElement} row
 */

/** The desk: at most one segment is open. */
export class Desk {
  /**
   * @param {any} page
   * @param {import("./rows.js").SegmentList} list
   * @param {{changed: (number: number, target: string) => void, opened: (number: number) => void, closed: (number: number, target: string, isChanged: boolean) => void, confirm: () => void}} does
   */
  constructor(page, list, does) {
    this.page = page;
    this.list = list;
    this.does = does;
    /** @type {Opened|null} */
    this.open = null;
    /** @type {any} */
    this.field = null;
    /** @type {any[]} */
    this.findings = [];
    /** @type {Map<number, HTMLElement>} */
    this.notices = new Map();
    this.timer = 0;
  }

  get number() {
    return this.open?.number ?? -1;
  }

  /** Open a segment, and close the one that is open. @param {number} number @param {{focus?: boolean, target?: string}} [how] */
  async show(number, { focus = true, target } = {}) {
    if (number === this.number) {
      if (focus) this.field?.focus();
      return true;
    }
    const row = await this.list.reach(number);
    if (!row) return false;
    this.close();
    const source = taggedOf(/** @type {HTMLElement} */ (row.querySelector(".x")));
    const cell = /** @type {HTMLElement} */ (row.querySelector(".t"));
    const base = taggedOf(cell);
    this.open = { number, source, base, row };
    row.setAttribute("aria-current", "true");
    const isLocked = Boolean(this.page.closed) || row.hasAttribute("data-locked");
    cell.replaceChildren(...this.#tools(number, isLocked));
    this.field = isLocked ? null : this.#createField(cell, target ?? base);
    if (isLocked) cell.firstElementChild?.replaceChildren(...chipsOf(base, this.page.texts));
    row.scrollIntoView({ block: "nearest" });
    if (focus && this.field) this.field.focus();
    this.findings = [];
    this.#showCodes();
    this.#showNotices();
    this.check();
    this.does.opened(number);
    return true;
  }

  /** @param {HTMLElement} cell @param {string} value */
  #createField(cell, value) {
    const { page } = this;
    const open = /** @type {Opened} */ (this.open);
    return createField(/** @type {HTMLElement} */ (cell.firstElementChild), {
      source: open.source,
      value,
      language: page.targetLanguage,
      direction: page.targetDirection,
      texts: page.texts,
      onChange: () => this.#change(),
    });
  }

  /** @param {number} number @param {boolean} isLocked */
  #tools(number, isLocked) {
    const { texts, isManager, isReviewing } = this.page;
    const edit = make("div", { class: "edit", "aria-label": fill(texts.field, { n: number + 1 }), "aria-describedby": "warns", lang: this.page.targetLanguage, dir: "auto" });
    const button = (/** @type {string} */ name, /** @type {string} */ label, kind = "quiet") => make("button", { type: "button", class: kind, "data-do": name }, label);
    const tools = make("div", { class: "do" });
    if (!isLocked) tools.append(button("confirm", texts.confirm, "primary"), button("source", texts.copySource));
    if (isReviewing) tools.append(button("accept", texts.accept, ""), button("return", texts.return, ""));
    const row = this.list.row(number);
    if (isManager && !this.page.closed) tools.append(button("lock", row?.hasAttribute("data-locked") ? texts.unlock : texts.lock));
    tools.append(make("span", { id: "lost", class: "row" }));
    return [edit, make("div", { role: "status" }, make("ul", { class: "warns", id: "warns" })), tools];
  }

  #change() {
    const open = /** @type {Opened} */ (this.open);
    this.does.changed(open.number, this.value);
    this.#showCodes();
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.check(), CHECKED_AFTER);
  }

  /** The target as it is written now. */
  get value() {
    return this.field ? this.field.value() : this.open?.base ?? "";
  }

  /** Close the open segment; its row shows its target again. */
  close() {
    const { open } = this;
    if (!open) return;
    clearTimeout(this.timer);
    const target = this.value;
    this.field?.destroy();
    this.field = null;
    this.open = null;
    open.row.removeAttribute("aria-current");
    open.row.querySelector(".t")?.replaceChildren(...chipsOf(target, this.page.texts));
    this.does.closed(open.number, target, target !== open.base);
  }

  /** Leave the open segment without a look at what is written in it. */
  abandon() {
    if (this.field && this.open) this.field.reset(this.open.base);
    this.close();
  }

  /** Take a text that was stored elsewhere. @param {string} target */
  reset(target) {
    if (this.open) this.open.base = target;
    this.field?.reset(target);
    this.#showCodes();
    this.check();
  }

  /** Put another text into the field, as one step that can be undone. @param {string} target */
  put(target) {
    this.field?.setValue(target);
    this.field?.focus();
  }

  /** Check what is written. An older answer does not replace a newer one. */
  async check() {
    const { open } = this;
    if (!open || !this.field) return;
    const target = this.value;
    if (!target) return this.#showFindings([]);
    try {
      const found = await this.page.call(`segments/${open.number}/check`, { method: "POST", body: { target } });
      if (this.open === open && this.value === target) this.#showFindings(found.findings);
    } catch { /* the service is away: saving says so */ }
    return undefined;
  }

  /** @param {any[]} findings */
  #showFindings(findings) {
    this.findings = findings;
    const place = document.getElementById("warns");
    if (!place) return;
    place.replaceChildren(...findings.map((finding, index) => this.#finding(finding, index)));
    this.#showNotices();
    this.open?.row.classList.toggle("wrong", findings.some((one) => one.severity === "error"));
  }

  /** @param {any} finding @param {number} index */
  #finding(finding, index) {
    const line = make("li", { class: finding.severity }, icon("triangle-alert"), make("span", {}, finding.message));
    if (finding.fixed !== null) line.append(make("button", { type: "button", class: "tiny", "data-mend": String(index) }, this.page.texts.mend));
    return line;
  }

  /** Apply the fix of a finding. @param {number} index */
  mend(index) {
    const fixed = this.findings[index]?.fixed;
    if (typeof fixed === "string") this.put(fixed);
  }

  mendFirst() {
    this.mend(this.findings.findIndex((finding) => finding.fixed !== null));
  }

  get hasErrors() {
    return this.findings.some((finding) => finding.severity === "error");
  }

  /** Say something in a segment until it is taken back, such as a conflict. @param {number} number @param {HTMLElement|null} notice */
  notice(number, notice) {
    if (notice) this.notices.set(number, notice);
    else this.notices.delete(number);
    if (this.open?.number === number) this.#showNotices();
  }

  #showNotices() {
    const place = document.getElementById("warns");
    if (!place || !this.open) return;
    for (const shown of place.querySelectorAll("[data-notice]")) shown.remove();
    const notice = this.notices.get(this.open.number);
    if (notice) {
      notice.dataset.notice = "";
      place.prepend(notice);
    }
  }

  #showCodes() {
    const place = document.getElementById("lost");
    if (!place || !this.open || !this.field) return;
    const { texts } = this.page;
    const missing = missingCodes(this.open.source, this.value);
    place.replaceChildren(...missing.map((code) => {
      const [chip] = chipsOf(code, texts);
      /** @type {HTMLElement} */ (chip).classList.add("lost");
      return make("button", { type: "button", class: "quiet tiny", "data-insert": code, "aria-label": fill(texts.insertCode, { n: code.replace(/\D/g, "") }) }, chip);
    }));
  }
}

/** The foot of the page: the keys that are used most. @param {import("./keys.js").Keys} keys @param {any} page @param {(keys: string) => HTMLElement[]} draw */
export function drawFoot(keys, page, draw) {
  const line = (/** @type {import("./keys.js").Command[]} */ commands, /** @type {string} */ text) => make("span", {}, ...commands.flatMap((command) => draw(keys.of(command))), ` ${text}`);
  const { texts } = page;
  at("foot").replaceChildren(line(["confirmNext"], texts.confirmNext), line(["nextSegment"], texts.nextSegment), line(["match1"], texts.match1), line(["keys"], texts.keys), make("span", { class: "grow" }), make("span", { id: "where" }));
}

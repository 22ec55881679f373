// The second pass: a reviewer accepts segments, or returns them with a comment. Comments are in the help of everybody.

import { toast } from "../app.js";
import { Refused } from "./calls.js";
import { chipsOf } from "./chips.js";
import { differences } from "./codes.js";
import { at, fill, make, writeMoment } from "./texts.js";

const PAUSE = 80; // milliseconds after a segment was opened

/** @typedef {{id: number, text: string, error: {category: string, severity: string}|null, createdAt: string, createdByName: string|null, own: boolean, resolvedAt: string|null, resolvedByName: string|null}} Comment */
/** @typedef {{text: string, category: string, severity: string}} Draft what is written and not sent */

/**
 * @typedef {object} Does what the page does for it
 * @property {(number: number) => Promise<unknown>} settled whether a segment is saved
 * @property {(number: number) => number} version
 * @property {(segment: any) => void} show
 * @property {(number: number) => void} goOn
 * @property {() => void} showTab
 * @property {string} back the page that the editor was opened from
 */

/** The review of a page, and the comments on its open segment. */
export class Reviewing {
  /** @param {any} page @param {Does} does */
  constructor(page, does) {
    this.page = page;
    this.does = does;
    this.number = -1;
    this.timer = 0;
    /** @type {Comment[]} */
    this.comments = [];
    /** @type {Map<number, Draft>} */
    this.drafts = new Map();
    this.form = /** @type {HTMLFormElement} */ (at("comment-form"));
    this.#listen();
  }

  /** Show the comments on a segment. What was being written for another one waits there. @param {number} number */
  open(number) {
    if (this.number >= 0) this.drafts.set(this.number, this.#read());
    this.number = number;
    this.#write(this.drafts.get(number));
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.#load(), PAUSE);
  }

  /** Accept the open segment, and go on. */
  async accept() {
    const { number } = this;
    if (!(await this.#review({ review: "accepted" }))) return;
    this.#say(fill(this.page.texts.wasAccepted, { n: number + 1 }));
    this.does.goOn(number);
  }

  /** Ask for the comment with which the open segment is returned. */
  ask() {
    if (!this.page.isReviewing || this.number < 0) return toast(this.page.texts.notPossible);
    this.does.showTab();
    return at("comment-text").focus();
  }

  /** @param {object} body */
  async #review(body) {
    const { number } = this, { call, isReviewing, texts } = this.page;
    if (!isReviewing || number < 0) return void toast(texts.notPossible);
    if (!(await this.does.settled(number))) return void toast(texts.notSaved);
    return this.#try(async () => {
      const outcome = await call(`segments/${number}/review`, { method: "POST", body, version: this.does.version(number) });
      this.does.show(outcome.segment);
    });
  }

  /** Whether something was done; what the service says against it is shown. @param {() => Promise<void>} act */
  async #try(act) {
    try {
      await act();
      return true;
    } catch (problem) {
      const refused = problem instanceof Refused ? problem : null;
      if (refused?.code === "SEGMENT_CHANGED") this.does.show(/** @type {any} */ (refused.body).current);
      toast(refused?.message || this.page.texts.failed);
      return false;
    }
  }

  /** Send what is written: by itself, or to return the segment. @param {boolean} isReturn */
  async #send(isReturn) {
    const { number } = this, { text, category, severity } = this.#read(), { call, texts } = this.page;
    const comment = { text, error: category ? { category, severity } : null };
    const isDone = isReturn
      ? await this.#review({ review: "returned", comment })
      : await this.#try(() => call(`segments/${number}/comments`, { method: "POST", body: comment }));
    if (!isDone) return;
    this.drafts.delete(number);
    if (number === this.number) this.#write();
    this.#say(isReturn ? fill(texts.wasReturned, { n: number + 1 }) : texts.commented);
    await this.#load();
  }

  /** @param {Comment} comment @param {boolean} resolved */
  async #resolve(comment, resolved) {
    if (!(await this.#try(() => this.page.call(`comments/${comment.id}`, { method: "PATCH", body: { resolved } })))) return;
    await this.#load();
    /** @type {HTMLElement|null} */ (document.querySelector(`[data-comment="${comment.id}"] [data-resolve]`))?.focus();
  }

  /** @param {Comment} comment */
  async #delete({ id, text, error }) {
    const { number } = this, { call, texts } = this.page;
    if (!(await this.#try(() => call(`comments/${id}`, { method: "DELETE" })))) return;
    const again = () => call(`segments/${number}/comments`, { method: "POST", body: { text, error } });
    toast(texts.deleted, { label: texts.undo, run: () => this.#try(again).then(() => this.#load()) });
    await this.#load();
    at("comment-text").focus();
  }

  async #load() {
    const { number } = this;
    if (number < 0) return;
    const found = await this.page.call(`segments/${number}/comments`).catch(() => null);
    if (!found || number !== this.number) return;
    this.comments = found.comments;
    at("comment-count").textContent = String(this.comments.filter(({ resolvedAt }) => !resolvedAt).length);
    const shown = this.comments.map((comment) => this.#draw(comment));
    at("comments").replaceChildren(...(shown.length ? shown : [make("p", { class: "small mute" }, this.page.texts.noComments)]));
  }

  /** @param {Comment} comment */
  #draw({ id, text, error, createdAt, createdByName, own, resolvedAt, resolvedByName }) {
    const { texts, categories, severities } = this.page;
    const header = make("header", {}, make("bdi", {}, createdByName ?? "—"), make("bdi", {}, writeMoment(createdAt)));
    const marks = make("p", { class: "row" });
    if (error) marks.append(make("span", { class: "badge bad" }, `${severities[error.severity]} · ${categories[error.category]}`));
    if (resolvedAt) marks.append(make("span", { class: "badge ok" }, resolvedByName ? fill(texts.resolvedBy, { name: resolvedByName }) : texts.resolved));
    const button = (/** @type {string} */ name, /** @type {string} */ label) => make("button", { type: "button", class: "quiet tiny", [`data-${name}`]: "" }, label);
    const does = make("p", { class: "row" }, button("resolve", resolvedAt ? texts.reopen : texts.resolve));
    if (own && !resolvedAt) does.append(button("delete", texts.delete));
    return make("article", { class: "pair", "data-comment": String(id) }, header, ...(marks.firstChild ? [marks] : []), make("p", { class: "typed", dir: "auto" }, text), does);
  }

  /** @returns {Draft} */
  #read() {
    const one = (/** @type {string} */ name) => String(new FormData(this.form).get(name) ?? "");
    return { text: one("text"), category: one("category"), severity: one("severity") };
  }

  /** @param {Draft} [draft] */
  #write(draft) {
    this.form.reset();
    at("comment-text").value = draft?.text ?? "";
    if (draft?.category) Object.assign(at("comment-category"), { value: draft.category });
    if (draft?.severity) Object.assign(at("comment-severity"), { value: draft.severity });
  }

  /** Say what was done to those who do not see it. @param {string} text */
  #say(text) {
    at("review-said").textContent = text;
  }

  /** End the review, and leave the editor. @param {string} path */
  async #end(path) {
    if (await this.#try(() => this.page.call(path, { method: "POST" }))) location.assign(this.does.back);
    else /** @type {HTMLDialogElement} */ (at("review-end")).close();
  }

  #listen() {
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send(/** @type {HTMLButtonElement|null} */ (event.submitter)?.value === "return");
    });
    this.form.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      event.stopPropagation(); // elsewhere these keys confirm the segment
      this.form.requestSubmit(this.form.querySelector("button"));
    });
    at("comments").addEventListener("click", (/** @type {Event} */ event) => {
      const button = /** @type {HTMLElement|null} */ (/** @type {Element} */ (event.target).closest("button"));
      const id = Number(/** @type {HTMLElement|null} */ (button?.closest("[data-comment]"))?.dataset.comment);
      const comment = this.comments.find((one) => one.id === id);
      if (!button || !comment) return;
      if (button.dataset.delete !== undefined) this.#delete(comment);
      else this.#resolve(comment, !comment.resolvedAt);
    });
    document.getElementById("end-review")?.addEventListener("click", (event) => {
      event.preventDefault();
      /** @type {HTMLDialogElement} */ (at("review-end")).showModal();
    });
    document.getElementById("review-end")?.addEventListener("click", (event) => {
      const path = /** @type {HTMLElement} */ (event.target).closest("button")?.dataset.end;
      if (path) this.#end(path);
    });
  }
}

/** How a segment differs from the end of the first pass; empty: it does not. @param {any} page @param {{version: number, target: string|null}[]} versions the current one first */
export function drawFirstPass(page, versions) {
  const first = page.firstPass === null ? undefined : versions.find(({ version }) => version <= page.firstPass);
  const before = first?.target ?? "", now = versions[0]?.target ?? "";
  if (!first || before === now) return [];
  const parts = differences(before, now).flatMap(([kind, text]) => {
    const chips = chipsOf(text, page.texts);
    return kind === "equal" ? chips : [make(kind === "insert" ? "ins" : "del", {}, ...chips)];
  });
  return [make("h2", {}, page.texts.sinceFirstPass), make("div", { class: "pair" }, make("p", { lang: page.targetLanguage, dir: "auto" }, ...parts))];
}

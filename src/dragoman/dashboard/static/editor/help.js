// The help beside a segment: matches, terms, notes, concordance, history, issues. It is asked for ahead.

import { chipsOf } from "./chips.js";
import { differences } from "./codes.js";
import { findBand } from "./rows.js";
import { drawFirstPass } from "./reviewing.js";
import { listCodes } from "./source-codes.js";
import { at, fill, make, writeMoment } from "./texts.js";

const PAUSE = 80; // milliseconds after a segment was opened
const KEPT = 200; // answers
const CLOSE = 75; // the score of a match from which no engine is asked by itself
const ALWAYS = "dragoman-editor-suggest";

/** @typedef {{call: (path: string, how?: object) => Promise<any>, texts: Record<string, string>, sourceLanguage: string, targetLanguage: string, canAssist: boolean, firstPass: number|null}} Page */

/** The help of a page. `take(target)` is called with the match, the suggestion or the term that is taken. */
export class Help {
  /** @param {Page} page @param {{takeTarget: (target: string) => void, insertText: (text: string) => void, restore: (version: number) => void, goTo: (number: number) => void, readTarget: () => string}} does */
  constructor(page, does) {
    this.page = page;
    this.does = does;
    /** @type {Map<number, Promise<any>>} */
    this.answers = new Map();
    /** @type {Map<number, Promise<any>>} engines' translations */
    this.suggestions = new Map();
    this.number = -1;
    this.timer = 0;
    /** @type {Promise<unknown>} until the help of the open segment is there */
    this.shown = Promise.resolve();
    this.always = make("input", { type: "checkbox", id: "suggest-always" });
    this.always.checked = readChoice();
    this.always.addEventListener("change", () => {
      keepChoice(this.always.checked);
      if (this.always.checked) this.suggest();
    });
    /** @type {string[]} */
    this.targets = [];
    /** @type {string[]} */
    this.terms = [];
    this.nextTerm = 0;
    this.#listen();
  }

  /** Show the help for the open segment, and ask for that of the next ones. @param {import("./desk.js").Opened} opened @param {(number|null)[]} ahead */
  open(opened, ahead) {
    const { number } = opened;
    this.number = number;
    clearTimeout(this.timer);
    this.shown = new Promise((shown) => {
      this.timer = window.setTimeout(async () => {
        this.#show(opened, await this.#ask(number));
        shown(null);
        if (!at("panel-history").hidden) this.showHistory();
        for (const next of ahead) {
          if (next === null || this.number !== number) continue;
          const found = await this.#ask(next);
          if (this.always.checked && !hasClose(found)) void this.#translate(next).catch(() => {});
        }
      }, this.answers.has(number) ? 0 : PAUSE);
    });
  }

  /** Forget what was asked ahead: a confirmed segment teaches the memory. */
  forget() {
    this.answers.clear();
  }

  /** @param {number} number */
  #ask(number) {
    const known = this.answers.get(number);
    if (known) return known;
    if (this.answers.size >= KEPT) this.answers.clear();
    const asked = this.page.call(`segments/${number}/help`).catch(() => {
      this.answers.delete(number);
      return null;
    });
    this.answers.set(number, asked);
    return asked;
  }

  /** @param {import("./desk.js").Opened} opened @param {any} found */
  #show({ number, source, row }, found) {
    if (number !== this.number || !found) return;
    const { texts } = this.page;
    this.targets = found.matches.map((/** @type {any} */ match) => match.target);
    this.terms = found.terms.map((/** @type {any} */ term) => term.targets[0]).filter(Boolean);
    this.nextTerm = 0;
    at("match-count").textContent = String(found.matches.length);
    const matches = found.matches.map((/** @type {any} */ match, /** @type {number} */ index) => this.#match(source, match, index));
    const suggest = make("button", { type: "button", class: "quiet", "data-suggest": "" }, texts.suggest);
    const always = make("label", { class: "row small" }, this.always, texts.suggestAlways);
    at("matches").replaceChildren(...(matches.length ? matches : [make("p", { class: "small mute" }, texts.noMatches)]), suggest, always, ...this.#wishes());
    const terms = found.terms.map((/** @type {any} */ term) => this.#term(term));
    at("terms").replaceChildren(...(terms.length ? [make("div", { class: "pair" }, ...terms)] : [make("p", { class: "small mute" }, texts.noTerms)]));
    at("notes").replaceChildren(...this.#notes(found), ...listCodes(row, texts));
    if (this.always.checked && !hasClose(found)) this.suggest();
  }

  /** What can be asked of an engine that takes instructions. */
  #wishes() {
    const { texts, canAssist } = this.page;
    if (!canAssist) return [];
    const wishes = ["shorter", "formal", "informal"].map((wish) => make("button", { type: "button", class: "quiet tiny", "data-wish": wish }, texts[wish]));
    const note = make("input", { type: "text", id: "wish", maxlength: "200", "aria-label": texts.askFor, placeholder: texts.askFor });
    return [make("div", { class: "row" }, ...wishes), make("form", { class: "row", id: "wish-form" }, note, make("button", { class: "quiet tiny" }, texts.ask))];
  }

  /** Ask an engine to rewrite what is written; the answer is a suggestion. @param {{wish?: string, note?: string}} asked */
  rewrite(asked) {
    const body = { target: this.does.readTarget(), ...asked };
    return this.#offer(() => this.page.call(`segments/${this.number}/rewriting`, { method: "POST", body }));
  }

  /** @param {string} own the source that is translated @param {any} match @param {number} index */
  #match(own, match, index) {
    const { texts } = this.page;
    const [band, score] = findBand({ origin: "memory", score: match.score });
    const from = [match.memory ?? texts.thisProject, match.changedByName ?? "", writeDay(match.changedAt), match.penalty ? fill(texts.penalty, { n: match.penalty }) : ""];
    const button = make("button", { type: "button", class: "tiny", "data-take": String(index) }, make("span", { class: "only" }, `${fill(texts.takeMatch, { n: index + 1 })} `), make("kbd", {}, String(index + 1)));
    const header = make("header", {}, make("span", { class: `match ${band}` }, score), make("span", {}, from.filter(Boolean).join(" · ")), button);
    const source = make("p", { class: "of", lang: this.page.sourceLanguage, dir: "auto" }, ...differences(own, match.source).flatMap(([kind, text]) => this.#difference(kind, text)));
    return make("article", { class: "pair" }, header, source, this.#target(match.target));
  }

  /** @param {string} kind @param {string} text */
  #difference(kind, text) {
    const parts = chipsOf(text, this.page.texts);
    return kind === "equal" ? parts : [make(kind === "insert" ? "ins" : "del", {}, ...parts)];
  }

  /** @param {string} target */
  #target(target) {
    return make("p", { lang: this.page.targetLanguage, dir: "auto" }, ...chipsOf(target, this.page.texts));
  }

  /** @param {any} term */
  #term(term) {
    const { texts } = this.page;
    const line = make("p", { class: "row" }, make("span", { class: "sub", lang: this.page.sourceLanguage }, term.source));
    for (const target of term.targets) line.append(make("button", { type: "button", class: "quiet tiny", "data-term": target, lang: this.page.targetLanguage }, target));
    for (const target of term.forbidden) line.append(make("b", { lang: this.page.targetLanguage }, target), make("span", { class: "badge bad" }, texts.forbidden));
    if (term.definition) line.title = term.definition;
    return line;
  }

  /** @param {any} found */
  #notes(found) {
    const { texts } = this.page;
    const shown = [[texts.key, found.key], [texts.noteFromFile, found.note], [texts.before, found.previous], [texts.after, found.next]];
    return shown.filter(([, text]) => text).flatMap(([title, text]) => [make("h2", {}, title), make("div", { class: "pair" }, make("p", { dir: "auto", class: "typed" }, text))]);
  }

  /** The target of a match, from 1; undefined: there is no such match. @param {number} place */
  matchAt(place) {
    return this.targets[place - 1];
  }

  /** The next term of the segment, again from the first after the last one. */
  takeTerm() {
    const term = this.terms[this.nextTerm];
    this.nextTerm = this.terms.length ? (this.nextTerm + 1) % this.terms.length : 0;
    return term;
  }

  /** Ask an engine for a translation. */
  suggest() {
    return this.#offer(() => this.#translate(this.number));
  }

  /** An engine's translation of a segment, asked for once. @param {number} number @returns {Promise<any>} */
  #translate(number) {
    const known = this.suggestions.get(number);
    if (known) return known;
    if (this.suggestions.size >= KEPT) this.suggestions.clear();
    const asked = this.page.call(`segments/${number}/suggestion`, { method: "POST", body: {} });
    this.suggestions.set(number, asked);
    asked.catch(() => this.suggestions.delete(number));
    return asked;
  }

  /** Ask an engine, and offer what it answers among the matches. @param {() => Promise<any>} ask */
  async #offer(ask) {
    const { number } = this;
    const { texts } = this.page;
    await this.shown;
    const place = at("matches").querySelector("[data-suggest]");
    if (!place || number !== this.number) return;
    place.setAttribute("aria-busy", "true");
    for (const old of at("matches").querySelectorAll(".error")) old.remove();
    try {
      const made = await ask();
      if (number !== this.number) return;
      this.targets.push(made.target);
      const label = fill(texts.takeMatch, { n: this.targets.length });
      const button = make("button", { type: "button", class: "tiny", "data-take": String(this.targets.length - 1) }, make("span", { class: "only" }, `${label} `), make("kbd", {}, String(this.targets.length)));
      place.before(make("article", { class: "pair" }, make("header", {}, make("span", { class: "match mt" }, "MT"), make("span", {}, made.engine), button), this.#target(made.target)));
    } catch (problem) {
      place.after(make("p", { class: "small error", role: "alert" }, /** @type {Error} */ (problem).message || texts.failed));
    }
    place.removeAttribute("aria-busy");
  }

  /** Search the memories. @param {string} text */
  async searchMemories(text) {
    const { call, texts } = this.page;
    const units = at("concordance-units");
    if (!text.trim()) return units.replaceChildren();
    try {
      const found = await call(`concordance?search=${encodeURIComponent(text)}`);
      if (at("concordance").value !== text) return undefined;
      const shown = found.units.map((/** @type {any} */ unit) => make("article", { class: "pair marked" }, make("header", {}, make("span", {}, unit.memory ?? texts.thisProject)), this.#marked(unit.source, "of", this.page.sourceLanguage), this.#marked(unit.target, "", this.page.targetLanguage)));
      return units.replaceChildren(...(shown.length ? shown : [make("p", { class: "small mute" }, texts.noUnits)]));
    } catch (problem) {
      return units.replaceChildren(make("p", { class: "small error", role: "alert" }, /** @type {Error} */ (problem).message || texts.failed));
    }
  }

  /** @param {{found: boolean, text: string}[]} parts @param {string} kind @param {string} language */
  #marked(parts, kind, language) {
    const children = parts.flatMap(({ found, text }) => (found ? [make("mark", {}, ...chipsOf(text, this.page.texts))] : chipsOf(text, this.page.texts)));
    return make("p", { class: kind, lang: language, dir: "auto" }, ...children);
  }

  /** Show the versions of the segment. */
  async showHistory() {
    const { number } = this;
    const { texts } = this.page;
    if (number < 0) return;
    const found = await this.page.call(`segments/${number}/versions`).catch(() => null);
    if (number !== this.number || !found) return;
    const steps = found.versions.map((/** @type {any} */ version, /** @type {number} */ index) => {
      const kind = texts[`${version.change}Kind`] ?? texts[version.change] ?? "";
      const line = make("li", { class: index ? "done" : "now" }, make("span", { lang: this.page.targetLanguage, dir: "auto" }, ...chipsOf(version.target ?? "", texts)), make("small", {}, [texts[version.status], kind, version.changedByName ?? "", writeMoment(version.changedAt)].filter(Boolean).join(" · ")));
      if (index) line.append(make("button", { type: "button", class: "tiny", "data-restore": String(version.version) }, texts.restore));
      return line;
    });
    at("first-pass").replaceChildren(...drawFirstPass(this.page, found.versions));
    at("history").replaceChildren(...steps);
  }

  #listen() {
    const help = at("panel-matches").parentElement;
    help.addEventListener("click", (/** @type {Event} */ event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      const button = /** @type {HTMLElement|null} */ (target.closest("button"));
      if (!button) return;
      if (button.dataset.take !== undefined) this.does.takeTarget(this.targets[Number(button.dataset.take)]);
      else if (button.dataset.term !== undefined) this.does.insertText(button.dataset.term);
      else if (button.dataset.suggest !== undefined) this.suggest();
      else if (button.dataset.wish !== undefined) this.rewrite({ wish: button.dataset.wish });
      else if (button.dataset.restore !== undefined) this.does.restore(Number(button.dataset.restore));
      else if (button.dataset.segment !== undefined) this.does.goTo(Number(button.dataset.segment));
      else if (button.role === "tab") this.showTab(button.id.slice("tab-".length));
    });
    help.addEventListener("submit", (/** @type {Event} */ event) => {
      if (/** @type {Element} */ (event.target).id !== "wish-form") return;
      event.preventDefault();
      const note = at("wish").value.trim();
      if (note) this.rewrite({ note });
    });
    help.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      const tab = /** @type {HTMLElement} */ (event.target);
      if (tab.role !== "tab" || !["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) return;
      event.preventDefault();
      this.#moveTab(tab, event.key);
    });
    let timer = 0;
    at("concordance").addEventListener("input", () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => this.searchMemories(at("concordance").value), 250);
    });
  }

  /** @param {HTMLElement} tab @param {string} key */
  #moveTab(tab, key) {
    const tabs = /** @type {HTMLElement[]} */ ([...(tab.parentElement?.querySelectorAll('[role="tab"]') ?? [])]);
    const forward = (key === "ArrowRight") === (getComputedStyle(tab).direction === "ltr");
    const index = key === "Home" ? 0 : key === "End" ? tabs.length - 1 : (tabs.indexOf(tab) + (forward ? 1 : -1) + tabs.length) % tabs.length;
    this.showTab(tabs[index].id.slice("tab-".length));
    tabs[index].focus();
  }

  /** Show a kind of help. @param {string} name */
  showTab(name) {
    for (const tab of at("tab-matches").parentElement.querySelectorAll('[role="tab"]')) {
      const chosen = tab.id === `tab-${name}`;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
      at(tab.getAttribute("aria-controls")).hidden = !chosen;
    }
    if (name === "history") this.showHistory();
    if (name === "issues") at("panel-issues").dispatchEvent(new Event("opened"));
  }
}

/** Whether a memory has something close. @param {any} found */
function hasClose(found) {
  return found?.matches[0]?.score >= CLOSE;
}

/** Whether engines are asked by themselves, in this browser. */
function readChoice() {
  try {
    return localStorage.getItem(ALWAYS) === "yes";
  } catch {
    return false; // this browser keeps nothing
  }
}

/** @param {boolean} chosen */
function keepChoice(chosen) {
  try {
    localStorage.setItem(ALWAYS, chosen ? "yes" : "no");
  } catch { /* it holds for this page */ }
}

/** @param {string|null} time */
function writeDay(time) {
  return time ? new Date(time).toLocaleDateString(document.documentElement.lang, { dateStyle: "medium" }) : "";
}

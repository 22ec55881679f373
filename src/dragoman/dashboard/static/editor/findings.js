// All that the checks find, in the help; where the service is asked to check everything.

import { at, fill, icon, make } from "./texts.js";

const UNCONFIRMED = "SEGMENT_UNCONFIRMED"; // the filter knows it as a state

/** The list of findings of a page. */
export class Findings {
  /** @param {any} page @param {{goTo: (number: number) => void, found: (codes: string[]) => void}} does */
  constructor(page, does) {
    this.page = page;
    this.does = does;
    at("issues").addEventListener("click", (/** @type {Event} */ event) => {
      const button = /** @type {HTMLElement|null} */ (/** @type {Element} */ (event.target).closest("[data-segment]"));
      if (button) does.goTo(Number(button.dataset.segment));
    });
  }

  /** Ask when the tab is opened. */
  begin() {
    at("panel-issues").addEventListener("opened", () => this.ask());
  }

  async ask() {
    const { call, texts } = this.page;
    at("issues").setAttribute("aria-busy", "true");
    try {
      const found = await call("findings");
      const codes = new Set(found.issues.map((/** @type {any} */ issue) => issue.code));
      codes.delete(UNCONFIRMED);
      this.does.found([...codes]);
      at("issues").replaceChildren(...found.issues.map((/** @type {any} */ issue) => this.#line(issue)));
      if (!found.issues.length) at("issues").replaceChildren(make("li", {}, fill(texts.shown, { n: 0 })));
    } catch (problem) {
      at("issues").replaceChildren(make("li", { class: "error" }, /** @type {Error} */ (problem).message || texts.failed));
    }
    at("issues").removeAttribute("aria-busy");
  }

  /** @param {any} issue */
  #line(issue) {
    return make("li", { class: issue.severity }, icon("triangle-alert"), make("span", {}, issue.message), make("button", { type: "button", class: "quiet tiny", "data-segment": String(issue.segment) }, String(issue.segment + 1)));
  }
}

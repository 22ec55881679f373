// Search and replace: a preview with a tick for each segment, then all of it as one change.

import { chipsOf } from "./chips.js";
import { at, fill, make } from "./texts.js";

const MOST_SHOWN = 500; // segments of a preview; the others are replaced as well, if all are ticked

/** @param {any} page @param {{done: (outcome: any) => void, before: () => Promise<void>}} does */
export function createReplacing(page, does) {
  const dialog = /** @type {HTMLDialogElement} */ (at("replacing"));
  /** @type {{number: number, version: number, target: string}[]} */
  let found = [];

  const wanted = () => ({
    search: at("replace-search").value,
    replacement: at("replace-with").value,
    pattern: at("replace-pattern").checked,
    matchCase: at("replace-case").checked,
  });

  /** @param {string} message */
  function complain(message) {
    at("replace-problem").textContent = message;
    at("replace-problem").hidden = !message;
  }

  async function preview() {
    complain("");
    found = [];
    at("replace-apply").disabled = true;
    await does.before();
    try {
      found = (await page.call("replacement/preview", { method: "POST", body: wanted() })).segments;
    } catch (problem) {
      complain(/** @type {Error} */ (problem).message || page.texts.failed);
    }
    const { texts } = page;
    const shown = found.slice(0, MOST_SHOWN).map((one) => make("label", { class: "row replaced" }, make("input", { type: "checkbox", checked: "", value: String(one.number) }), make("span", { class: "num" }, String(one.number + 1)), make("span", { class: "grow", lang: page.targetLanguage, dir: "auto" }, ...chipsOf(one.target, texts))));
    const count = make("p", { class: "small sub", role: "status" }, found.length ? fill(texts.shown, { n: found.length }) : texts.nothingFound);
    at("replace-list").replaceChildren(count, ...shown);
    at("replace-apply").disabled = !found.length;
  }

  async function apply() {
    const left = new Set([...at("replace-list").querySelectorAll("input:not(:checked)")].map((one) => Number(one.value)));
    const segments = found.filter((one) => !left.has(one.number)).map(({ number, version }) => ({ number, version }));
    if (!segments.length) return;
    try {
      does.done(await page.call("replacement", { method: "POST", body: { ...wanted(), segments } }));
      dialog.close();
    } catch (problem) {
      complain(/** @type {Error} */ (problem).message || page.texts.failed);
    }
  }

  at("replace-form").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    preview();
  });
  at("replace-form").addEventListener("input", () => { at("replace-apply").disabled = true; });
  at("replace-apply").addEventListener("click", apply);
  return {
    /** @param {string} text */
    open(text) {
      if (text) at("replace-search").value = text;
      found = [];
      at("replace-list").replaceChildren();
      at("replace-apply").disabled = true;
      complain("");
      dialog.showModal();
    },
  };
}

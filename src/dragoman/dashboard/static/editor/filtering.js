// The filter above the list: what is wanted is in the address, and the service decides which segments pass.

import { at, fill, make } from "./texts.js";

const PAUSE = 200; // milliseconds after a key
const USUAL = 2; // choices of issues before the codes: all segments, those with any

/** The filter of a page. @param {any} page @param {import("./rows.js").SegmentList} list @param {{before: () => Promise<void>, after: () => void, failed: (message: string) => void}} does */
export function createFilter(page, list, does) {
  const form = /** @type {HTMLFormElement} */ (at("tools"));
  let timer = 0, asked = 0;

  /** What the form wants, as a query. */
  function write() {
    const wanted = new URLSearchParams();
    for (const [name, value] of new FormData(form)) {
      if (value) for (const one of name === "status" ? String(value).split(" ") : [String(value)]) wanted.append(name, one);
    }
    if (!wanted.get("search")) wanted.delete("pattern");
    return wanted;
  }

  async function apply() {
    clearTimeout(timer);
    const own = ++asked, wanted = write();
    await does.before(); // what is written is saved first, so that the filter sees it
    try {
      const found = await page.call(`numbers?${wanted}`);
      if (own !== asked) return;
      list.replace(found);
      offer(found.issues);
      at("count").textContent = fill(page.texts.shown, { n: list.numbers.length.toLocaleString(document.documentElement.lang) });
      history.replaceState(null, "", wanted.size ? `?${wanted}` : location.pathname);
      does.after();
    } catch (problem) {
      does.failed(/** @type {Error} */ (problem).message || page.texts.failed);
    }
  }

  /** Offer what the checks have found by now, and what is chosen. @param {string[]} codes */
  function offer(codes) {
    const choice = /** @type {HTMLSelectElement} */ (at("issue")), { value } = choice;
    const usual = [...choice.options].slice(0, USUAL);
    const found = new Set(usual.some((one) => one.value === value) ? codes : [...codes, value]);
    choice.replaceChildren(...usual, ...[...found].sort().map((code) => make("option", {}, code)));
    choice.value = value;
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    apply();
  });
  form.addEventListener("input", (event) => {
    if (/** @type {Element} */ (event.target).id === "propagate") return; // it is no filter
    clearTimeout(timer);
    timer = window.setTimeout(apply, /** @type {Element} */ (event.target).id === "q" ? PAUSE : 0);
  });
  return { apply, write, offer };
}

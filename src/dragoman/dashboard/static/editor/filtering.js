// The filter above the list: what is wanted is in the address, and the service decides which segments pass.

import { at, fill } from "./texts.js";

const PAUSE = 200; // milliseconds after a key

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
    if (at("only-wrong").getAttribute("aria-pressed") === "true") wanted.set("issue", "any");
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
      at("count").textContent = fill(page.texts.shown, { n: list.numbers.length.toLocaleString(document.documentElement.lang) });
      history.replaceState(null, "", wanted.size ? `?${wanted}` : location.pathname);
      does.after();
    } catch (problem) {
      does.failed(/** @type {Error} */ (problem).message || page.texts.failed);
    }
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
  at("only-wrong").addEventListener("click", () => {
    const button = at("only-wrong");
    button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
    apply();
  });
  return { apply, write };
}

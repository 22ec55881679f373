// The codes of a source: what each stands for, and dragging them into the field.

import { numberOf, partnerOf } from "./codes.js";
import { make } from "./texts.js";

const TAGGED = "text/x-dragoman";

/** What the codes of a row's source stand for, by the codes as they are written. @param {Element} row @returns {Map<string, string>} */
function contentsOf(row) {
  const chips = /** @type {NodeListOf<HTMLElement>} */ (row.querySelectorAll(".x .chip"));
  return new Map([...chips].map((chip) => [chip.dataset.code ?? "", chip.title]));
}

/** List what the codes of a segment stand for. @param {Element} row @param {Record<string, string>} texts @returns {HTMLElement[]} */
export function listCodes(row, texts) {
  const lines = [...row.querySelectorAll(".x .chip")].map((chip) => make("p", { class: "row" }, chip.cloneNode(true), make("code", {}, /** @type {HTMLElement} */ (chip).title)));
  return lines.length ? [make("h2", {}, texts.codes), make("div", { class: "pair" }, ...lines)] : [];
}

/** Say what a code stands for where it is pointed at, and let codes of the open source be dragged into its field. @param {HTMLElement} list */
export function watchCodes(list) {
  list.addEventListener("pointerover", (event) => {
    const chip = /** @type {HTMLElement|null} */ (/** @type {Element} */ (event.target).closest(".chip"));
    const row = chip?.closest(".seg");
    if (!chip || !row) return;
    if (!chip.title) chip.title = contentsOf(row).get(chip.dataset.code ?? "") ?? "";
    if (chip.closest(".x") && row.ariaCurrent === "true") chip.draggable = true;
  });
  list.addEventListener("dragstart", (event) => {
    const chip = event.target instanceof HTMLElement && event.target.closest(".x") ? event.target : null;
    const code = chip?.dataset.code;
    if (!chip || !code) return;
    const known = [...contentsOf(/** @type {Element} */ (chip.closest(".seg"))).keys()];
    const partner = partnerOf(code, known);
    const open = `<${numberOf(code)}>`;
    event.dataTransfer?.setData(TAGGED, partner ? `${open}</${numberOf(code)}>` : code);
  });
}

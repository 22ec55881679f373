// Chips: codes as people see them. The chip of an open half is round towards what it encloses, by the direction of the text
// around it: a chip has no direction of its own, and is isolated from the text's (`.chip`).

import { kindOf, numberOf, parse, partnerOf, write } from "./codes.js";
import { fill, make } from "./texts.js";

/** @typedef {Record<string, string>} Texts */

const LABELS = { open: "codeOpens", close: "codeCloses", alone: "codeAlone" };

/** Draw a code. @param {string} code @param {Texts} texts */
export function chipOf(code, texts) {
  const kind = kindOf(code), n = numberOf(code);
  const label = fill(texts[LABELS[kind]], { n });
  return make("span", { class: `chip ${kind}`, role: "img", "aria-label": label, contenteditable: "false", "data-code": code }, n);
}

/** Draw tagged text. @param {string} tagged @param {Texts} texts @returns {(HTMLElement|Text)[]} */
export function chipsOf(tagged, texts) {
  return parse(tagged).map(({ code, text }) => (code ? chipOf(code, texts) : document.createTextNode(text ?? "")));
}

/** Read an element with chips back to tagged text. @param {Node} element @returns {string} */
export function taggedOf(element) {
  return [...element.childNodes].map((node) => {
    if (node.nodeType === 3) return write([{ text: /** @type {Text} */ (node).data }]);
    return /** @type {HTMLElement} */ (node).dataset?.code ?? taggedOf(node);
  }).join("");
}

/** The picked codes of a field: the first press picks a code, with its pair, the second takes it out. Each is said. */
export class Picks {
  /** @param {import("./surface.js").Surface} surface @param {string[]} known the codes of the source @param {Texts} texts */
  constructor(surface, known, texts) {
    this.surface = surface;
    this.known = known;
    this.texts = texts;
    /** @type {string[]} */
    this.codes = [];
    this.live = make("span", { class: "only", "aria-live": "polite" });
  }

  /** @param {string[]} codes */
  pick(codes) {
    this.codes = codes;
    this.surface.mark("picked", (code) => codes.includes(code) || codes.includes(partnerOf(code, this.known) ?? ""));
    this.say(codes.length > 1 ? "codesPicked" : "codePicked", codes);
  }

  drop() {
    if (!this.codes.length) return;
    this.codes = [];
    this.surface.mark("picked", () => false);
    this.live.textContent = "";
  }

  /** Say something about codes. @param {string} name of the text @param {string[]} codes */
  say(name, codes) {
    this.live.textContent = fill(this.texts[name] ?? "", { n: [...new Set(codes.map(numberOf))].join(", ") });
  }
}

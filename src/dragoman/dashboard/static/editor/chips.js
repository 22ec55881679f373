// Codes as chips on the screen, and back.

import { isCode, kindOf, numberOf, parse, write } from "./codes.js";

/** @typedef {Record<string, string>} Texts */
/** @typedef {import("./codes.js").Atom} Atom */

/** What the caret stands on beside a chip. It is never stored: a text's own is a mark. */
export const HOLD = "\u200b";

/** Draw a code. @param {string} code @param {Texts} texts */
export function chipOf(code, texts) {
  const kind = kindOf(code), chip = document.createElement("span");
  const label = { open: texts.codeOpens, close: texts.codeCloses, alone: texts.codeAlone }[kind];
  chip.className = `chip ${kind}`;
  chip.setAttribute("role", "img");
  chip.setAttribute("aria-label", label.replace("{n}", numberOf(code)));
  chip.setAttribute("contenteditable", "false");
  chip.dataset.code = code;
  chip.textContent = numberOf(code);
  return chip;
}

/** Draw a zero-width space that belongs to the text. */
export function markOf() {
  const mark = document.createElement("span");
  mark.className = "mark";
  mark.setAttribute("contenteditable", "false");
  mark.dataset.text = HOLD;
  mark.textContent = "·";
  return mark;
}

/** Draw tagged text. @param {string} tagged @param {Texts} texts @returns {Node[]} */
export function chipsOf(tagged, texts) {
  return drawAtoms(parse(tagged), (code) => chipOf(code, texts));
}

/** @param {Atom[]} atoms @param {(code: string) => Node} draw @returns {Node[]} */
export function drawAtoms(atoms, draw) {
  /** @type {Node[]} */
  const nodes = [];
  let text = "";
  const end = () => {
    if (text) nodes.push(document.createTextNode(text));
    text = "";
  };
  for (const atom of atoms) {
    if (!isCode(atom) && atom !== HOLD) text += atom;
    else {
      end();
      nodes.push(isCode(atom) ? draw(atom.code) : markOf());
    }
  }
  end();
  return nodes;
}

/** Read what is drawn in an element. @param {Element} element @returns {Atom[]} */
export function atomsOf(element) {
  /** @type {Atom[]} */
  const atoms = [];
  for (const node of element.childNodes) atoms.push(...atomsOfNode(node));
  return atoms;
}

/** Read one node. @param {Node} node @returns {Atom[]} */
export function atomsOfNode(node) {
  if (node instanceof Text) return node.data.replaceAll(HOLD, "").split("");
  if (!(node instanceof HTMLElement)) return [];
  if (node.dataset.code !== undefined) return [{ code: node.dataset.code }];
  if (node.dataset.text !== undefined) return [node.dataset.text];
  return node.nodeName === "BR" ? ["\n"] : atomsOf(node);
}

/** The tagged text that an element shows. @param {Element} element */
export function taggedOf(element) {
  const edited = element.querySelector(":scope > .edit");
  return write(atomsOf(edited ?? element));
}

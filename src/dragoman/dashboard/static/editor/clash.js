// What a save met: a segment that others changed, one that others have open, one that is refused. Nothing is a dialog by
// itself: a line in the segment says so, and opens the comparison.

import { chipsOf } from "./chips.js";
import { differences } from "./codes.js";
import { at, fill, icon, make } from "./texts.js";

/** A line in a segment, with buttons. @param {string} text @param {[string, () => void][]} actions */
export function writeNotice(text, actions) {
  const line = make("li", { class: "error" }, icon("triangle-alert"), make("span", {}, text));
  for (const [label, run] of actions) {
    const button = make("button", { type: "button", class: "tiny" }, label);
    button.addEventListener("click", run);
    line.append(button);
  }
  return line;
}

/** Show both texts of a segment, what differs marked. @param {any} page @param {{number: number, mine: string, current: any}} clash @param {(choice: "mine"|"theirs") => void} choose */
export function compare(page, { number, mine, current }, choose) {
  const dialog = /** @type {HTMLDialogElement} */ (at("clash"));
  const { texts } = page;
  at("clash-who").textContent = whoChanged(page, current);
  at("theirs").replaceChildren(...draw(differences(mine, current.target ?? ""), texts));
  at("mine").replaceChildren(...draw(differences(current.target ?? "", mine), texts));
  at("take-theirs").onclick = () => { dialog.close(); choose("theirs"); };
  at("keep-mine").onclick = () => { dialog.close(); choose("mine"); };
  dialog.dataset.number = String(number);
  dialog.showModal();
}

/** @param {any} page @param {any} current */
export function whoChanged(page, current) {
  return current.changedByName ? fill(page.texts.changedBy, { name: current.changedByName }) : page.texts.changedBySomebody;
}

/** @param {[string, string][]} parts @param {Record<string, string>} texts */
function draw(parts, texts) {
  return parts.filter(([kind]) => kind !== "delete").flatMap(([kind, text]) => (kind === "equal" ? chipsOf(text, texts) : [make("ins", {}, ...chipsOf(text, texts))]));
}

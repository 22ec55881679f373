// The list of keys, in which each can be changed.

import { commands, drawKeys, writeKeys } from "./keys.js";
import { at, make } from "./texts.js";

/** @param {import("./keys.js").Keys} keys @param {Record<string, string>} texts @param {() => void} onChanged */
export function createKeyList(keys, texts, onChanged) {
  const dialog = /** @type {HTMLDialogElement} */ (at("keys-list")), table = at("keys-table");
  /** @type {import("./keys.js").Command|null} */
  let waiting = null;

  function draw() {
    table.replaceChildren(...commands().flatMap((command) => {
      const button = make("button", { type: "button", class: "quiet tiny", "data-command": command }, ...drawKeys(keys.of(command)));
      if (waiting === command) button.replaceChildren(texts.pressKeys);
      return [make("dt", {}, texts[command]), make("dd", {}, button)];
    }));
  }

  table.addEventListener("click", (/** @type {Event} */ event) => {
    const button = /** @type {HTMLElement|null} */ (/** @type {Element} */ (event.target).closest("[data-command]"));
    if (!button) return;
    waiting = /** @type {import("./keys.js").Command} */ (button.dataset.command);
    draw();
    table.querySelector(`[data-command="${waiting}"]`).focus();
  });
  dialog.addEventListener("keydown", (event) => {
    const pressed = writeKeys(event), command = waiting;
    if (!command || !pressed) return;
    if (["Tab", "Escape"].includes(event.key)) waiting = null;
    else {
      event.preventDefault();
      waiting = null;
      if (keys.choose(command, pressed)) onChanged();
      else table.dataset.problem = texts.keysTaken;
    }
    draw();
    table.querySelector(`[data-command="${command}"]`).focus();
  });
  at("keys-usual").addEventListener("click", () => {
    keys.reset();
    onChanged();
    draw();
  });
  return {
    open() {
      waiting = null;
      draw();
      dialog.showModal();
    },
  };
}

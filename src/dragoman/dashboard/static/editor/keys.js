// The keys of the editor: what each does, which can be changed, kept in this browser.

/** The usual keys. `Mod` is Ctrl, on a Mac ⌘. */
export const USUAL = /** @type {const} */ ({
  confirmNext: "Mod+Enter",
  confirmEmpty: "Mod+Shift+Enter",
  confirmStay: "Mod+Alt+Enter",
  nextSegment: "Mod+ArrowDown",
  previousSegment: "Mod+ArrowUp",
  match1: "Mod+Digit1",
  match2: "Mod+Digit2",
  match3: "Mod+Digit3",
  copySource: "Mod+KeyI",
  nextCode: "Mod+KeyQ",
  nextTerm: "Alt+KeyT",
  mendFirst: "Alt+KeyM",
  suggest: "Alt+KeyS",
  concordance: "Alt+KeyK",
  filter: "Mod+KeyF",
  replace: "Mod+KeyH",
  undoAcross: "Mod+Alt+KeyZ",
  acceptSegment: "Alt+KeyA",
  returnSegment: "Alt+KeyR",
  help: "F6",
  keys: "Alt+KeyH",
});

/** @typedef {keyof typeof USUAL} Command */

const KEPT = "dragoman-editor-keys";
const MAC = /Mac|iPhone|iPad/.test(navigator.platform);
const NAMES = { ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→", Enter: "Enter", Mod: MAC ? "⌘" : "Ctrl", Alt: MAC ? "⌥" : "Alt", Shift: MAC ? "⇧" : "Shift" };

/** The keys of an event, as they are kept; empty while only Ctrl, Alt or Shift are pressed. @param {KeyboardEvent} event */
export function writeKeys(event) {
  if (["Control", "Shift", "Alt", "Meta"].includes(event.key)) return "";
  const parts = [];
  if (event.ctrlKey || event.metaKey) parts.push("Mod");
  if (event.altKey) parts.push("Alt");
  if (event.shiftKey) parts.push("Shift");
  return [...parts, event.code === "NumpadEnter" ? "Enter" : event.code].join("+");
}

/** The names of keys as people read them. @param {string} keys */
export function nameKeys(keys) {
  return keys.split("+").map((key) => NAMES[/** @type {keyof typeof NAMES} */ (key)] ?? key.replace(/^(Key|Digit)/, ""));
}

/** The chosen keys, and which command an event is. */
export class Keys {
  constructor() {
    /** @type {Partial<Record<Command, string>>} */
    this.chosen = {};
    try {
      this.chosen = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
    } catch { /* nothing is kept, or what is kept is no JSON: the usual keys */ }
  }

  /** @param {Command} command */
  of(command) {
    return this.chosen[command] ?? USUAL[command];
  }

  /** @param {KeyboardEvent} event @returns {Command|undefined} */
  find(event) {
    const keys = writeKeys(event);
    return keys ? commands().find((command) => this.of(command) === keys) : undefined;
  }

  /** Choose keys for a command; false: another one has them. @param {Command} command @param {string} keys */
  choose(command, keys) {
    if (commands().some((other) => other !== command && this.of(other) === keys)) return false;
    this.chosen[command] = keys;
    this.#keep();
    return true;
  }

  /** Take the usual keys again. */
  reset() {
    this.chosen = {};
    this.#keep();
  }

  #keep() {
    try {
      localStorage.setItem(KEPT, JSON.stringify(this.chosen));
    } catch { /* this browser keeps nothing: the choice is for this page */ }
  }
}

/** All commands, in the order in which they are listed. */
export function commands() {
  return /** @type {Command[]} */ (Object.keys(USUAL));
}

/** Draw keys. @param {string} keys */
export function drawKeys(keys) {
  return nameKeys(keys).map((name) => Object.assign(document.createElement("kbd"), { textContent: name }));
}

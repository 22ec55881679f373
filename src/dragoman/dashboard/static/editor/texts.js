// Texts with places for values, and elements that hold them.

/** Fill `{name}` in a text. @param {string} text @param {Record<string, string|number>} values */
export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place));
}

/**
 * Make an element.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string>} attributes
 * @param {(Node|string)[]} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function make(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}

/** A moment, as the reader's language writes it. @param {string|null} time */
export function writeMoment(time) {
  return time ? new Date(time).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" }) : "";
}

/** An icon of the page, by another one that is there. @param {string} name */
export function icon(name) {
  const address = document.querySelector("svg.i use")?.getAttribute("href")?.split("#")[0] ?? "";
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "i");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `${address}#${name}`);
  svg.append(use);
  return svg;
}

/** The element of an id, which the page has. @param {string} id @returns {any} */
export function at(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

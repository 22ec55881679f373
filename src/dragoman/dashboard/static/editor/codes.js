// Tagged text: texts with the codes `<1>`, `</1>` and `<2/>`; in the text `<` and `&` are `&lt;` and `&amp;`. Which codes a
// target may have, and where. `edits.js` changes such texts.

/** @import { Difference, Part } from "./editing.d.ts" */

const TAG = /<\d{1,4}\/?>|<\/\d{1,4}>/g;
const NAMES = /** @type {Record<string, string>} */ ({ "&lt;": "<", "&gt;": ">", "&amp;": "&" });
const MOST_COMPARED = 4e6; // pairs of words: beyond, the texts differ as a whole

/** Parse tagged text. A `<` that begins no code is text. @param {string} tagged @returns {Part[]} */
export function parse(tagged) {
  /** @type {Part[]} */
  const parts = [];
  let end = 0;
  for (const { 0: code, index } of tagged.matchAll(TAG)) {
    parts.push({ text: unescape(tagged.slice(end, index)) }, { code });
    end = index + code.length;
  }
  return join(parts, [{ text: unescape(tagged.slice(end)) }]);
}

/** @param {string} text */
function unescape(text) {
  return text.replace(/&(?:lt|gt|amp);/g, (name) => NAMES[name]);
}

/** Write parts as tagged text. @param {Part[]} parts */
export function write(parts) {
  return parts.map(({ code, text }) => code ?? text?.replaceAll("&", "&amp;").replaceAll("<", "&lt;")).join("");
}

/** Join lists of parts: texts that meet become one. @param {Part[][]} lists @returns {Part[]} */
export function join(...lists) {
  /** @type {Part[]} */
  const joined = [];
  for (const part of lists.flat()) {
    const last = joined.at(-1);
    if (part.text !== undefined && last?.text !== undefined) joined[joined.length - 1] = { text: last.text + part.text };
    else if (part.text !== "") joined.push(part);
  }
  return joined;
}

/** The codes among parts. @param {Part[]} parts */
export function codesIn(parts) {
  return parts.flatMap(({ code }) => code ?? []);
}

/** The text among parts. @param {Part[]} parts */
export function textIn(parts) {
  return parts.map(({ text }) => text ?? "").join("");
}

/** The codes of tagged text. @param {string} tagged */
export function codesOf(tagged) {
  return codesIn(parse(tagged));
}

/** The text without its codes. @param {string} tagged */
export function plainText(tagged) {
  return textIn(parse(tagged));
}

/** The number of a code. @param {string} code */
export function numberOf(code) {
  return code.replace(/\D/g, "");
}

/** @param {string} code @returns {"open"|"close"|"alone"} */
export function kindOf(code) {
  if (code[1] === "/") return "close";
  return code.endsWith("/>") ? "alone" : "open";
}

/** The other half of a pair; null: there is none. @param {string} code */
export function halfOf(code) {
  return { open: `</${numberOf(code)}>`, close: `<${numberOf(code)}>`, alone: null }[kindOf(code)];
}

/** Whether every pair is closed after it was opened, innermost first. @param {string[]} codes */
export function isNested(codes) {
  /** @type {string[]} */
  const open = [];
  for (const code of codes) {
    if (kindOf(code) === "open") open.push(code);
    else if (kindOf(code) === "close" && open.pop() !== halfOf(code)) return false;
  }
  return !open.length;
}

/** The half that goes with a code; none where pairs of the source are not whole. @param {string} code @param {string[]} known */
export function partnerOf(code, known) {
  return isNested(known) ? halfOf(code) : null;
}

/**
 * Whether a target may have these codes: each is the source's, there once, and pairs are whole and nested. Where they are not so in
 * the source, the codes have its order.
 * @param {string[]} codes @param {string[]} known
 */
export function fits(codes, known) {
  if (new Set(codes).size < codes.length || codes.some((code) => !known.includes(code))) return false;
  if (isNested(known)) return isNested(codes);
  return codes.every((code, at) => !at || known.indexOf(code) > known.indexOf(codes[at - 1]));
}

/** Whether a target has all codes of its source, as it may have them. @param {string} source @param {string} target */
export function keepsCodes(source, target) {
  return fits(codesOf(target), codesOf(source)) && !missingCodes(source, target).length;
}

/** The codes that a target lacks, in the order of the source. @param {string} source @param {string} target */
export function missingCodes(source, target) {
  const present = new Set(codesOf(target));
  return [...new Set(codesOf(source))].filter((code) => !present.has(code));
}

/**
 * Drop the codes that the source does not have, those that are there already, and those that leave pairs crossed or half.
 * @param {Part[]} parts @param {string[]} known @param {string[]} [taken] codes that are elsewhere in the target
 */
export function repair(parts, known, taken = []) {
  const seen = new Set(taken);
  const single = parts.filter(({ code }) => code === undefined || (known.includes(code) && !seen.has(code) && seen.add(code)));
  const kept = isNested(known) ? findPairs(codesIn(single)) : findOrdered(codesIn(single), known);
  return join(single.filter(({ code }) => code === undefined || kept.has(code)));
}

/** Codes that stand alone, and those of pairs that are whole and nested. @param {string[]} codes */
function findPairs(codes) {
  const kept = new Set(codes.filter((code) => kindOf(code) === "alone"));
  /** @type {string[]} */
  const open = [];
  for (const code of codes) {
    const half = halfOf(code) ?? "";
    if (kindOf(code) === "open") open.push(code);
    else if (open.includes(half)) {
      open.length = open.indexOf(half);
      kept.add(half).add(code);
    }
  }
  return kept;
}

/** Codes that follow each other as in the source. @param {string[]} codes @param {string[]} known */
function findOrdered(codes, known) {
  let last = -1;
  return new Set(codes.filter((code) => known.indexOf(code) > last && (last = known.indexOf(code)) >= 0));
}

/**
 * Where a code may stand, as the first and last offset of each stretch between codes; an offset counts the characters of texts,
 * and a code as one. The code itself is not among the parts.
 * @param {Part[]} parts @param {string} code @param {string[]} known
 * @returns {[number, number][]}
 */
export function insertable(parts, code, known) {
  const codes = codesIn(parts);
  /** @type {[number, number][]} */
  const stretches = [[0, 0]];
  for (const part of parts) {
    const last = stretches[stretches.length - 1];
    if (part.text === undefined) stretches.push([last[1] + 1, last[1] + 1]);
    else last[1] += part.text.length;
  }
  return stretches.filter((_, at) => fits(codes.toSpliced(at, 0, code), known));
}

/** How a text became another, word by word. @param {string} before tagged @param {string} after tagged @returns {Difference[]} */
export function differences(before, after) {
  const old = split(before), made = split(after);
  let start = 0, end = 0;
  while (start < Math.min(old.length, made.length) && old[start] === made[start]) start += 1;
  while (end < Math.min(old.length, made.length) - start && old[old.length - 1 - end] === made[made.length - 1 - end]) end += 1;
  const middle = compareWords(old.slice(start, old.length - end), made.slice(start, made.length - end));
  /** @param {string[]} words @returns {Difference[]} */
  const equal = (words) => words.map((word) => ["equal", word]);
  return merge([...equal(old.slice(0, start)), ...middle, ...equal(old.slice(old.length - end))]);
}

/** Words, what is between them, and codes. @param {string} tagged */
function split(tagged) {
  const words = new Intl.Segmenter(undefined, { granularity: "word" });
  const splitText = (/** @type {string} */ text) => [...words.segment(text)].map(({ segment }) => write([{ text: segment }]));
  return parse(tagged).flatMap(({ code, text = "" }) => code ?? splitText(text));
}

/** @param {string[]} old @param {string[]} made @returns {Difference[]} */
function compareWords(old, made) {
  if (old.length * made.length > MOST_COMPARED) return [["delete", old.join("")], ["insert", made.join("")]];
  const width = made.length + 1, common = new Uint16Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let k = made.length - 1; k >= 0; k -= 1) {
      const here = i * width + k;
      common[here] = old[i] === made[k] ? common[here + width + 1] + 1 : Math.max(common[here + width], common[here + 1]);
    }
  }
  /** @type {Difference[]} */
  const found = [];
  for (let i = 0, k = 0; i < old.length || k < made.length;) {
    const here = i * width + k;
    if (i < old.length && old[i] === made[k]) found.push(["equal", old[(k += 1, i++)]]);
    else if (i < old.length && (k === made.length || common[here + width] >= common[here + 1])) found.push(["delete", old[i++]]);
    else found.push(["insert", made[k++]]);
  }
  return found;
}

/** Join neighbours of a kind; what went stands before what came. @param {Difference[]} found */
function merge(found) {
  /** @type {Difference[]} */
  const merged = [];
  for (const [kind, text] of found) {
    const last = merged.at(-1), earlier = merged.at(-2);
    if (last?.[0] === kind) last[1] += text;
    else if (kind === "delete" && last?.[0] === "insert") {
      if (earlier?.[0] === "delete") earlier[1] += text;
      else merged.splice(-1, 0, [kind, text]);
    } else merged.push([kind, text]);
  }
  return merged;
}

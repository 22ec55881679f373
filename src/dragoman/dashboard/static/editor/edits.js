// Edits of a target's parts: each gives a target whose codes fit its source. An offset counts UTF-16 units of texts; a code is one.

import { codesIn, fits, halfOf, insertable, isNested, join, kindOf, partnerOf, repair, textIn } from "./codes.js";

/** @import { Copy, Edited, FindChange, InsertCode, MoveCode, MoveRange, Part, RangeEdit, Replace, Span } from "./editing.d.ts" */

/** @param {Part[]} parts */
export function sizeOf(parts) {
  return parts.reduce((sum, { text }) => sum + (text?.length ?? 1), 0);
}

/** What is between two offsets. @param {Part[]} parts @param {number} from @param {number} [to] @returns {Part[]} */
export function slice(parts, from, to = Infinity) {
  let at = 0;
  return join(parts.flatMap((part) => {
    const start = at;
    at += part.text?.length ?? 1;
    if (part.text !== undefined) return { text: part.text.slice(Math.max(from - start, 0), Math.max(to - start, 0)) };
    return start >= from && at <= to ? part : [];
  }));
}

/** The code behind an offset, if there is one. @param {Part[]} parts @param {number} offset */
export function codeAt(parts, offset) {
  return slice(parts, offset, offset + 1)[0]?.code;
}

/** Where a code is; -1: nowhere. @param {Part[]} parts @param {string} code */
export function placeOf(parts, code) {
  const at = parts.findIndex((part) => part.code === code);
  return at < 0 ? -1 : sizeOf(parts.slice(0, at));
}

/** @param {Part[]} parts @param {string[]} codes */
function without(parts, codes) {
  return join(parts.filter(({ code }) => code === undefined || !codes.includes(code)));
}

/** Codes before the first text, and the others. @param {Part[]} parts @returns {[Part[], Part[]]} */
function splitCodes(parts) {
  const first = parts.findIndex(({ text }) => text !== undefined);
  const codes = (/** @type {Part[]} */ some) => some.filter(({ code }) => code);
  return first < 0 ? [[], codes(parts)] : [codes(parts.slice(0, first)), codes(parts.slice(first))];
}

/**
 * Write over what is between two offsets: its codes stay, but for those that the new parts bring.
 * @type {Replace}
 */
export function replace(parts, from, to, inserted, known) {
  const before = slice(parts, 0, from), cut = slice(parts, from, to), after = slice(parts, to);
  /** @param {Part[]} fresh @returns {Edited} */
  const put = (fresh) => {
    const [leading, others] = splitCodes(cut).map((codes) => without(codes, codesIn(fresh)));
    return { parts: join(before, leading, fresh, others, after), caret: sizeOf([...before, ...leading, ...fresh]) };
  };
  const edited = put(repair(inserted, known, codesIn([...before, ...after])));
  return fits(codesIn(edited.parts), known) ? edited : put([{ text: textIn(inserted) }]);
}

/** Take codes out, each with its other half. @param {Part[]} parts @param {string[]} codes @param {string[]} known */
export function removeCodes(parts, codes, known) {
  return without(parts, codes.flatMap((code) => [code, partnerOf(code, known) ?? code]));
}

/** Delete what is between two offsets, with the other halves of its codes. @type {RangeEdit} */
export function remove(parts, from, to, known) {
  const codes = codesIn(slice(parts, from, to));
  const before = removeCodes(slice(parts, 0, from), codes, known);
  return { parts: join(before, removeCodes(slice(parts, to), codes, known)), caret: sizeOf(before) };
}

/** What is copied: the text, and codes whose pairs are whole in it. @type {Copy} */
export function copy(parts, from, to, known) {
  return repair(slice(parts, from, to), known);
}

/** Cut what is copied; halves of pairs stay. @type {RangeEdit} */
export function cut(parts, from, to, known) {
  const copied = codesIn(copy(parts, from, to, known));
  const [leading, others] = splitCodes(without(slice(parts, from, to), copied));
  const before = join(slice(parts, 0, from), leading);
  return { parts: join(before, others, slice(parts, to)), caret: sizeOf(before) };
}

/** @type {MoveCode} */
export function moveCode(parts, code, to, known) {
  const chip = [{ code }];
  const before = without(slice(parts, 0, to), [code]);
  const moved = join(before, chip, without(slice(parts, to), [code]));
  return fits(codesIn(moved), known) ? { parts: moved, caret: sizeOf(before) + 1 } : null;
}

/** Move what is selected; codes that may not stand there stay. @type {MoveRange} */
export function moveRange(parts, [from, end], to, known) {
  if (to >= from && to <= end) return null;
  const moved = copy(parts, from, end, known);
  /** @param {Part[]} rest @param {Part[]} some */
  const put = (rest, some) => {
    const place = to < from ? to : to + sizeOf(rest) - sizeOf(parts);
    return replace(rest, place, place, some, known);
  };
  const edited = put(cut(parts, from, end, known).parts, moved);
  if (codesIn(edited.parts).length === codesIn(parts).length) return edited;
  return put(replace(parts, from, end, [], known).parts, [{ text: textIn(moved) }]);
}

/** Insert a code that is missing; the other half of its pair comes along, around what is selected. @type {InsertCode} */
export function insertCode(parts, from, to, code, known) {
  if (!known.includes(code) || placeOf(parts, code) >= 0) return null;
  const half = partnerOf(code, known);
  if (!half) {
    const place = findPlace(insertable(parts, code, known), to);
    return place === null ? null : { parts: join(slice(parts, 0, place), [{ code }], slice(parts, place)), caret: place + 1 };
  }
  const pair = kindOf(code) === "open" ? [code, half] : [half, code];
  const inner = slice(parts, from, to);
  const isWrapped = from < to && isNested(codesIn(inner));
  const start = isWrapped ? from : to;
  const made = join(slice(parts, 0, start), [{ code: pair[0] }], isWrapped ? inner : [], [{ code: pair[1] }], slice(parts, to));
  return { parts: made, caret: isWrapped ? to + 2 : to + 1 };
}

/** The offset of some stretches that is next to another. @param {Span[]} stretches @param {number} offset */
function findPlace(stretches, offset) {
  const places = stretches.map(([first, last]) => Math.min(Math.max(offset, first), last));
  return places.sort((a, b) => Math.abs(a - offset) - Math.abs(b - offset))[0] ?? null;
}

/**
 * Where the next missing code goes from a caret: out of pairs that close here and do not enclose it in the source.
 * @param {Part[]} parts @param {number} offset @param {string} code @param {string[]} known
 */
export function stepOut(parts, offset, code, known) {
  let place = offset, next = codeAt(parts, place);
  while (next && kindOf(next) === "close" && !encloses(next, code, known)) next = codeAt(parts, (place += 1));
  return place;
}

/** @param {string} close @param {string} code @param {string[]} known */
function encloses(close, code, known) {
  const at = known.indexOf(code);
  return known.indexOf(halfOf(close) ?? "") < at && at < known.indexOf(close);
}

/** How parts became others. @type {FindChange} */
export function findChange(before, after) {
  const old = flatten(before), made = flatten(after), most = Math.min(old.length, made.length);
  let start = 0, end = 0;
  while (start < most && old[start] === made[start]) start += 1;
  while (end < most - start && old[old.length - 1 - end] === made[made.length - 1 - end]) end += 1;
  return { from: start, to: old.length - end, inserted: slice(after, start, made.length - end) };
}

/** Units of texts, and codes. @param {Part[]} parts */
function flatten(parts) {
  return parts.flatMap(({ code, text }) => code ?? (text ?? "").split(""));
}

/** Characters of a language as people see them (grapheme clusters). */
export class Characters {
  /** @param {string} language */
  constructor(language) {
    this.segmenter = new Intl.Segmenter(language, { granularity: "grapheme" });
  }

  /** The end of the character that an offset is within, or the offset. @param {Part[]} parts @param {number} offset */
  snap(parts, offset) {
    const [before, after] = textsAround(parts, offset);
    const found = after && this.segmenter.segment(before + after).containing(before.length);
    return found && found.index < before.length ? offset - before.length + found.index + found.segment.length : offset;
  }

  /** The offset that is one character, or one code, away. @param {Part[]} parts @param {number} offset @param {boolean} isForward */
  next(parts, offset, isForward) {
    const part = isForward ? slice(parts, offset)[0] : slice(parts, 0, offset).at(-1);
    if (!part) return offset;
    if (part.text === undefined) return offset + (isForward ? 1 : -1);
    const found = this.segmenter.segment(part.text).containing(isForward ? 0 : part.text.length - 1);
    const length = found?.segment.length ?? 0;
    return isForward ? this.snap(parts, offset + length) : offset - length;
  }
}

/** The text before an offset and behind it, up to the next codes. @param {Part[]} parts @param {number} offset */
export function textsAround(parts, offset) {
  return [slice(parts, 0, offset).at(-1)?.text ?? "", slice(parts, offset)[0]?.text ?? ""];
}

// Tagged text: `<1>`, `</1>` and `<2/>` represent codes; in the text `<` and `&` are written `&lt;` and `&amp;`.
//
// A text that is edited is a list of atoms: a code, or one UTF-16 unit of its text.

/** @typedef {{code: string}} Code */
/** @typedef {string | Code} Atom */

const TAG = /<(\/?)(\d{1,4})(\/?)>/g;
/** @type {Record<string, string>} */
const ENTITIES = { "&lt;": "<", "&gt;": ">", "&amp;": "&" };
const WORDS = new Intl.Segmenter(undefined, { granularity: "word" });

/** @param {Atom} atom @returns {atom is Code} */
export const isCode = (atom) => typeof atom !== "string";

/** The kind of a code. @param {string} code @returns {"open"|"close"|"alone"} */
export function kindOf(code) {
  if (code.startsWith("</")) return "close";
  return code.endsWith("/>") ? "alone" : "open";
}

/** The number of a code. @param {string} code */
export const numberOf = (code) => code.replace(/\D/g, "");

/** The other half of a pair; null for a code that stands alone. @param {string} code */
export function partnerOf(code) {
  const kind = kindOf(code);
  if (kind === "alone") return null;
  return kind === "open" ? `</${numberOf(code)}>` : `<${numberOf(code)}>`;
}

/** Read tagged text. @param {string} tagged @returns {Atom[]} */
export function parse(tagged) {
  /** @type {Atom[]} */
  const atoms = [];
  let end = 0;
  const addText = (/** @type {string} */ text) => atoms.push(...text.replace(/&(lt|gt|amp);/g, (entity) => ENTITIES[entity]).split(""));
  for (const tag of tagged.matchAll(TAG)) {
    addText(tagged.slice(end, tag.index));
    atoms.push({ code: tag[0] });
    end = tag.index + tag[0].length;
  }
  addText(tagged.slice(end));
  return atoms;
}

/** Write tagged text. @param {Atom[]} atoms */
export function write(atoms) {
  return atoms.map((atom) => (isCode(atom) ? atom.code : atom === "<" ? "&lt;" : atom === "&" ? "&amp;" : atom)).join("");
}

/** The text without codes. @param {Atom[]} atoms */
export function plainText(atoms) {
  return atoms.filter((atom) => !isCode(atom)).join("");
}

/** The codes in order. @param {Atom[]} atoms */
export function codesOf(atoms) {
  return atoms.filter(isCode).map(({ code }) => code);
}

/** The codes of a source that a target lacks, in the order of the source. @param {string} source @param {string} target */
export function missingCodes(source, target) {
  const present = new Set(codesOf(parse(target)));
  return codesOf(parse(source)).filter((code) => !present.has(code));
}

/** Whether every pair is whole and closed in the right order. @param {string[]} codes */
export function isNested(codes) {
  /** @type {string[]} */
  const open = [];
  for (const code of codes) {
    if (kindOf(code) === "open") open.push(code);
    else if (kindOf(code) === "close" && open.pop() !== partnerOf(code)) return false;
  }
  return open.length === 0;
}

/**
 * Leave out codes that a target cannot have: those that its source does not have, doubled ones, half pairs, and pairs that
 * cross one that was opened before. A source whose own pairs cross may have its own order.
 * @param {Atom[]} atoms @param {string[]} source the codes of the source @returns {Atom[]}
 */
export function repair(atoms, source) {
  const left = new Set(source);
  const first = atoms.filter((atom) => !isCode(atom) || left.delete(atom.code));
  const whole = new Set(codesOf(first));
  const kept = first.filter((atom) => {
    const partner = isCode(atom) ? partnerOf(atom.code) : null;
    return partner === null || whole.has(partner) || !source.includes(partner);
  });
  const codes = codesOf(kept);
  if (isAllowed(codes, source)) return kept;
  const crossing = findCrossing(codes);
  return kept.filter((atom) => !isCode(atom) || !crossing.has(atom.code));
}

/** Whether a target may have codes in this order. @param {string[]} codes @param {string[]} source */
export function isAllowed(codes, source) {
  if (isNested(codes)) return true;
  const own = new Set(codes);
  return !isNested(source) && source.filter((code) => own.has(code)).join() === codes.join();
}

/** The codes of pairs that are to be left out so that the others are nested. @param {string[]} codes */
function findCrossing(codes) {
  /** @type {Set<string>} */
  const out = new Set();
  /** @type {string[]} */
  let open = [];
  for (const code of codes) {
    if (kindOf(code) === "open") open.push(code);
    if (kindOf(code) !== "close") continue;
    const partner = /** @type {string} */ (partnerOf(code));
    if (open.at(-1) === partner) open.pop();
    else {
      out.add(code).add(partner);
      open = open.filter((one) => one !== partner);
    }
  }
  for (const code of open) out.add(code).add(/** @type {string} */ (partnerOf(code)));
  return out;
}

/**
 * Compare two tagged texts word by word: what the second has that the first has not is inserted.
 * @param {string} before @param {string} after @returns {["equal"|"insert"|"delete", string][]}
 */
export function differences(before, after) {
  const [one, other] = [splitWords(before), splitWords(after)];
  const lengths = Array.from({ length: one.length + 1 }, () => new Uint16Array(other.length + 1));
  for (let i = one.length - 1; i >= 0; i -= 1) {
    for (let j = other.length - 1; j >= 0; j -= 1) lengths[i][j] = one[i] === other[j] ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
  }
  /** @type {["equal"|"insert"|"delete", string][]} */
  const parts = [];
  const add = (/** @type {"equal"|"insert"|"delete"} */ kind, /** @type {string} */ text) => {
    const last = parts.at(-1);
    if (last && last[0] === kind) last[1] += text;
    else parts.push([kind, text]);
  };
  let i = 0, j = 0;
  while (i < one.length || j < other.length) {
    if (i < one.length && j < other.length && one[i] === other[j]) add("equal", one[(j += 1, i++)]);
    else if (j < other.length && (i === one.length || lengths[i][j + 1] >= lengths[i + 1][j])) add("insert", other[j++]);
    else add("delete", one[i++]);
  }
  return parts;
}

/** @param {string} tagged */
function splitWords(tagged) {
  /** @type {string[]} */
  const words = [];
  let text = "";
  const end = () => {
    for (const { segment } of WORDS.segment(text)) words.push(write(segment.split("")));
    text = "";
  };
  for (const atom of parse(tagged)) {
    if (!isCode(atom)) text += atom;
    else {
      end();
      words.push(atom.code);
    }
  }
  end();
  return words.slice(0, 2000); // the comparison's time grows with the square
}

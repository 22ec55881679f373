// The list of segments: packs of rows, which are loaded when they come near; the states of all segments.

import { chipsOf } from "./chips.js";
import { make } from "./texts.js";

/** @typedef {{number: number, source: string, target: string|null, status: string, origin: string|null, score: number|null, locked: boolean, review?: string|null, version: number, changedBy: string|null, changedByName: string|null, issues: string[]|null}} Segment */
/** @typedef {{base: string, states: string, numbers: number[]|null, pack: number, firstPack: number, version: number, texts: Record<string, string>}} ListData */

const LETTERS = { new: "n", pretranslated: "p", translated: "t", confirmed: "c" };
const NEAR = "1500px 0px"; // packs that are this far from the window are loaded
const MOST_PACKS = 10; // of one request

/** The list, from the rows that are in the page on. */
export class SegmentList {
  /** @param {HTMLElement} list @param {ListData} data @param {(html: string) => void} [onFailed] */
  constructor(list, data, onFailed = () => {}) {
    this.list = list;
    this.data = data;
    this.states = [...data.states];
    this.numbers = data.numbers ?? this.states.map((_, number) => number);
    this.onFailed = onFailed;
    /** @type {Set<number>} */
    this.wanted = new Set();
    this.observer = new IntersectionObserver((seen) => this.#see(seen), { root: list.parentElement, rootMargin: NEAR });
    this.#layOut();
  }

  /** Put a place for each pack around those that are in the page. */
  #layOut() {
    const present = new Map([...this.list.children].map((pack) => [Number(/** @type {HTMLElement} */ (pack).dataset.pack), pack]));
    const packs = [];
    for (let pack = 0; pack * this.data.pack < this.numbers.length; pack += 1) packs.push(present.get(pack) ?? this.#emptyPack(pack));
    this.list.replaceChildren(...packs);
    for (const pack of packs) if (!pack.firstChild) this.observer.observe(pack);
  }

  /** @param {number} pack */
  #emptyPack(pack) {
    const place = document.createElement("div");
    place.className = "pack";
    place.setAttribute("role", "presentation");
    place.dataset.pack = String(pack);
    return place;
  }

  /** @param {IntersectionObserverEntry[]} seen */
  #see(seen) {
    for (const entry of seen) {
      const pack = Number(/** @type {HTMLElement} */ (entry.target).dataset.pack);
      if (entry.isIntersecting) this.wanted.add(pack);
      else this.wanted.delete(pack);
    }
    if (this.wanted.size) this.#load();
  }

  async #load() {
    if (this.loading) return;
    this.loading = true;
    try {
      while (this.wanted.size) {
        const packs = [...this.wanted].sort((a, b) => a - b).slice(0, MOST_PACKS);
        for (const pack of packs) this.wanted.delete(pack);
        await this.loadPacks(packs);
      }
    } finally {
      this.loading = false;
    }
  }

  /** Load the rows of packs. @param {number[]} packs */
  async loadPacks(packs) {
    const numbers = packs.map((pack) => this.numbers.slice(pack * this.data.pack, (pack + 1) * this.data.pack));
    const list = this.list;
    try {
      const answer = await fetch(`${this.data.base}/rows?numbers=${writeRanges(numbers.flat())}`, { headers: { Accept: "text/html" } });
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      const made = document.createElement("template");
      made.innerHTML = await answer.text(); // our own rows: the server has escaped what they hold
      const rows = [...made.content.children];
      packs.forEach((pack, index) => {
        const place = list.children[pack];
        if (place && !place.firstChild) {
          const own = new Set(numbers[index].map((number) => `s${number}`));
          place.append(...rows.filter((row) => own.has(row.id)));
          this.observer.unobserve(place);
        }
      });
    } catch {
      this.onFailed(this.data.texts.failed);
    }
  }

  /** The row of a segment, or null while it is not loaded. @param {number} number @returns {HTMLElement|null} */
  row(number) {
    return document.getElementById(`s${number}`);
  }

  /** The row of a segment, loaded if need be; null: it does not pass the filter. @param {number} number */
  async reach(number) {
    const index = this.numbers.indexOf(number);
    if (index < 0) return null;
    if (!this.row(number)) await this.loadPacks([Math.floor(index / this.data.pack)]);
    return this.row(number);
  }

  /** Load a row again. @param {number} number */
  async reload(number) {
    const answer = await fetch(`${this.data.base}/rows?numbers=${number}`);
    if (!answer.ok) return;
    const made = document.createElement("template");
    made.innerHTML = await answer.text();
    this.row(number)?.replaceWith(made.content);
  }

  /** The next segment that passes the filter and `fits`, in a direction. @param {number} from @param {1|-1} step @param {(state: string, number: number) => boolean} fits */
  next(from, step, fits = () => true) {
    let index = this.numbers.indexOf(from);
    if (index < 0) index = this.numbers.findIndex((number) => number > from) - (step > 0 ? 1 : 0);
    for (let at = index + step; at >= 0 && at < this.numbers.length; at += step) {
      if (fits(this.states[this.numbers[at]], this.numbers[at])) return this.numbers[at];
    }
    return null;
  }

  /** Show a segment as it is now. @param {Segment} segment @param {boolean} isOpen its target is in an editor */
  update(segment, isOpen = false) {
    const letter = LETTERS[/** @type {keyof typeof LETTERS} */ (segment.status)] ?? "n";
    this.states[segment.number] = segment.locked ? letter.toUpperCase() : letter;
    const row = this.row(segment.number);
    if (!row) return;
    row.dataset.state = segment.status;
    row.dataset.version = String(segment.version);
    row.toggleAttribute("data-locked", segment.locked);
    if (segment.review) row.dataset.review = segment.review;
    else delete row.dataset.review;
    row.classList.toggle("wrong", Boolean(segment.issues?.length));
    const [badge, words] = row.querySelector(".s")?.children ?? [];
    const [band, score] = findBand(segment);
    badge.className = `match ${band}`;
    badge.textContent = score;
    words.textContent = this.#describe(segment);
    row.querySelector(".verdict")?.remove();
    if (segment.review) words.after(this.#verdict(segment.review));
    if (!isOpen) row.querySelector(".t")?.replaceChildren(...chipsOf(segment.target ?? "", this.data.texts));
  }

  /** @param {Segment} segment */
  #describe(segment) {
    const { texts } = this.data;
    return [segment.issues?.length ? texts.issues : "", segment.locked ? texts.locked : "", segment.review ? texts[segment.review] : "", texts[segment.status]].filter(Boolean).join(", ");
  }

  /** What a reviewer made of a segment, for the eyes: the words say it as well. @param {string} review */
  #verdict(review) {
    return make("span", { class: `badge ${review === "accepted" ? "ok" : "warn"} verdict`, "aria-hidden": "true" }, this.data.texts[review]);
  }

  /** Take other segments: those that pass another filter. @param {{numbers: number[]|null, states: string}} found */
  replace(found) {
    this.states = [...found.states];
    this.numbers = found.numbers ?? this.states.map((_, number) => number);
    this.wanted.clear();
    this.observer.disconnect();
    this.list.replaceChildren();
    this.#layOut();
  }

  /** How many segments are confirmed. */
  get confirmed() {
    return this.states.reduce((sum, state) => sum + Number(state === "c" || state === "C"), 0);
  }
}

/** Write numbers as ranges, such as `0-49,77`. @param {number[]} numbers */
export function writeRanges(numbers) {
  /** @type {[number, number][]} */
  const ranges = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && number === last[1] + 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([first, last]) => (first === last ? first : `${first}-${last}`)).join(",");
}

/** The class and the text of a match badge. @param {{origin: string|null, score: number|null}} segment */
export function findBand({ origin, score }) {
  if (origin === "engine") return ["mt", "MT"];
  if (origin !== "memory" || score === null) return ["none", "–"];
  if (score > 100) return ["cm", "CM"];
  if (score === 100) return ["m100", "100"];
  return [score >= 75 ? "m75" : "m50", String(score)];
}

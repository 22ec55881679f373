// Changes that the service does not have yet, in the order in which they are sent, and what its answers make of them.
// A chain has the changes that one tab made to one segment: each begins from the version that the one before it makes.

/** @import { Draft, Entry, Pending, PendingEvents, Reason, Refusal, QueueState, SavedAnswer, SegmentBody } from "./saving.d.ts" */
/** @import { Kept } from "./kept.js" */

/** What people did to an entry makes it wait again, from the beginning. */
const AFRESH = { phase: /** @type {const} */ ("waiting"), isTried: false, refusal: null, current: null, due: 0 };

/** @param {Pending[]} some */
const numbersOf = (some) => [...new Set(some.map(({ entry }) => entry.number))];

export class PendingChanges {
  /** @type {Pending[]} */ all = [];
  /** @type {Map<number, number>} versions that this tab made, by segment */ #known = new Map();
  #seq = 0;
  /** @type {{tab: string, translation: string, now: () => number, kept: Kept, events: PendingEvents}} */ #its;

  /** @param {{tab: string, translation: string, now: () => number, kept: Kept, events: PendingEvents}} its */
  constructor(its) {
    this.#its = its;
  }

  nextSeq = () => ++this.#seq;

  /** Of this tab. @param {number} number @param {string} [tab] */
  chain = (number, tab = this.#its.tab) => this.all.filter(({ chain, entry }) => chain === tab && entry.number === number);

  /** @param {number} number @param {Pending["phase"]} wanted */
  inPhase = (number, wanted) => this.all.filter(({ phase, entry }) => phase === wanted && entry.number === number);

  /** Whether a segment that a poll brings is newer than what the page shows. @param {SegmentBody} segment */
  isNews = ({ number, version }) => !this.chain(number).length && version > (this.#known.get(number) ?? -1);

  // What the person does

  /**
   * A newer change replaces one that nobody has seen. A confirmed one is sent in any case: it may go into repetitions.
   * @param {number} number @param {Draft} draft @param {number} due
   */
  add(number, { target, status, propagate = "none", base, version }, due) {
    const { tab, translation, now } = this.#its, last = this.chain(number).at(-1);
    const isReplaced = last && (last.phase !== "waiting" || (!last.isTried && last.entry.status === "translated"));
    const from = last
      ? { version: last.entry.version, base: isReplaced ? last.entry.base : last.entry.target }
      : { version: Math.max(version, this.#known.get(number) ?? 0), base };
    const made = this.#push({ translation, number, target, status, propagate, ...from, time: now(), seq: this.nextSeq(), tab }, tab, due);
    if (!last || !isReplaced) return;
    if (last.phase === "conflict") Object.assign(made, { phase: last.phase, current: last.current });
    made.takeOver = last.takeOver;
    this.#remove(last);
  }

  /** @param {number} number @param {"mine" | "theirs"} which @param {string} [text] */
  resolve(number, which, text) {
    const [one] = this.inPhase(number, "conflict"), current = one?.current;
    if (!current) return null;
    this.#learn(number, current.version);
    if (which === "theirs") this.#remove(one);
    else this.#rewrite(one, { target: text ?? one.entry.target, version: current.version, base: current.target }, AFRESH);
    return current;
  }

  /** @param {number} number */
  discard(number) {
    for (const one of this.inPhase(number, "refused")) this.#remove(one);
  }

  /** @param {number} number @param {boolean} takeOver */
  retry(number, takeOver) {
    for (const one of this.inPhase(number, "refused")) Object.assign(one, AFRESH, { takeOver });
  }

  /**
   * Queue what other tabs have left. It goes on in this tab's chain of a segment, unless there is one already:
   * two tabs that changed the same segment are in conflict with each other. Gives the last one of each segment that goes on.
   * @param {Entry[]} entries
   */
  adopt(entries) {
    const { tab } = this.#its, owners = new Map(this.all.map(({ entry }) => [entry.number, tab]));
    for (const entry of entries) {
      const owner = owners.get(entry.number) ?? entry.tab;
      owners.set(entry.number, owner);
      this.#push(entry, owner === entry.tab ? tab : entry.tab, 0).isTried = true; // perhaps it was sent
    }
    return entries.filter((entry) => this.chain(entry.number).at(-1)?.entry === entry);
  }

  // What the service answers

  /** @param {Pending} one @param {SavedAnswer} answer */
  saved(one, answer) {
    const { number } = one.entry, { segment, propagatedVersion, version } = answer;
    this.#remove(one);
    this.#learn(number, segment.version);
    const [next] = this.chain(number, one.chain);
    if (next) this.#rewrite(next, { version: segment.version, base: segment.target });
    for (const other of answer.propagated ?? []) this.#propagated(other, propagatedVersion ?? version);
    this.#its.events.onSaved(number, answer, { isNewest: !next });
  }

  /**
   * The segment was changed since: by an attempt whose answer was lost, without a change of its text, or by others.
   * @param {Pending} one @param {SegmentBody} current
   */
  changed(one, current) {
    const { number, version, base } = one.entry, target = current.target ?? "", isConfirmed = current.status === "confirmed";
    const chain = this.chain(number, one.chain), stored = chain.findLast(({ entry }) => entry.target === target);
    const isDone = stored && (isConfirmed || stored.entry.status === current.status);
    const first = stored ?? (target === (base ?? "") && !isConfirmed ? one : null);
    const isOlder = current.version <= version; // the service contradicts itself: nothing is sent in circles
    const stays = first && (isDone || !isOlder) ? first : /** @type {Pending} */ (chain.at(-1));
    for (const other of chain.slice(0, chain.indexOf(stays))) this.#remove(other);
    if (isDone) this.saved(stays, { segment: current, propagated: [], version: current.version, findings: [] });
    else if (first && !isOlder) this.#rewrite(stays, { version: current.version, base: current.target });
    else {
      Object.assign(stays, { phase: "conflict", current });
      this.#its.events.onConflict(number, { mine: stays.entry, current });
    }
  }

  /** @param {Pending} one @param {Refusal} refusal */
  refused(one, refusal) {
    const { tab, events } = this.#its, { number } = one.entry;
    if (refusal.code === "SEGMENT_IN_USE" && one.window !== tab) one.window = tab; // the service may have forgotten the tab that is gone
    else if (this.chain(number, one.chain).length > 1) this.#remove(one); // the newer one may be accepted
    else {
      Object.assign(one, { phase: "refused", refusal });
      events.onRefused(number, refusal);
    }
  }

  // What is sent when

  /** The first change that can be sent, where it or a later one is due: what was done before is sent before. @param {number} time */
  next(time) {
    const ready = this.#ready().filter(({ notBefore }) => notBefore <= time);
    return ready.some(({ due }) => due <= time) ? ready[0] : null;
  }

  /** When there is a next one, if nothing is done meanwhile. */
  nextTime = () => Math.min(...this.#ready().map(({ due, notBefore }) => Math.max(due, notBefore)));

  /**
   * @param {number} time
   * @param {{isSending: boolean, isOffline: boolean, isWaiting: boolean, reason: Reason | null}} more
   * @returns {Omit<QueueState, "isProtected">}
   */
  describe(time, { isSending, isOffline, isWaiting, reason }) {
    const waiting = this.all.filter(({ phase }) => phase === "waiting"), toSend = numbersOf(waiting).length;
    const conflicts = numbersOf(this.all.filter(({ phase }) => phase === "conflict"));
    const refused = this.all.flatMap(({ entry, refusal }) => (refusal ? [{ number: entry.number, ...refusal }] : []));
    const work = !toSend ? null
      : isWaiting || waiting.some(({ notBefore }) => notBefore > time) ? "waiting"
      : isSending || waiting.some(({ due }) => due <= time) ? "saving" : "writing";
    const rest = conflicts.length ? "conflict" : refused.length ? "refused" : "saved";
    return { state: reason ? "signed-out" : isOffline ? "offline" : work ?? rest, toSend, conflicts, refused, reason };
  }

  /** The first of each chain, unless it waits for a decision. */
  #ready() {
    /** @type {Set<string>} */ const seen = new Set();
    return this.all.filter(({ chain, entry, phase }) => {
      const name = `${chain}/${entry.number}`, isFirst = !seen.has(name);
      seen.add(name);
      return isFirst && phase === "waiting";
    });
  }

  /** @param {Entry} entry @param {string} chain @param {number} due */
  #push(entry, chain, due) {
    /** @type {Pending} */ const made = { ...AFRESH, entry, chain, due, notBefore: 0, failures: 0, window: entry.tab, takeOver: false };
    this.all.push(made);
    this.#its.kept.put(entry);
    return made;
  }

  /** @param {Pending} one */
  #remove(one) {
    this.all = this.all.filter((other) => other !== one);
    this.#its.kept.remove(one.entry);
  }

  /** @param {Pending} one @param {Partial<Entry>} more @param {Partial<Pending>} [rest] */
  #rewrite(one, more, rest) {
    Object.assign(one, { entry: { ...one.entry, ...more } }, rest);
    this.#its.kept.put(one.entry);
  }

  /** @param {number} number @param {number} version */
  #learn(number, version) {
    this.#known.set(number, Math.max(version, this.#known.get(number) ?? 0));
  }

  /** What this tab has written into a repetition is not in conflict with what it changes there. @param {number} number @param {number} version */
  #propagated(number, version) {
    this.#learn(number, version);
    const [first] = this.chain(number);
    if (first?.phase === "waiting" && first.entry.version < version) this.#rewrite(first, { version });
  }
}

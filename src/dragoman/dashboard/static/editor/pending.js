// Changes that the service does not have yet, in the order in which they are sent, and what its answers make of them.

/** @import { Entry, Pending, PendingList, PendingOptions } from "./saving.d.ts" */

// What people decide about makes a change wait again.
const AFRESH = { phase: /** @type {const} */ ("waiting"), isTried: false, refusal: null, current: null, due: 0 };

/** @param {Pending[]} some */
const numbersOf = (some) => [...new Set(some.map(({ entry }) => entry.number))];

/** @type {(options: PendingOptions) => PendingList} */
export function createPending({ tab, translation, now, kept, events }) {
  let all = /** @type {Pending[]} */ ([]), seq = 0;
  const shown = /** @type {Map<number, number>} */ (new Map()), known = new Map(shown);

  function push(/** @type {Entry} */ entry, /** @type {string} */ chain, /** @type {number} */ due) {
    const made = /** @type {Pending} */ ({ ...AFRESH, entry, chain, due, notBefore: 0, failures: 0, window: entry.tab, takeOver: false });
    all.push(made);
    kept.put(entry);
    return made;
  }

  function remove(/** @type {Pending} */ one) {
    all = all.filter((other) => other !== one);
    kept.remove(one.entry);
  }

  function rewrite(/** @type {Pending} */ one, /** @type {Partial<Entry>} */ more) {
    one.entry = { ...one.entry, ...more };
    kept.put(one.entry);
  }

  function learn(number = 0, version = 0, versions = shown) {
    for (const some of [known, versions]) some.set(number, Math.max(version, some.get(number) ?? 0));
  }

  /** It is in no conflict with what this tab changes there. */
  function repeated(number = 0, version = 0) {
    learn(number, version, known);
    const [first] = list.chain(number);
    if (first?.phase === "waiting" && first.entry.version < version) rewrite(first, { version });
  }

  /** The first of each chain, unless it waits for a decision. */
  function ready() {
    const seen = new Set();
    return all.filter(({ chain, entry, phase }) => {
      const name = `${chain}/${entry.number}`, isFirst = !seen.has(name);
      seen.add(name);
      return isFirst && phase === "waiting";
    });
  }

  /** @type {PendingList} */
  const list = {
    all: () => all,
    nextSeq: () => ++seq,
    chain: (number, its = tab) => all.filter(({ chain, entry }) => chain === its && entry.number === number),
    inPhase: (number, wanted) => all.filter(({ phase, entry }) => phase === wanted && entry.number === number),
    isNews: ({ number, version }) => !list.chain(number).length && version > (shown.get(number) ?? -1),

    // It replaces one that nobody has seen, unless that is confirmed: it goes into repetitions.
    add(number, { target, status, propagate = "none", base, version }, due) {
      const last = list.chain(number).at(-1);
      const isReplaced = last && (last.phase !== "waiting" || (!last.isTried && last.entry.status === "translated"));
      const from = last
        ? { version: last.entry.version, base: isReplaced ? last.entry.base : last.entry.target }
        : { version: Math.max(version, known.get(number) ?? 0), base };
      const made = push({ translation, number, target, status, propagate, ...from, time: now(), seq: ++seq, tab }, tab, due);
      if (!isReplaced) return;
      const { phase, current, takeOver } = last;
      if (phase === "conflict" && current?.target === target) rewrite(made, { version: current.version, base: target }); // both write the same
      else Object.assign(made, phase === "conflict" ? { phase, current } : { takeOver });
      remove(last);
    },

    resolve(number, which, text) {
      const [one] = list.inPhase(number, "conflict"), current = one?.current;
      if (!current) return null;
      learn(number, current.version);
      if (which === "theirs") remove(one);
      else rewrite(Object.assign(one, AFRESH), { target: text ?? one.entry.target, version: current.version, base: current.target });
      return current;
    },

    discard: (number) => list.inPhase(number, "refused").forEach(remove),
    retry: (number, takeOver) => list.inPhase(number, "refused").forEach((one) => Object.assign(one, AFRESH, { takeOver })),

    // They go on in this tab's chain of a segment, or are in conflict with it.
    adopt(entries) {
      const owners = new Map(all.map(({ entry }) => [entry.number, tab]));
      for (const entry of entries) {
        const owner = owners.get(entry.number) ?? entry.tab;
        owners.set(entry.number, owner);
        push(entry, owner === entry.tab ? tab : entry.tab, 0).isTried = true; // perhaps it was sent
      }
      return entries.filter((entry) => list.chain(entry.number).at(-1)?.entry === entry);
    },

    saved(one, answer) {
      const { number } = one.entry, { segment, propagated = [], propagatedVersion, version } = answer;
      remove(one);
      learn(number, segment.version);
      const [next] = list.chain(number, one.chain);
      if (next) rewrite(next, { version: segment.version, base: segment.target });
      for (const other of propagated) repeated(other, propagatedVersion ?? version);
      events.onSaved(number, answer, { isNewest: !next });
    },

    // By an attempt whose answer was lost, but not its text, or by others.
    changed(one, current) {
      const { number, version, base } = one.entry, target = current.target ?? "", isConfirmed = current.status === "confirmed";
      const chain = list.chain(number, one.chain), stored = chain.findLast(({ entry }) => entry.target === target);
      const isDone = stored && (isConfirmed || stored.entry.status === current.status);
      const isOlder = current.version <= version;
      const first = stored ?? (target === (base ?? "") && !isConfirmed ? one : null), goesOn = first && !isOlder;
      const stays = /** @type {Pending} */ (isDone ? stored : goesOn ? first : chain.at(-1));
      chain.slice(0, chain.indexOf(stays)).forEach(remove);
      if (isDone) list.saved(stays, { segment: current, propagated: [], version: current.version, findings: [] });
      else if (goesOn) rewrite(stays, { version: current.version, base: current.target });
      else {
        Object.assign(stays, { phase: "conflict", current });
        events.onConflict(number, { mine: stays.entry, current });
      }
    },

    refused(one, refusal) {
      const { number } = one.entry;
      if (refusal.code === "SEGMENT_IN_USE" && one.window !== tab) one.window = tab; // the other may be forgotten
      else if (list.chain(number, one.chain).length > 1) remove(one); // the newer one may be accepted
      else {
        Object.assign(one, { phase: "refused", refusal });
        events.onRefused(number, refusal);
      }
    },

    // Where any is due, the first that can be sent: what was done before is sent before.
    next(time) {
      const some = ready().filter(({ notBefore }) => notBefore <= time);
      return some.some(({ due }) => due <= time) ? some[0] : null;
    },

    nextTime: () => Math.min(...ready().map(({ due, notBefore }) => Math.max(due, notBefore))),

    describe(time, { isSending, isOffline, isWaiting, reason }) {
      const waiting = all.filter(({ phase }) => phase === "waiting"), toSend = numbersOf(waiting).length;
      const conflicts = numbersOf(all.filter(({ phase }) => phase === "conflict"));
      const refused = all.flatMap(({ entry, refusal }) => (refusal ? [{ number: entry.number, ...refusal }] : []));
      const work = !toSend ? null
        : isWaiting || waiting.some(({ notBefore }) => notBefore > time) ? "waiting"
        : isSending || waiting.some(({ due }) => due <= time) ? "saving" : "writing";
      const rest = conflicts.length ? "conflict" : refused.length ? "refused" : "saved";
      return { state: reason ? "signed-out" : isOffline ? "offline" : work ?? rest, toSend, conflicts, refused, reason };
    },
  };
  return list;
}

// Saving: each change is kept in the browser and sent, one at a time and in order, until the service has it.

import { inTime, toHex } from "./database.js";
import { openKept } from "./kept.js";
import { createPending } from "./pending.js";
import { sendEntry } from "./sending.js";
/** @import { Failure, Outcome, Pending, QueueOptions, Reason, SaveQueue, Tell } from "./saving.d.ts" */

const PAUSES = { keep: 50, send: 800, kept: 500, timeout: 20_000, retry: 1000, most: 30_000 };
const ENOUGH = 5; // failures of a segment: others do not wait longer
const clock = () => performance.now();

/** @type {Tell} */
function tell(call) {
  try {
    call();
  } catch (error) {
    reportError(error);
  }
}

/** @type {(options: QueueOptions) => SaveQueue} */
export function createQueue(options) {
  const { now = () => Date.now(), translation, person, base, fetch = globalThis.fetch } = options;
  let { csrf, keepKey } = options;
  const pauses = { ...PAUSES, ...options.pauses }, tab = toHex(crypto.getRandomValues(new Uint8Array(12)));
  let isSending = false, isStopped = false, timer = 0, keepTimer = 0, state = "", written = "";
  let request = /** @type {AbortController | null} */ (null), paused = /** @type {Reason | null} */ (null);
  let backoff = { failures: 0, until: 0, isAway: false };
  const listening = new AbortController();
  const waiters = /** @type {Set<() => boolean>} */ (new Set());
  const kept = openKept({ person, translation, tab, keepKey, now, onProtected, all: () => pending.all().map(({ entry }) => entry) });
  const pending = createPending({ tab, translation, now, kept, events: {
    onSaved: (...of) => tell(() => options.onSaved(...of)),
    onConflict: (...of) => tell(() => options.onConflict(...of)),
    onRefused: (...of) => tell(() => options.onRefused(...of)),
  } });

  function keep(isStrict = false) {
    clearTimeout(keepTimer);
    keepTimer = 0;
    return kept.write(isStrict);
  }

  /** @template T @param {T} done */
  function go(done) {
    keep(true);
    pump();
    return done;
  }

  function hurry(number = -1) {
    const some = () => pending.all().filter(({ entry }) => number < 0 || entry.number === number);
    for (const one of some()) one.due = 0;
    return some;
  }

  function onProtected() {
    if (!kept.isProtected) tell(() => options.onUnprotected?.());
    report();
  }

  async function adopt() {
    const entries = pending.adopt(await kept.adopt(pending.nextSeq).catch(() => [])); // or it stays kept
    pump();
    return entries;
  }

  /** Send what is due, or wait for it. A page that is left may be gone when this returns. */
  function pump(isLeaving = false) {
    clearTimeout(timer);
    if (isStopped) return;
    if (!isSending && !paused) {
      const time = clock(), next = time < backoff.until ? null : pending.next(time);
      const wait = Math.max(pending.nextTime(), backoff.until) - time;
      if (next) void send(next, isLeaving);
      else if (wait < Infinity) timer = setTimeout(pump, Math.max(1, Math.ceil(wait)));
    }
    report();
  }

  async function send(/** @type {Pending} */ one, isLeaving = false) {
    isSending = one.isTried = true;
    if (!isLeaving && !kept.isWritten) await inTime(keep(), pauses.kept).catch(() => {}); // or it cannot be
    if (isStopped) return;
    const ours = request = new AbortController(), late = setTimeout(() => ours.abort(), pauses.timeout), sent = csrf;
    const outcome = await sendEntry(one, { base, csrf, fetch, signal: ours.signal });
    clearTimeout(late);
    isSending = false;
    if (isStopped) return;
    settle(one, outcome, sent);
    keep();
    pump();
  }

  function settle(/** @type {Pending} */ one, /** @type {Outcome} */ outcome, sent = csrf) {
    if (outcome.kind === "failed") return fail(one, outcome);
    one.isTried = false;
    if (outcome.kind === "busy") return backOff(outcome.after);
    if (outcome.kind === "forged") return void renew(sent);
    backoff = { failures: one.failures = 0, until: 0, isAway: false };
    if (outcome.kind === "saved") pending.saved(one, outcome.answer);
    else if (outcome.kind === "changed") pending.changed(one, outcome.current);
    else if (outcome.kind === "refused") pending.refused(one, outcome.refusal);
    else paused = "session";
  }

  function fail(/** @type {Pending} */ one, /** @type {Failure} */ { isAway, isOwn, after }) {
    if (isOwn && ++one.failures >= ENOUGH) one.notBefore = clock() + pauses.most;
    else backOff(after, isAway);
  }

  function backOff(after = 0, isAway = false) {
    const pause = Math.min(pauses.most, pauses.retry * 2 ** backoff.failures) * (0.8 + Math.random() * 0.4);
    backoff = { failures: backoff.failures + 1, until: clock() + Math.max(after, pause), isAway };
  }

  async function renew(sent = csrf) {
    backOff();
    if (sent !== csrf) return;
    paused = "forged";
    const fresh = await options.renew?.().catch(() => null);
    if (!fresh) return;
    if (fresh.person !== person) paused = "person";
    else if (fresh.csrf !== sent) {
      if (fresh.keepKey !== keepKey) await kept.changeKey(fresh.keepKey).catch(() => {});
      ({ csrf, keepKey } = fresh);
      paused = null;
    }
    pump();
  }

  function report() {
    const time = clock(), { isAway, until } = backoff, isOffline = !navigator.onLine || (isAway && pending.all().length > 0);
    const said = pending.describe(time, { isSending, isOffline, isWaiting: time < until, reason: paused });
    const told = { ...said, isProtected: kept.isProtected }, text = JSON.stringify(told);
    ({ state } = told);
    for (const isOver of waiters) if (isOver()) waiters.delete(isOver);
    if (text === written) return;
    written = text;
    tell(() => options.onState(told));
  }

  function listen() {
    const { signal } = listening, { flush, wake } = queue;
    document.addEventListener("visibilitychange", () => (document.hidden ? flush() : wake()), { signal });
    addEventListener("pagehide", flush, { signal });
    for (const type of ["online", "focus", "pageshow"]) addEventListener(type, wake, { signal });
    addEventListener("offline", report, { signal });
    addEventListener("beforeunload", (event) => {
      if (!kept.isProtected && pending.all().length) event.preventDefault();
    }, { signal });
  }

  /** @type {SaveQueue} */
  const queue = {
    tab,
    get unreadable() { return kept.unreadable; },

    change(number, draft) {
      const isConfirmed = draft.status === "confirmed";
      pending.add(number, draft, clock() + (isConfirmed ? 0 : pauses.send));
      if (isConfirmed) keep(true);
      else keepTimer ||= setTimeout(keep, pauses.keep);
      pump();
    },

    leave(number) {
      hurry(number);
      pump();
    },

    flush() {
      hurry();
      keep(true);
      pump(true);
    },

    settled(number) {
      const rest = hurry(number);
      pump();
      return new Promise((resolve) => {
        waiters.add(() => {
          const isOver = isStopped || !["saving", "writing"].includes(state) || !rest().some(({ phase }) => phase === "waiting");
          if (isOver) resolve(!rest().length);
          return isOver;
        });
        report();
      });
    },

    wanted: (number) => pending.chain(number).at(-1)?.entry ?? null,
    isNews: (segment) => pending.isNews(segment),

    async restore() {
      const entries = await adopt();
      kept.clean().catch(() => {});
      return entries;
    },

    resolve: (...of) => go(pending.resolve(...of)),
    discard: (number) => go(pending.discard(number)),
    retry: (number) => go(pending.retry(number, false)),
    takeOver: (number) => go(pending.retry(number, true)),

    wake() {
      if (isStopped) return;
      paused = null;
      if (backoff.isAway) backoff.until = 0;
      void adopt().then((entries) => { if (entries.length) tell(() => options.onAdopted?.(entries)); });
      go(null);
    },

    stop() {
      isStopped = true;
      for (const one of [timer, keepTimer]) clearTimeout(one);
      listening.abort();
      request?.abort();
      report();
      return kept.close();
    },
  };
  listen();
  report();
  return queue;
}

// Saving: each change is kept in the browser first, then sent, one at a time and in the order in which they were made.
// A change leaves the queue only when the service has answered that it has it, or when the person decides so.

import { inTime, toHex } from "./database.js";
import { Kept } from "./kept.js";
import { PendingChanges } from "./pending.js";
import { sendEntry } from "./sending.js";
/** @import { Draft, Entry, Failure, Outcome, Pending, QueueOptions, QueuePauses, Reason, SegmentBody } from "./saving.d.ts" */

/** @type {QueuePauses} */
const PAUSES = { keep: 150, send: 800, kept: 500, timeout: 20_000, retry: 1000, most: 30_000 };
const ENOUGH = 5; // failures of one segment, after which the others no longer wait for it
const clock = () => performance.now();

/** Call the page, whose errors do not end the queue. @type {(call: () => void) => void} */
function tell(call) {
  try {
    call();
  } catch (error) {
    reportError(error);
  }
}

/** Make a queue. @param {QueueOptions} options */
export const createQueue = (options) => new SaveQueue(options);

export class SaveQueue {
  /** The name of this window: its saves and its presence have it. */
  tab = toHex(crypto.getRandomValues(new Uint8Array(12)));
  /** @type {QueueOptions} */ #options;
  /** @type {QueuePauses} */ #pauses;
  /** @type {Kept} */ #kept;
  /** @type {PendingChanges} */ #pending;
  /** @type {Pending | null} */ #sending = null;
  /** @type {AbortController | null} */ #request = null;
  #backoff = { failures: 0, until: 0, isAway: false };
  /** @type {Reason | null} */ #paused = null;
  #isStopped = false;
  #timer = 0;
  #keepTimer = 0;
  #lastState = "";
  #state = "";
  /** @type {Set<() => boolean>} each gives whether it is over */ #waiters = new Set();
  #listening = new AbortController();

  /** @param {QueueOptions} options */
  constructor(options) {
    const { now = () => Date.now(), translation, onSaved, onConflict, onRefused } = options, { tab } = this;
    this.#options = { ...options };
    this.#pauses = { ...PAUSES, ...options.pauses };
    this.#kept = new Kept({ ...options, tab, now, onProtected: () => this.#protected(), all: () => this.#pending.all.map(({ entry }) => entry) });
    this.#pending = new PendingChanges({ tab, translation, now, kept: this.#kept, events: {
      onSaved: (...of) => tell(() => onSaved(...of)),
      onConflict: (...of) => tell(() => onConflict(...of)),
      onRefused: (...of) => tell(() => onRefused(...of)),
    } });
    this.#listen();
    this.#report();
  }

  // What the page calls

  /** Take a change of a segment, at each key press and when it is confirmed. @param {number} number @param {Draft} draft */
  change(number, draft) {
    const isConfirmed = draft.status === "confirmed";
    this.#pending.add(number, draft, clock() + (isConfirmed ? 0 : this.#pauses.send));
    if (isConfirmed) this.#keep(true);
    else this.#keepTimer ||= setTimeout(() => this.#keep(), this.#pauses.keep);
    this.#pump();
  }

  /** Send what was changed in a segment now, because it is left. @param {number} number */
  leave(number) {
    for (const one of this.#pending.inPhase(number, "waiting")) one.due = 0;
    this.#pump();
  }

  /** Keep and send everything now. */
  flush() {
    for (const one of this.#pending.all) one.due = 0;
    this.#keep(true);
    this.#pump(true);
  }

  /** What this tab wants a segment to be, where the service does not have it yet. @param {number} number */
  wanted = (number) => this.#pending.chain(number).at(-1)?.entry ?? null;

  /** Whether the page is to show a segment that a poll brings. @param {SegmentBody} segment */
  isNews = (segment) => this.#pending.isNews(segment);

  /** How many kept changes cannot be read: they are of another key. */
  get unreadable() {
    return this.#kept.unreadable;
  }

  /** Give what tabs that are gone have left, and send it; the page shows it over its segments. Called once. */
  async restore() {
    const entries = await this.#adopt();
    this.#kept.clean().catch(() => {});
    return entries;
  }

  /**
   * Decide a conflict; "theirs" leaves the segment as the service has it, which is returned.
   * @param {number} number @param {"mine" | "theirs"} which @param {string} [text] instead of mine
   */
  resolve(number, which, text) {
    const current = this.#pending.resolve(number, which, text);
    this.#go();
    return current;
  }

  /** Give up what the service has refused. @param {number} number */
  discard(number) {
    this.#pending.discard(number);
    this.#go();
  }

  /** Send again what the service has refused. @param {number} number @param {boolean} [takeOver] also where others have it open */
  retry(number, takeOver = false) {
    this.#pending.retry(number, takeOver);
    this.#go();
  }

  /** @param {number} number */
  takeOver = (number) => this.retry(number, true);

  /**
   * Send a segment, or all, now. Resolves when that is done, or cannot be done now: gives whether nothing is left.
   * @param {number} [number] @returns {Promise<boolean>}
   */
  settled(number) {
    const all = () => this.#pending.all.filter(({ entry }) => number === undefined || entry.number === number);
    for (const one of all()) one.due = 0;
    this.#pump();
    return new Promise((resolve) => {
      this.#waiters.add(() => {
        const isOver = this.#isStopped || !["saving", "writing"].includes(this.#state) || !all().some(({ phase }) => phase === "waiting");
        if (isOver) resolve(!all().length);
        return isOver;
      });
      this.#report();
    });
  }

  /** Try again now: the service has answered something else, or the person is back. */
  wake() {
    if (this.#isStopped) return;
    this.#paused = null;
    if (this.#backoff.isAway) this.#backoff.until = 0;
    void this.#adopt().then((entries) => { if (entries.length) tell(() => this.#options.onAdopted?.(entries)); });
    this.#go();
  }

  /** Stop. What is not sent stays kept, for the next tab. */
  stop() {
    this.#isStopped = true;
    for (const timer of [this.#timer, this.#keepTimer]) clearTimeout(timer);
    this.#listening.abort();
    this.#request?.abort();
    return this.#kept.close();
  }

  // Keeping and sending

  /** Keep what was changed, if anything was, and send what is due. */
  #go() {
    this.#keep(true);
    this.#pump();
  }

  #keep(isStrict = false) {
    clearTimeout(this.#keepTimer);
    this.#keepTimer = 0;
    return this.#kept.write(isStrict);
  }

  #protected() {
    if (!this.#kept.isProtected) tell(() => this.#options.onUnprotected?.());
    this.#report();
  }

  /** @returns {Promise<Entry[]>} */
  async #adopt() {
    const entries = this.#pending.adopt(await this.#kept.adopt(this.#pending.nextSeq));
    this.#pump();
    return entries;
  }

  /** Send what is due, or wait for it. `isLeaving`: the page may be gone when this returns. */
  #pump(isLeaving = false) {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    if (!this.#sending && !this.#paused) {
      const time = clock(), { until } = this.#backoff, next = time < until ? null : this.#pending.next(time);
      const wait = Math.max(this.#pending.nextTime(), until) - time;
      if (next) void this.#send(next, isLeaving);
      else if (wait < Infinity) this.#timer = setTimeout(() => this.#pump(), Math.max(1, Math.ceil(wait)));
    }
    this.#report();
  }

  /** @param {Pending} one @param {boolean} isLeaving */
  async #send(one, isLeaving) {
    this.#sending = one;
    one.isTried = true; // nothing replaces it from now on
    const { base, csrf, fetch = globalThis.fetch } = this.#options, { kept, timeout } = this.#pauses;
    if (!isLeaving && !this.#kept.isWritten) await inTime(this.#keep(), kept).catch(() => {}); // sent also where it cannot be kept
    if (this.#isStopped) return;
    const request = this.#request = new AbortController(), timer = setTimeout(() => request.abort(), timeout);
    const outcome = await sendEntry(one, { base, csrf, fetch, signal: request.signal });
    clearTimeout(timer);
    this.#sending = this.#request = null;
    if (this.#isStopped) return;
    this.#settle(one, outcome);
    this.#keep();
    this.#pump();
  }

  /** @param {Pending} one @param {Outcome} outcome */
  #settle(one, outcome) {
    if (outcome.kind === "failed") return this.#fail(one, outcome);
    one.isTried = false;
    if (outcome.kind === "busy") return this.#backOff(outcome.after, false);
    if (outcome.kind === "forged") return void this.#renew();
    this.#backoff = { failures: 0, until: 0, isAway: false };
    one.failures = 0;
    if (outcome.kind === "saved") this.#pending.saved(one, outcome.answer);
    else if (outcome.kind === "changed") this.#pending.changed(one, outcome.current);
    else if (outcome.kind === "refused") this.#pending.refused(one, outcome.refusal);
    else this.#paused = "session";
  }

  /** @param {Pending} one @param {Failure} failure */
  #fail(one, { isAway, isOwn, after }) {
    if (isOwn && ++one.failures >= ENOUGH) one.notBefore = clock() + this.#pauses.most;
    else this.#backOff(after, isAway);
  }

  /** @param {number} after @param {boolean} isAway */
  #backOff(after, isAway) {
    const { retry, most } = this.#pauses, { failures } = this.#backoff;
    const pause = Math.min(most, retry * 2 ** failures) * (0.8 + Math.random() * 0.4);
    this.#backoff = { failures: failures + 1, until: clock() + Math.max(after, pause), isAway };
  }

  /** The session is another one: its token is read from the page, if it is the same person's. */
  async #renew() {
    const options = this.#options;
    this.#paused = "forged";
    const fresh = await options.renew?.().catch(() => null);
    if (!fresh) return;
    if (fresh.person !== options.person) this.#paused = "person";
    else if (fresh.csrf !== options.csrf) {
      if (fresh.keepKey !== options.keepKey) await this.#kept.changeKey(fresh.keepKey).catch(() => {});
      Object.assign(options, fresh);
      this.#paused = null;
      this.#backOff(0, false); // in case no token is right
    }
    this.#pump();
  }

  // The page

  #listen() {
    const { signal } = this.#listening, flush = () => this.flush(), wake = () => this.wake();
    document.addEventListener("visibilitychange", () => (document.hidden ? flush() : wake()), { signal });
    document.addEventListener("freeze", flush, { signal });
    document.addEventListener("resume", wake, { signal });
    addEventListener("pagehide", flush, { signal });
    for (const type of ["online", "focus", "pageshow"]) addEventListener(type, wake, { signal });
    addEventListener("offline", () => this.#report(), { signal });
    addEventListener("beforeunload", (event) => {
      if (!this.#kept.isProtected && this.#pending.all.length) event.preventDefault();
    }, { signal });
  }

  #report() {
    const time = clock(), { until, isAway } = this.#backoff, pending = this.#pending, isWaiting = time < until;
    const isOffline = !navigator.onLine || (isAway && pending.all.length > 0), isSending = this.#sending !== null;
    const said = pending.describe(time, { isSending, isOffline, isWaiting, reason: this.#paused });
    const state = { ...said, isProtected: this.#kept.isProtected }, written = JSON.stringify(state);
    this.#state = state.state;
    for (const wait of this.#waiters) if (wait()) this.#waiters.delete(wait);
    if (written === this.#lastState) return;
    this.#lastState = written;
    tell(() => this.#options.onState(state));
  }
}

// What others do in the translation: asked for every few seconds, and told at the same time which segment is open here.

/** @import { ChangesAnswer, ChangesOptions } from "./saving.d.ts" */

const PAUSES = { visible: 5000, hidden: 30_000, timeout: 20_000, most: 30_000 };

/** Make a poll, which `start` starts. @param {ChangesOptions} options */
export const createChanges = (options) => new ChangesPoll(options);

export class ChangesPoll {
  /** @type {ChangesOptions} */ #options;
  #pauses = PAUSES;
  #timer = 0;
  #failures = 0;
  #again = false;
  /** @type {AbortController | null} of the call that runs */ #running = null;
  /** @type {AbortController | null} of the listeners; null: it is stopped */ #listening = null;

  /** @param {ChangesOptions} options */
  constructor(options) {
    this.#options = options;
    this.#pauses = { ...PAUSES, ...options.pauses };
    this.since = options.since;
  }

  start() {
    if (this.#listening) return;
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    document.addEventListener("visibilitychange", () => this.#visible(), { signal });
    for (const type of ["online", "pageshow"]) addEventListener(type, () => this.ask(), { signal });
    this.ask();
  }

  stop() {
    this.#listening?.abort();
    this.#running?.abort();
    this.#listening = this.#running = null;
    clearTimeout(this.#timer);
  }

  /** Ask now. Where a call runs, the next one follows it at once. */
  ask() {
    if (!this.#listening) return;
    this.#again = this.#running !== null;
    if (!this.#again) void this.#call();
  }

  #visible() {
    if (!document.hidden) this.ask();
    else if (!this.#running) this.#wait();
  }

  async #call() {
    clearTimeout(this.#timer);
    const running = this.#running = new AbortController();
    const timer = setTimeout(() => running.abort(), this.#pauses.timeout);
    const status = await this.#fetch(running.signal);
    clearTimeout(timer);
    if (this.#running !== running) return; // it was stopped meanwhile
    this.#running = null;
    this.#failures = status === 200 ? 0 : this.#failures + 1;
    if (status !== 200) this.#tell(() => this.#options.onFailure?.(status));
    if (!this.#listening) return;
    if (this.#again && status === 200) this.ask();
    else this.#wait();
  }

  #wait() {
    clearTimeout(this.#timer);
    const { visible, hidden, most } = this.#pauses;
    const pause = document.hidden ? hidden : visible;
    const wait = Math.max(pause, Math.min(most, pause * 2 ** this.#failures)) * (0.9 + Math.random() * 0.2);
    this.#again = false;
    this.#timer = setTimeout(() => this.ask(), wait);
  }

  /** Call the service; gives the status, 0 where there is none. @param {AbortSignal} signal */
  async #fetch(signal) {
    const { base, tab, segment, onChanges, fetch = globalThis.fetch } = this.#options;
    const query = new URLSearchParams({ since: String(this.since), window: tab });
    const open = segment();
    if (open !== null) query.set("segment", String(open));
    try {
      const answer = await fetch(`${base}/changes?${query}`, { signal, headers: { Accept: "application/json" }, redirect: "manual" });
      if (!answer.ok) return answer.status;
      const body = /** @type {ChangesAnswer} */ (await answer.json());
      if (signal.aborted || !Number.isInteger(body?.version) || !Array.isArray(body.segments)) return 0;
      onChanges(body);
      this.since = body.version;
      return 200;
    } catch (error) {
      if (!signal.aborted && !(error instanceof TypeError)) reportError(error);
      return 0; // what the page could not show is asked for again
    }
  }

  /** An error of the page's does not end the poll. @param {() => void} call */
  #tell(call) {
    try {
      call();
    } catch (error) {
      reportError(error);
    }
  }
}

// Asking every few seconds what others change, and saying which segment is open here.

/** @import { ChangesOptions, ChangesPoll } from "./saving.d.ts" */

const PAUSES = { visible: 5000, hidden: 30_000, timeout: 20_000, most: 30_000 };

/** @type {(options: ChangesOptions) => ChangesPoll} */
export function createChanges({ base, tab, since, segment, onChanges, onFailure, fetch = globalThis.fetch, ...options }) {
  const pauses = { ...PAUSES, ...options.pauses };
  let timer = 0, failures = 0, isAsked = false;
  let running = /** @type {AbortController | null} */ (null);
  let listening = /** @type {AbortController | null} null: it is stopped */ (null);

  async function call() {
    clearTimeout(timer);
    const ours = running = new AbortController(), late = setTimeout(() => ours.abort(), pauses.timeout);
    const status = await read(ours.signal);
    clearTimeout(late);
    if (running !== ours) return; // it was stopped meanwhile
    running = null;
    failures = status === 200 ? 0 : failures + 1;
    if (failures) onFailure?.(status);
    if (isAsked && !failures) poll.ask();
    else wait();
  }

  function wait() {
    clearTimeout(timer);
    const pause = document.hidden ? pauses.hidden : pauses.visible, longer = Math.min(pauses.most, pause * 2 ** failures);
    timer = setTimeout(poll.ask, Math.max(pause, longer) * (0.9 + Math.random() * 0.2));
  }

  /** Gives the status, 0 where there is none. What the page could not show is asked for again. */
  async function read(/** @type {AbortSignal} */ signal) {
    const query = new URLSearchParams({ since: String(since), window: tab }), open = segment();
    let body = null;
    if (open !== null) query.set("segment", String(open));
    try {
      const answer = await fetch(`${base}/changes?${query}`, { signal, headers: { Accept: "application/json" }, redirect: "manual" });
      if (!answer.ok) return answer.status;
      body = await answer.json();
      if (signal.aborted || !Number.isInteger(body?.version) || !Array.isArray(body.segments)) return 0;
      onChanges(body);
      since = body.version;
      return 200;
    } catch (error) {
      if (body) reportError(error); // of the page
      return 0;
    }
  }

  /** @type {ChangesPoll} */
  const poll = {
    start() {
      if (listening) return;
      listening = new AbortController();
      const { signal } = listening;
      document.addEventListener("visibilitychange", () => (document.hidden ? running ?? wait() : poll.ask()), { signal });
      for (const type of ["online", "pageshow"]) addEventListener(type, poll.ask, { signal });
      poll.ask();
    },

    stop() {
      listening?.abort();
      running?.abort();
      listening = running = null;
      clearTimeout(timer);
    },

    ask() {
      isAsked = running !== null;
      if (listening && !running) void call();
    },
  };
  return poll;
}

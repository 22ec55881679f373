// One save as a request, and what its answer means for the queue.

/** @import { Entry, Outcome, Pending, SendOptions } from "./saving.d.ts" */

const KEEPALIVE = 60_000; // bytes; browsers refuse to finish larger requests of pages that are left
const LONGEST = 300_000; // milliseconds that a service may ask to wait
const SOON = [408, 425, 429];

/** Send a change; what goes wrong is an outcome too. @param {Pending} pending @param {SendOptions} how @returns {Promise<Outcome>} */
export async function sendEntry({ entry, window, takeOver }, { base, csrf, fetch, signal }) {
  const { number, target, status, propagate, version } = entry;
  const body = JSON.stringify({ target, status, propagate, window, ...(takeOver && { takeOver }) });
  const json = "application/json", headers = { Accept: json, "Content-Type": json, "X-CSRF-Token": csrf, "If-Match": `"${version}"` };
  try {
    const answer = await fetch(`${base}/segments/${number}`, {
      method: "PUT", headers, body, signal, redirect: "manual", keepalive: body.length * 3 < KEEPALIVE, // bytes of UTF-8, at most
    });
    return readOutcome(entry, answer, parse(await answer.text()));
  } catch {
    return { kind: "failed", isAway: true, isOwn: signal.aborted, after: 0 };
  }
}

/** @param {Entry} entry @param {Response} answer @param {any} body @returns {Outcome} */
function readOutcome(entry, answer, body) {
  const { status } = answer;
  if (answer.type === "opaqueredirect" || status === 401) return { kind: "signed-out" };
  if (answer.ok) {
    if (isSegment(body?.segment, entry)) return { kind: "saved", answer: body };
    return { kind: "failed", isAway: true, isOwn: false, after: 0 }; // of a proxy, or a hotel: nobody has stored it
  }
  if (SOON.includes(status)) return { kind: "busy", after: readRetryAfter(answer) };
  if (status >= 500) return { kind: "failed", isAway: false, isOwn: status === 500, after: readRetryAfter(answer) };
  const code = String(body?.code ?? "");
  if (status === 403 && code === "REQUEST_FORGED") return { kind: "forged" };
  if (status === 409 && isSegment(body?.current, entry)) return { kind: "changed", current: body.current };
  return { kind: "refused", refusal: { status, code, message: readMessage(body) } };
}

/** @param {any} segment @param {Entry} entry */
const isSegment = (segment, entry) => segment?.number === entry.number && Number.isInteger(segment.version);

/** @param {any} body */
function readMessage(body) {
  return [body?.detail, body?.title, body?.[0]?.message].find((text) => typeof text === "string") ?? "";
}

/** The milliseconds of `Retry-After`, which has seconds or a date. @param {Response} answer */
function readRetryAfter(answer) {
  const value = answer.headers.get("Retry-After") ?? "";
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return wait > 0 ? Math.min(wait, LONGEST) : 0;
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null; // a page of a proxy, or half an answer
  }
}

// One save as a request, and what its answer means for the queue.

/** @import { Entry, Outcome, Send } from "./saving.d.ts" */

const KEEPALIVE = 60_000; // bytes; browsers end larger requests of pages that are left
const LONGEST = 300_000; // milliseconds

/** @type {Send} */
export async function sendEntry({ entry, window, takeOver }, { base, csrf, fetch, signal }) {
  const { number, target, status, propagate, version } = entry, json = "application/json";
  const body = JSON.stringify({ target, status, propagate, window, takeOver });
  const headers = { Accept: json, "Content-Type": json, "X-CSRF-Token": csrf, "If-Match": `"${version}"` };
  const keepalive = body.length * 3 < KEEPALIVE; // bytes of UTF-8, at most
  try {
    const answer = await fetch(`${base}/segments/${number}`, { method: "PUT", headers, body, signal, redirect: "manual", keepalive });
    return readOutcome(entry, answer, await answer.json().catch(allowPages));
  } catch {
    return { kind: "failed", isAway: true, isOwn: signal.aborted, after: 0 };
  }
}

/** A proxy's page; not half an answer. @param {unknown} error */
function allowPages(error) {
  if (!(error instanceof SyntaxError)) throw error;
}

/** @param {Entry} entry @param {Response} answer @param {any} body @returns {Outcome} */
function readOutcome({ number }, { ok, status, type, headers }, body) {
  const isSegment = (/** @type {any} */ one) => one?.number === number && Number.isInteger(one.version);
  const value = headers.get("Retry-After") ?? "", wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  const after = wait > 0 ? Math.min(wait, LONGEST) : 0, code = String(body?.code ?? "");
  if (type === "opaqueredirect" || status === 401) return { kind: "signed-out" };
  if (isSegment(body?.segment) && ok) return { kind: "saved", answer: body };
  if (ok || status >= 500) return { kind: "failed", isAway: ok, isOwn: status === 500, after }; // 200: a hotel's page
  if ([408, 425, 429].includes(status)) return { kind: "busy", after };
  if (code === "REQUEST_FORGED") return { kind: "forged" };
  if (status === 409 && isSegment(body?.current)) return { kind: "changed", current: body.current };
  const message = [body?.detail, body?.title, body?.[0]?.message].find((text) => typeof text === "string") ?? "";
  return { kind: "refused", refusal: { status, code, message } };
}

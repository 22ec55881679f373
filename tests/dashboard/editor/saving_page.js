// A page with nothing but fields, and saving. Its address says how quick it is, and with which key it keeps.

import { createChanges } from "/editor/changes.js";
import { createQueue } from "/editor/queue.js";

const data = JSON.parse(document.getElementById("data").textContent);
const query = new URLSearchParams(location.search), pauses = JSON.parse(query.get("pauses") ?? "{}");
const keyOf = (letter) => btoa((letter ?? "k").repeat(32));
const seen = { state: null, states: [], saved: [], conflicts: [], refused: [], adopted: [], unprotected: 0, restored: null };
const fields = [], segments = data.segments;
let open = null;

const queue = createQueue({
  ...data, keepKey: keyOf(query.get("key")), translation: "1", pauses,
  now: () => Date.now() + Number(query.get("days") ?? 0) * 24 * 3600 * 1000,
  onState: (state) => { seen.state = state; seen.states.push(state.state); },
  onSaved: (number, answer, more) => {
    seen.saved.push({ number, version: answer.segment.version, ...more });
    segments[number] = answer.segment;
  },
  onConflict: (number, conflict) => seen.conflicts.push({ number, ...conflict }),
  onRefused: (number, refusal) => seen.refused.push({ number, ...refusal }),
  onUnprotected: () => { seen.unprotected += 1; },
  onAdopted: (entries) => { seen.adopted.push(...entries); show(entries); },
  renew: async () => {
    const text = await (await fetch(location.pathname)).text();
    const found = new DOMParser().parseFromString(text, "text/html").getElementById("data");
    return { ...JSON.parse(found.textContent), keepKey: keyOf(query.get("renewed") ?? query.get("key")) };
  },
});
const changes = createChanges({
  base: data.base, tab: queue.tab, since: data.version, segment: () => open, pauses: pauses.poll ?? {},
  onChanges: ({ segments: changed }) => {
    queue.wake();
    for (const segment of changed.filter(queue.isNews)) {
      segments[segment.number] = segment;
      fields[segment.number].textContent = segment.target ?? "";
    }
  },
});

function show(entries) {
  for (const { number, target } of entries) fields[number].textContent = target;
}

function change(number, status) {
  const { target: base, version } = segments[number];
  queue.change(number, { target: fields[number].textContent, status, propagate: status === "confirmed" ? "unconfirmed" : "none", base, version });
}

for (const { number, target } of segments) {
  const field = Object.assign(document.createElement("div"), { id: `t${number}`, contentEditable: "plaintext-only", textContent: target ?? "" });
  field.addEventListener("input", () => change(number, "translated"));
  field.addEventListener("focus", () => { open = number; });
  field.addEventListener("blur", () => queue.leave(number));
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (event.ctrlKey) change(number, "confirmed");
  });
  document.getElementById("segments").append(field);
  fields.push(field);
}

Object.assign(globalThis, { queue, changes, seen });
const restored = await queue.restore();
show(restored);
seen.restored = restored.map(({ number, target, status }) => ({ number, target, status }));
if (query.has("poll")) changes.start();

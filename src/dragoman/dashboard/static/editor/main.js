// The editor's page: what its parts do together. Keys and buttons become commands; saves, their answers and the changes of
// others become rows.

import { toast } from "../app.js";
import { createCall } from "./calls.js";
import { createChanges } from "./changes.js";
import { chipsOf } from "./chips.js";
import { compare, whoChanged, writeNotice } from "./clash.js";
import { Desk, drawFoot } from "./desk.js";
import { createFilter } from "./filtering.js";
import { Findings } from "./findings.js";
import { Help } from "./help.js";
import { Keys, drawKeys } from "./keys.js";
import { createKeyList } from "./key-list.js";
import { createQueue } from "./queue.js";
import { createReplacing } from "./replacing.js";
import { Reviewing } from "./reviewing.js";
import { SegmentList } from "./rows.js";
import { watchCodes } from "./source-codes.js";
import { at, fill, icon, make } from "./texts.js";

const page = JSON.parse(at("editor-data").dataset.json);
const { texts } = page;
page.call = createCall(page);
const list = new SegmentList(at("segments"), page, (message) => toast(message));
const keys = new Keys();
const isOpen = (/** @type {string} */ state) => state !== state.toUpperCase() && state !== "c";
const isEmpty = (/** @type {string} */ state) => state === "n";
/** Where there are segments that wait for a decision. @type {Map<number, any>} */
const clashes = new Map();
const SETTLED_IN = 3000; // milliseconds: what takes longer is sent later
let lastChange = 0, warned = -1;

// The open segment

const desk = new Desk(page, list, {
  changed: (number, target) => queue.change(number, draft(number, target, "translated")),
  opened: showOpened,
  closed: (number, target, isChanged) => {
    if (isChanged) queue.leave(number);
  },
  confirm: () => confirm(),
});
const help = new Help(page, {
  takeTarget: (target) => target !== undefined && desk.put(target),
  insertText: (text) => desk.field?.insertText(text),
  restore,
  goTo: (number) => go(number),
  readTarget: () => desk.value,
});
const reviewing = new Reviewing(page, {
  settled,
  version: (number) => Number(list.row(number)?.dataset.version),
  show: (segment) => {
    if (queue.wanted(segment.number)) return; // written in meanwhile: its save says what it is then
    const isMine = segment.number === desk.number;
    if (isMine && (segment.target ?? "") === desk.value) list.update(segment, true);
    else showChanged(segment);
    showProgress();
  },
  goOn: (number) => go(list.next(number, 1, (_state, other) => !list.row(other)?.dataset.review), texts.lastOne),
  showTab: () => help.showTab("comments"),
  back: at("back").href,
});
const findings = new Findings(page, { goTo: (number) => go(number), found: (codes) => filter.offer(codes) });

/**
 * What is saved of a segment.
 * @param {number} number @param {string} target @param {"translated"|"confirmed"} status
 * @returns {import("./saving.d.ts").Draft}
 */
function draft(number, target, status) {
  const row = list.row(number);
  const base = desk.number === number ? desk.open?.base ?? null : null;
  return { target, status, propagate: status === "confirmed" ? at("propagate").value : "none", version: Number(row?.dataset.version ?? 0), base };
}

/** @param {number} number */
function showOpened(number) {
  const next = list.next(number, 1, isOpen);
  help.open(/** @type {import("./desk.js").Opened} */ (desk.open), [next, next === null ? null : list.next(next, 1, isOpen)]);
  reviewing.open(number);
  changes.ask();
  const words = fill(texts.where, { n: number + 1, total: list.states.length.toLocaleString(document.documentElement.lang), characters: [...(list.row(number)?.querySelector(".x")?.textContent ?? "")].length });
  at("where").textContent = words;
  at("preview").href = `${page.base}/preview?segment=${number + 1}`;
}

/** Go to a segment, if there is one. @param {number|null} number @param {string} [otherwise] */
async function go(number, otherwise = texts.nothingFound) {
  if (number === null || !(await desk.show(number))) toast(otherwise);
}

/** Confirm the open segment, and go on. @param {((state: string) => boolean)|null} [next] null: stay */
async function confirm(next = isOpen) {
  const { number } = desk;
  if (number < 0 || !desk.field) return;
  if (clashes.has(number)) return void showClash(number);
  if (desk.hasErrors && warned !== number) {
    warned = number;
    toast(texts.confirmAgain);
    return;
  }
  warned = -1;
  const target = desk.value;
  queue.change(number, draft(number, target, "confirmed"));
  list.update({ ...shown(number), target, status: "confirmed" }, true);
  showProgress();
  if (next) await go(list.next(number, 1, next), texts.lastOne);
}

/** What a row shows of its segment. @param {number} number */
function shown(number) {
  const row = list.row(number), badge = row?.querySelector(".match");
  const kind = badge?.className.split(" ")[1] ?? "none";
  const score = kind === "cm" ? 101 : Number(badge?.textContent) || null;
  return { number, source: "", target: null, status: row?.dataset.state ?? "new", origin: kind === "mt" ? "engine" : score ? "memory" : null, score, locked: row?.hasAttribute("data-locked") ?? false, review: row?.dataset.review ?? null, version: Number(row?.dataset.version ?? 0), changedBy: null, changedByName: null, issues: row?.classList.contains("wrong") ? [""] : [] };
}

// Saving

const queue = createQueue({
  base: page.base,
  csrf: page.csrf,
  keepKey: page.keepKey,
  person: page.person,
  translation: String(page.translation),
  onState: showState,
  onSaved: (_number, answer, { isNewest }) => showSaved(answer, isNewest),
  onConflict: (number, conflict) => {
    clashes.set(number, conflict);
    const words = whoChanged(page, conflict.current);
    desk.notice(number, writeNotice(words, [[texts.compare, () => showClash(number)]]));
    if (number !== desk.number) toast(fill(texts.segmentSays, { n: number + 1, text: words }), { label: texts.compare, run: () => go(number).then(() => showClash(number)) });
  },
  onRefused: (number, refusal) => {
    const actions = /** @type {[string, () => void][]} */ ([[texts.discard, () => discard(number)]]);
    if (refusal.code === "SEGMENT_IN_USE") actions.unshift([texts.takeOver, () => queue.takeOver(number)]);
    desk.notice(number, writeNotice(refusal.message, actions));
  },
  onUnprotected: () => notify(texts.unprotected),
  onAdopted: showKept,
  renew,
});

/** Send what is written, and wait until the service has it; not for long. @param {number} [number] a segment; all without it */
function settled(number) {
  return Promise.race([queue.settled(number), new Promise((over) => setTimeout(over, SETTLED_IN))]);
}

/** Read the page again, for a session that has begun since. */
async function renew() {
  const answer = await fetch(location.pathname, { headers: { Accept: "text/html" } });
  const data = answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("editor-data")?.dataset.json : null;
  if (!data) return null;
  const { csrf, keepKey, person } = JSON.parse(data);
  page.csrf = csrf;
  return { csrf, keepKey, person };
}

/** Show what was written and not sent, by this window before or by another one. @param {{number: number, target: string}[]} entries */
function showKept(entries) {
  for (const { number, target } of entries) {
    if (number === desk.number) desk.field?.setValue(target);
    else list.row(number)?.querySelector(".t")?.replaceChildren(...chipsOf(target, texts));
  }
  if (entries.length) toast(fill(texts.restored, { n: entries.length }));
}

/** @param {number} number */
function discard(number) {
  queue.discard(number);
  desk.notice(number, null);
  reload(number);
}

/** Show a segment as the service has it. @param {number} number */
async function reload(number) {
  const isMine = number === desk.number;
  if (isMine) desk.abandon();
  await list.reload(number);
  if (isMine) await desk.show(number);
}

/** @param {any} answer @param {boolean} isNewest nothing was written in the segment since it was sent */
function showSaved(answer, isNewest) {
  const { segment, propagated } = answer;
  clashes.delete(segment.number);
  desk.notice(segment.number, null);
  if (desk.number === segment.number && desk.open) desk.open.base = segment.target ?? "";
  list.update(segment, desk.number === segment.number || !isNewest);
  if (segment.status === "confirmed") help.forget();
  if (propagated.length) {
    lastChange = answer.propagatedVersion;
    toast(fill(texts.propagated, { n: propagated.length }), { label: texts.undo, run: () => undo(answer.propagatedVersion) });
    changes.ask();
  }
  showProgress();
}

/** @param {number} number */
function showClash(number) {
  const clash = clashes.get(number);
  if (!clash) return;
  const mine = number === desk.number ? desk.value : clash.mine.target;
  compare(page, { number, mine, current: clash.current }, (choice) => {
    clashes.delete(number);
    desk.notice(number, null);
    queue.resolve(number, choice, mine);
    list.update(choice === "theirs" ? clash.current : { ...clash.current, target: mine }, number === desk.number);
    if (choice === "theirs" && number === desk.number) desk.reset(clash.current.target ?? "");
  });
}

/** @param {any} state */
function showState(state) {
  const [words, picture] = {
    saved: [texts.saved, "check"],
    writing: [texts.writing, "pencil"],
    saving: [texts.saving, "refresh-cw"],
    offline: [fill(texts.toSend, { n: state.toSend }), "wifi-off"],
    waiting: [fill(texts.toSend, { n: state.toSend }), "wifi-off"],
    "signed-out": [fill(texts.toSend, { n: state.toSend }), "log-in"],
    conflict: [fill(texts.conflicts, { n: state.conflicts.length }), "triangle-alert"],
    refused: [fill(texts.refused, { n: state.refused.length }), "triangle-alert"],
  }[/** @type {string} */ (state.state)] ?? [texts.saved, "check"];
  at("saved").replaceChildren(icon(picture), make("span", {}, words));
  at("saved").dataset.state = state.state;
  notify({ offline: texts.offline, waiting: texts.waiting, "signed-out": texts.signedOut }[/** @type {string} */ (state.state)] ?? page.closed ?? "");
}

/** Say something in the strip, until it is over. @param {string} text */
function notify(text) {
  at("notice").lastElementChild.textContent = text;
  at("notice").hidden = !text;
}

function showProgress() {
  const done = list.confirmed, total = list.states.length;
  const number = (/** @type {number} */ n) => n.toLocaleString(document.documentElement.lang);
  at("gauge").value = total ? Math.floor((done / total) * 100) : 0;
  at("done-text").textContent = fill(texts.progress, { done: number(done), total: number(total) });
}

// What others change

const changes = createChanges({
  base: page.base,
  since: page.version,
  tab: queue.tab,
  segment: () => (desk.number < 0 ? null : desk.number),
  onChanges: ({ segments, editors }) => {
    queue.wake(); // the service answers: what waited for it is sent
    for (const segment of /** @type {any[]} */ (segments)) if (queue.isNews(segment)) showChanged(segment);
    showEditors(editors);
    showProgress();
  },
});

/** Show a segment that others changed. Where it is open and nothing was written in it, its field has their text. @param {any} segment */
function showChanged(segment) {
  const isMine = segment.number === desk.number;
  if (isMine) desk.reset(segment.target ?? "");
  list.update(segment, isMine);
}

/** @param {{name: string|null, segment: number|null}[]} editors */
function showEditors(editors) {
  for (const mark of document.querySelectorAll(".seg .who")) mark.remove();
  at("editors").replaceChildren(...editors.map(({ name }) => make("span", { class: "badge accent", title: name ?? "" }, initials(name))));
  for (const { name, segment } of editors) {
    if (segment !== null) list.row(segment)?.querySelector(".s")?.append(make("span", { class: "badge accent who", title: fill(texts.inUse, { name: name ?? "" }) }, initials(name)));
  }
}

/** @param {string|null} name */
function initials(name) {
  return (name ?? "?").split(/\s+/).map((part) => part[0]).slice(0, 2).join("").toUpperCase();
}

// Commands

/** Undo a change of several segments. @param {number} version */
async function undo(version) {
  try {
    const undone = await page.call("undo", { method: "POST", body: { version } });
    for (const segment of undone.segments) list.update(segment, segment.number === desk.number);
    toast(undone.kept.length ? fill(texts.kept, { n: undone.kept.length }) : texts.undone);
    lastChange = undone.version;
    showProgress();
  } catch (problem) {
    toast(/** @type {Error} */ (problem).message || texts.failed);
  }
}

/** Restore a version of the open segment. @param {number} version */
async function restore(version) {
  const { number } = desk;
  await settled(number);
  try {
    const segment = await page.call(`segments/${number}/restore`, { method: "POST", body: { version }, version: Number(list.row(number)?.dataset.version) });
    if (desk.number === number) desk.reset(segment.target ?? "");
    list.update(segment, desk.number === number);
    help.showHistory();
    toast(texts.restoredVersion);
  } catch (problem) {
    toast(/** @type {Error} */ (problem).message || texts.failed);
  }
}

async function lock() {
  const { number } = desk;
  await settled(number);
  try {
    const locked = !list.row(number)?.hasAttribute("data-locked");
    const { segments } = await page.call("lock", { method: "POST", body: { segments: [number], locked } });
    for (const segment of segments) list.update(segment, true);
    desk.close();
    await desk.show(number);
  } catch (problem) {
    toast(/** @type {Error} */ (problem).message || texts.failed);
  }
}

const filter = createFilter(page, list, {
  before: async () => {
    desk.close();
    await settled();
  },
  after: () => list.numbers.length === 0 && toast(texts.nothingFound),
  failed: (message) => toast(message),
});
const replacing = createReplacing(page, {
  before: async () => {
    desk.close();
    await settled();
  },
  done: (outcome) => {
    for (const segment of outcome.segments) list.update(segment);
    lastChange = outcome.version;
    toast(fill(texts.replaced, { n: outcome.segments.length }), { label: texts.undo, run: () => undo(outcome.version) });
    if (outcome.kept.length) toast(fill(texts.kept, { n: outcome.kept.length }));
    showProgress();
  },
});
const keyList = createKeyList(keys, texts, () => drawFoot(keys, page, drawKeys));
const selected = () => String(getSelection() ?? "").replaceAll("\u200b", "").trim();

/** @type {Record<import("./keys.js").Command, () => void>} */
const COMMANDS = {
  confirmNext: () => confirm(),
  confirmEmpty: () => confirm(isEmpty),
  confirmStay: () => confirm(null),
  nextSegment: () => go(desk.number < 0 ? list.numbers[0] ?? null : list.next(desk.number, 1), texts.lastOne),
  previousSegment: () => go(list.next(desk.number, -1), texts.firstOne),
  match1: () => take(1),
  match2: () => take(2),
  match3: () => take(3),
  copySource: () => desk.open && desk.put(desk.open.source),
  nextCode: () => desk.field?.insertNextMissing(),
  nextTerm: () => {
    const term = help.takeTerm();
    if (term) desk.field?.insertText(term);
  },
  mendFirst: () => desk.mendFirst(),
  suggest: () => help.suggest(),
  concordance: () => {
    const text = selected();
    help.showTab("concordance");
    if (text) at("concordance").value = text;
    help.searchMemories(at("concordance").value);
    at("concordance").focus();
  },
  filter: () => {
    const text = selected();
    if (text) at("q").value = text;
    at("q").focus();
  },
  replace: () => replacing.open(selected()),
  undoAcross: () => lastChange && undo(lastChange),
  acceptSegment: () => reviewing.accept(),
  returnSegment: () => reviewing.ask(),
  help: () => (document.activeElement?.closest(".cat-help") ? desk.field?.focus() : /** @type {HTMLElement|null} */ (document.querySelector('.cat-help [aria-selected="true"]'))?.focus()),
  keys: () => keyList.open(),
};

/** @param {number} place */
function take(place) {
  const target = help.matchAt(place);
  if (target !== undefined) desk.put(target);
}

document.addEventListener("keydown", (event) => {
  if (document.querySelector("dialog[open]") || event.isComposing) return;
  const command = keys.find(event);
  if (command) {
    event.preventDefault();
    COMMANDS[command]();
  } else if (event.key === "Escape" && /** @type {Element} */ (event.target).closest(".cat-help, .cat-tools")) desk.field?.focus();
});
list.list.addEventListener("click", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const row = /** @type {HTMLElement|null} */ (target.closest(".seg")), button = /** @type {HTMLElement|null} */ (target.closest("button"));
  if (!row) return;
  const number = Number(row.id.slice(1));
  if (button?.dataset.do === "confirm") confirm();
  else if (button?.dataset.do === "source") COMMANDS.copySource();
  else if (button?.dataset.do === "lock") lock();
  else if (button?.dataset.do === "accept") reviewing.accept();
  else if (button?.dataset.do === "return") reviewing.ask();
  else if (button?.dataset.insert) desk.field?.insertCode(button.dataset.insert);
  else if (button?.dataset.mend) desk.mend(Number(button.dataset.mend));
  else if (number === desk.number) {
    const chip = /** @type {HTMLElement|null} */ (target.closest(".x .chip"));
    if (chip) desk.field?.insertCode(chip.dataset.code);
  } else if (!selected()) desk.show(number);
});
watchCodes(list.list);
keepChoice(at("propagate"));
at("show-keys").addEventListener("click", () => keyList.open());
at("show-replace").addEventListener("click", () => replacing.open(""));
addEventListener("pagehide", () => {
  fetch(`${page.base}/windows/${queue.tab}`, { method: "DELETE", headers: { "X-CSRF-Token": page.csrf }, keepalive: true }).catch(() => {});
});

/** Keep a choice in this browser. @param {HTMLSelectElement} choice */
function keepChoice(choice) {
  const name = `dragoman-editor-${choice.id}`;
  try {
    choice.value = localStorage.getItem(name) ?? choice.value;
  } catch { /* this browser keeps nothing */ }
  if (choice.selectedIndex < 0) choice.selectedIndex = 0;
  choice.addEventListener("change", (event) => {
    event.stopPropagation();
    try {
      localStorage.setItem(name, choice.value);
    } catch { /* it holds for this page */ }
  });
}

// Beginning

async function begin() {
  drawFoot(keys, page, drawKeys);
  showProgress();
  showKept(await queue.restore());
  const wanted = Number(new URLSearchParams(location.search).get("segment") ?? 0) - 1;
  const first = wanted >= 0 ? wanted : list.numbers.find((number) => isOpen(list.states[number])) ?? list.numbers[0];
  if (first !== undefined && (await list.reach(first))) await desk.show(first);
  changes.start();
  findings.begin();
  document.documentElement.dataset.ready = "yes";
}

begin();
filter.write();

// Files to translate: each is sent by itself, with its progress and its own refusal; what broke off can be sent again.
// The title of the tab counts while documents are translated.

const name = document.title.replace(/^\(\d+ %\) /, "");
const waiting = [];
const brokenOff = new Set(); // what can be sent again: one press does it for all of them
let busy = false;

/** Send files as documents, with the languages and options of the form. */
export function start(files) {
  forgetProblems();
  for (const file of files) {
    const row = makeRow(file);
    if (file.size > Number(form().dataset.most)) row.fail(form().dataset.large);
    else waiting.push({ file, row, key: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}` });
  }
  next();
}

let last = null;
const form = () => (last = document.getElementById("files") ?? last); // files are sent on where the page is left meanwhile

async function next() {
  if (busy) return;
  busy = true;
  while (waiting.length) await send(waiting.shift());
  busy = false;
}

function makeRow(file) {
  const list = document.getElementById("sending"), words = form().dataset;
  const row = document.createElement("li");
  row.className = "file";
  const kind = Object.assign(document.createElement("span"), { className: "kind", textContent: file.name.split(".").pop().slice(0, 5).toUpperCase() });
  const title = Object.assign(document.createElement("bdi"), { className: "name", textContent: file.name });
  const what = Object.assign(document.createElement("span"), { className: "what", textContent: words.waiting });
  const acts = Object.assign(document.createElement("span"), { className: "acts row" });
  row.append(kind, title, what, acts);
  list.append(row);
  list.hidden = false;
  const remove = () => {
    const next = (row.nextElementSibling ?? row.previousElementSibling)?.querySelector("button");
    const hadFocus = row.contains(document.activeElement);
    row.remove();
    list.hidden = !list.children.length;
    if (hadFocus) (next ?? document.getElementById("f-files"))?.focus();
  };
  const button = (label, run, text) => {
    const one = Object.assign(document.createElement("button"), { type: "button", className: text ? "" : "quiet icon", textContent: text ?? "✕" });
    one.setAttribute("aria-label", label);
    one.addEventListener("click", run);
    return one;
  };
  return {
    remove,
    isThere: () => row.isConnected,
    wait: () => { acts.replaceChildren(); what.textContent = words.waiting; },
    say: (text) => { what.textContent = text; },
    progress: (percent) => {
      const bar = Object.assign(document.createElement("progress"), { max: 100, value: percent });
      bar.setAttribute("aria-label", file.name);
      what.replaceChildren(bar, words.sending.replace("{n}", percent));
    },
    fail: (reason, retry) => {
      const said = Object.assign(document.createElement("span"), { className: "error", textContent: reason });
      said.setAttribute("role", "alert");
      what.replaceChildren(said);
      acts.replaceChildren(...(retry ? [button(words.retry, () => { row.tabIndex = -1; row.focus(); acts.replaceChildren(); retry(); }, words.retry)] : []), button(words.close.replace("{name}", () => file.name), remove));
    },
  };
}

function post(body, progress) {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.upload.addEventListener("progress", (event) => { if (event.lengthComputable) progress(Math.floor((100 * event.loaded) / event.total)); });
    request.addEventListener("loadend", () => resolve(request));
    request.open("POST", form().action);
    request.send(body);
  });
}

async function send(one) {
  if (one.isSignedOut) await renewToken();
  const body = new FormData(form());
  body.delete("files");
  body.set("files", one.file);
  body.set("key", one.key); // sent again after it broke off, it is the same document
  one.row.progress(0);
  const answer = await post(body, one.row.progress);
  const page = new DOMParser().parseFromString(answer.responseText, "text/html");
  const isBroken = !answer.status || answer.status === 401 || answer.status >= 500;
  if (isBroken) brokenOff.add(one);
  const retry = () => {
    const again = new Set([one, ...(isBroken ? brokenOff : [])]);
    for (const other of again) brokenOff.delete(other);
    const there = [...again].filter((other) => other.row.isThere());
    for (const other of there) other.row.wait();
    waiting.push(...there);
    next();
  };
  one.isSignedOut = answer.status === 401 || answer.status === 403;
  if (answer.status === 429) {
    await countDown(one, Number(answer.getResponseHeader("Retry-After")) || 1);
    waiting.unshift(one);
  } else if (answer.status === 401) {
    one.row.fail(form().dataset.ended, retry);
  } else if (!page.getElementById("jobs")) {
    one.row.fail(page.querySelector(".card .body p, .note p")?.textContent || form().dataset.broken, retry);
  } else if (answer.status >= 400) {
    one.row.fail((page.querySelector("[data-reason]") ?? page.querySelector(".note.bad p"))?.textContent ?? form().dataset.broken, retry);
  } else {
    one.row.remove();
    show(page.getElementById("jobs"));
  }
}

/** What was wrong with the form when it was sent before: from now on each file has what is wrong with it. */
function forgetProblems() {
  for (const one of document.querySelectorAll("main > [role=alert][data-focus], #files .error[id]")) one.remove();
  for (const one of form().querySelectorAll("[aria-invalid]")) one.removeAttribute("aria-invalid");
}

/** Who has signed in again in another tab has another token for forms. */
async function renewToken() {
  const answer = await fetch(location.href).then((one) => one.text(), () => "");
  const fresh = new DOMParser().parseFromString(answer, "text/html").querySelector("#files [name=csrf]");
  if (fresh) form().elements.csrf.value = fresh.value;
}

async function countDown(one, seconds) {
  for (let left = seconds; left > 0; left -= 1) {
    one.row.say(form().dataset.again.replace("{n}", left));
    await new Promise((resolve) => { setTimeout(resolve, 1000); });
  }
}

function show(jobs) {
  const part = document.adoptNode(jobs);
  document.getElementById("jobs")?.replaceWith(part);
  if (!part.isConnected) return; // the page was left
  if (part.dataset.address) history.replaceState(null, "", part.dataset.address); // the first file has made it
  htmx.process(part);
  title();
}

/** Count the words of the chosen files. They stay chosen, so that they can be translated afterwards. */
async function count(button) {
  const label = button.querySelector("span"), text = label.textContent, body = new FormData(form());
  body.set(button.name, button.value);
  body.delete("key"); // no document is made
  button.disabled = true;
  label.textContent = button.dataset.busy;
  const answer = await post(body, () => {});
  button.disabled = false;
  label.textContent = text;
  const page = new DOMParser().parseFromString(answer.responseText, "text/html");
  const counted = page.querySelectorAll("#outcomes > *");
  const found = counted.length ? counted : page.querySelectorAll("main .note.bad"); // what is wrong with the form
  const outcomes = document.getElementById("outcomes");
  outcomes.replaceChildren(...found);
  if (!found.length) outcomes.append(Object.assign(document.createElement("p"), { className: "note bad", textContent: form().dataset[answer.status === 401 ? "ended" : "broken"] }));
  outcomes.tabIndex = -1;
  outcomes.focus();
}

/** "(62 %) …" while there is something to wait for. */
function title() {
  const percent = document.querySelector("[data-percent]")?.dataset.percent;
  document.title = percent === undefined ? name : `(${percent} %) ${name}`;
}

document.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (event.target !== form()) return;
  const input = document.getElementById("f-files");
  if (!input.files.length) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (button?.name === "analyse") { count(button); return; }
  document.getElementById("outcomes").replaceChildren();
  start([...input.files]);
  input.value = "";
  input.dispatchEvent(new Event("change", { bubbles: true }));
}, true);

const hasFiles = (event) => event.dataTransfer?.types.includes("Files") && form() && !document.getElementById("translate");
addEventListener("dragover", (event) => { if (hasFiles(event)) event.preventDefault(); });
addEventListener("drop", (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  document.querySelector("[data-drop].over")?.classList.remove("over");
  start([...event.dataTransfer.files]);
}, true);

document.addEventListener("htmx:after:swap", title);
document.addEventListener("htmx:after:request", title);
title();

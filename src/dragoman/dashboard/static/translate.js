// Translate while somebody types. The form is sent as it is without script, and parts of the page that answers are taken:
// those marked `data-part`, by their ids. Requests are numbered, so that an older answer never replaces a newer one.

const form = document.getElementById("translate"), text = document.getElementById("f-text");
const source = document.getElementById("f-source"), target = document.getElementById("f-target");
const said = document.getElementById("said"), origin = document.getElementById("origin");
const number = new Intl.NumberFormat(document.documentElement.lang, { numberingSystem: "latn" });
const words = new Intl.Segmenter(undefined, { granularity: "word" });
const most = Number(form.dataset.most);
const PAUSE = 400, SLOW = 300, LONGEST = 20;
let sent = 0, timer = 0, counting = 0, failures = 0, abort = new AbortController();

// Counters

function count() {
  const characters = [...text.value].length, over = characters - most, line = document.getElementById("count");
  line.querySelector("[data-characters]").textContent = number.format(characters);
  line.querySelector("[data-words]").textContent = number.format([...words.segment(text.value)].filter((one) => one.isWordLike).length);
  line.toggleAttribute("data-over", over > 0);
  if (over > 0) notify(form.dataset.over.replace("{n}", number.format(over)), "bad");
  return over <= 0;
}

/** Say in the notice's place what keeps the translation from being up to date. */
function notify(message, kind = "") {
  const strip = document.createElement("p");
  strip.className = `strip ${kind}`;
  strip.textContent = message;
  document.getElementById("notice").replaceChildren(...(message ? [strip] : []));
}

// Sending

function later(pause = PAUSE) {
  clearTimeout(timer);
  clearInterval(counting);
  const waiting = sent;
  timer = setTimeout(() => { if (waiting === sent) send(); }, pause);
}

async function send(button) {
  clearTimeout(timer);
  clearInterval(counting);
  abort.abort();
  abort = new AbortController();
  const own = ++sent, result = () => document.getElementById("result");
  const slow = setTimeout(() => result().setAttribute("aria-busy", "true"), SLOW);
  try {
    const body = new URLSearchParams(new FormData(form, button));
    const answer = await fetch(button?.getAttribute("formaction") ?? form.action, { method: "POST", body, signal: abort.signal });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (own !== sent) return;
    if (!page.getElementById("result")) {
      if (answer.status === 401) form.submit(); // the session has ended: the page that says so keeps what was typed
      else if (answer.status >= 500 || answer.status === 429) throw new Error(`status ${answer.status}`);
      else notify(page.querySelector(".card .body p, .note p")?.textContent ?? form.dataset.away, "bad"); // the text stays
      return;
    }
    failures = 0;
    take(page, button);
  } catch (error) {
    if (error.name === "AbortError" || own !== sent) return;
    notify(form.dataset.away);
    later(1000 * Math.min(LONGEST, 2 ** ++failures));
  } finally {
    clearTimeout(slow);
    if (own === sent) result().removeAttribute("aria-busy");
  }
}

function take(page, button) {
  origin.hidden = true;
  const focused = document.activeElement;
  for (const part of page.querySelectorAll("[data-part]")) {
    if (button?.dataset.token !== undefined && part.id !== "call" && part.id !== "notice") continue; // the translation stays
    const shown = document.getElementById(part.id);
    if (shown && !shown.isEqualNode(part)) shown.replaceWith(document.adoptNode(part)); // else who is in it stays there
  }
  if (button) { // it changes the form: other languages, another text
    text.value = page.getElementById("f-text").value;
    for (const one of [source, target]) {
      one.value = page.getElementById(one.id).value;
      one.dispatchEvent(new CustomEvent("change"));
    }
    count();
  }
  if (!focused.isConnected) { // the button was in a part that has changed
    const copy = button?.dataset.token === undefined ? null : document.querySelector("#call [data-copy=token]");
    (copy ?? text).focus();
  }
  const done = document.getElementById("result").dataset.done !== undefined;
  said.textContent = "";
  if (done) setTimeout(() => { said.textContent = form.dataset.said; }, 50);
  const seconds = Number(document.getElementById("notice").dataset.retry ?? 0);
  if (seconds) countDown(seconds);
}

/** Too many calls, or no engine: the seconds are counted down, then it goes on. */
function countDown(seconds) {
  later(seconds * 1000);
  counting = setInterval(() => {
    seconds -= 1;
    const shown = document.querySelector("#notice [data-countdown]");
    if (shown && seconds > 0) shown.textContent = form.dataset.again.replace("{n}", seconds);
  }, 1000);
}

/** An answer on its way is for another text, or for a page that was left. */
function stop() {
  sent += 1;
  clearTimeout(timer);
  clearInterval(counting);
  abort.abort();
}

function changed(pause) {
  stop();
  if (count()) later(pause);
}

text.addEventListener("input", (event) => changed(event.inputType === "insertFromPaste" ? 0 : PAUSE));
form.addEventListener("change", (event) => {
  if (event.target === source || event.target === target || event.target.closest(".options")) changed(0);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  send(event.submitter?.name || event.submitter?.hasAttribute("formaction") ? event.submitter : undefined);
});
document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-clear]")) return;
  event.preventDefault();
  text.value = "";
  text.focus();
  changed(0);
});

// Where a segment is from: on pointing and on focus; Escape puts it away, and it stays while it is pointed at (WCAG 1.4.13).

let leaving = 0;
function tell(mark) {
  clearTimeout(leaving);
  const from = document.getElementById(mark.getAttribute("aria-describedby"));
  if (!from) return;
  origin.replaceChildren(...[...from.children].map((one) => one.cloneNode(true)));
  origin.hidden = false;
  const at = mark.getClientRects()[0], room = document.body.clientWidth - origin.offsetWidth - 8;
  origin.style.top = `${at.bottom + scrollY + 6}px`;
  origin.style.left = `${Math.max(8, Math.min(at.left, room)) + scrollX}px`;
}
const leave = () => { leaving = setTimeout(() => { origin.hidden = true; }, 150); };
for (const type of ["pointerover", "focusin"]) {
  document.addEventListener(type, (event) => {
    const mark = event.target.closest?.("#target mark");
    if (mark) tell(mark);
    else if (event.target.closest?.("#origin")) clearTimeout(leaving);
  });
}
for (const type of ["pointerout", "focusout"]) {
  document.addEventListener(type, (event) => { if (event.target.closest?.("#target mark, #origin")) leave(); });
}
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") origin.hidden = true;
  const mark = event.target.closest?.("#target mark");
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!mark || !step) return;
  event.preventDefault();
  const all = [...document.querySelectorAll("#target mark")], next = all[all.indexOf(mark) + step];
  if (!next) return;
  mark.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
});

// Files dropped anywhere become documents: the page for files comes in the place of this one, and takes them. Going back,
// this page is as it was.

let left = null; // this page's content, while the page for files is in its place
const hasFiles = (event) => form.dataset.files && event.dataTransfer?.types.includes("Files") && form.isConnected;
const exchange = (main) => document.getElementById("content").replaceWith(main);
addEventListener("dragover", (event) => { if (hasFiles(event)) event.preventDefault(); });
addEventListener("drop", async (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  const files = [...event.dataTransfer.files];
  const page = await fetch(form.dataset.files).then((answer) => answer.text(), () => "")
    .then((text) => new DOMParser().parseFromString(text, "text/html"));
  const main = page.getElementById("content");
  if (!form.isConnected) return;
  if (!main?.querySelector("#files")) { // signed out, or away: nothing is lost
    notify(page.querySelector("input[type=password]") ? form.dataset.ended : form.dataset.broken, "bad");
    return;
  }
  stop();
  const from = source.value === "auto" ? form.elements.detected?.value : source.value;
  if (from) main.querySelector("#f-source").value = from;
  main.querySelector("#f-target").value = target.value;
  left = document.getElementById("content");
  exchange(document.adoptNode(main));
  document.title = page.title;
  history.pushState(null, "", form.dataset.files);
  htmx.process(main);
  document.dispatchEvent(new Event("pickers"));
  const uploads = await import(main.querySelector("[data-uploader]").dataset.uploader);
  uploads.start(files);
});
addEventListener("popstate", () => {
  const isThere = location.pathname === form.dataset.files;
  if (left && !isThere) {
    exchange(left);
    left = null;
    changed(0); // its translation may have been on its way
  } else if (!left && isThere) location.reload(); // forward again
});

// What somebody wrote or chose before this script came.
const isChosen = (one) => one.selectedIndex !== Math.max(0, [...one.options].findIndex((option) => option.defaultSelected));
if (count() && (text.value !== text.defaultValue || isChosen(source) || isChosen(target))) later(0);

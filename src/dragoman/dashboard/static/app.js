// What all pages share: theme, time zone, copying, dialogs, toasts, forms that send once, drop zones, keys.
// Pages work without it. Everything listens on the document, so that parts exchanged by htmx need nothing.

const root = document.documentElement;
const ASKED_AGAIN = 3000; // milliseconds until a service that does not answer is asked again
const strip = Object.assign(document.createElement("p"), { className: "strip away", hidden: true, role: "status" });
document.body.append(strip);

/** Say that the service does not answer, until `strip` is hidden. */
function showAway(text) {
  strip.textContent = text;
  strip.hidden = false;
}

// A page that answers a form cannot be loaded again without sending the form again, and is not stored for going back. In the
// history it is the page that it names, else, once somebody goes on from it, the one that the form was on.
const answered = root.dataset.answered;
if (answered) history.replaceState(null, "", answered);
else if (answered !== undefined && document.referrer.startsWith(`${location.origin}/`)) {
  const goOn = (event) => { if (!event.defaultPrevented) history.replaceState(null, "", document.referrer); };
  addEventListener("submit", goOn);
  addEventListener("click", (event) => { if (event.target.closest("a[href]")) goOn(event); });
}

/** Keep a choice for a year, for the server to read. */
function keep(name, value) {
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/ui; max-age=31536000; samesite=lax${secure}`;
}

keep("dragoman_zone", Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC");

/** Show a message for six seconds, longer while it is pointed at or focused. `action` is {label, run}. */
export function toast(text, action) {
  const box = document.querySelector(".toasts");
  const one = document.createElement("div");
  one.className = "toast";
  one.append(Object.assign(document.createElement("span"), { textContent: text }));
  if (action) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: action.label });
    button.addEventListener("click", () => { action.run(); one.remove(); });
    one.append(button);
  }
  box.append(one);
  expire(one);
}

function expire(one) {
  let timer = setTimeout(() => one.remove(), 6000);
  for (const type of ["pointerenter", "focusin"]) one.addEventListener(type, () => clearTimeout(timer));
  for (const type of ["pointerleave", "focusout"]) {
    one.addEventListener(type, () => { timer = setTimeout(() => one.remove(), 3000); });
  }
}

document.querySelectorAll(".toast").forEach(expire);
// The summary of a form's problems names the fields.
for (const link of document.querySelectorAll("[data-focus] a[href^='#f-']")) {
  const field = document.getElementById(link.hash.slice(1));
  const name = field?.labels?.[0] ?? field?.querySelector("legend");
  if (name) link.prepend(Object.assign(document.createElement("b"), { textContent: name.firstChild.textContent.trim() }), " ");
}
document.querySelector("[data-focus]")?.focus();
for (const shown of document.querySelectorAll("dialog[open]")) {
  shown.close(); // shown by the server, for browsers without script
  shown.showModal();
}

/** Tabs that do not fit are scrolled to the one that is shown. */
function showTab() {
  const tab = document.querySelector(".tabs [aria-current]");
  if (!tab) return;
  const strip = tab.parentElement, [at, within] = [tab, strip].map((one) => one.getBoundingClientRect());
  if (at.right > within.right) strip.scrollLeft += at.right - within.right;
  else if (at.left < within.left) strip.scrollLeft += at.left - within.left;
}
showTab();
document.addEventListener("htmx:after:swap", showTab);

// A form that took the place of what it changes gives the focus back to it.
let held = null;
document.addEventListener("htmx:before:swap", () => { held = document.activeElement?.closest("form.editing")?.id ?? null; });
document.addEventListener("htmx:after:swap", () => {
  if (held && document.activeElement === document.body) document.getElementById(held)?.querySelector(".acts a")?.focus();
});

// A wait counts down; then it says that one may try again.
setInterval(() => {
  for (const wait of document.querySelectorAll("[data-wait]")) {
    const shown = wait.querySelector("[data-seconds]");
    if (!shown) continue;
    const left = Number(shown.textContent) - 1;
    if (left > 0) shown.textContent = left;
    else wait.textContent = wait.dataset.wait;
  }
}, 1000);

async function copy(button) {
  const from = document.getElementById(button.dataset.copy);
  try {
    await navigator.clipboard.writeText(from.value ?? from.textContent);
  } catch {
    getSelection().selectAllChildren(from); // without HTTPS only the old way copies, or else the reader by hand
    if (!document.execCommand("copy")) return;
  }
  toast(button.dataset.done);
  document.querySelectorAll(`[data-after="${button.dataset.copy}"]`).forEach((one) => { one.disabled = false; });
}

/** Offer a text of the page as a file. */
function save(button) {
  const from = document.getElementById(button.dataset.save);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([from.value ?? from.textContent], { type: "text/plain" }));
  link.download = button.dataset.file;
  link.click();
  URL.revokeObjectURL(link.href);
}

function nextTheme() {
  const chosen = root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  root.dataset.theme = chosen === "dark" ? "light" : "dark";
  keep("dragoman_theme", root.dataset.theme);
}

document.addEventListener("click", (event) => {
  const at = event.target.closest("[data-open], [data-shut], [data-copy], [data-theme-next], [data-keys], [data-show], [data-save], [data-print]");
  if (!at) return;
  if (at.dataset.open) {
    event.preventDefault(); // without script the link leads to a page with the same form
    document.getElementById(at.dataset.open).showModal();
  }
  if ("shut" in at.dataset) {
    event.preventDefault();
    at.closest("dialog").close();
  }
  if ("themeNext" in at.dataset) nextTheme();
  if ("keys" in at.dataset) document.getElementById("keys")?.showModal();
  if (at.dataset.copy) copy(at);
  if (at.dataset.save) save(at);
  if ("print" in at.dataset) print();
  if (at.dataset.show) {
    const field = document.getElementById(at.dataset.show);
    field.type = field.type === "password" ? "text" : "password";
    at.setAttribute("aria-pressed", field.type === "text");
  }
});

// A form is sent once: its button says what is going on, and keeps its width.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.hasAttribute("data-once")) return; // not form.matches: that is the field where one has the name "matches"
  if (form.dataset.sent) {
    if (form.dataset.sent !== "reached") event.preventDefault();
    return;
  }
  form.dataset.sent = "yes";
  const button = event.submitter;
  if (!event.defaultPrevented && form.method === "post" && !form.hasAttribute("hx-post")) {
    event.preventDefault();
    sendWhenReached(form, button);
  }
  if (button?.dataset.busy) {
    button.style.minInlineSize = `${button.offsetWidth}px`;
    const label = button.querySelector("span") ?? button;
    form.dataset.label = label.textContent;
    label.textContent = button.dataset.busy;
    button.setAttribute("aria-disabled", "true");
  }
});

/** Send a form once the service answers. Otherwise the browser would show its own page, and lose what was typed. */
async function sendWhenReached(form, button) {
  while (!(await fetch("/healthz", { cache: "no-store" }).then((answer) => answer.ok, () => false))) {
    showAway(root.dataset.away);
    await new Promise((resolve) => setTimeout(resolve, ASKED_AGAIN));
  }
  strip.hidden = true;
  form.dataset.sent = "reached";
  form.requestSubmit(button);
  form.dataset.sent = "yes";
}

/** A form can be sent again. */
function release(form) {
  delete form.dataset.sent;
  const button = form.querySelector("[aria-disabled]");
  if (!button) return;
  button.removeAttribute("aria-disabled");
  (button.querySelector("span") ?? button).textContent = form.dataset.label;
}

// Back by the browser's button.
addEventListener("pageshow", (event) => { if (event.persisted) document.querySelectorAll("form[data-sent]").forEach(release); });

// Drop zones: a file dropped anywhere on them is as if it were chosen.
for (const type of ["dragenter", "dragover", "dragleave", "drop"]) {
  document.addEventListener(type, (event) => {
    const zone = event.target.closest?.("[data-drop]");
    if (!zone) return;
    event.preventDefault();
    zone.classList.toggle("over", type === "dragenter" || type === "dragover");
    if (type === "drop") {
      const input = zone.querySelector("input[type=file]");
      input.files = event.dataTransfer.files;
      input.dispatchEvent(new Event("change", { bubbles: true }));
    }
  });
}
document.addEventListener("change", (event) => {
  const input = event.target;
  if (!input.matches("[data-drop] input[type=file]")) return;
  const names = [...input.files].map((file) => file.name);
  input.closest("[data-drop]").querySelector("[data-chosen]").textContent = names.join(", ");
});

// Keys: "/" searches, "g" and a letter go to a page, "?" lists them; never while somebody types.
let going = 0;
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.target.closest("input, textarea, select, dialog, [contenteditable]") || root.dataset.keys === "off") return;
  if (going && Date.now() - going < 1500) {
    going = 0;
    document.querySelector(`a[data-go="${CSS.escape(event.key)}"]`)?.click();
  } else if (event.key === "g") {
    going = Date.now();
  } else if (event.key === "/") {
    const box = document.querySelector("[data-search]");
    if (box) { event.preventDefault(); box.focus(); }
  } else if (event.key === "?") {
    document.getElementById("keys")?.showModal();
  }
});

// Parts that htmx asks for. Where the service does not answer, or a proxy does in its place, what is shown stays, and a strip
// says so until there is an answer. What only reads is asked again; a form can be sent again, with what was typed.
function miss(asked, reason = "") {
  const reads = asked.request.method === "GET";
  showAway(reason || (reads ? root.dataset.away : root.dataset.silent));
  if (reads && !reason) setTimeout(() => askAgain(asked), ASKED_AGAIN);
}

function askAgain({ sourceElement: source, sourceEvent: event }) {
  if (!source.isConnected || source.getAttribute("hx-trigger")?.startsWith("every")) return; // which is asked again anyway
  event.target.dispatchEvent(new Event(event.type, { bubbles: true, cancelable: true }));
}

// A press on a link or button is a click only if it ends on what it began on, so that no part is exchanged meanwhile: it is
// asked for again afterwards.
let pressed = false;
const postponed = [];
function endPress() {
  pressed = false;
  for (const asked of postponed.splice(0)) askAgain(asked);
}
addEventListener("pointerdown", (event) => { pressed = event.button === 0 && event.target.closest("a, button, summary") !== null; }, true);
for (const type of ["pointerup", "pointercancel"]) addEventListener(type, () => setTimeout(endPress), true); // the click comes first
addEventListener("pointermove", (event) => { if (pressed && !event.buttons) endPress(); }, true); // it ended outside the window

// A list is asked for while somebody types. That they leave the field, by a press on the list for one, is no reason.
document.addEventListener("change", (event) => {
  if (event.target.matches("[role=search] input[type=search]")) event.stopPropagation();
}, true);

document.addEventListener("htmx:error", (event) => { if (event.detail.ctx) miss(event.detail.ctx); });
document.addEventListener("htmx:before:swap", (event) => {
  const asked = event.detail.ctx, status = asked.response.status;
  const fails = status >= 500 || status === 429, part = asked.select?.match(/^#([\w-]+)/)?.[1];
  const page = new DOMParser().parseFromString(asked.text, "text/html");
  strip.hidden = true;
  if (pressed && asked.request.method === "GET") {
    event.preventDefault();
    postponed.push(asked);
    return;
  }
  if (!fails && (!part || page.getElementById(part))) return;
  event.preventDefault(); // else the part would be exchanged for nothing
  // The session has ended: the page that says so keeps what was typed.
  if (status === 401 && asked.sourceElement.matches("form")) asked.sourceElement.submit();
  else miss(asked, !fails && status >= 400 ? page.querySelector(".card .body p, .note p")?.textContent : "");
});
document.addEventListener("htmx:finally:request", (event) => {
  const source = event.detail.ctx.sourceElement;
  if (source.matches("form[data-sent]")) release(source);
});

// htmx begins by a timer, which may come after the page is loaded and somebody types: until then nothing is asked for.
window.htmx?.initialize();

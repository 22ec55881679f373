// What can be undone: a form with data-undo hides what the selector names, and is sent after six seconds, unless
// "Undo" is pressed before. Without script the form is sent at once, and the service asks.

const WAIT = 6000;
const waiting = new Set();

async function send(one) {
  if (!waiting.delete(one)) return;
  clearTimeout(one.timer);
  one.toast.remove();
  let done = false;
  try {
    const body = new URLSearchParams(new FormData(one.form));
    body.set("confirmed", "yes");
    const answer = await fetch(one.form.action, { method: "POST", body, keepalive: true, redirect: "manual" });
    done = answer.type === "opaqueredirect" || answer.ok;
  } catch {
    done = false; // the service could not be reached
  }
  if (done) {
    one.row.remove();
    return;
  }
  one.row.hidden = false;
  const note = document.createElement("p");
  note.setAttribute("role", "alert");
  note.className = "late small";
  note.textContent = one.form.dataset.failed;
  one.row.append(note);
}

function takeBack(one) {
  if (!waiting.delete(one)) return;
  clearTimeout(one.timer);
  one.toast.remove();
  one.row.hidden = false;
  one.form.querySelector("button").focus();
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.hasAttribute("data-undo")) return;
  event.preventDefault();
  const row = form.closest(form.dataset.undo);
  const next = row.nextElementSibling?.querySelector("a, button");
  row.hidden = true;
  const toast = document.createElement("div");
  toast.className = "toast";
  const back = Object.assign(document.createElement("button"), { type: "button", textContent: form.dataset.back });
  toast.append(Object.assign(document.createElement("span"), { textContent: form.dataset.done }), back);
  document.querySelector(".toasts").append(toast);
  const one = { form, row, toast };
  const start = () => {
    clearTimeout(one.timer);
    one.timer = setTimeout(() => send(one), WAIT);
  };
  waiting.add(one);
  back.addEventListener("click", () => takeBack(one));
  for (const type of ["pointerenter", "focusin"]) toast.addEventListener(type, () => clearTimeout(one.timer));
  for (const type of ["pointerleave", "focusout"]) toast.addEventListener(type, start);
  start();
  next?.focus();
});

// Who leaves the page wants what they have done: it is sent at once.
addEventListener("pagehide", () => { for (const one of [...waiting]) send(one); });

// Passkeys: the browser's part of signing in with one, and of making one. Forms without it stay hidden.

const canAsk = Boolean(window.PublicKeyCredential?.parseRequestOptionsFromJSON);

for (const form of document.querySelectorAll("form[data-passkey]")) {
  if (!canAsk) continue;
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form);
  });
}
document.querySelectorAll("[data-no-passkeys]").forEach((one) => { one.hidden = canAsk; });

async function send(form) {
  const button = form.querySelector("button");
  const problem = form.querySelector("[data-failed]");
  problem.textContent = "";
  button.setAttribute("aria-disabled", "true");
  try {
    const begun = await begin(form);
    form.elements.token.value = begun.token;
    form.elements.answer.value = JSON.stringify(await ask(form.dataset.passkey, begun.options));
    form.submit();
  } catch (error) {
    problem.textContent = error instanceof DOMException ? problem.dataset.cancelled : problem.dataset.failed;
    button.removeAttribute("aria-disabled");
  }
}

/** The options of the ceremony, and the token that belongs to them. */
async function begin(form) {
  const body = new URLSearchParams({ csrf: form.elements.csrf.value });
  const answer = await fetch(form.dataset.begin, { method: "POST", body });
  if (!answer.ok || !answer.headers.get("content-type")?.startsWith("application/json")) throw new Error(answer.status);
  return answer.json();
}

async function ask(what, options) {
  const credential = what === "create"
    ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
    : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
  return credential.toJSON();
}

// A choice of one of many languages: a field that searches (ARIA 1.2 combobox with a list). Without script it is a select.
// It keeps the select, hidden, as the value of the form; whoever changes that sends "change", and the field follows.

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

function enhance(picker) {
  const select = picker.querySelector("select"), label = picker.querySelector("label"), id = select.id;
  const field = document.createElement("input"), list = document.createElement("ul");
  list.id = `${id}-list`;
  list.role = "listbox";
  list.hidden = true;
  list.setAttribute("aria-label", label.textContent);
  field.id = `${id}-field`;
  for (const [name, value] of Object.entries({ role: "combobox", autocomplete: "off", spellcheck: "false", "aria-autocomplete": "list",
    "aria-controls": list.id, "aria-expanded": "false" })) field.setAttribute(name, value);
  label.htmlFor = field.id;
  select.hidden = true;
  picker.append(field, list);
  let at = -1;

  const show = () => { field.value = select.selectedOptions[0]?.text ?? ""; };
  const options = () => [...list.querySelectorAll("[role=option]")];
  const close = () => {
    list.hidden = true;
    at = -1;
    field.setAttribute("aria-expanded", "false");
    field.removeAttribute("aria-activedescendant");
  };
  const point = (to) => {
    const all = options();
    if (!all.length) return;
    all[at]?.setAttribute("aria-selected", "false");
    at = (to + all.length) % all.length;
    all[at].setAttribute("aria-selected", "true");
    all[at].scrollIntoView({ block: "nearest" });
    field.setAttribute("aria-activedescendant", all[at].id);
  };
  const item = (option, number) => {
    const one = document.createElement("li");
    Object.assign(one, { id: `${id}-${number}`, role: "option", textContent: option.text });
    one.dataset.value = option.value;
    one.setAttribute("aria-selected", "false");
    return one;
  };
  const open = (wanted) => {
    let number = 0;
    list.replaceChildren();
    at = -1;
    for (const part of select.children) {
      const fits = [...(part.tagName === "OPTION" ? [part] : part.children)].filter((one) => plain(one.text).includes(wanted) || one.value.toLowerCase() === wanted);
      if (!fits.length) continue;
      const group = part.tagName === "OPTION" ? list : Object.assign(document.createElement("ul"), { role: "group" });
      if (group !== list) {
        group.setAttribute("aria-label", part.label);
        group.append(Object.assign(document.createElement("li"), { role: "presentation", className: "of", textContent: part.label }));
        const holder = Object.assign(document.createElement("li"), { role: "presentation" });
        holder.append(group);
        list.append(holder);
      }
      group.append(...fits.map((one) => item(one, number++)));
    }
    if (!number) list.append(Object.assign(document.createElement("li"), { role: "option", className: "none", ariaDisabled: "true", textContent: select.dataset.none }));
    list.hidden = false;
    field.setAttribute("aria-expanded", "true");
    if (wanted && number) point(0);
  };
  const take = (one) => {
    if (!one?.dataset.value) return;
    select.value = one.dataset.value;
    close();
    select.dispatchEvent(new Event("change", { bubbles: true }));
  };

  field.addEventListener("focus", () => field.select());
  field.addEventListener("click", () => { if (list.hidden) open(""); });
  field.addEventListener("input", () => open(plain(field.value.trim())));
  field.addEventListener("blur", () => { close(); show(); });
  field.addEventListener("keydown", (event) => {
    const { key } = event;
    if (key === "ArrowDown" || key === "ArrowUp") {
      event.preventDefault();
      if (list.hidden) open("");
      point(at < 0 && key === "ArrowUp" ? -1 : at + (key === "ArrowDown" ? 1 : -1));
    } else if (key === "Enter" && !list.hidden) {
      event.preventDefault();
      take(options()[at]);
    } else if (key === "Enter") event.preventDefault();
    else if (key === "Escape" && !list.hidden) { event.preventDefault(); close(); show(); field.select(); }
  });
  list.addEventListener("pointerdown", (event) => { event.preventDefault(); take(event.target.closest("[role=option]")); });
  select.addEventListener("change", show);
  show();
}

const enhanceAll = () => document.querySelectorAll("[data-picker]:not(:has([role=combobox]))").forEach(enhance);
document.addEventListener("pickers", enhanceAll); // another page came in the place of this one
enhanceAll();

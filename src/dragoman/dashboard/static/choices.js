// A long list of boxes to tick, such as all languages: a field finds some of them, Tab stops once in the list, and arrows
// go on in it. Without script it is a list that scrolls.

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

function enhance(group) {
  const find = document.getElementById(group.dataset.find), none = document.getElementById(group.dataset.none);
  const boxes = [...group.querySelectorAll("input[type=checkbox]")];
  const rowOf = (box) => box.closest("label");
  const shown = () => boxes.filter((box) => !rowOf(box).hidden);
  const stopAt = (stop) => boxes.forEach((box) => { box.tabIndex = box === stop ? 0 : -1; });

  /** Show what is looked for, and what is ticked; the boxes that fit. */
  const filter = () => {
    const wanted = plain(find.value.trim());
    const fits = boxes.filter((box) => plain(rowOf(box).textContent).includes(wanted) || box.value.toLowerCase() === wanted);
    boxes.forEach((box) => { rowOf(box).hidden = !box.checked && !fits.includes(box); });
    none.textContent = fits.length ? "" : none.dataset.text;
    stopAt(fits[0] ?? shown()[0]);
    return fits;
  };

  /** How far an arrow goes: the list has as many columns as fit. */
  const step = (key) => {
    const all = shown(), top = rowOf(all[0]).offsetTop;
    const columns = all.filter((box) => rowOf(box).offsetTop === top).length;
    const ahead = getComputedStyle(group).direction === "rtl" ? -1 : 1;
    return { ArrowDown: columns, ArrowUp: -columns, ArrowRight: ahead, ArrowLeft: -ahead }[key];
  };

  find.addEventListener("input", filter);
  find.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== "ArrowDown") return;
    event.preventDefault(); // Enter does not send the form
    filter()[0]?.focus();
  });
  group.addEventListener("focusin", (event) => stopAt(event.target));
  group.addEventListener("keydown", (event) => {
    const all = shown(), at = all.indexOf(event.target), ends = { Home: 0, End: all.length - 1 };
    const to = ends[event.key] ?? at + step(event.key);
    if (at < 0 || !(to >= 0)) return;
    event.preventDefault();
    all[Math.min(to, all.length - 1)].focus();
  });
  group.removeAttribute("tabindex"); // which only scrolls: the boxes take the focus
  filter();
}

document.querySelectorAll("[data-find]").forEach(enhance);

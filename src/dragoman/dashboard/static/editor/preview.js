// The preview of a text: it is scrolled to the segment, also where the address has no fragment.

const main = document.querySelector("main[data-chosen]");
const chosen = document.getElementById(main?.getAttribute("data-chosen") ?? "");
chosen?.scrollIntoView({ block: "center" });
